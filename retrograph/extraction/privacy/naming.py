"""Which names hold secrets, and which values under such a name are none; pure.

>>> family("DB_PASSWORD_PROD"), family("max_tokens"), family("tokenizer"), family("publicKey")
(Family(kind='password', sure=True), None, None, None)
>>> is_placeholder("your-api-key"), is_placeholder("hunter2")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

MARKER: Final = re.compile(r"\[redacted:[a-z0-9_]+\]")
"""What stands in the place of something that was cut."""


@dataclass(frozen=True, slots=True)
class Family:
    """What a name promises. `sure`: any value of it is a secret; otherwise only one that looks random is."""

    kind: str
    sure: bool


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ONLY_LETTERS: Final = 4.0
_LONGEST_WORD: Final = 3.0
"""Characters that the parts of a name have on average, and the parts of something random never."""
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[가-힣]+")
_SUFFIXES: Final = _set(
    "prod production dev development staging stage test testing live local old new prev previous current default main "
    "primary secondary value val raw plain plaintext text str string base b64 base64"
)
_KEY_OWNERS: Final = _set(
    "api access secret private auth signing sign encryption encrypt master account shared service client license "
    "webhook hmac admin deploy ssh jwt app application session cookie subscription storage"
)
_TOKEN_OWNERS: Final = _set(
    "access auth refresh bearer api secret bot personal deploy github gitlab slack npm pypi jwt oauth private user "
    "admin service registration vault app application hf huggingface security session id client aws"
)
_NO_TOKENS: Final = _set(
    "next page pagination continuation pad eos bos unk cls sep mask special stop start end cancellation cancel first "
    "last num max min input output prompt completion sync cache per total"
)
_LOGINS: Final = _set("db user smtp mail ftp ssh root admin mysql pg postgres redis http proxy my store key require")
_PASSWORDS: Final = ("password", "passwd", "passphrase", "passcode", "passwort", "pwd")
_GLUED_KEYS: Final = tuple(
    f"{owner}key" for owner in ("api", "access", "secret", "private", "auth", "account", "shared", "master", "signing")
)
_GLUED_TOKENS: Final = tuple(f"{owner}token" for owner in ("access", "auth", "refresh", "bearer", "api", "bot"))

_FAMILIES: Final[tuple[tuple[Family, Callable[[str, str], bool]], ...]] = (
    (Family("password", sure=True), lambda last, before: last.endswith(_PASSWORDS) or (last == "pw" and before != "")),
    (Family("password", sure=True), lambda last, before: last == "pass" and before != ""),
    (Family("password", sure=True), lambda last, _: last.endswith("pass") and last[:-4] in _LOGINS),
    (Family("password", sure=False), lambda last, _: last == "pw"),
    (
        Family("private_key", sure=True),
        lambda last, before: last == "privatekey" or (last, before) == ("key", "private"),
    ),
    (Family("api_key", sure=True), lambda last, before: last.endswith(_GLUED_KEYS)),
    (Family("api_key", sure=True), lambda last, before: last == "key" and before in _KEY_OWNERS),
    (Family("secret", sure=True), lambda last, _: last.endswith("secret")),
    (Family("token", sure=True), lambda last, _: last.endswith(_GLUED_TOKENS)),
    (Family("token", sure=True), lambda last, before: last == "token" and before in _TOKEN_OWNERS),
    (Family("token", sure=False), lambda last, before: last == "token" and before not in _NO_TOKENS),
    (Family("credential", sure=False), lambda last, _: last == "pass"),
    (Family("credential", sure=False), lambda last, _: last in ("credential", "credentials", "creds", "auth")),
)


def words_of(name: str) -> list[str]:
    """The words of an identifier, in lower case: `dbPassword`, `DB_PASSWORD` and `db-password` are two each."""
    return list(map(str.lower, _WORDS.findall(name)))


@lru_cache(maxsize=4096)
def family(name: str) -> Family | None:
    """What a name promises about its value, or None where it promises no secret."""
    words = words_of(name)
    while len(words) > 1 and (words[-1] in _SUFFIXES or words[-1].isdigit()):
        words.pop()
    if words[-3:] == ["private", "key", "id"]:
        words.pop()
    if not words or "[redacted:" in name or not {"public", "publishable"}.isdisjoint(words):
        return None
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    return next((found for found, fits in _FAMILIES if fits(last, before)), None)


_PLACEHOLDER_WORDS: Final = _set(
    "your placeholder changeme changeit change replace replaced redacted dummy fake todo tbd insert enter here none "
    "null nil undefined unset empty hidden masked removed omitted censored filtered fixme xxx required optional "
    "missing supersecret example sample some any"
)
_NOUNS: Final = _set(
    "password passwd passphrase passcode pass pwd pw secret token key keys apikey api access client auth credential "
    "credentials my the me it a an db user username"
)
_EMPTY_WORDS: Final = _PLACEHOLDER_WORDS | _NOUNS
_LONGEST_HINT: Final = 64
_CONSTANT: Final = re.compile(r"[A-Z]{2,}(?:_[A-Z]{2,})+")
_FORMAT: Final = re.compile(r"(?:%[sdr]|[:@/ .\-])+")
_FILE: Final = re.compile(r"\.[a-z]{2,8}")
_VISIBLE: Final = re.compile(r"[^\W_]")
_DIGIT: Final = re.compile(r"[0-9]")
_PLAIN: Final = re.compile(r"[A-Za-z _\-]+")
_PLACEHOLDER_START: Final = re.compile(
    r"(?:your|placeholder|changeme|insert|replace|dummy|fake)(?![a-z])", re.IGNORECASE
)
_REFERENCES: Final = re.compile(
    r"\$\{|\$\(|\{\{|<%|#\{|\$[A-Z_][A-Z0-9_]*\Z|\$[a-z_]+\Z|\$[0-9]\Z"  # of a shell or a template
    r"|%[A-Za-z_][A-Za-z0-9_()]*%\Z|@[A-Z][A-Za-z.]+\(|%(?:\([a-z_]*\))?[sdr]\Z|[<{][^<>{}]*[>}]\Z|\[[^\[\]]*\]\Z"
    r"|!(?i:vault|ref|secret|sub|getatt)\b|(?i:op|vault|env|file|ssm|secretsmanager|keyring|arn|secretref):"
)
_MASKED: Final = re.compile(
    r"(?:[xX]{3,}|[*.•#?_\-…]+|[xX*.•…\-]{3,}|.{0,12}(?:\.\.\.|…|\*{3,}|[xX]{4,}|•{3,}).{0,8})", re.DOTALL
)
_KOREAN_HINT: Final = re.compile(r"여기|입력|(?:넣|적|바꾸|써)(?:으세요|어|세요|주세요)|비밀번호|토큰|시크릿")
_TYPE_NAMES: Final = _set("string number boolean integer object text varchar bytes uuid date array")
_SENTENCE: Final = _set(
    "enter your must should please required invalid forgot reset confirm incorrect wrong is are was the and for to of "
    "password passwords token key secret cannot can't not no at least characters missing expired change sign log use "
    "with type choose set from in on or be has have"
)


def is_marked(value: str) -> bool:
    """Whether nothing is left to cut: a marker, with nothing beside it but signs."""
    return "[redacted:" in value and not _VISIBLE.search(MARKER.sub("", value))


def is_placeholder(value: str) -> bool:
    """Whether a value only stands for a secret: a marker, a reference, a mask, a hint what to put there."""
    bare = (MARKER.sub("", value) if "[redacted:" in value else value).strip()
    if not _VISIBLE.search(bare) or (bare != value.strip() and len(bare) < 4):
        return True
    if _REFERENCES.match(bare) or "${" in bare or "{{" in bare or _MASKED.fullmatch(bare):
        return True
    if (
        _FILE.fullmatch(bare)
        or _FORMAT.fullmatch(bare)
        or _PLACEHOLDER_START.match(bare)
        or _KOREAN_HINT.search(bare)
        or bare.lower() in _TYPE_NAMES
    ):
        return True
    if _DIGIT.search(bare) or len(bare) > _LONGEST_HINT:
        return False
    words = frozenset(words_of(bare))
    return bool(words) and (
        words <= _EMPTY_WORDS
        or (_CONSTANT.fullmatch(bare) is not None and not _NOUNS.isdisjoint(words))
        or (
            len(words) > 1
            and not _PLACEHOLDER_WORDS.isdisjoint(words)
            and _PLAIN.fullmatch(bare) is not None
            and not _is_shredded(bare)
        )
    )


def is_sentence(value: str) -> bool:
    """Whether words under a secret's name are a label or a message rather than a passphrase."""
    words = re.findall(r"(?<![^\s(\"'])[^\W\d_]+(?:'[a-z]+)?(?![^\s.,;:!?)\"'])", value.lower())
    if any("가" <= character <= "힣" for character in value) and " " in value.strip():
        return True
    return len(value.split()) > 1 and not _SENTENCE.isdisjoint(words)


_TYPES: Final = _set(
    "str string bytes bytea int integer float bool boolean any object number none null nil true false undefined "
    "unknown void char varchar text nvarchar secretstr optional union list dict map set tuple type required self cls "
    "this inherit include same disabled enabled yes no on off default password input prompt getpass not stored invalid "
    "incorrect wrong missing expired hashed encrypted plaintext changed reset empty blank"
)
_CODE: Final = re.compile(
    r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[\w$]+)*[(\[{<]"  # a call, an index, a generic type
    r"|(?:new|await|return|async|lambda|not|if|function|yield)\b"
    r"|[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$]+)+\W*\Z"  # an attribute
    r"|(?:self|this|cls|os|process|env|config|settings|cfg|args|opts|options|params|request|req|ctx|secrets|vars|var"
    r"|local|data|inputs|event|body|form|kwargs|props|state|session|values)(?:\.|->|::|\?\.)"
    r"|[A-Za-z_$][\w$]{0,2}[,})\];]|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[,})\];]"  # in what a minifier wrote
    r"|[*&][A-Za-z_]"  # a pointer, a YAML anchor
    r"|[(\[{<]"
)
_RULES: Final = re.compile(r"[a-z_]+(?::[\w,]+)?(?:\|[a-z_]+(?::[\w,]+)?)+")
"""Rules of a validator: `required|string|min:8`."""
_PATH: Final = re.compile(r"(?:~?/|\.{1,2}/|[A-Za-z]:[\\/])")


def is_code(value: str) -> bool:
    """Whether an unquoted value is program text: a type, a call, a reference to a variable, a path."""
    bare = value.rstrip(",;)}]")
    if _CODE.match(value) or bare.lower() in _TYPES or _RULES.fullmatch(bare):
        return True
    words = words_of(bare)
    if _PATH.match(bare) and (len(bare) < 40 or not _NOUNS.isdisjoint(words)):
        return True
    if not re.fullmatch(r"[A-Za-z_$][A-Za-z_$]*", bare):
        return False
    told = {word for word in words if len(word) > 2}
    return "_" in bare.strip("_") or not _NOUNS.isdisjoint(told) or bare.lower().endswith(_PASSWORDS)


def looks_random(value: str) -> bool:
    """Whether a value looks made by a machine: long enough, letters and digits mixed, no blank."""
    if len(value) < 8 or re.search(r"\s", value):
        return False
    letters, digits = re.search(r"[A-Za-z]", value), re.search(r"[0-9]", value)
    mixed = re.search(r"[A-Z]", value) and re.search(r"[a-z]", value) and len(value) >= 20
    return bool((letters and digits) or mixed)


def looks_made(value: str, at_least: int = 10) -> bool:
    """Whether a value is surely made by a machine: ten characters or more in large, small and digits, and no words."""
    if len(value) < at_least or not re.fullmatch(r"[A-Za-z0-9_\-+/=.~]+", value):
        return False
    kinds = sum(re.search(kind, value) is not None for kind in ("[A-Z]", "[a-z]", "[0-9]"))
    return kinds == 3 and _is_shredded(value)


_NUMBERED_WORDS: Final = re.compile(
    r"[A-Za-z]{2,}[0-9]{0,3}(?:[/_.\-]?[A-Za-z]{2,}[0-9]{0,3})?(?:[/_.\-][A-Za-z]{2,}){0,4}"
)


def is_numbered_word(value: str) -> bool:
    """Whether a value is words with a number or two: `localStorage2`, `user_id2`, `SAML2/LDAP3`."""
    if len(value) > 40 or not _DIGIT.search(value) or not _NUMBERED_WORDS.fullmatch(value):
        return False
    words = [part for part in _WORDS.findall(value) if part.isalpha()]
    return sum(map(len, words)) / len(words) >= _LONGEST_WORD


def looks_issued(value: str) -> bool:
    """Whether a value looks like a key that a service gave out: made by a machine, or 32 hexadecimal digits, a UUID."""
    if looks_made(value) or _UUID.fullmatch(value):
        return True
    if not re.fullmatch(r"[A-Za-z0-9_\-]{20,}", value) or len(re.findall(r"[0-9]", value)) < 4:
        return False
    return len(value) >= 32 if re.fullmatch(r"[0-9a-fA-F]+", value) else _is_shredded(value)


def is_camel(value: str) -> bool:
    """Whether letters are the words of a type's or a function's name: `TextGenerationOutputToken`."""
    return re.fullmatch(r"_?[A-Za-z]+", value) is not None and not _is_shredded(value, _ONLY_LETTERS)


def is_capitalised(value: str) -> bool:
    """Whether letters begin like a word or a type's name: `Required`, `SecretValue`, `REQUIRED`."""
    return value[:1].isupper() and (value.isupper() or not _is_shredded(value, _ONLY_LETTERS))


def _is_shredded(value: str, longest: float = _LONGEST_WORD) -> bool:
    parts = _WORDS.findall(value)
    return bool(parts) and sum(map(len, parts)) / len(parts) < longest


_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ALGORITHM: Final = re.compile(
    r"(?i:AES|RSA|SHA|MD|DES|HMAC|TLS|SSL|PBKDF|ARGON|BCRYPT|SCRYPT|UTF|EC|ED|[HREP]S|BASE|OAUTH|X)"
    r"[A-Za-z]{0,8}[-_]?[0-9]{0,5}(?:[-_/.][0-9A-Za-z]{1,10}){0,4}(?:id|[id])?"
)


def is_algorithm(value: str) -> bool:
    """Whether a value names how secrets are handled rather than one: `AES256`, `argon2id`, `RS256`."""
    return _ALGORITHM.fullmatch(value) is not None


def looks_chosen(value: str) -> bool:
    """Whether a value in running text looks like a password: four characters or more, with a digit or a sign."""
    return len(value) >= 4 and re.search(r"[0-9!@#$%^*?~+=&]", value.rstrip("!?")) is not None
