"""The border to models: real litellm, and a scripted server on loopback."""

from __future__ import annotations

import json
import logging
import logging.config
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrograph.errors import BudgetSpent, InvalidInput, ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.completion import NOTHING, Completed, Message, Usage
from retrograph.extraction.litellm_completion import Endpoint, LitellmCompletion
from retrograph.extraction.patience import Patient, Pauses
from tests import model_server as script
from tests.data import ROOT
from tests.model_server import model_server

KEY = "sk-aVeryPrivateKey0123456789"
ASKED = [Message("system", "Answer in XML."), Message("user", "The retention job runs on the machine of the auditors.")]
NOW = 1_764_547_200_000_000  # 2025-12-01T00:00:00Z


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    script.warmed_up()


def to(url: str, **more: object) -> LitellmCompletion:
    given: dict[str, object] = {"base_url": url, "key": KEY, "timeout": 30.0, **more}
    return LitellmCompletion(Endpoint("openai/scripted", **given), clock=lambda: NOW)  # type: ignore[arg-type]


def answered(*answers: script.Reply, **more: object) -> Completed:
    with model_server(*answers) as server:
        return to(server.url, **more).complete(ASKED, max_output=64)


def failed(*answers: script.Reply, **more: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        answered(*answers, **more)
    return caught.value


# --- what a reply comes to ---------------------------------------------------------------------------------------


def test_a_reply_is_its_text_and_what_it_took() -> None:
    done = answered(script.says("<temporal_graph/>", tokens=(321, 45)))
    assert done.text == "<temporal_graph/>"
    assert not done.cut_off
    assert (done.usage.calls, done.usage.input_tokens, done.usage.output_tokens) == (1, 321, 45)
    assert done.usage.cost == 0.0
    assert 0 < done.usage.seconds < 30


def test_the_request_holds_what_was_asked_and_no_more() -> None:
    with model_server(script.says("ok")) as server:
        to(server.url, temperature=0.3).complete(ASKED, max_output=77)
        (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "model": "scripted",
        "messages": [{"role": m.role, "content": m.content} for m in ASKED],
        "temperature": 0.3,
        "max_tokens": 77,
    }


@pytest.mark.parametrize(
    ("answer", "text", "cut_off"),
    [
        (script.fenced("<a/>"), "Here is the graph:\n\n```xml\n<a/>\n```\n\nLet me know if you need more.", False),
        (script.prose("Nothing."), "Nothing.", False),
        (script.cut("<temporal_graph><entities>", 20), "<temporal_graph><ent", True),
        (script.echoed, "Answer in XML.", False),
        (script.empty(), "", False),
        (script.null(), "", False),
        (script.no_choices(), "", False),
        (script.tool_call(), "", False),
        (script.refusal("I can't help with that."), "I can't help with that.", False),
        (script.says("<a/>", reasoning_content="let me think"), "<a/>", False),
        (script.says(None, finish="length", reasoning_content="let me think"), "", True),
        (script.filtered(), "<temporal_graph><enti", True),
        (script.says("대신 <a/> — 😀"), "대신 <a/> — 😀", False),
    ],
)
def test_each_form_of_reply(answer: script.Reply, text: str, cut_off: bool) -> None:
    done = answered(answer)
    assert (done.text, done.cut_off) == (text, cut_off)


def test_half_a_character_harms_neither_way() -> None:
    with model_server(script.says("half \ud83d, whole \ud83d\ude00")) as server:
        done = to(server.url).complete([Message("user", "half \udc00, whole 😀")], max_output=8)
        assert server.asked[0].user == "half \ufffd, whole 😀"
    assert done.text == "half \ufffd, whole 😀"


def test_thinking_aloud_is_left_to_the_reader_of_the_reply() -> None:
    assert answered(script.thinking("<a/>")).text.endswith("<a/>")


def test_a_server_that_does_not_count_is_counted_for() -> None:
    done = answered(script.without_usage("<temporal_graph/>"))
    assert done.usage.input_tokens >= 15
    assert done.usage.output_tokens >= 4


def test_what_a_filter_left_nothing_of_is_an_error_of_this_text() -> None:
    assert type(failed(script.says("", finish="content_filter"))) is ModelError


# --- what an error comes to --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (script.broken(500), ModelUnavailable, "status 500"),
        (script.broken(503), ModelUnavailable, "status 503"),
        (script.broken(529), ModelUnavailable, "status 529"),
        (script.too_many(), ModelUnavailable, "limits the rate"),
        (script.out_of_quota(), ModelUnavailable, "quota"),
        (script.RESET, ModelUnavailable, "no connection"),
        (script.not_json(), ModelUnavailable, "fails"),
        (script.half_json(), ModelUnavailable, "fails"),
        (script.too_long(), ModelError, "context window"),
        (script.against_policy(), ModelError, "content policy"),
        (script.fails(400, "Unsupported value: temperature"), ModelError, "Unsupported value: temperature"),
        (script.fails(413, "Payload is large"), ModelError, "Payload is large"),
        (script.fails(422, "Bad field"), ModelError, "Bad field"),
    ],
)
def test_what_is_worth_another_try_and_what_is_not(answer: script.Reply, kind: type[ModelError], said: str) -> None:
    error = failed(answer)
    assert type(error) is kind
    assert said in str(error)


@pytest.mark.parametrize(
    ("answer", "setting"),
    [
        (script.wrong_key(KEY), "RETROGRAPH_MODEL_KEY"),
        (script.fails(403, "no"), "RETROGRAPH_MODEL_KEY"),
        (script.fails(402, "pay first"), "RETROGRAPH_MODEL_KEY"),
        (script.no_such_model(), "RETROGRAPH_MODEL"),
        (script.fails(400, "scripted is not a valid model ID"), "RETROGRAPH_MODEL"),
        (script.fails(404, "Not Found"), "RETROGRAPH_MODEL_BASE_URL"),
    ],
)
def test_what_a_person_must_change_names_the_setting(answer: script.Reply, setting: str) -> None:
    error = failed(answer)
    assert isinstance(error, ModelRefused)
    assert error.setting == setting
    assert setting in str(error) or "/v1" in str(error)


def test_no_server_at_the_address_is_unavailable() -> None:
    with model_server(script.says("x")) as server:
        url = server.url
    with pytest.raises(ModelUnavailable, match="no connection") as caught:
        to(url).complete(ASKED, max_output=8)
    assert not caught.value.unanswered


@pytest.mark.parametrize("answer", [script.SILENT, script.DRIPPING, script.later(60.0, script.says("late"))])
def test_a_request_ends_with_its_time_whatever_the_server_does(answer: script.Reply) -> None:
    started = time.monotonic()
    error = failed(answer, timeout=0.3)
    assert time.monotonic() - started < 10
    assert isinstance(error, ModelUnavailable)
    assert error.unanswered


def test_a_slow_answer_within_the_time_is_an_answer() -> None:
    assert answered(script.later(0.2, script.says("late"))).text == "late"


@pytest.mark.parametrize(
    ("asks", "wait"),
    [
        (None, None),
        ("7", 7.0),
        ("0.25", 0.25),
        ("-3", 0.0),
        ("999999999", 86_400.0),
        ("soon", None),
        ("nan", None),
        ("Mon, 01 Dec 2025 00:02:00 GMT", 120.0),
        ("Mon, 01 Dec 2025 00:02:00", None),
    ],
)
def test_when_to_ask_again_is_read(asks: str | None, wait: float | None) -> None:
    error = failed(script.too_many(asks))
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after == wait


def test_a_spent_quota_is_not_asked_about_every_second() -> None:
    error = failed(script.out_of_quota())
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after == 3600


@pytest.mark.parametrize(("model", "setting"), [
    ("nonsense", "RETROGRAPH_MODEL"), ("nobody/model", "RETROGRAPH_MODEL"), ("", "RETROGRAPH_MODEL"),
    ("openai/gpt-4o", "RETROGRAPH_MODEL_KEY"), ("anthropic/claude-x", "RETROGRAPH_MODEL_KEY"),
    ("gemini/gemini-2.5-flash", "RETROGRAPH_MODEL_KEY"), ("azure/x", "RETROGRAPH_MODEL_KEY"),
])  # fmt: skip
def test_what_is_wrong_before_anything_is_sent(model: str, setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if "KEY" in name or "TOKEN" in name:
            monkeypatch.delenv(name)
    with pytest.raises(ModelRefused) as caught:
        LitellmCompletion(Endpoint(model, timeout=30.0)).complete(ASKED, max_output=8)
    assert caught.value.setting == setting


# litellm ignores this warning of pydantic's on import; pytest forgets what a test ignored when it ends.
@pytest.mark.filterwarnings("ignore:.*`ReadOnly` qualifier:UserWarning")
@pytest.mark.parametrize("model", ["ollama/x", "anthropic/claude-x", "gemini/x", "openai/x", "mistral/x"])
def test_other_providers_that_are_down_are_unavailable(model: str) -> None:
    with model_server(script.says("x")) as server:
        url = server.url
    with pytest.raises(ModelUnavailable, match="no connection"):
        LitellmCompletion(Endpoint(model, url, KEY, timeout=30.0)).complete(ASKED, max_output=8)


def test_an_address_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(InvalidInput, match="model_base_url"):
        Endpoint("openai/x", base_url="localhost:8080")


# --- secrets and words -------------------------------------------------------------------------------------------


def test_neither_key_nor_words_of_the_request_are_in_an_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    script.warmed_up()
    logging.config.dictConfig({"version": 1, "disable_existing_loggers": False})  # as every start of a server does
    for answer in (
        script.wrong_key(KEY),
        script.repeats_the_request,
        script.fails(400, f"bad header Bearer {KEY}"),
        script.fails(500, f"crashed on {ASKED[1].content} with {KEY}"),
        lambda asked: script.fails(400, json.dumps(asked.user)),
        script.fails(400, "could not read: the  Retention-Job RUNS on"),
    ):
        error = failed(answer)
        shown = "".join(traceback.format_exception(error)) + caplog.text
        assert KEY not in shown
        assert "etention" not in str(error)
        assert "auditors" not in shown
    assert KEY not in repr(Endpoint("openai/x", key=KEY))


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_a_quotation_is_never_passed_on(words: str, before: str, after: str) -> None:
    from retrograph.extraction.model_errors import Request, explained  # noqa: PLC0415 - needed here only

    class Refused(Exception):
        status_code = 400

    request = Request("m", None, None, [Message("user", words)])
    said = str(explained(Refused(before + words + after), request, lambda: 0))
    letters = "".join(c for c in words.lower() if c.isalnum())
    assert not (letters and letters in "".join(c for c in said.lower().partition("(400)")[2] if c.isalnum()))


def test_a_key_of_the_environment_does_not_go_to_a_server_of_one_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with model_server(script.says("x")) as server:
        to(server.url, key=None).complete(ASKED, max_output=8)
        assert KEY not in json.dumps(dict(server.asked[0].headers))


# --- counts and prices -------------------------------------------------------------------------------------------


def test_counts_prices_and_windows_come_from_what_is_installed() -> None:
    gpt = LitellmCompletion(Endpoint("openai/gpt-4o-mini"))
    assert gpt.count("hello world") == 2
    assert gpt.context == 128_000
    assert gpt.price(1_000_000, 0) == pytest.approx(0.15)
    own = LitellmCompletion(Endpoint("openai/of-our-own", context=2048))
    assert own.context == 2048
    assert own.price(1_000_000, 1_000_000) == 0
    assert LitellmCompletion(Endpoint("groq/llama-3.3-70b-versatile")).count("hello world") >= 2
    assert LitellmCompletion(Endpoint("ollama/never-heard-of")).context is None


def test_a_call_to_a_model_with_a_price_costs_it() -> None:
    with model_server(script.says("x", tokens=(1000, 100))) as server:
        model = LitellmCompletion(Endpoint("openai/gpt-4o-mini", server.url, KEY))
        usage = model.complete(ASKED, max_output=8).usage
    assert usage.cost == pytest.approx(1000 * 0.15e-6 + 100 * 0.6e-6)


def test_no_more_output_is_asked_for_than_the_model_has() -> None:
    with model_server(script.says("x")) as server:
        LitellmCompletion(Endpoint("openai/gpt-4o-mini", server.url, KEY)).complete(ASKED, max_output=10**9)
        assert server.asked[0].body["max_tokens"] == 16_384


@settings(max_examples=60)
@given(st.text(max_size=200), st.sampled_from(["openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5", "openai/own"]))
def test_a_count_is_never_less_than_openai_s(text: str, model: str) -> None:
    import litellm  # noqa: PLC0415 - seconds

    exact = litellm.token_counter(model="gpt-4o-mini" if "mini" in model else "", text=text)
    counted = LitellmCompletion(Endpoint(model)).count(text)
    assert exact <= counted <= max(exact, 4 * len(text.encode(errors="replace")))


@pytest.mark.parametrize(
    "text", ["<|endoftext|> as words", "a" * 200_000, " " * 100_000, "\ud800 broken", "가" * 50_000]
)
def test_odd_texts_are_counted_in_time(text: str) -> None:
    started = time.process_time()
    assert LitellmCompletion(Endpoint("openai/gpt-4o-mini")).count(text) > 0
    assert time.process_time() - started < 5


# --- threads -----------------------------------------------------------------------------------------------------


def test_many_threads_share_one_model_up_to_the_limit() -> None:
    with model_server(lambda asked: script.later(0.05, script.says(asked.user))) as server:
        model = to(server.url, concurrency=3)
        with ThreadPoolExecutor(12) as pool:
            texts = [f"word {n}" for n in range(24)]
            said = list(pool.map(lambda t: model.complete([Message("user", t)], max_output=8).text, texts))
        assert said == texts
        assert server.most_at_once == 3


def test_a_silent_server_does_not_hold_the_places_of_others() -> None:
    with model_server(script.SILENT, script.SILENT, script.says("ok")) as server:
        model = to(server.url, concurrency=1, timeout=0.2)
        for _ in range(2):
            with pytest.raises(ModelUnavailable):
                model.complete(ASKED, max_output=8)
        assert to(server.url, concurrency=1).complete(ASKED, max_output=8).text == "ok"


# --- asking again ------------------------------------------------------------------------------------------------


class Slept(list[float]):
    def pauses(self, longest: float = 5.0) -> Pauses:
        return Pauses(0.5, longest, self.append, lambda: 1.0)


def patiently(slept: Slept, *answers: script.Reply, retries: int = 2, timeout: float = 30.0) -> tuple[Completed, int]:
    with model_server(*answers) as server:
        model = Patient(to(server.url, timeout=timeout), retries=retries, pauses=slept.pauses())
        return model.complete(ASKED, max_output=8), len(server.asked)


@pytest.mark.parametrize(
    ("trouble", "pauses"),
    [
        ([script.too_many()], [0.5]),
        ([script.too_many(1.5)], [1.5]),
        ([script.broken(500)], [0.5]),
        ([script.broken(503), script.broken(503)], [0.5, 1.0]),
        ([script.RESET, script.too_many(0)], [0.5, 0.0]),
        ([script.half_json()], [0.5]),
    ],
)
def test_what_passes_is_waited_out(trouble: list[script.Reply], pauses: list[float]) -> None:
    slept = Slept()
    done, asked = patiently(slept, *trouble, script.says("there"))
    assert (done.text, asked, list(slept)) == ("there", len(trouble) + 1, pauses)
    assert done.usage.calls == 1
    assert done.usage.seconds >= sum(pauses)


@pytest.mark.parametrize(
    "answer",
    [
        script.wrong_key(), script.no_such_model(), script.too_long(), script.against_policy(),
        script.fails(400, "bad"), script.too_many(60), script.out_of_quota(), script.SILENT,
    ],
)  # fmt: skip
def test_what_does_not_pass_is_asked_once(answer: script.Reply) -> None:
    slept = Slept()
    with model_server(answer) as server, pytest.raises(ModelError):
        Patient(to(server.url, timeout=0.5), pauses=slept.pauses()).complete(ASKED, max_output=8)
    assert len(server.asked) == 1
    assert slept == []


def test_patience_ends() -> None:
    slept = Slept()
    with model_server(script.broken()) as server, pytest.raises(ModelUnavailable):
        Patient(to(server.url), retries=3, pauses=slept.pauses()).complete(ASKED, max_output=8)
    assert len(server.asked) == 4
    assert slept == [0.5, 1.0, 2.0]


class Failing:
    """A completion that fails in a given order."""

    model, context = "failing", None

    def __init__(self, errors: Sequence[ModelError]) -> None:
        self.errors = list(errors)

    def count(self, text: str) -> int:
        return len(text)

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        if self.errors:
            raise self.errors.pop(0)
        return Completed("done", NOTHING)


TROUBLES = st.one_of(
    st.builds(ModelUnavailable, st.just("busy"), st.none() | st.floats(0, 100), unanswered=st.booleans()),
    st.builds(BudgetSpent, st.just("spent"), st.just(1)),
    st.builds(ModelRefused, st.just("key"), st.just("RETROGRAPH_MODEL_KEY")),
    st.builds(ModelError, st.just("no")),
)


@given(st.lists(TROUBLES, max_size=6), st.integers(0, 4), st.floats(0, 1, exclude_max=True))
def test_patience_asks_only_while_it_may_pass(troubles: list[ModelError], retries: int, chance: float) -> None:
    slept: list[float] = []
    failing = Failing(troubles)
    patient = Patient(failing, retries=retries, pauses=Pauses(0.5, 5.0, slept.append, lambda: chance))
    try:
        patient.complete(ASKED, max_output=1)
        ended: list[ModelError] = []
    except ModelError as error:
        ended = [error]
    seen = troubles[: len(troubles) - len(failing.errors)]
    assert len(slept) == len(seen) - len(ended)
    assert len(seen) <= retries + 1
    assert all(0 <= pause <= 5.0 for pause in slept)
    for trouble in seen[: len(slept)]:
        assert isinstance(trouble, ModelUnavailable)
        assert not isinstance(trouble, BudgetSpent)
        assert not trouble.unanswered
        assert trouble.retry_after is None or trouble.retry_after <= 5.0


# --- usage -------------------------------------------------------------------------------------------------------

USAGES = st.builds(Usage, *[st.integers(0, 10**9)] * 3, *[st.integers(0, 10**6).map(float)] * 2)


@given(st.lists(USAGES, max_size=5))
def test_usages_add_up_in_any_order(usages: list[Usage]) -> None:
    assert sum(usages, NOTHING) == sum(reversed(usages), NOTHING)
    assert sum(usages, NOTHING).tokens == sum(u.input_tokens + u.output_tokens for u in usages)


# --- what importing and asking do besides ------------------------------------------------------------------------

ALONE = """
import json, logging, os, socket, sys, warnings
before = dict(os.environ)
from retrograph.extraction.litellm_completion import Endpoint, LitellmCompletion
from retrograph.extraction.completion import Message
import retrograph.api.composition, retrograph.api.cli
assert "litellm" not in sys.modules, "imported before it is needed"
reached = []
connect = socket.socket.connect
def watched(self, address):
    reached.append(address)
    return connect(self, address)
socket.socket.connect = watched
look_up = socket.getaddrinfo
def looked(host, *rest, **more):
    reached.append(host)
    return look_up(host, *rest, **more)
socket.getaddrinfo = looked
logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
model = LitellmCompletion(Endpoint("openai/scripted", sys.argv[1], "sk-aVeryPrivateKey0123456789", timeout=60.0))
for name in ("groq/llama-3.3-70b-versatile", "ollama/x", "anthropic/claude-sonnet-4-5", "command-r"):
    other = LitellmCompletion(Endpoint(name))
    other.count("hello"), other.context, other.price(1, 1)
assert reached == [], reached
for _ in range(3):
    try:
        print(model.complete([Message("user", "The auditors")], max_output=8).text)
    except Exception as error:
        print(error)
assert {a[0] if isinstance(a, tuple) else a for a in reached} == {"127.0.0.1"}, reached
assert "FROM_THE_DOTENV" not in os.environ
"""


def test_nothing_happens_besides_the_request(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FROM_THE_DOTENV=1\nOPENAI_API_KEY=stray\n")
    with model_server(script.says("first"), script.wrong_key(KEY), script.broken()) as server:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-W", "default::ResourceWarning", "-c", ALONE, server.url],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "LITELLM_LOG": "DEBUG"},
            capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "first"
    assert len(done.stdout.splitlines()) == 3
    assert "auditors" not in done.stderr
    assert KEY not in done.stderr
    assert "iteLLM" not in done.stderr
    assert len(server.asked) == 3


def test_no_thread_of_ours_is_left() -> None:
    answered(script.says("x"))
    deadline = time.monotonic() + 5
    while any(t.name == "model-request" for t in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not [t for t in threading.enumerate() if t.name == "model-request" and t.is_alive()]
