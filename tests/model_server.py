"""A model that says what a test told it to: an OpenAI-compatible server on loopback, scripted answer by answer.

    with model_server(too_many(retry_after=0.01), says("<temporal_graph/>")) as server:
        LitellmCompletion(Endpoint("openai/scripted", server.url, "k")).complete(...)
    server.asked[1].user            # what the second request said

An answer is a value, or a function of the request. The last one is given again to every further request.
"""

from __future__ import annotations

import inspect
import json
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from retrograph.errors import ModelUnavailable
from retrograph.extraction.completion import Message
from retrograph.extraction.litellm_completion import Endpoint, LitellmCompletion


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived. `at` is the monotonic clock's reading then."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    at: float

    @property
    def messages(self) -> list[dict[str, str]]:
        return list(self.body["messages"])

    @property
    def system(self) -> str:
        return "\n".join(m["content"] for m in self.messages if m["role"] == "system")

    @property
    def user(self) -> str:
        """The last turn of the user."""
        return [m["content"] for m in self.messages if m["role"] == "user"][-1]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes over the wire. `after` is the pause before it, in seconds; `end` what happens to the connection."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    end: str = "keep"  # "reset" it, stay "silent", or "drip" a blank every 20 ms and never finish


Reply = Answer | Callable[[Asked], Answer]


def says(text: str | None, *, finish: str = "stop", tokens: tuple[int, int] = (100, 20), **message: Any) -> Answer:
    """A completion with this text. `tokens`: what it says it used, input and output."""
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
        ],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }
    return Answer(body=json.dumps(body).encode())


def fenced(xml: str) -> Answer:
    """The payload in a code fence, with a sentence on either side."""
    return says(f"Here is the graph:\n\n```xml\n{xml}\n```\n\nLet me know if you need more.")


def thinking(xml: str) -> Answer:
    """A model that thinks aloud, and drafts a payload while it does."""
    return says(f"<think>Perhaps <entities><entity type='x' name='draft'/></entities>? No.</think>\n{xml}")


def prose(text: str = "There is nothing to extract from this message, I am afraid.") -> Answer:
    """A model that does not answer in XML."""
    return says(text)


def cut(xml: str, at: int) -> Answer:
    """The reply ends after `at` characters, at the limit of its output."""
    return says(xml[:at], finish="length")


def echoed(asked: Asked) -> Answer:
    """A model that repeats its instructions."""
    return says(asked.system or asked.user)


def empty() -> Answer:
    return says("")


def null() -> Answer:
    return says(None)


def no_choices() -> Answer:
    return Answer(body=json.dumps({"id": "c", "object": "chat.completion", "model": "m", "choices": []}).encode())


def without_usage(text: str) -> Answer:
    """A server that does not count."""
    body = json.loads(says(text).body)
    del body["usage"]
    return Answer(body=json.dumps(body).encode())


def tool_call() -> Answer:
    """A model that calls a tool nobody offered, and says nothing."""
    call = {"id": "t", "type": "function", "function": {"name": "save_graph", "arguments": "{}"}}
    return says(None, finish="tool_calls", tool_calls=[call])


def refusal(text: str = "I can't help with that.") -> Answer:
    return says(None, refusal=text)


def filtered() -> Answer:
    """Cut by the provider's filter in the middle of the answer."""
    return says("<temporal_graph><enti", finish="content_filter")


def fails(status: int, message: str, *, code: str | None = None, **headers: str) -> Answer:
    """An error in OpenAI's shape. A header `retry_after` is sent as `Retry-After`."""
    body = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}
    sent = {name.replace("_", "-").title(): value for name, value in headers.items()}
    return Answer(status, json.dumps(body).encode(), sent)


def too_many(retry_after: float | str | None = None) -> Answer:
    sent = {} if retry_after is None else {"retry_after": str(retry_after)}
    return fails(429, "Rate limit reached for requests", code="rate_limit_exceeded", **sent)


def out_of_quota() -> Answer:
    return fails(429, "You exceeded your current quota, please check your plan", code="insufficient_quota")


def broken(status: int = 500) -> Answer:
    return fails(status, "The server had an error while processing your request")


def wrong_key(key: str = "") -> Answer:
    return fails(401, f"Incorrect API key provided: {key}.", code="invalid_api_key")


def no_such_model(name: str = "scripted") -> Answer:
    return fails(404, f"The model `{name}` does not exist", code="model_not_found")


def too_long() -> Answer:
    said = "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens."
    return fails(400, said, code="context_length_exceeded")


def against_policy() -> Answer:
    return fails(400, "Invalid prompt: it was flagged as violating our usage policy", code="content_policy_violation")


def repeats_the_request(asked: Asked) -> Answer:
    """A server that quotes the request in its error."""
    return fails(400, f"Could not process input: {asked.user}")


def not_json() -> Answer:
    return Answer(body=b"<html>502 Bad Gateway</html>", headers={"Content-Type": "text/html"})


def half_json() -> Answer:
    return Answer(body=says("<temporal_graph/>").body[:40])


def later(seconds: float, answer: Answer) -> Answer:
    """The same answer, after a while."""
    return replace(answer, after=seconds)


RESET = Answer(end="reset")
SILENT = Answer(end="silent")
DRIPPING = Answer(end="drip")


class ModelServer(ThreadingHTTPServer):
    """The running server. `asked` grows with each request, in the order of arrival."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, script: tuple[Reply, ...]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[Asked] = []
        self.most_at_once = 0
        self.closing = threading.Event()
        self._script = script
        self._since = 0
        self._lock = threading.Lock()
        self._at_once = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def now(self, *script: Reply) -> None:
        """Another script from here on."""
        with self._lock:
            self._script, self._since = script, len(self.asked)

    @contextmanager
    def turn(self, asked: Asked) -> Iterator[Answer]:
        """The answer whose turn it is; counts how many are being given at once."""
        with self._lock:
            reply = self._script[min(len(self.asked) - self._since, len(self._script) - 1)]
            self.asked.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield reply if isinstance(reply, Answer) else reply(asked)
        finally:
            with self._lock:
                self._at_once -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body, time.monotonic())
        with self.server.turn(asked) as answer:
            self.server.closing.wait(answer.after)
            match answer.end:
                case "reset":
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                case "silent":
                    self.server.closing.wait()
                case "drip":
                    self._drip()
                case _:
                    self._send(answer)

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in ({"Content-Type": "application/json"} | dict(answer.headers)).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        while not self.server.closing.wait(0.02):
            self.wfile.write(b" ")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a test reads `asked`."""


@contextmanager
def model_server(*script: Reply) -> Iterator[ModelServer]:
    """The server with this script, gone at the end."""
    server = ModelServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, name="model-server")
    thread.start()
    try:
        yield server
    finally:
        _let_go_of_clients()
        server.closing.set()
        server.shutdown()
        thread.join(10)
        server.server_close()


@cache
def _let_go_of_clients() -> None:
    """Close what litellm keeps open for this address. It keeps a client for each, two hundred of them, and drops the
    rest unclosed: a program has one model, tests have one a server."""
    litellm = sys.modules.get("litellm")
    if litellm is None:
        return
    cache = litellm.in_memory_llm_clients_cache
    for client in list(cache.cache_dict.values()):
        closing = getattr(client, "close", None)
        if closing is not None and not inspect.iscoroutinefunction(closing):
            closing()
    cache.flush_cache()


def warmed_up() -> None:
    """Load litellm and what it loads for a first answer and a first error: seconds that are no test's to measure."""
    with model_server(says("ready"), broken()) as server:
        model = LitellmCompletion(Endpoint("openai/scripted", server.url, "k", timeout=60.0))
        model.complete([Message("user", "Ready?")], max_output=8)
        with suppress(ModelUnavailable):
            model.complete([Message("user", "Ready?")], max_output=8)
