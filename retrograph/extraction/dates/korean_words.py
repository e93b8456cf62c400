"""The Korean words that dates are made of, and what each counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from retrograph.extraction.dates.reference import Unit

YEAR_WORDS: Final = {
    "재작년": -2,
    "작년": -1,
    "지난해": -1,
    "지난 해": -1,
    "전년": -1,
    "올해": 0,
    "금년": 0,
    "이번 해": 0,
    "내년": 1,
    "다음 해": 1,
    "내후년": 2,
}
DAY_WORDS: Final = {
    "그끄저께": -3,
    "그저께": -2,
    "그제": -2,
    "엊저녁": -1,
    "어젯밤": -1,
    "어제": -1,
    "오늘": 0,
    "금일": 0,
    "내일모레": 2,
    "내일": 1,
    "명일": 1,
    "모레": 2,
    "글피": 3,
}
WEEKDAYS: Final = "월화수목금토일"
NATIVE: Final = {
    "한": 1,
    "두": 2,
    "세": 3,
    "석": 3,
    "네": 4,
    "넉": 4,
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
    "열": 10,
}
DAY_COUNTS: Final = {
    "하루": 1,
    "이틀": 2,
    "사흘": 3,
    "나흘": 4,
    "닷새": 5,
    "엿새": 6,
    "이레": 7,
    "여드레": 8,
    "아흐레": 9,
    "열흘": 10,
    "보름": 15,
    "일주일": 7,
}
UNITS: Final[Mapping[str, Unit]] = {
    "분": "minute",
    "시간": "hour",
    "일": "day",
    "주": "week",
    "주일": "week",
    "달": "month",
    "개월": "month",
    "년": "year",
    "해": "year",
}
SEASONS: Final = {"봄": 3, "여름": 6, "가을": 9, "겨울": 12}
WHICH: Final = {
    "지지난": -2,
    "저저번": -2,
    "지난": -1,
    "저번": -1,
    "이번": 0,
    "금": 0,
    "이": 0,
    "다음": 1,
    "차": 1,
    "내": 1,
    "다다음": 2,
}


def either(words: Iterable[str]) -> str:
    """A pattern of any of the words, longer ones first."""
    return "|".join(sorted(words, key=len, reverse=True))


NOT_A_SPAN: Final = r"(?!\s?(?:전|뒤|후|간|동안|차|째|마다|만에|치|짜리|생))"
YEAR: Final = rf"(?:(?P<year>(?:[0-9]{{4}}|[0-9]{{2}}))년도?|(?P<which_year>{either(YEAR_WORDS)}))"
HEAD: Final = r"(?<![0-9가-힣])"
COUNT: Final = rf"(?P<count>[0-9]{{1,4}}|{either(NATIVE)})"
