"""What is cut and what stays. Every credential here is made up; none opens anything."""

from __future__ import annotations

import base64
import time
import unicodedata

import pytest

from retrograph.errors import InvalidInput
from retrograph.extraction.privacy import redact, redact_tree

HEX = "0123456789abcdef0123456789abcdef"
ALNUM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

BY_FORM = {
    "github_token": [f"ghp_{ALNUM[:36]}", f"github_pat_{ALNUM[:22]}_{ALNUM}"],
    "gitlab_token": [f"glpat-{ALNUM[:20]}"],
    "aws_access_key": ["AKIA" + "IOSFODNN7EXAMPLE", "ASIA" + "ABCDEFGHIJKLMNOP"],
    "google_api_key": ["AIza" + "SyA1234567890abcdefghijklmnopqrstuv"],
    "google_oauth_secret": [f"GOCSPX-{ALNUM[:28]}"],
    "azure_client_secret": [f"abc8Q~{ALNUM[:34]}"],
    "slack_token": ["xoxb-123456789012-abcdefABCDEF", "xapp-1-A0123456789-0123456789-abcdef"],
    "stripe_key": [f"sk_live_{ALNUM[:24]}", f"rk_test_{ALNUM[:24]}"],
    "anthropic_key": ["sk-ant-api03-abcdefghijklmnop-qrstuv_wx"],
    "openai_key": [f"sk-proj-{ALNUM}", f"sk-{ALNUM[:20]}T3BlbkFJ{ALNUM[:20]}"],
    "llm_key": [f"sk-or-v1-{HEX}{HEX}", f"gsk_{ALNUM}", f"xai-{ALNUM}", f"sk-{HEX}"],
    "huggingface_token": [f"hf_{ALNUM[:34]}"],
    "npm_token": [f"npm_{ALNUM[:36]}"],
    "pypi_token": [f"pypi-AgEIcHlwaS5vcmc{ALNUM}"],
    "sendgrid_key": [f"SG.{ALNUM[:22]}.{ALNUM[:39]}abcd"],
    "twilio_key": [f"SK{HEX}"],
    "telegram_token": [f"123456789:AA{ALNUM[:33]}"],
    "vault_token": [f"hvs.{ALNUM[:24]}"],
    "jwt": [JWT],
}


@pytest.mark.parametrize(("kind", "token"), [(kind, token) for kind, tokens in BY_FORM.items() for token in tokens])
@pytest.mark.parametrize(
    "around", ["{}", "see {} there", "id={};", '"{}"', "https://host/{}", "({}),", "한국어 {}입니다"]
)
def test_a_credential_of_a_known_form_is_cut_wherever_it_stands(kind: str, token: str, around: str):
    cut = redact(around.format(token))

    assert token not in cut.text
    assert cut.text.count("[redacted:") == 1
    assert around in ("https://host/{}", "id={};") or dict(cut.counts) == {kind: 1}


NAMED = [
    ('{"password": "hunter2"}', "hunter2", "password"),
    ('{\\"password\\": \\"hunter2\\"}', "hunter2", "password"),
    ("export API_KEY=abc123", "abc123", "api_key"),
    ("DB_PASSWORD=letmein", "letmein", "password"),
    ("password: correcthorse\nuser: x", "correcthorse", "password"),
    ('password: "correct horse battery staple"', "correct horse", "password"),
    ('password: str = "hunter2"', "hunter2", "password"),
    ("const apiKey: string = 'abc123def';", "abc123def", "api_key"),
    ('apiKey := "abc123"', "abc123", "api_key"),
    ("'password' => 'x9y8z7'", "x9y8z7", "password"),
    ('os.environ["API_KEY"] = "abc123xyz"', "abc123xyz", "api_key"),
    ("tool --password hunter2 run", "hunter2", "password"),
    ("tool --token=abcd1234efgh", "abcd1234efgh", "token"),
    ("<password>hunter2</password>", "hunter2", "password"),
    ('{"name": "API_KEY", "value": "abc123def"}', "abc123def", "api_key"),
    ("the password is hunter2.", "hunter2", "password"),
    ("my pw: hunter2", "hunter2", "password"),
    ('setPassword("hunter2")', "hunter2", "password"),
    ("Server=db;Password=abc123;Database=x", "abc123", "password"),
    (f"AccountName=x;AccountKey={ALNUM}{ALNUM}==;EndpointSuffix=core", ALNUM, "api_key"),
    ("X-Api-Key: 12345abcdef", "12345abcdef", "api_key"),
    ("GET /x?access_token=abcdef123&y=1", "abcdef123", "token"),
    ('"env": "PASSWORD=abc123\\nFOO=1"', "abc123", "password"),
    ("//registry.npmjs.org/:_authToken=abcdef-1234-5678", "abcdef-1234", "token"),
    ("password: |\n  several-words-1", "several-words-1", "password"),
    ('"password": 12345678', "12345678", "password"),
    ("PASSWD=$ecret1", "$ecret1", "password"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalr", "api_key"),
    (f'AKIAIOSFODNN7EXAMPLE,"{ALNUM}"', ALNUM, "aws_secret_key"),
    ("비밀번호는 abc123!", "abc123!", "password"),
    ('비번은 "p@ssw0rd" 입니다', "p@ssw0rd", "password"),
    ("비밀번호를 abc123!으로 바꿨다", "abc123!", "password"),
    (f"API 키는 {HEX} 입니다", HEX, "api_key"),
    ("토큰: f7a8b9c0d1e2f3a4", "f7a8b9c0d1e2f3a4", "token"),
    ("postgres://user:s3cr3t@db.example.com/app", "s3cr3t", "url_password"),
    ("redis://:hunter2@localhost:6379/0", "hunter2", "url_password"),
    ("postgres://u:p@ss@host/db", "p@ss", "url_password"),
    ("Authorization: Bearer abcdef0123456789", "abcdef0123456789", "authorization"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "authorization"),
    ("Cookie: session=abcdef1234567890; x=1", "abcdef1234567890", "cookie"),
    ("curl -u admin:s3cret https://x", "s3cret", "password"),
    ("mysql -uroot -phunter2 app", "hunter2", "password"),
    ("machine x login y password z9z9z9", "z9z9z9", "password"),
    ("https://s3/x?X-Amz-Signature=" + HEX * 2, HEX, "signed_url"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret", "kind"), NAMED)
def test_what_stands_under_the_name_of_a_secret_is_cut(text: str, secret: str, kind: str):
    cut = redact(text)

    assert secret not in cut.text
    assert kind in cut.counts
    assert redact(cut.text).counts == {}


@pytest.mark.parametrize(
    "text",
    [
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "550e8400-e29b-41d4-a716-446655440000",
        'the tokenizer = AutoTokenizer.from_pretrained("bert-base")',
        "def login(user: str, password: str) -> None:",
        "def f(password: Optional[str] = None):",
        "  password: string;",
        'api_key = os.environ["X"]',
        "apiKey: process.env.API_KEY,",
        "API_KEY=your-api-key",
        "API_KEY=<your-api-key>",
        'password = "${DB_PASSWORD}"',
        'password: "{{ db_password }}"',
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "--token $GITHUB_TOKEN",
        "password=********",
        "password = getpass.getpass()",
        "connect(password=password, token=self.token)",
        "token = tokens[0]",
        '{"max_tokens": 4096, "total_tokens": 123456}',
        'public_key = "abcdef0123456789"',
        "Password: must be at least 8 characters",
        '"password": "Enter your password"',
        '"password": "Password"',
        'password_hash = "abc123"',
        "the password is required and was changed in 2024",
        "비밀번호는 8자 이상이어야 합니다",
        "비밀번호는 변경해야 합니다",
        "토큰은 JWT를 사용한다",
        "암호는 AES256으로 처리한다",
        "data:image/png;base64," + base64.b64encode(bytes(range(256)) * 8).decode(),
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6=="',
        "https://example.com:8080/path@x",
        "ssh://git@github.com/x/y.git and git@github.com:x/y.git",
        "postgres://user:password@localhost/db",
        "Bearer tokens are used for basic authentication",
        "pass: 12 tests, fail: 0",
        'eos_token = "</s>"',
        'cache_key = "user:123"; primary_key=True',
        'if password == "":',
        "PWD=/root",
        "git push -u origin:main",
        "wrap it in a `<private>` tag",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "We moved the auth middleware from jose to jsonwebtoken on 2025-09-12.",
    ],
)
def test_what_only_looks_like_a_secret_stays(text: str):
    assert redact(text) == (redact(text).__class__)(text, {}, ())


KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234567890abcdef\nq7R8s9T0+/==\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"before\n{KEY}\nafter", "before\n[redacted:private_key]\nafter"),
        (f"{KEY}\n{KEY}", "[redacted:private_key]\n[redacted:private_key]"),
        (KEY[: KEY.index("q7R8")] + "\nThen we went on.", "[redacted:private_key]Then we went on."),
        (KEY[:50], "[redacted:private_key]"),
        (
            '{"private_key": "' + KEY[:64].replace("\n", "\\n") + '", "id": 1}',
            '{"private_key": "[redacted:private_key]", "id": 1}',
        ),
        ("+" + KEY.replace("\n", "\n+") + "\n+x", "+[redacted:private_key]\n+x"),
        (KEY[KEY.index("MIIE") :] + "\nafter", "[redacted:private_key]\nafter"),
    ],
)
def test_private_keys_go_whole_even_if_only_a_part_is_there(text: str, left: str):
    assert redact(text).text == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>b</private> c", "a [redacted:private] c"),
        ("a <private>b <private>c</private> d</private> e", "a [redacted:private] e"),
        ("a <private>b\nc", "a [redacted:private]"),
        ('a <PRIVATE reason="x">b</Private> c', "a [redacted:private] c"),
        ("a </private> b", "a </private> b"),
        (f"<private>{JWT}</private>", "[redacted:private]"),
    ],
)
def test_private_spans(text: str, left: str):
    assert redact(text).text == left


def test_overlapping_findings_count_once_and_the_form_names_the_kind():
    cut = redact(f'export GITHUB_TOKEN="ghp_{ALNUM[:36]}"')

    assert cut.text == 'export GITHUB_TOKEN="[redacted:github_token]"'
    assert cut.counts == {"github_token": 1}
    assert [cut.text[start:end] for start, end in cut.spans] == ["[redacted:github_token]"]


def test_metadata_is_judged_by_its_keys():
    cut = redact_tree(
        {
            "password": "hunter",
            "port": 5432,
            "env": [{"name": "API_KEY", "value": "plain"}, {"name": "HOST", "value": "plain"}],
            "headers": {"Authorization": "Bearer abcdef0123456789", "api-key": ["one", "two"]},
            "note": f"used ghp_{ALNUM[:36]}",
            "pin": {"password": 1234, "password_set": True},
            "max_tokens": 4096,
            "token": "next",
        }
    )

    assert cut.value == {
        "password": "[redacted:password]",
        "port": 5432,
        "env": [{"name": "API_KEY", "value": "[redacted:api_key]"}, {"name": "HOST", "value": "plain"}],
        "headers": {
            "Authorization": "Bearer [redacted:authorization]",
            "api-key": ["[redacted:api_key]", "[redacted:api_key]"],
        },
        "note": "used [redacted:github_token]",
        "pin": {"password": "[redacted:password]", "password_set": True},
        "max_tokens": 4096,
        "token": "next",
    }
    assert cut.counts == {"password": 2, "api_key": 3, "authorization": 1, "github_token": 1}
    assert redact_tree(cut.value).value == cut.value
    assert redact_tree(cut.value).counts == {}


def test_the_values_of_a_kubernetes_secret_go_whatever_they_look_like():
    secret = {"kind": "Secret", "metadata": {"name": "db"}, "data": {"user": "YWRtaW4=", "uri": "${URI}"}}

    assert redact_tree(secret).value == secret | {"data": {"user": "[redacted:secret]", "uri": "${URI}"}}
    assert redact_tree({**secret, "kind": "ConfigMap"}).counts == {}


@pytest.mark.parametrize("written", ["NFC", "NFD"])
def test_a_secret_is_cut_as_it_was_written(written: str):
    text = unicodedata.normalize(written, "앞말 비밀번호는 hunter2!!입니다 뒷말")
    left = unicodedata.normalize(written, "앞말 비밀번호는 [redacted:password]입니다 뒷말")

    assert redact(text).text == left


def test_what_shows_nothing_does_not_hide_a_secret():
    token = f"ghp_{ALNUM[:18]}\u200b{ALNUM[:18]}"

    assert redact(f"key:\u00a0{token}\ufeff.").text == "key:\u00a0[redacted:github_token]."


def test_metadata_without_bottom_is_refused():
    deep: object = "x"
    for _ in range(200):
        deep = [deep]
    with pytest.raises(InvalidInput, match="nested deeper"):
        redact_tree(deep)


def test_a_megabyte_takes_less_than_a_second():
    text = "2025-03-01 10:00 INFO the auth middleware uses jose; password rules: see docs/keys.md (token budget 30)\n"
    text *= 1_000_000 // len(text)
    started = time.process_time()

    assert redact(text).counts == {}
    assert time.process_time() - started < 1.0


@pytest.mark.parametrize(
    "unit",
    ["password=", "api_key=", "token: a1b2c3d4 ", "key ", '"', "sk-", "eyJ", "://a:", "curl -u ", "<private>", "a_",
     "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----\n", "AKIAAAAAAAAAAAAAAAAA ", "비밀번호는 a",
     "cookie: a=", "password={{", "password=a.", "bearer ", "[redacted:", ".eyJ", "T3BlbkFJ", "-us", "curl curl ",
     "mysql -p", " as the password",
     "password to ", "kind: Secret\ndata:\n", "키 값 ", "\u1107\u1175", "\u200b", "ＡＫＩＡ"],
)  # fmt: skip
def test_no_text_makes_it_slow(unit: str):
    small, large = unit * (20_000 // len(unit)), unit * (200_000 // len(unit))
    redact(small)
    times = []
    for text in (small, large):
        started = time.process_time()
        redact(text)
        times.append(time.process_time() - started)

    assert times[1] < 60 * times[0] + 0.5  # ten times the text; a quadratic rule would take a hundred times as long
