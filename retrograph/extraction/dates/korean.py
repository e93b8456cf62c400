"""Korean words for dates. Examples are read on Wednesday 2025-09-17, 10:00 +09:00; `2025-03` names all its days."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from retrograph.extraction.dates.korean_words import (
    COUNT,
    DAY_COUNTS,
    DAY_WORDS,
    HEAD,
    NATIVE,
    NOT_A_SPAN,
    SEASONS,
    UNITS,
    WEEKDAYS,
    WHICH,
    YEAR,
    YEAR_WORDS,
    either,
)
from retrograph.extraction.dates.reference import Reference, add_months
from retrograph.extraction.dates.words import Word, full_year, plausible
from retrograph.graph.intervals import Period


def _year(match: re.Match[str], ref: Reference) -> int:
    parts = match.groupdict()
    if parts.get("year"):
        return full_year(parts["year"])
    return ref.today.year + YEAR_WORDS.get(parts.get("which_year") or "올해", 0)


def _dated(match: re.Match[str], ref: Reference) -> Period | None:
    day = match.groupdict().get("day")
    return ref.calendar(_year(match, ref), int(match["month"]), int(day) if day else None)


def _whole_year(match: re.Match[str], ref: Reference) -> Period | None:
    year = _year(match, ref)
    return ref.year(year) if plausible(year) else None


def _month_and_day(match: re.Match[str]) -> tuple[int, int | None]:
    day = match.groupdict().get("day")
    return int(match["month"]), int(day) if day else None


def _floating(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.floating(*_month_and_day(match))


def _last_named_month(match: re.Match[str], ref: Reference) -> Period | None:
    month = int(match["month"])
    year = ref.today.year - (month >= ref.today.month)
    return ref.calendar(year, month, int(match["day"]) if match["day"] else None)


def _season(match: re.Match[str], ref: Reference) -> Period | None:
    parts = match.groupdict()
    year = ref.today.year - int(parts["ago"]) if parts.get("ago") else _year(match, ref)
    return ref.months(year, SEASONS[match["season"]], 3)


def _which_season(match: re.Match[str], ref: Reference) -> Period | None:
    month, year, which = SEASONS[match["season"]], ref.today.year, match["which"]
    if which in ("이번", "올"):
        return ref.months(year, month, 3)
    if which == "다음":
        return ref.months(year + (date(year, month, 1) <= ref.today), month, 3)
    return ref.months(year if add_months(date(year, month, 1), 3) <= ref.today else year - 1, month, 3)


def _part(match: re.Match[str], ref: Reference) -> Period | None:
    year = _year(match, ref)
    if match["quarter"] and match["end"]:
        return ref.months(year, 3 * int(match["quarter"]))
    if match["quarter"]:
        return ref.months(year, 3 * int(match["quarter"]) - 2, 3)
    return ref.months(year, 1 if match["half"] in ("상", "전") else 7, 6)


def _week(match: re.Match[str], ref: Reference) -> Period | None:
    offset, weekday = WHICH[match["which"]], match["weekday"]
    if match["weekend"]:
        saturday = ref.monday + timedelta(weeks=offset, days=5)
        return ref.span(saturday, saturday + timedelta(days=1), "day")
    return ref.weekday_of_week(offset, WEEKDAYS.index(weekday)) if weekday else ref.week(offset)


def _month_of(match: re.Match[str], ref: Reference) -> Period | None:
    whole = ref.month_from_now(WHICH[match["which"]])
    if not match["day"]:
        return whole
    first = Reference(whole.start, ref.zone).today
    return ref.calendar(first.year, first.month, int(match["day"]))


def _weekday(match: re.Match[str], ref: Reference) -> Period | None:
    ahead = (WEEKDAYS.index(match["weekday"]) - ref.today.weekday()) % 7
    return ref.days_from_today(ahead if ref.future else -((7 - ahead) % 7))


def _shifted(match: re.Match[str], ref: Reference) -> Period | None:
    sign = -1 if match["way"] == "전" else 1
    if sign > 0 and not ref.future and match.end() < len(match.string):
        return None  # "two years later" counts from what was told before
    if match["days"]:
        return ref.days_from_today(sign * DAY_COUNTS[match["days"]])
    count = sign * (int(match["count"]) if match["count"].isdigit() else NATIVE[match["count"]])
    unit = match["unit"]
    return ref.shifted(count, UNITS[unit])


def _few(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.span(ref.today - timedelta(days=9), ref.today - timedelta(days=2), "day")


WORDS: Final[tuple[Word, ...]] = (
    Word(
        "날짜",
        rf"{HEAD}{YEAR}\s?(?P<month>[0-9]{{1,2}})월\s?(?P<day>[0-9]{{1,2}})일{NOT_A_SPAN}",
        _dated,
        (
            ("2025년 3월 15일에", "2025-03-15"),
            ("25년 3월 15일", "2025-03-15"),
            ("작년 12월 3일", "2024-12-03"),
            ("2025년 2월 30일", ""),
        ),
    ),
    Word(
        "연월",
        rf"{HEAD}{YEAR}\s?(?P<month>[0-9]{{1,2}})월(?!\s?[0-9]+일)",
        _dated,
        (("2025년 3월", "2025-03"), ("작년 12월부터", "2024-12"), ("올해 1월에", "2025-01"), ("2025년 13월", "")),
    ),
    Word(
        "계절",
        rf"{HEAD}(?:(?P<ago>[0-9]{{1,2}})년\s?전|{YEAR})\s?(?P<season>봄|여름|가을|겨울)",
        _season,
        (("2년 전 여름", "2023-06-01/2023-08-31"), ("작년 가을에", "2024-09-01/2024-11-30")),
    ),
    Word(
        "회계연도",
        rf"{HEAD}(?:(?:[0-9]{{4}}|[0-9]{{2}})\s?)?회계\s?연도(?:\s?(?:[0-9]{{4}}|[0-9]{{2}})년?도?)?(?:\s?[1-4]\s?분기)?",
        lambda _, __: None,
        (("회계연도 2025년 1분기", ""), ("2025 회계연도", "")),
    ),
    Word(
        "지난 계절",
        rf"{HEAD}(?P<which>지난|이번|올|다음)\s?(?P<season>봄|여름|가을|겨울)(?!방학|휴가)",
        _which_season,
        (
            ("지난여름에", "2025-06-01/2025-08-31"),
            ("지난 겨울", "2024-12-01/2025-02-28"),
            ("올봄부터", "2025-03-01/2025-05-31"),
        ),
    ),
    Word(
        "연말연초",
        rf"{HEAD}(?P<which_year>{either(YEAR_WORDS)})\s?(?P<end>말)(?![가-힣]*[을를])",
        lambda m, ref: ref.months(ref.today.year + YEAR_WORDS[m["which_year"]], 12),
        (("작년 말에", "2024-12"), ("올해 말까지", "2025-12")),
    ),
    Word(
        "분기",
        rf"{HEAD}(?:{YEAR}\s?)?(?:(?P<quarter>[1-4])\s?분기(?P<end>\s?말)?|(?P<half>[상하전후])반기)",
        _part,
        (
            ("올해 상반기", "2025-01-01/2025-06-30"),
            ("2분기", "2025-04-01/2025-06-30"),
            ("2024년 4분기", "2024-10-01/2024-12-31"),
            ("2분기 말까지", "2025-06"),
        ),
    ),
    Word(
        "연도",
        rf"{HEAD}(?:(?P<year>[0-9]{{4}})년도?{NOT_A_SPAN}|(?P<which_year>{either(YEAR_WORDS)}))(?!\s?[0-9]+월)",
        _whole_year,
        (("2021년에", "2021"), ("작년", "2024"), ("재작년에", "2023"), ("2000년 전", "")),
    ),
    Word(
        "지난 N월",
        rf"{HEAD}지난\s?(?P<month>[0-9]{{1,2}})월(?:\s?(?P<day>[0-9]{{1,2}})일)?",
        _last_named_month,
        (("지난 3월에", "2025-03"), ("지난 12월", "2024-12")),
    ),
    Word(
        "월일",
        rf"{HEAD}(?P<month>[0-9]{{1,2}})월\s?(?P<day>[0-9]{{1,2}})일{NOT_A_SPAN}",
        _floating,
        (("7월 31일에", "2025-07-31"), ("11월 3일부터", "2024-11-03")),
        floating=_month_and_day,
    ),
    Word(
        "월",
        rf"{HEAD}(?P<month>[0-9]{{1,2}})월(?=\s?(?:에|부터|까지|말|초|중순|이후|이전|쯤|경)(?![가-힣]*[면서]))",
        _floating,
        (("3월에 바꿨다", "2025-03"), ("10월부터", "2024-10"), ("10월은 바쁘다", ""), ("3번째 시도", "")),
        floating=_month_and_day,
    ),
    Word(
        "하루",
        rf"{HEAD}(?P<word>{either(DAY_WORDS)})(?!날)",
        lambda m, ref: ref.days_from_today(DAY_WORDS[m["word"]]),
        (
            ("어제 배포했다", "2025-09-16"),
            ("그저께", "2025-09-15"),
            ("내일모레", "2025-09-19"),
            ("오늘날", ""),
            ("언젠가", ""),
        ),
    ),
    Word(
        "주",
        rf"{HEAD}(?P<which>지지난|저저번|지난|저번|이번|금|다다음|다음|차)\s?주"
        r"(?:\s?(?P<weekday>[월화수목금토일])요일|(?P<weekend>말))?(?![가-힣]?장|차|년|소|기)",
        _week,
        (
            ("지난주", "2025-09-08/2025-09-14"),
            ("지난주 금요일에", "2025-09-12"),
            ("이번 주 월요일부터", "2025-09-15"),
            ("다음 주", "2025-09-22/2025-09-28"),
            ("지난 주말에", "2025-09-13/2025-09-14"),
        ),
    ),
    Word(
        "달",
        rf"{HEAD}(?P<which>지지난|저저번|지난|저번|이번|이|다다음|다음|내)\s?달(?:\s?(?P<day>[0-9]{{1,2}})일)?(?!러"
        rf"|라|리)",
        _month_of,
        (
            ("지난달", "2025-08"),
            ("다음 달부터", "2025-10"),
            ("이번 달 3일", "2025-09-03"),
            ("지난달 15일에", "2025-08-15"),
        ),
    ),
    Word(
        "요일",
        rf"{HEAD}(?P<weekday>[월화수목금토일])요일(?!마다)",
        _weekday,
        (("월요일에", "2025-09-15"), ("금요일에 옮겼다", "2025-09-12"), ("금요일마다", "")),
    ),
    Word(
        "전후",
        rf"{HEAD}(?:(?P<days>{either(DAY_COUNTS)})|{COUNT}\s?(?P<unit>일|주일|주|달|개월|년|해|시간|분))"
        r"\s?(?P<way>전|뒤|후)(?![가-힣]*(?:체|부|반|자|기))",
        _shifted,
        (
            ("3주 전", "2025-08-27"),
            ("3일 전에 결정했다", "2025-09-14"),
            ("2년 전", "2023"),
            ("두 달 전에", "2025-07"),
            ("열흘 전", "2025-09-07"),
            ("2주 뒤", "2025-10-01"),
            ("그 2년 뒤 옮겼다", ""),
        ),
    ),
    Word(
        "며칠 전",
        rf"{HEAD}(?:며칠|몇\s?일)\s?전",
        _few,
        (("며칠 전에", "2025-09-08/2025-09-15"),),
        exact=False,
    ),
)
