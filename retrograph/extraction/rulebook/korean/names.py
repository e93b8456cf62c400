"""What the phrases of a Korean clause name: components, products, people, places."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retrograph.extraction.rulebook import lists, naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.grammar import Chunk
from retrograph.extraction.rulebook.talk import Talk

_TITLES: Final = (
    "팀장|대표|매니저|책임|수석|선임|대리|과장|차장|부장|사원|주임|이사|상무|전무|교수|박사|CTO|CEO"
    "|PM|PO|리드|개발자|엔지니어|디자이너|인턴"
)
_HONORIFIC: Final = re.compile(
    r"(?P<name>[가-힣]{2,4}?|[A-Z][a-z]+)"
    rf"(?:(?:\s?(?:씨|선배|후배)|\s(?:{_TITLES})|(?<=[가-힣]{{3}})(?:{_TITLES}))(?:\s?님)?|\s?님)$"
)
_PERSON: Final = re.compile(r"[가-힣]{2,3}|[A-Z][a-z]+")
_CALLED: Final = re.compile(r"(?P<name>[가-힣]{2})이")
"""A given name as friends say it: "서연이"."""
_NO_PERSON: Final = re.compile(
    r".*(?:팀|우리|저희|회사|모두|누군가|사람|서버|앱|이유|원인|실수|비용|속도|성능|메모리|지연|문제|에러|오류|결과"
    r"|시간|용량|배포|코드|버전)$"
)
TEAM: Final = re.compile(r"(?:우리|저희)(?:\s?팀)?(?:는)?|우린|저흰|팀|우리\s?쪽|저희\s?쪽")
TEAM_NAME: Final = Name("organization", "team")
"""The unnamed "we" of a sentence without a subject."""

_ROLES: Final = lists.words(
    "언어 데이터베이스 디비 DB 저장소 스토리지 스토어 프레임워크 라이브러리 런타임 큐 브로커 캐시 캐싱 스택 도구 "
    "툴 프런트엔드 프론트엔드 "
    "프론트 백엔드 검색 인증 인가 로그인 모니터링 로깅 로거 로그 배포 빌드 테스트 번들러 번들링 매니저 ORM CI CD "
    "CDN 에디터 IDE 린터 "
    "린트 포매터 포맷터 컴파일러 스케줄러 엔진 세션 상태관리 관리 메트릭 메시징 렌더러 렌더링 템플릿 스타일링 "
    "문서화 오케스트레이션 클라우드 프록시 "
    "로드밸런서 시크릿 암호화 처리 검증 파싱 직렬화 통신 UI 차트 백업 임베딩 분석 추적 트레이싱 서명 토큰 "
    "클라이언트 서버 환경 메일 파일 이미지 "
    "라우터 러너 개발 작업 코드 타입 목업 스케줄링 API 앱 웹 컨테이너 인프라 호스팅 결제 알림 대시보드 피처플래그 "
    "플래그 문서 스키마 쿼리 풀 수집 연동 날짜"
    " 결과 데이터 이벤트 메시지 요청 응답 첨부 내역 원본 산출물 비밀번호 JVM JDK OS WAS 지도 이메일 푸시 채팅 추천 "
    "번역 음성 영상 썸네일 지표 배치 위키 이슈 일정 폰트 "
    "아이콘 레이아웃 "
    "폼 표 테이블 그래프 "
    "동영상 스트리밍 크롤링 압축 인코딩 모델 메신저 리뷰 상태 계정 권한 임베딩 요약 재시도 잠금 락 "
)


_LONG_ROLES: Final = tuple(role for role in _ROLES if len(role) > 2)


def is_role(phrase: str) -> bool:
    """Whether a phrase ends with a role that products play, so that it may be filled anew: "메시지 큐", "로거"."""
    last = phrase.rpartition(" ")[2]
    return last in _ROLES or last.endswith(_LONG_ROLES)


_PLACES: Final = re.compile(
    r"(?:서울|부산|대구|인천|광주|대전|울산|세종|제주|수원|성남|판교|분당|용인|고양|창원|천안|전주|청주|포항|강릉"
    r"|춘천|원주|김해|여수|안양|일산|강남|여의도"
    r"|도쿄|오사카|교토|후쿠오카|베이징|상하이|선전|홍콩|타이베이|싱가포르|하노이|호치민|방콕|자카르타|시드니|런던"
    r"|파리|베를린|뮌헨|암스테르담|더블린|프랑크푸르트"
    r"|뉴욕|시애틀|샌프란시스코|보스턴|오스틴|시카고|밴쿠버|토론토|실리콘밸리|한국|미국|일본|중국|대만|독일|영국"
    r"|프랑스|캐나다|호주|인도|베트남)"
    r"(?:\s?(?:시|도|구|특별시|광역시|지사|본사|오피스|IDC))?"
)
"""Cities and countries, which are told from companies by nothing else."""


def is_place(words: str) -> bool:
    """Whether a phrase names a place: a region where software runs, or a town."""
    return naming.is_region(words) or _PLACES.fullmatch(words) is not None


_OURS: Final = re.compile(
    r"(?:우리|저희)\s?(?:서비스|프로젝트|시스템|제품|앱|회사|쪽|팀|조직|코드베이스)|(?:모든"
    r"|전체)\s(?:\S+\s)?(?:서비스|프로젝트|앱|팀)"
)
_USER: Final = re.compile(r"나|난|저|전|내|제|나는|저는|내가|제가|사용자|유저")
_THIS: Final = re.compile(
    r"(?:이|그|해당|본)\s?(?:서비스|서버|앱|모듈|시스템|프로젝트|화면|배치|도구|파이프라인|컴포넌트)|여기|거기|이곳"
    r"|그것|이것|이건|그건"
)
_THIS_HEAD: Final = re.compile(r"(?:이|그|해당|본)\s(?P<head>\S+)")
_HE: Final = re.compile(r"그분|그녀|그|이분|그\s사람")
_OWN: Final = re.compile(r"^(?:우리|저희|현재|기존|이번|새|신규|각|모든|그|이)\s+")
_GENERIC_AFTER: Final = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9 .+#/@_-]*?)\s?(?P<generic>분석기|라이브러리|프레임워크|데이터베이스|디비|서버"
    r"|클러스터"
    r"|브로커|엔진|인스턴스|플러그인|드라이버|패키지|사용|기반|큐|캐시|저장소|도구|언어|의존성|연동|쪽|조합|이용|도입"
    r"|적용|하나|등|버전|최신 버전|런타임|컨테이너|레플리카|코드|호출|설정|전체|인프라|환경|위|상)$"
)
_NO_KIND: Final = frozenset(
    {
        "사용",
        "기반",
        "의존성",
        "연동",
        "쪽",
        "조합",
        "이용",
        "도입",
        "적용",
        "하나",
        "등",
        "버전",
        "최신 버전",
        "전체",
        "위",
        "상",
    }
)
_PACKAGE_JS: Final = re.compile(r"(?!(?:index|main|app|server|config|setup|utils?|test|script|client)\.)[a-z]{2,}\.js")
_DEVICE: Final = re.compile(r"(?:[가-힣]+\s)+[가-힣]{1,4}(?<![하되들꾸추우이쓰읽보주분시초대크용연전후무동])기")
"""Two words of which the last names a device by what it does: "좌석 배정기", not "빨리 옮기기"."""

_TITLED: Final = re.compile(r"[A-Z][A-Za-z.+#]*(?:\s(?:[A-Z][A-Za-z.+#]*|[0-9][0-9.]*))+")
_KEBAB: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_DESCRIBED: Final = re.compile(
    r"(?:[가-힣][가-힣0-9·,'\"-]*\s)+(?:(?:DB|ORM|RDB|RDBMS|NoSQL|IDE|CDN|WAS)\s(?=\S))?(?P<name>[A-Za-z@].*)"
    r"|(?:DB|ORM|RDB|RDBMS|NoSQL|IDE|CDN|WAS)\s(?P<bare>[A-Za-z@].*)"
)
"""A name behind words that describe it: "오픈소스 검색 엔진인 Meilisearch"."""

LATIN: Final = re.compile(r"[A-Za-z]{2,}|[A-Z]|[a-z][0-9]")
CODE: Final = re.compile(r"`([^`\n]+)`")
_HERE: Final = re.compile(r"(?:여기|거기|이\s?서비스)\s")
_GENERIC_HEADS: Final = frozenset({"서버", "서비스", "앱", "모듈", "시스템"})
_COMMIT: Final = re.compile(r"(?:커밋|commit)\s(?P<sha>[0-9a-f]{7,40})", re.IGNORECASE)
_NOT_IN_NAMES: Final = re.compile(r"[가-힣\"'“”‘’«»《》<>()]")


def bare(words: str) -> str:
    """The phrase without determiners and code marks."""
    return naming.bare(_OWN.sub("", naming.bare(words)))


def product(words: str) -> Name | None:
    """A product by its Latin letters, or code; what describes it before its name, or says its kind behind, is no part.

    >>> product("로깅 라이브러리 winston").name, product("Kafka 컨슈머")
    ('winston', None)
    """
    code = CODE.search(words)
    text = code[1] if code else bare(words)
    if len(text) > 60 or naming.is_region(text) or not LATIN.search(unicodedata.normalize("NFKC", text)):
        return None
    if code or _is_package(text) or _TITLED.fullmatch(text):
        return naming.product(text)
    if is_component(text):
        return None
    described = _DESCRIBED.fullmatch(text)
    text = (described["name"] or described["bare"]) if described else text
    generic = _GENERIC_AFTER.fullmatch(text)
    if generic and not is_component(text):
        inner = naming.product(generic["name"])
        full = () if generic["generic"] in _NO_KIND else (text,)
        return replace(inner, aliases=(*inner.aliases, *full))
    if is_component(text) or _NOT_IN_NAMES.search(text):
        return None
    found = naming.product(text)
    return replace(found, type="library") if _PACKAGE_JS.fullmatch(text) else found


def _is_package(text: str) -> bool:
    """A name in kebab case that does not end like one of our own: `redux-toolkit`, not `order-service`."""
    return _KEBAB.fullmatch(text) is not None and text.rpartition("-")[2] not in naming.COMPONENT_HEADS


def is_component(words: str) -> bool:
    """Whether the words end like the name of a component: "추천 API", "결제 모듈", "좌석 배정기"."""
    if naming.is_component(words) and not re.fullmatch(r"[A-Z][A-Za-z]* (?:API|CLI|SDK)|[A-Z][\w ]*SDK", words):
        return True
    return _DEVICE.fullmatch(words) is not None


def component(words: str, talk: Talk, found: Sequence[Chunk] = (), chunk: Chunk | None = None) -> Name | None:
    """A part of one's own system; the owner where the phrase is a part of it ("주문 서비스의 로거")."""
    owner = next((c for c in found if chunk and c.part == "of" and 0 <= chunk.start - c.end <= 1), None)
    if owner:
        return component(owner.words, talk)
    text = bare(words)
    if points_back(words, talk):
        return talk.topic
    if _OURS.fullmatch(naming.bare(words)):
        return naming.team(naming.bare(words))
    if not text or len(text) > 60 or text.isdigit() or text[-1] in ".!?:":
        return None
    classy = re.fullmatch(r"(?P<name>[A-Za-z_]\w*)\s(?:클래스|컴포넌트|훅|함수|메서드|인터페이스)", text)
    if classy and not CODE.search(words):
        return Name(naming.kind_of(classy["name"], "project"), classy["name"], (text,))
    full = naming.bare(words)
    plain = naming.component(text)
    if full != text and plain.type == "project":
        plain = replace(plain, aliases=(*plain.aliases, full))
    return _group(text) or _code(words, text) or plain


def points_back(words: str, talk: Talk) -> bool:
    """Whether the words stand for what was spoken of: "이 서비스", "여기", "서버" after "푸시 서버"."""
    bare_words = naming.bare(words)
    if _THIS.fullmatch(bare_words) or _HERE.match(words):
        return True
    this = _THIS_HEAD.fullmatch(bare_words)
    head = this["head"] if this else bare_words if bare_words in _GENERIC_HEADS else None
    if head and talk.topic and talk.topic.type == "project" and bare_words in _GENERIC_HEADS:
        return True
    return bool(head and talk.topic and talk.topic.name.endswith(head))


def _group(text: str) -> Name | None:
    if TEAM.fullmatch(text):
        return naming.team(text)
    return Name("organization", text) if text.endswith("팀") else None


def _code(words: str, text: str) -> Name | None:
    code = CODE.search(words)
    if code:
        return Name(naming.kind_of(code[1], "project"), code[1], (text.replace("`", ""),))
    commit = _COMMIT.fullmatch(text)
    if commit is None:
        return None
    name = naming.commit_name(commit["sha"])
    return Name(name.type, name.name, (*name.aliases, text))


def person(words: str, talk: Talk) -> Name | None:
    """A person: with an honorific, or "나", or a pronoun for one spoken of before."""
    text = naming.bare(words)
    last = " ".join(text.split()[-2:])
    honoured = _HONORIFIC.fullmatch(text) or _HONORIFIC.fullmatch(last) or _HONORIFIC.fullmatch(last.split(" ")[-1])
    if honoured:
        return Name("person", honoured["name"], (honoured[0],))
    if _USER.fullmatch(text):
        return Name("person", "user", (text,))
    if _HE.fullmatch(text):
        return talk.person
    return None


def plain_person(words: str) -> Name | None:
    """A name without an honorific: two or three syllables that name nothing else."""
    text = naming.bare(words)
    called = _CALLED.fullmatch(text)
    if called and (ord(called["name"][-1]) - 0xAC00) % 28:
        return Name("person", called["name"], (text,))
    if _PERSON.fullmatch(text) and not _NO_PERSON.fullmatch(text) and not is_component(text):
        return Name("person", text)
    return None


def place(words: str) -> Name | None:
    """A place where software runs or people live, without the name of whom it belongs to."""
    text = bare(words)
    if not is_place(text):
        return None
    short = re.sub(r"^(?:[A-Z][A-Za-z]*\s)+(?=[가-힣])", "", text)
    return Name("location", short, (text,) if short != text else ())
