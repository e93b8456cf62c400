"""The port to a language model: messages in, text and what it took out.

    done = completion.complete([Message("system", rules), Message("user", text)], max_output=4096)
    done.text, done.cut_off, done.usage.input_tokens

`litellm_completion.LitellmCompletion` fills it for every model litellm knows. Any object with these four members does,
a function that answers from a file as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls took. Usages add up: `sum(usages, NOTHING)`."""

    calls: int = 0
    """Requests that were answered, or sent and never answered."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars; 0 where the price of the model is not known."""
    seconds: float = 0.0
    """From the request to the answer; pauses between tries are included."""

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost + other.cost,
            self.seconds + other.seconds,
        )


NOTHING = Usage()
"""No call at all."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A reply. `text` is empty where the model said nothing; `cut_off`: its end is missing, because a limit of the
    output or the provider's filter stopped it."""

    text: str
    usage: Usage
    cut_off: bool = False


class Completion(Protocol):
    """A model that completes a conversation. Any thread may call it, several at once."""

    @property
    def model(self) -> str:
        """Its name, as the setting gives it."""
        ...

    @property
    def context(self) -> int | None:
        """The tokens that input and output may have together; None where that is not known."""
        ...

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        """The model's reply, of at most `max_output` tokens.

        Raises:
            ModelUnavailable: no answer now (silent, overloaded, over a budget); it is worth trying again later.
            ModelRefused: the model, its key or its address is wrong; trying again helps only when a person changed it.
            ModelError: this one request cannot be answered: it is too long, or the provider refuses what it says.
        """
        ...

    def count(self, text: str) -> int:
        """The tokens of a text, or somewhat more. Asks nobody, so it may be called for every paragraph."""
        ...
