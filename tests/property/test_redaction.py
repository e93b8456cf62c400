"""No secret passes, and redacting twice is redacting once."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from retrograph.extraction.privacy import redact, redact_tree

ALNUM = string.ascii_letters + string.digits
FORMS = st.one_of(
    st.from_regex(r"ghp_[A-Za-z0-9]{36}", fullmatch=True),
    st.from_regex(r"glpat-[A-Za-z0-9]{20}", fullmatch=True),
    st.from_regex(r"AKIA[A-Z2-7]{16}", fullmatch=True),
    st.from_regex(r"sk_live_[A-Za-z0-9]{24}", fullmatch=True),
    st.from_regex(r"sk-ant-api03-[A-Za-z0-9]{40}", fullmatch=True),
    st.from_regex(r"npm_[A-Za-z0-9]{36}", fullmatch=True),
    st.from_regex(r"xoxb-[0-9]{12}-[A-Za-z0-9]{12}", fullmatch=True),
    st.from_regex(r"eyJ[A-Za-z0-9]{20}\.eyJ[A-Za-z0-9]{20}\.[A-Za-z0-9_-]{30}", fullmatch=True),
).filter(lambda token: len(set(token[-12:])) > 2)  # ghp_xxxxxxxx stands for a token, and stays
CHOSEN = st.from_regex(r"[A-Za-z][a-z]{3,7}[0-9]{2,4}[!@]?", fullmatch=True)
CONTEXTS = st.sampled_from(
    [
        "password={}", "password: {}", '"password": "{}"', "export API_KEY={}", "the password is {} ",
        "DB_PASSWORD='{}'", "비밀번호는 {} 입니다", "postgres://app:{}@db/x", "<password>{}</password>",
        "--password {}", "secret_key = `{}`",
    ]
)  # fmt: skip
PROSE = st.text(alphabet=string.ascii_lowercase + " .,\n한글", max_size=60).map(lambda text: f" {text} ")
PIECES = st.sampled_from(
    [
        "password", "passw", "token", "secret", "api_key", "key", "=", ":", " is ", '"', "'", "`", "\\", "\n", " ",
        "[", "]", "[redacted:password]", "[redacted:", "redacted", "<private>", "</private>", "://", "@", "a",
        "hunter2", "x1y2", "Bearer ", "Authorization: ", "Cookie: ", "비밀번호", "는 ", "-----BEGIN PRIVATE KEY-----",
        "MIIEpAIBAAKCAQEA", "-----END PRIVATE KEY-----", "sk-", "eyJ", ".", "ghp_", "AKIAIOSFODNN7EXAMPLE",
        "0123456789abcdef", "--", "<", ">", "${", "}", "|", "value", ",", "(", ")", ";", "&", "curl -u ", "_", "-",
    ]
)  # fmt: skip


@given(PROSE, FORMS, PROSE)
def test_a_credential_of_a_known_form_never_passes(before: str, token: str, after: str):
    assert token not in redact(before + token + after).text


@given(PROSE, CONTEXTS, CHOSEN, PROSE)
def test_a_password_under_its_name_never_passes(before: str, context: str, secret: str, after: str):
    cut = redact(before + context.format(secret) + after)

    assert secret not in cut.text.replace(before, "", 1).replace(after, "", 1)
    assert sum(cut.counts.values()) == 1


@given(st.lists(PIECES, max_size=30).map("".join))
def test_redacting_twice_is_redacting_once(text: str):
    once = redact(text)
    twice = redact(once.text)

    assert twice.text == once.text
    assert twice.counts == {}
    assert once.text == text or once.counts


@given(st.text(max_size=400))
def test_any_text_is_taken(text: str):
    cut = redact(text)

    assert redact(cut.text).text == cut.text
    assert all(cut.text[start:end].startswith("[redacted:") for start, end in cut.spans)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | PIECES,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PIECES, inner, max_size=3),
        max_leaves=12,
    )
)
def test_metadata_keeps_its_shape_and_is_stable(value: object):
    once = redact_tree(value)
    twice = redact_tree(once.value)

    assert twice.value == once.value
    assert twice.counts == {}
