"""What is personal: cut where the policy asks for it, kept where it does not. Nobody is reached by what stands here."""

from __future__ import annotations

import pytest

from retrograph.extraction.privacy import Policy, redact, redact_tree

PERSONAL = Policy(personal=True)


def resident(digits: str) -> str:
    """Twelve digits with the checksum behind them, as the number is written."""
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    total = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    return f"{digits[:6]}-{digits[6:]}{(11 - total % 11) % 10}"


CUT = [
    ("Ask jane.doe+work@acme.co.uk about it.", "jane.doe+work@acme.co.uk", "email"),
    ("담당자는 kim@retro.kr입니다", "kim@retro.kr", "email"),
    ("Author: Kim Minji <minji@retro.kr>", "minji@retro.kr", "email"),
    ("연락처 010-1234-5678 로 전화", "010-1234-5678", "phone"),
    ("01012345678", "01012345678", "phone"),
    ("전화는 02-123-4567", "02-123-4567", "phone"),
    ("+82 10-1234-5678", "+82 10-1234-5678", "phone"),
    ("call +1 (415) 555-2671 today", "+1 (415) 555-2671", "phone"),
    ("call +44 20 7946 0958", "+44 20 7946 0958", "phone"),
    ("call (415) 555-2671", "(415) 555-2671", "phone"),
    (f"주민번호 {resident('900101123456')}", resident("900101123456"), "resident_number"),
    (f"주민등록번호는 {resident('851231234567').replace('-', '')}", "851231234567", "resident_number"),
    ("２１０５０１-３１２３４５６", "２１０５０１-３１２３４５６", "resident_number"),
]


@pytest.mark.parametrize(("text", "person", "kind"), CUT)
def test_what_is_personal_is_cut_on_request(text: str, person: str, kind: str):
    cut = redact(text, PERSONAL)

    assert person not in cut.text
    assert dict(cut.counts) == {kind: 1}
    assert redact(cut.text, PERSONAL).text == cut.text


@pytest.mark.parametrize("text", [text for text, _, _ in CUT])
def test_what_is_personal_stays_without_a_request(text: str):
    assert redact(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "git@github.com:acme/api.git",
        "someone@example.com and user@test",
        "npm i react@18.2.0 @types/node@20.1.0",
        "@decorator and @app.get('/x')",
        "2025-03-01 10:00:00 took 1200 ms",
        "order 20240112-0001, build 1234567890123",
        "10.0.0.1 and 192.168.100.200:8080",
        "4.15.0-1023 and 1.2.3",
        "900101-1234567",
        "991301-1234567",
        "550e8400-e29b-41d4-a716-446655440000",
        "ISBN 978-3-16-148410-0",
        "2024-2025-2026",
        "1727000000123",
        "π is 3.14159265358979",
    ],
)
def test_what_only_looks_personal_stays(text: str):
    assert redact(text, PERSONAL).text == text


def test_metadata_follows_the_policy():
    value = {"by": "jane@acme.io", "deep": [{"jane@acme.io": "010-1234-5678"}]}

    assert redact_tree(value).value == value
    assert redact_tree(value, PERSONAL).value == {
        "by": "[redacted:email]",
        "deep": [{"[redacted:email]": "[redacted:phone]"}],
    }
