"""Korean phrase grammar: which particle a phrase carries, and so what part it plays in its clause.

[(c.part, c.words) for c in chunks("주문 서비스의 로거를 winston에서 pino로 ", 0)]
[("of", "주문 서비스"), ("object", "로거"), ("from", "winston"), ("to", "pino")]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.lists import words

Part = Literal[
    "topic",
    "subject",
    "object",
    "of",
    "from",
    "to",
    "at",
    "with",
    "than",
    "instead",
    "not",
    "because",
    "reason",
    "also",
    "bare",
]

PARTICLES: Final[tuple[tuple[str, Part], ...]] = (
    ("에서부터", "from"), ("으로부터", "from"), ("로부터", "from"),
    ("에서는", "at"), ("에서도", "at"), ("에서만", "at"), ("에서", "from"),
    ("에게는", "at"), ("에는", "at"), ("에도", "at"), ("에만", "at"), ("에선", "at"), ("엔", "at"), ("에", "at"),
    ("으로는", "to"), ("으로만", "to"), ("으로도", "to"), ("로는", "to"), ("로만", "to"), ("로도", "to"),
    ("으로의", "to"), ("로의", "to"), ("으로", "to"), ("로", "to"),
    ("이란", "topic"), ("은", "topic"), ("는", "topic"), ("도", "also"),
    ("께서는", "topic"), ("께서", "subject"), ("이", "subject"), ("가", "subject"),
    ("만을", "object"), ("을", "object"), ("를", "object"), ("만", "object"),
    ("이라도", "object"), ("라도", "object"), ("의", "of"), ("이랑", "with"),
    ("랑", "with"), ("하고", "with"), ("과", "with"), ("와", "with"),
    ("보다는", "than"), ("보다", "than"),
)  # fmt: skip
"""Particles, those that hold others inside before them."""

_AFTER_CONSONANT: Final = frozenset({"은", "이", "을", "과", "으로", "이랑", "이란"})
_AFTER_VOWEL: Final = frozenset({"는", "가", "를", "와", "랑"})
_WHOLE_WORDS: Final = words(
    "추가 평가 회의 논의 합의 주의 정의 동의 협의 문의 결과 성과 효과 경로 도로 별도 속도 정도 온도 제도 빈도 용도 "
    "난도 난이도 인도 지도 시도 의도 휴가 국가 전문가 차이 사이 아이 로그인 같이 없이 많이 굳이 자주 별로 "
    "서로 바로 따로 새로 그대로 대로 실제로 주로 그리고 하지만 나이 길이 높이 깊이 넓이 종이 놀이 프로 제로 유로 "
    "매크로 마이크로 모노레포 커스텀 데모 허가 인가 평가 단가 원가 대가 증가 물가 시가 추이 고도 과도 밀도 각도 한도 "
    "시나리오 스튜디오 라디오 오디오 비디오 로드맵 사내 사용자 담당자 스케일 메일 파일 모바일 프로파일 타일 스타일"
)
"""Nouns and adverbs that end like a noun with a particle."""

ADVERBS: Final = re.compile(
    r"(?<![가-힣A-Za-z])(?:아까(?:는)?|앞서|지난번에|얼마\s?전에?|조금\s?전에?|당시(?:에는?)?|그때(?:는)?|향후"
    r"|추후|조만간"
    r"|(?:한\s해|한\s달|몇\s년|몇\s달|오랜\s기간)\s?동안|기존에는?|예전에는?|과거에는?|오래전부터|한동안|초기에는?"
    r"|이제(?:는|부터|부턴)?|결국|다시|원래(?:는)?"
    r"|실제로는?|사실은?|처음부터|처음에는?|이미"
    r"|아직(?:은|도|까지는?)?|그냥|현재(?:는)?|최근에?|요즘|지금은?"
    r"|여전히|계속|이후로?|그\s?뒤로|그\s?후로?|그래서|그리고|하지만|그런데|다만|또한?|모두|전부|완전히|정식으로"
    r"|정확히는|당분간|잠시|곧|항상|늘"
    r"|직접|새로|더\s?이상|더는|더|한\s?번도|혹시|아마|먼저|마침내|드디어|일단|우선|방금|나중에|이번에|앞으로는?"
    r"|배포\s?직후|주로|특히|역시|그대로|드디어|벌써|너무|많이|정말|매우|약간|거의|자주|가끔|최종적으로|줄곧"
    r"|처음엔)(?=[\s,])"
)
_AMBIGUOUS: Final = frozenset({"의", "이", "가", "로", "도", "과", "만", "에", "은", "는"})
_SHORT_NOUNS: Final = frozenset("씨님앱훅값팀웹봇큐키맵탭폼쪽툴셸빌뷰훅덱존")
"""Nouns of one syllable that take a particle; other single syllables before one are part of a word."""

SPEAKERS: Final = frozenset(["난", "전", "나는", "저는", "내가", "제가", "우린", "저흰", "우리는", "저희는"])
_ADNOMINAL: Final = re.compile(r"(?:하|되|있|없|걸리|만드|부르|다루|시키|보내|받|나오|들어가|쓰|돌리|맡|다니|다|이라)$")
_EOJEOL: Final = re.compile(r"`[^`\n]+`[가-힣]*|\x01+|→|➜|⇒|[-=]{1,2}>|[^\s,\x01→➜⇒]+")
_ARROW: Final = re.compile(r"[→➜⇒]|[-=]{1,2}>")
_CONNECTIVE: Final = re.compile(
    r"[가-힣](?:는데|은데|한데|지만|으며|하며|거나|니까|므로|길래|느라|도록|면서|다가|자마자|[하되있없]기에"
    r"|[보하되으]니|위해"
    r"|위하여|[었았했됐겠]고|[아어여]서)$"
    r"|^(?:않아|못해|없어)$|[가-힣]이(?:고|며|지만|라서)$|(?:하|되|있|없|많|적|크|작|높|낮|좋|나쁘|느리|빠르|쉽"
    r"|어렵|비싸|무겁|가볍"
    r"|복잡하|필요하)고$"
)
"""The end of a verb after which another clause begins."""

QUALITY: Final = re.compile(
    r"(?:약해|심해|많아|적어|커|커져|높아|낮아|느려|무거워|어려워|쉬워|복잡해|부족해|비싸|들어|없어|잦아|필요해"
    r"|불편해|길어|짧아|떨어져|나빠|늘어|걸려|되어|하여)$"
)
"""Right before its verb, the plain form of an adjective gives a reason as well: "지원이 약해 제외했다"."""

_AND_SO: Final = re.compile(r"[가-힣]서$")
_NOUN_IN_SEO: Final = re.compile(
    r"(?:에|로|으로|께|문|부|순|보고|명세|계획|인증|제안|안내|설명|견적|요청|고|각|도|증|질|독|용)서$"
)
_ENDS_IN_A: Final = frozenset({0, 1, 4, 5, 6, 9, 10, 11, 14, 15})
"""Vowels (a, ae, eo, e, yeo, wa, wae, oe, wo, we) in which a verb's stem ends before -서."""

_STANDS_FOR: Final[dict[str, Part]] = {
    **dict.fromkeys(("대신", "대신에", "말고"), "instead"),
    **dict.fromkeys(("때문에", "때문이다", "덕분에", "덕에", "탓에", "관계로"), "because"),
    **dict.fromkeys(("이유로", "이유에서", "인해", "인하여", "의해"), "because"),
    **dict.fromkeys(("및", "혹은", "또는", "그리고", "&", "+"), "with"),
    **dict.fromkeys(("아니라", "아니고", "아닌", "아니며"), "not"),
}  # fmt: skip
"""Words that do to the phrase before them what a particle does."""

_NO_PHRASE: Final = frozenset({"안", "못", "좀", "꼭", "다", "잘", "막", "싹", "쭉", "해도", "쭉쭉"})
"""Words before a verb that belong to it."""

_REASON_NOUN: Final = re.compile(r".*(?:문제|이슈|부담|부족|한계|탓|사정|우려|장애|압박|정책 변경|종료)$")
_CODE_TAIL: Final = re.compile(r"(?P<stem>`[^`]+`|.*?[A-Za-z0-9)\]*+#_/.@-])(?P<tail>[가-힣]{1,4})$", re.DOTALL)
_HANGUL_TAIL: Final = re.compile(r"[가-힣]$")
_LATIN_START: Final = re.compile(r"`|[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A phrase without its particle, the part it plays, and where phrase and particle stand in the sentence."""

    words: str
    part: Part
    start: int
    end: int


@dataclass(slots=True)
class _Gathering:
    """Phrases while they are put together from words; `waiting` are words whose phrase has not ended."""

    found: list[Chunk] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    begin: int = 0
    end: int = 0

    def hold(self, word: str, start: int, end: int) -> None:
        if self.waiting and _LATIN_START.match(word) and naming.is_component(" ".join(self.waiting)):
            self.close("bare")
        self.begin = self.begin if self.waiting else start
        self.waiting.append(word)
        self.end = end

    def close(self, part: Part) -> None:
        words = " ".join(self.waiting).strip()
        if words and part == "to" and _REASON_NOUN.match(words):
            part = "because"
        if words:
            self.found.append(Chunk(words, part, self.begin, self.end))
        self.waiting = []

    def cut(self) -> None:
        """A clause without a verb of ours ends: its topic and place stay in sight, the rest was its own."""
        self.waiting = []
        kept = [c for c in self.found if c.part in ("topic", "at", "because", "of") or naming.is_region(c.words)]
        ended = [replace(c, part="reason") for c in self.found if c.part == "subject"]
        self.found = sorted((*kept, *ended), key=lambda chunk: chunk.start)


def chunks(text: str, offset: int) -> list[Chunk]:
    """The phrases of a clause, in order; words without a particle belong to the phrase that follows them."""
    gathered = _Gathering()
    last = 0
    for eojeol in _EOJEOL.finditer(text.replace("\x02", " ")):
        if "\x02" in text[last : eojeol.start()]:  # what is left out stands between: the two are no one name
            gathered.close("bare")
        last = eojeol.end()
        word, start, end = eojeol[0].replace("\x03", ""), offset + eojeol.start(), offset + eojeol.end()
        comma = text[eojeol.end() : eojeol.end() + 1] == ","
        if not word or word in _NO_PHRASE:
            continue
        if word[0] == "\x01":
            gathered.close("bare")
        elif is_connective(word):
            gathered.cut()
        elif _ARROW.fullmatch(word):
            gathered.close("from")
        elif word in _STANDS_FOR:
            _stand(gathered, _STANDS_FOR[word], end)
        elif word in SPEAKERS and (word != "전" or start == 0):
            gathered.waiting = []
            gathered.hold(word, start, end)
            gathered.close("topic")
        else:
            stem, part = split(word)
            gathered.hold(stem, start, end)
            if part or comma:
                gathered.close(part or "with")
    gathered.close("bare")
    return gathered.found


def _stand(gathered: _Gathering, part: Part, end: int) -> None:
    """A word like "대신" ends its phrase; "X가 아니라" makes one of a phrase that had its particle."""
    marked = {"not": ("subject", "object", "bare"), "because": ("to", "at")}.get(part, ())
    if gathered.waiting:
        gathered.end = end
        gathered.close(part)
    elif gathered.found and gathered.found[-1].part in marked:
        gathered.found[-1] = replace(gathered.found[-1], part=part)


def is_connective(word: str) -> bool:
    """Whether a word is a verb that goes on to another clause: "비싸서", "느리지만"; "보고서" and "에서" are not.

    >>> is_connective("나와서"), is_connective("보고서"), is_connective("서버에서")
    (True, False, False)
    """
    if QUALITY.search(word):
        return True
    if _CONNECTIVE.search(word):
        return not _NOUN_IN_SEO.search(word)
    if len(word) < 2 or not _AND_SO.search(word) or _NOUN_IN_SEO.search(word):
        return False
    code = ord(word[-2]) - 0xAC00
    return code % 28 == 0 and code // 28 % 21 in _ENDS_IN_A


def split(word: str) -> tuple[str, Part | None]:
    """A word without its particle, and the part that the particle gives it; None where it carries none.

    >>> split("pino로"), split("서비스는"), split("회의")
    (('pino', 'to'), ('서비스', 'topic'), ('회의', None))
    """
    if word in _WHOLE_WORDS:
        return word, None
    foreign = _CODE_TAIL.fullmatch(word)
    if foreign:
        part = next((part for particle, part in PARTICLES if particle == foreign["tail"]), None)
        if part:
            return foreign["stem"], part
    for particle, part in PARTICLES:
        stem = word[: -len(particle)]
        if word.endswith(particle) and _fits(stem, particle):
            return stem, part
    return word, None


def _fits(stem: str, particle: str) -> bool:
    if not _HANGUL_TAIL.search(stem):
        return False
    consonant = (ord(stem[-1]) - 0xAC00) % 28
    short = len(stem) < 2 and particle in _AMBIGUOUS and stem not in _SHORT_NOUNS
    if short or (particle == "는" and _ADNOMINAL.search(stem)):
        return False
    if particle in _AFTER_CONSONANT:
        return consonant != 0 and not (particle == "으로" and consonant == 8)
    if particle in _AFTER_VOWEL:
        return consonant == 0
    if particle in ("로", "로는", "로만", "로도", "로부터"):
        return consonant in (0, 8)
    return True
