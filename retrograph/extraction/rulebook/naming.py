"""What kind of thing a phrase names, and the phrase without what is no part of the name.

The lists are of closed or slow classes of words (heads of component names, endings of file names, kinds of error).
No product, company or person is listed: those are told by their place in a sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.lists import endings, words
from retrograph.extraction.rulebook.record_names import record_name
from retrograph.graph.vocabulary import EntityType

COMPONENT_HEADS: Final = words(
    "service services server servers client clients app apps application api apis gateway worker workers pipeline "
    "pipelines job jobs middleware module component parser renderer compiler scheduler dashboard portal website site "
    "frontend front-end backend back-end bot cli daemon proxy platform system subsystem engine indexer importer "
    "exporter crawler scraper consumer producer controller monorepo repo repository project plugin stack console "
    "panel form page screen checkout hub ingest ingestion loader runner builder suite scripts script storefront "
    "warehouse microservice microservices webapp extension widget editor uploader downloader notifier dispatcher "
    "orchestrator resolver validator formatter linter codebase product agent bundle router handler adapter connector "
    "collector emitter processor aggregator simulator generator converter transformer layer store registry catalog "
    "inventory mailer ledger firmware driver kiosk terminal endpoint endpoints workflow workflows blog forum wiki docs "
    "sdk sidecar operator cluster fleet host"
)
KOREAN_COMPONENT_HEADS: Final = endings(
    "서비스 서버 앱 모듈 배치 파이프라인 엔진 화면 페이지 색인기 허브 클라이언트 게이트웨이 워커 미들웨어 파서 "
    "시스템 플랫폼 콘솔 대시보드 포털 봇 도구 컴포넌트 프로젝트 저장소 레포 사이트 스케줄러 수집기 생성기 처리기 "
    "변환기 컨슈머 프로듀서 에이전트 플러그인 라우터 백엔드 프런트엔드 프론트엔드 웹 스택 위젯 편집기 업로더 알림 "
    "결제 API CLI SDK 릴레이 펌웨어 클러스터 추적기 계산기 발송기 창고"
)
EVENT_HEADS: Final = words(
    "rollout roll-out release releases migration incident outage launch cutover upgrade deploy deployment demo "
    "deploys deployments meeting sprint postmortem hackathon freeze milestone rewrite"
)
KOREAN_EVENT_HEADS: Final = endings("배포 이관 개편 출시 장애 롤아웃 회의 릴리스 마이그레이션 오픈 점검")
PATTERN_HEADS: Final = words(
    "backoff pattern injection sourcing pooling locking sharding caching polling retry retries breaker rendering "
    "batching streaming architecture flags branching deployments deploys releases rollouts pagination debouncing "
    "memoization replication partitioning throttling limiting queueing versioning commits development programming "
    "testing"
)
KOREAN_PATTERN_HEADS: Final = endings("패턴 방식 배포 구조 전략 기법 캐싱 폴링 프로그래밍 개발")
GENERIC_NOUNS: Final = words(
    "caching polling threads cookies sessions tokens tests types webhooks it them this that these those one ones "
    "code everything something nothing anything things stuff more less most all both either none way ways time times "
    "memory data files file strings string numbers support help work works case cases feature features approach "
    "version versions people users user team everyone nobody somebody someone default defaults option options config "
    "configuration documentation docs tooling hardware software resources cpu disk network internet english words "
    "terms names"
)
_DOER: Final = re.compile(
    r"(?!(?:user|number|order|paper|customer|error|member|other|water|letter|offer|owner|author|developer|engineer"
    r"|manager|leader"
    r"|maintainer|contributor|factor|vector|color|character|parameter|pointer|integer|header|folder|buffer|counter"
    r"|layer|border|corner"
    r"|center|power|matter|computer|browser|vendor|behavior|mirror|minor|major|prior|better|newer|older|higher|lower"
    r"|later|under|over"
    r"|after|never|ever|per|operator|iterator|constructor|descriptor|inventor|reviewer|sponsor|tester|programmer"
    r"|administrator)$)[a-z]{3,}(?:er|or)"
)
_ADJECTIVES: Final = (
    "plain|simple|headless|managed|self-hosted|hosted|vanilla|raw|pure|standard|new|old|latest|current|existing"
    "|legacy|own"
    "|entire|whole|good|old-fashioned|regular|normal|actual|real|separate|dedicated|single|shared|internal|public"
    "|private"
    "|open-source|third-party|custom|homegrown|home-grown|in-house|unescaped|missing|former|previous"
)
_LEADING: Final = re.compile(
    rf"(?:(?:the|a|an|our|my|your|his|her|its|their|this|that|these|those|some|any|all|of|both"
    rf"|{_ADJECTIVES})\b[\s\x01\x02]+)+",
    re.IGNORECASE,
)
_DETERMINERS: Final = re.compile(
    r"(?:(?:the|a|an|our|my|your|his|her|its|their|this|that|these|those|some|any|all|both)\b[\s\x01\x02]+)+",
    re.IGNORECASE,
)
_TRAILING_GENERIC: Final = re.compile(
    r"(?<=\S)\s+(?:library|libraries|framework|package|packages|database|db|server|servers|broker|driver|cluster"
    r"|instance|instances|plugin|client|module|tool|runtime|engine|service|stack|setup|everywhere|entirely|completely"
    r"|altogether)$"
)
_VERSION: Final = re.compile(r"(?<=\S)\s+(?:version\s+)?(?P<version>v?[0-9]+(?:\.[0-9x]+)*)$")
CODE_ENDINGS: Final = (
    "py|pyi|ts|tsx|js|jsx|mjs|cjs|go|rs|java|kt|kts|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|bash|sql|vue|svelte"
    "|proto|tf|gradle|ipynb|ex|exs|erl|hs|lua|pl|r|dart|mm|m"
)
DATA_ENDINGS: Final = (
    "yaml|yml|toml|json|jsonc|md|mdx|rst|txt|lock|conf|ini|env|xml|html|css|scss|less|cfg|mod|sum"
    "|csv|graphql|log|properties"
)
_PATH: Final = re.compile(
    rf"(?:\.{{1,2}}/|/|~/|[A-Za-z]:\\)?[\w@.$\[\]-]+(?:[/\\][\w@.$\[\]-]+)+/?|[\w$-]+(?:\.[\w$-]+)*\.(?:{CODE_ENDINGS})"
)
_DATA_FILE: Final = re.compile(
    rf"\.?[\w$-]+(?:\.[\w$-]+)*\.(?:{DATA_ENDINGS})|Dockerfile|Makefile|Gemfile|Procfile|\.env"
)
_SCOPED_PACKAGE: Final = re.compile(r"@[\w.-]+/[\w.-]+(?:/[\w.-]+)*|[a-z][\w-]*/[a-z][\w-]*(?=$)")
_FUNCTION: Final = re.compile(r"[A-Za-z_$][\w$.]*\(\)")
_ERROR: Final = re.compile(
    r"(?:[\w$]+[.:]{1,2})*[A-Z]\w*(?:Error|Exception|Warning|Fault|Panic|Timeout|Failure)s?|E[A-Z]{4,14}"
    r"|SIG[A-Z]{3,6}|ERR_[A-Z_]+|(?:HTTP\s)?[45][0-9]{2}s?(?:\s(?:errors?|responses?|status))?|OOM(?:Killed)?"
    r"|.*(?:오류|에러|예외|누수|크래시|데드락)"
)
_ERROR_WORDS: Final = re.compile(
    r"(?:.*\s)?(?:errors?|exceptions?|crash(?:es)?|segfaults?|deadlocks?|leaks?|timeouts?|race condition|outage"
    r"|failures?|bug|"
    r"hang|panic|overflow|corruption|regression|flakiness|stack trace)",
    re.IGNORECASE,
)
_REGION: Final = re.compile(
    r"[a-z]{2,4}-(?:[a-z]+-)?[a-z]+-?[0-9]{1,2}[a-z]?|(?:us|eu|asia|europe|australia)-[a-z]+[0-9]|.*\b(?:region|zone"
    r"|data cent(?:er|re)|office|rack)|.*(?:리전|존|센터|사무실|캠퍼스)"
)
_EVENT: Final = re.compile(
    r"(?i:commit\s[0-9a-f]{6,40}|(?:PR|pull request|issue|MR)\s?#?[0-9]+|#[0-9]+"
    r"|(?:release|milestone|sprint)\s[0-9][\w.]*)"
)
_FORMS: Final[tuple[tuple[EntityType, re.Pattern[str]], ...]] = (
    ("function", _FUNCTION),
    ("error", _ERROR),
    ("event", _EVENT),
)
_CALLED: Final = re.compile(
    r"(?P<name>[a-z][a-z0-9]*(?:-[a-z0-9]+)+) (?:service|project|repo|repository|component|module|app)"
)
"""A component by its own name and what it is: "the fx-quotes service"."""
_DOT_JS: Final = re.compile(r"[A-Z]\w*\.(?:js|ts|io|net)|(?!(?:index|main|app|server|config|test|setup)\.)[a-z]\w+\.js")
_IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[a-z]+[A-Z]\w*")
TEAM_WORDS: Final = re.compile(
    r"(?:we|us|our team|the team|the whole team|our|우리|저희|우리 팀|저희 팀|팀)", re.IGNORECASE
)
USER_WORDS: Final = re.compile(r"(?:i|me|my|myself|나|난|저|전|제가|내가|저는|나는)", re.IGNORECASE)


def team(word: str) -> Name:
    """The unnamed "we"; the word the text uses for it is an alias, since a name must stand in the text."""
    said = word.casefold().strip()
    return Name("organization", "team", (said,) if said != "team" else ())


def user(word: str) -> Name:
    """The unnamed "I"."""
    return Name("person", "user", (word.strip(),))


@lru_cache(maxsize=4096)
def bare(words: str) -> str:
    """The phrase without determiners, code marks, and masked words at its ends."""
    text = " ".join(words.replace("\x01", " ").replace("\x02", " ").split())
    determined = _DETERMINERS.match(text)
    text = text[determined.end() :] if determined else text
    return text.strip('`*_"“”‘’ ,;:').rstrip(".,;:!?").strip("`*_ ")


@lru_cache(maxsize=4096)
def core(words: str) -> str:
    """`bare`, and without describing adjectives before the name."""
    text = bare(words)
    leading = _LEADING.match(text)
    short = text[leading.end() :] if leading else text
    return short or text


def head(words: str) -> str:
    """The last word of a phrase, in lower case."""
    return words.rsplit(maxsplit=1)[-1].casefold() if words.split() else ""


@lru_cache(maxsize=4096)
def is_component(words: str) -> bool:
    """Whether the phrase reads as a part of one's own system: "auth middleware", `orders-api`, "주문 서비스"."""
    text = bare(words)
    return (
        head(text) in COMPONENT_HEADS
        or (" " in text and _DOER.fullmatch(text.rpartition(" ")[2]) is not None)
        or text.endswith(KOREAN_COMPONENT_HEADS)
        or re.fullmatch(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+", text) is not None
    )


def is_path(words: str) -> bool:
    """Whether the phrase is written like a file or folder."""
    text = bare(words)
    if _SCOPED_PACKAGE.fullmatch(text) and not re.search(rf"\.(?:{CODE_ENDINGS}|{DATA_ENDINGS})$", text):
        return text.count("/") > 1 and not text.startswith("@")
    return not _DOT_JS.fullmatch(text) and (_PATH.fullmatch(text) or _DATA_FILE.fullmatch(text)) is not None


def is_region(words: str) -> bool:
    """Whether the phrase names a place where software runs: `eu-west-1`, "도쿄 리전"."""
    return _REGION.fullmatch(bare(words)) is not None


def is_error(words: str) -> bool:
    """Whether the phrase names an error: `TypeError`, `EMFILE`, "the memory leak"."""
    text = bare(words)
    return _ERROR.fullmatch(text) is not None or (_ERROR_WORDS.fullmatch(text) is not None)


def is_product(words: str) -> bool:
    """Whether the phrase can name a product: capitals, digits or marks in it, or one plain word, no common noun."""
    text = core(words)
    if not text or text.casefold() in GENERIC_NOUNS or text.isdigit():
        return False
    if "`" in words or re.search(r"[A-Z0-9@/._+#]", text):
        return True
    return (
        len(text.split()) == 1
        and head(text) not in GENERIC_NOUNS | PATTERN_HEADS
        and re.search("[a-z]", text) is not None
    )


@lru_cache(maxsize=4096)
def kind_of(words: str, otherwise: EntityType) -> EntityType:
    """The type that a phrase's own form tells, else `otherwise`."""
    text = bare(words)
    told = next((kind for kind, form in _FORMS if form.fullmatch(text)), None)
    if told:
        return told
    if is_path(text) and not (otherwise == "library" and "/" not in text and _DATA_FILE.fullmatch(text)):
        return "file"
    if otherwise == "library":
        return _kind_of_target(text)
    if otherwise == "project" and (head(text) in EVENT_HEADS or text.endswith(KOREAN_EVENT_HEADS)):
        return "event"
    return otherwise


def _kind_of_target(text: str) -> EntityType:
    plain = re.search(r"[A-Z0-9@/._+#]", text) is None
    if plain and re.search("[a-z]", text):
        if head(text) in PATTERN_HEADS or text.endswith("programming"):
            return "pattern"
        if len(text.split()) > 1 or text.casefold() in GENERIC_NOUNS:
            return "concept"
    if text.endswith(KOREAN_PATTERN_HEADS) and not re.search("[A-Za-z]", text):
        return "pattern"
    return "library"


@lru_cache(maxsize=4096)
def product(words: str, otherwise: EntityType = "library") -> Name:
    """The thing that is used, chosen or dropped, with its version; an adjective is kept in an alias."""
    full, name = bare(words), core(words)
    record = _record(full)
    if record:
        return record
    versioned = _VERSION.search(name)
    version = versioned["version"] if versioned and re.search(r"[^\W\d_]", name[: versioned.start()]) else None
    if version and versioned:
        name = name[: versioned.start()]
        full = full.removesuffix(versioned[0])
    aliases = [full]
    shorter = _TRAILING_GENERIC.sub("", name)
    if shorter != name and re.search(r"[A-Z0-9]", shorter):
        aliases.append(name)
        name = shorter
    kept = tuple(dict.fromkeys(alias for alias in aliases if alias != name))
    return Name(kind_of(name, otherwise), name, kept, version)


def component(words: str) -> Name:
    """The thing that something is said of: a path, a function, or a part of one's own system."""
    text = bare(words)
    if TEAM_WORDS.fullmatch(text):
        return team(text)
    if USER_WORDS.fullmatch(text):
        return user(text)
    record = _record(text)
    if record:
        return record
    called = _CALLED.fullmatch(text)
    if called:
        return Name("project", text, (called["name"],))
    commit = re.fullmatch(r"(?i:commit)\s(?P<sha>[0-9a-f]{7,40})", text)
    return commit_name(commit["sha"]) if commit else Name(kind_of(text, "project"), text)


def commit_name(sha: str) -> Name:
    """A commit as an event; its hash alone names it too."""
    return Name("event", f"commit {sha[:7]}", tuple(dict.fromkeys((sha[:7], sha))))


def _record(text: str) -> Name | None:
    """A decision record, kept under its number: "PEP 340", `ADR-0007`."""
    if not re.fullmatch(r"(?i:adr|rfc|pep|kep|jep|dep|bip|eip|tep|mep)[- ][0-9]{1,6}", text):
        return None
    named = record_name(text)
    return Name("decision", named.name, (text,) if text != named.name else ()) if named else None
