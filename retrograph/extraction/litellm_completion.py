"""The border to litellm: every model it knows, behind the port of `completion`. Nothing else imports it.

    completion = LitellmCompletion(Endpoint("openai/gpt-4o-mini", key="sk-..."))
    completion = LitellmCompletion(Endpoint("openai/any-name", base_url="http://127.0.0.1:8080/v1"))
    completion.complete([Message("user", "Hello")], max_output=100).text

Importing litellm takes seconds, so it is imported for the first request or count, not before. It is kept from doing
what nobody asked for: it reads no `.env` file, fetches no price list and no tokenizer, logs nothing, retries
nothing, calls nobody back. No message of an error holds a key or words of the request.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from inspect import iscoroutinefunction
from math import ceil
from types import ModuleType
from typing import Any, Final

from retrograph.clock import Clock, system_clock
from retrograph.errors import InvalidInput, ModelError, ModelUnavailable
from retrograph.extraction.completion import Completed, Message, Usage
from retrograph.extraction.model_errors import Request, explained

_QUIET: Final = {
    "LITELLM_OFFLINE_MODE": "true",  # prices, presets, tokenizers: the bundled copies only
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # the same for versions before that switch
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",  # otherwise a `.env` of the working directory is loaded
}
_LOGGERS: Final = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_TRANSPORT_LOGGERS: Final = ("httpx", "httpcore", "openai")  # below warnings they tell addresses and contents

_SLICE: Final = 20_000  # characters tokenized at a time
_PER_MESSAGE: Final = 4  # tokens of the frame around one message
_CUT: Final = ("length", "content_filter")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Which model, where, and how it is asked."""

    model: str
    """As litellm names it: `openai/gpt-4o-mini`, `anthropic/claude-sonnet-4-5`, `ollama/llama3.1`."""
    base_url: str | None = None
    """Where it is served, for a server of one's own; None is the provider's address."""
    key: str | None = field(default=None, repr=False)
    """None: the variable that litellm reads for the provider (`ANTHROPIC_API_KEY`). It never goes to a `base_url`
    of `openai/` models unless it is given here."""
    timeout: float = 60.0
    """The whole of one request, in seconds."""
    temperature: float = 0.0
    concurrency: int = 4
    """Requests under way at once."""
    context: int | None = None
    """The context window in tokens, for a model that litellm does not know."""

    def __post_init__(self) -> None:
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            raise InvalidInput("model_base_url", f"{self.base_url!r} is no http:// or https:// address")


class LitellmCompletion:
    """One model through litellm. Any thread may call it; `concurrency` of them are served at once, the others wait.

    One `complete` is one request: `patience.Patient` asks again. `clock` dates what the provider says of when to.
    """

    def __init__(self, endpoint: Endpoint, *, clock: Clock = system_clock) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._turns = threading.BoundedSemaphore(endpoint.concurrency)

    @property
    def model(self) -> str:
        return self._endpoint.model

    @property
    def context(self) -> int | None:
        known = self._known.get("max_input_tokens")
        return self._endpoint.context or (known if isinstance(known, int) else None)

    def price(self, input_tokens: int, output_tokens: int) -> float:
        """What so many tokens cost in US dollars, by litellm's list; 0 where the model is not on it."""
        return sum(
            tokens * float(self._known.get(name) or 0.0)
            for tokens, name in ((input_tokens, "input_cost_per_token"), (output_tokens, "output_cost_per_token"))
        )

    def count(self, text: str) -> int:
        """The tokens of a text: exact for OpenAI's models, for others somewhat more than there are.

        Other tokenizers are not at hand offline. OpenAI's general one and a fifth on top stands for them, with a token
        for each digit, as many have it. A model that litellm does not list is taken for a small one, which may
        spend a token on each byte of what is not ASCII: three for a Korean syllable. For SmolLM2 this came to
        106 to 120 percent of its own count, in English, Korean, code and logs.
        """
        name = self.model.removeprefix("openai/")
        own = bool(self._known) and self._provider == "openai"
        tokens = sum(_tokens(name if own else "", text[i : i + _SLICE]) for i in range(0, len(text), _SLICE))
        if own:
            return tokens
        others = ceil(1.2 * tokens + sum(map(str.isdigit, text)) * 2 / 3)  # three digits are one token of OpenAI's
        if self._known:
            return others
        plain = sum(c < "\x80" for c in text)
        return max(others, plain // 4 + len(text.encode(errors="replace")) - plain)

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        """The model's reply, in one request.

        Raises:
            ModelUnavailable: no connection, no answer in time, overloaded, over a rate, or a failure of the server.
            ModelRefused: no such model, no such address, a missing or wrong key.
            ModelError: too long, refused for what it says, or otherwise not answerable.
        """
        request = Request(self.model, self._endpoint.base_url, self._endpoint.key, messages)
        _litellm()  # the seconds of its import are not the model's
        with self._turns:
            started = time.monotonic()
            try:
                reply = _within(self._endpoint.timeout, lambda: self._ask(messages, max_output))
            except TimeoutError:
                said = f"{self.model} gave no answer within {self._endpoint.timeout:g} seconds"
                raise ModelUnavailable(said, unanswered=True) from None
            except Exception as error:
                # Without its cause, which may hold what was sent.
                raise explained(error, request, self._clock) from None
        return self._completed(reply, messages, time.monotonic() - started)

    def _ask(self, messages: Sequence[Message], max_output: int) -> object:
        endpoint = self._endpoint
        most = self._known.get("max_output_tokens")
        reply: object = _litellm().completion(
            model=endpoint.model,
            messages=[{"role": m.role, "content": _whole_characters(m.content)} for m in messages],
            api_base=endpoint.base_url,
            api_key=self._key,
            timeout=endpoint.timeout,
            temperature=endpoint.temperature,
            max_tokens=min(max_output, most) if isinstance(most, int) else max_output,
            stream=False,
            drop_params=True,
            num_retries=0,
            max_retries=0,
            caching=False,
        )
        return reply

    def _completed(self, reply: object, messages: Sequence[Message], seconds: float) -> Completed:
        choices = getattr(reply, "choices", None) or ()
        message = getattr(choices[0], "message", None) if choices else None
        text = _whole_characters(_text(message))
        reason = getattr(choices[0], "finish_reason", None) if choices else None
        if reason == "content_filter" and not text:
            raise ModelError(
                f"the provider's filter kept {self.model} from answering; this text cannot be extracted by it"
            )
        return Completed(text, self._usage(reply, text, messages, seconds), reason in _CUT)

    def _usage(self, reply: object, text: str, messages: Sequence[Message], seconds: float) -> Usage:
        usage = getattr(reply, "usage", None)
        sent, got = (_whole(getattr(usage, name, None)) for name in ("prompt_tokens", "completion_tokens"))
        if not sent:  # a server that does not count
            sent, got = self.count_messages(messages), got or self.count(text)
            return Usage(1, sent, got, self.price(sent, got), seconds)
        return Usage(1, sent, got, self._cost(reply, sent, got), seconds)

    def count_messages(self, messages: Sequence[Message]) -> int:
        """The tokens of a conversation, with what frames each message."""
        return sum(self.count(m.content) + _PER_MESSAGE for m in messages)

    def _cost(self, reply: object, sent: int, got: int) -> float:
        if not self._known:
            return 0.0
        try:
            return float(_litellm().completion_cost(completion_response=reply, model=self.model))
        except Exception:  # a price list with a hole in it
            return self.price(sent, got)

    @property
    def _provider(self) -> str:
        provider, slash, _ = self.model.partition("/")
        return provider if slash else str(self._known.get("litellm_provider", ""))

    @property
    def _key(self) -> str | None:
        endpoint = self._endpoint
        if endpoint.key is None and endpoint.base_url is not None and endpoint.model.startswith("openai/"):
            return "none"  # a local server wants no key, and a key of the environment is not for it
        return endpoint.key

    @property
    def _known(self) -> Mapping[str, Any]:
        """The row of litellm's list, read from memory: its own look-up asks an Ollama server over the network."""
        rows: Mapping[str, Mapping[str, Any]] = _litellm().model_cost
        return rows.get(self.model) or rows.get(self.model.partition("/")[2]) or {}


def _whole_characters(text: str) -> str:
    """Without halves of surrogate pairs, which JSON may hold and neither UTF-8 nor XML can."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _text(message: object) -> str:
    content = getattr(message, "content", None)
    if isinstance(content, str) and content:
        return content
    extra = getattr(message, "provider_specific_fields", None)
    refusal = extra.get("refusal") if isinstance(extra, dict) else None
    refusal = refusal or getattr(message, "refusal", None)
    return refusal if isinstance(refusal, str) else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _tokens(model: str, text: str) -> int:
    return int(_litellm().token_counter(model=model, text=text))


def _within(seconds: float, call: Callable[[], object]) -> object:
    """The call's result, or TimeoutError after so many seconds in all.

    The timeouts of an HTTP client are those of one read, so that a server which sends a blank now and then would hold
    its caller for ever. The call goes on in its thread until its connection ends; nobody waits for it.
    """
    done: Future[object] = Future()

    def run() -> None:
        try:
            done.set_result(call())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="model-request", daemon=True).start()
    return done.result(seconds)


_loading: Final = threading.Lock()


def _litellm() -> ModuleType:
    with _loading:
        return _loaded()


@cache
def _loaded() -> ModuleType:
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_nothing)  # `disabled` is undone by whoever configures logging later
    for name in _TRANSPORT_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    import litellm  # noqa: PLC0415 - seconds, which only who asks a model should wait for

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.turn_off_message_logging = True
    litellm.disable_hf_tokenizer_download = True
    litellm.num_retries = None
    litellm.cache = None
    for callbacks in (litellm.callbacks, litellm.success_callback, litellm.failure_callback):
        callbacks.clear()
    atexit.register(_close_connections, litellm.in_memory_llm_clients_cache)
    loaded: ModuleType = litellm
    return loaded


def _close_connections(clients: Any) -> None:  # noqa: ANN401
    """litellm keeps an HTTP client for each address and leaves them open when the process ends."""
    for client in list(clients.cache_dict.values()):
        if not iscoroutinefunction(getattr(client, "close", None)):
            with suppress(Exception):
                client.close()


def _nothing(_: logging.LogRecord) -> bool:
    """Lets no record pass."""
    return False
