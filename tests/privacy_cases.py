"""The labelled cases of `privacy_cases.jsonl`: texts with a secret in them, and texts that only look like it.

    for case in cases():
        case.text                     # "GITHUB_TOKEN=ghp_Wl3...", made from a template
        case.left_in(redact(case.text).text)      # "" where nothing of the secret is left

A line has a `class`, a `lang` (`en`, `ko`, or `code` where it is neither) and a `text`. Where the text says `{secret}`,
the template `secret` is filled in, and where it says `{made}`, `made`: the first must go, the second stays. In a
template `<hex:40>` is forty digits drawn from that alphabet and `<>` nothing at all; it keeps a scanner of the hosting
site from taking the template for the real thing. `form` writes the text in another Unicode form.
"""

from __future__ import annotations

import json
import random
import re
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("privacy_cases.jsonl")
RUN = 6
"""As many characters of a secret in a row must not be left."""

_BASE64 = string.ascii_letters + string.digits + "+/"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
ALPHABETS = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "base32": string.ascii_uppercase + "234567",
    "base64": _BASE64,
    "base64url": string.ascii_letters + string.digits + "-_",
    "bech32": _BECH32.upper(),
    "bech32low": _BECH32,
    "crock": "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    "digit": string.digits,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "lower": string.ascii_lowercase,
    "lowernum": string.ascii_lowercase + string.digits,
    "upnum": string.ascii_uppercase + string.digits,
}
_PLACE = re.compile(r"<(?:(?P<alphabet>\w+):(?P<count>\d+))?>")
_MARKER = re.compile(r"\[redacted:[a-z0-9_]+\]")


@dataclass(frozen=True, slots=True)
class Case:
    """One text, and the secret in it if it has one. `line` is where it stands in the file; `rest` the text around."""

    line: int
    kind: str
    language: str
    text: str
    secret: str | None
    rest: str

    def left_in(self, output: str) -> str:
        """The first run of the secret that the output still has, or nothing."""
        assert self.secret is not None
        bare = _MARKER.sub("\0", output)
        length = min(RUN, len(self.secret))
        runs = (self.secret[at : at + length] for at in range(len(self.secret) - length + 1))
        return next((run for run in runs if run in bare and run not in self.rest), "")


def cases(seed: int = 0) -> Iterator[Case]:
    """All cases; another seed draws other secrets."""
    with FILE.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            told = json.loads(line)
            drawn = random.Random(f"{seed}:{line}")
            secret = _filled(told["secret"], drawn) if "secret" in told else None
            made = _filled(told["made"], drawn) if "made" in told else ""
            if told.get("form") == "wide":
                secret = _wide(secret or "")
            text = told["text"].replace("{made}", made)
            rest = text.replace("{secret}", "\0")
            text = text.replace("{secret}", secret or "")
            if told.get("form") == "NFD":
                secret = secret and unicodedata.normalize("NFD", secret)
                text, rest = unicodedata.normalize("NFD", text), unicodedata.normalize("NFD", rest)
            yield Case(number, told["class"], told["lang"], text, secret, rest)


def _filled(template: str, drawn: random.Random) -> str:
    def fill(place: re.Match[str]) -> str:
        if place["alphabet"] is None:
            return ""
        alphabet, count = ALPHABETS[place["alphabet"]], int(place["count"])
        if count < 4:
            return "".join(drawn.choices(alphabet, k=count))
        for _ in range(1000):
            value = "".join(drawn.choices(alphabet, k=count))
            if len(alphabet) < 36 or count > 16 or _mixed(value, alphabet):
                return value
        raise AssertionError(template)

    return _PLACE.sub(fill, template)


def _mixed(value: str, alphabet: str) -> bool:
    """Short passwords have a letter and a digit, where the alphabet has both."""
    return any(c.isdigit() for c in value) == ("1" in alphabet) and any(c.isalpha() for c in value)


def _wide(text: str) -> str:
    """In the full-width letters of an East Asian keyboard."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
