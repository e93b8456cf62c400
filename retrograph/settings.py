"""Every setting once, and the only reader of the environment.

>>> Settings(port=4000).port
4000

A setting named `x` is read from `RETROGRAPH_X`; an argument wins over the environment. `listed()` is the table
that `docs/settings.md` and its test are made from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from retrograph.errors import FieldError, InvalidInput

PREFIX = "RETROGRAPH_"

KIB = 1024
MIB = 1024 * KIB


def default_data_dir() -> Path:
    """Where data lives when nobody says otherwise: the user's data directory of this system."""
    return Path(platformdirs.user_data_dir("retrograph", appauthor=False))


class Settings(BaseSettings):
    """What can be set, with its default. Frozen; make another with `settings.model_copy(update=...)`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True)

    data: Path = Field(
        default_factory=default_data_dir,
        description="The directory that holds all projects. One process owns it at a time.",
    )
    project: str = Field("default", description="The project a command or a client works on unless it names one.")
    host: str = Field("127.0.0.1", description="The address the server listens on. Only a loopback address is served.")
    port: int = Field(3111, ge=0, le=65535, description="The port the server listens on; 0 takes any free one.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Further names, separated by commas, that a request may call this server by in its Host or Origin "
        "header. Loopback names always may.",
    )
    tz: str = Field(
        "UTC", description="The time zone that dates without one are read in: a name like Asia/Seoul, or +09:00."
    )
    extractor: Literal["rules", "llm", "both", "off"] = Field(
        "rules",
        description="What turns text into facts: `rules` needs no model and no network; `llm` asks the model; `both` "
        "takes the model's reading first and what the rules find besides; `off` only records.",
    )
    model: str | None = Field(
        None, description="The model that `llm` and `both` ask, as litellm names it: `openai/gpt-5`, `ollama/qwen3`."
    )
    model_base_url: str | None = Field(
        None, description="Where the model is served, if not at its provider: the base URL of an API."
    )
    model_key: SecretStr | None = Field(
        None, description="The key for the model. Without it litellm reads the provider's own variable."
    )
    model_timeout: float = Field(
        60.0, gt=0, le=3600, description="How long one call to the model may take, in seconds."
    )
    model_concurrency: int = Field(4, ge=1, le=256, description="Calls to the model at the same time, of all projects.")
    model_retries: int = Field(
        2, ge=0, le=10, description="How often a call that failed for a reason that may pass is tried again at once."
    )
    model_part_tokens: int = Field(
        3000, ge=200, le=200_000, description="A longer text is read in parts of this many tokens."
    )
    model_overlap_tokens: int = Field(
        200, ge=0, le=20_000, description="Tokens at the end of a part that are read again with the next one."
    )
    model_reply_tokens: int = Field(4096, ge=256, le=200_000, description="The longest reply of the model, in tokens.")
    model_tokens_per_day: int = Field(
        0, ge=0, description="Tokens a day (UTC), in and out, for all projects; then jobs wait. 0 is no limit."
    )
    model_cost_per_day: float = Field(
        0.0,
        ge=0,
        description="US dollars a day (UTC) for all projects, by litellm's prices; then jobs wait. 0: no limit.",
    )
    redact_personal: bool = Field(
        False,
        description="Cut e-mail addresses, phone numbers and Korean resident registration numbers, besides secrets.",
    )
    body_limit: int = Field(
        MIB, ge=KIB, le=1024 * MIB, description="The largest request body and the longest text taken in, in bytes."
    )
    batch_limit: int = Field(1000, ge=1, le=100_000, description="The most observations or verbs in one request.")
    rate_limit: float = Field(
        0.0,
        ge=0.0,
        description="Requests a second allowed to one client address, in bursts of ten seconds' worth; 0 is no limit.",
    )
    max_requests: int = Field(
        256, ge=1, le=100_000, description="Requests served at the same time; one more is told to try again (503)."
    )
    body_seconds: float = Field(
        30.0, gt=0, description="How long a client may take to send one request body, in seconds."
    )
    wait_seconds: float = Field(
        30.0, gt=0, le=600, description="How long a request with `wait=true` waits for its extraction, in seconds."
    )
    reader_threads: int = Field(8, ge=1, le=256, description="Threads that answer questions.")
    writer_threads: int = Field(
        32, ge=1, le=1024, description="Threads that take in writes. Writes that wait together share one disk flush."
    )
    workers: int = Field(1, ge=1, le=64, description="Threads that extract, for each open project.")
    lease_seconds: float = Field(
        60.0,
        gt=0,
        le=86_400,
        description="How long a worker may hold a job before another may take it over, in seconds.",
    )
    max_open_projects: int = Field(
        8,
        ge=1,
        le=1000,
        description="Projects kept open at once; the one unused for longest is closed to open another.",
    )
    graph_memory: int = Field(
        1024 * MIB,
        ge=64 * MIB,
        description="Memory for the graph engine's page cache, in bytes, shared by the projects that may be open.",
    )
    shutdown_seconds: float = Field(
        20.0, gt=0, description="How long a stopping server lets requests in flight finish, in seconds."
    )
    log_level: Literal["critical", "error", "warning", "info", "debug"] = Field(
        "warning", description="How much the server logs. Contents of observations are never logged."
    )

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip().lower() for part in value.split(",") if part.strip())
        return value

    @model_validator(mode="after")
    def _has_model(self) -> Self:
        if self.extractor in ("llm", "both") and not self.model:
            raise ValueError(f"extractor {self.extractor!r} needs a model: set {PREFIX}MODEL, as in openai/gpt-5")
        if self.model_overlap_tokens * 2 > self.model_part_tokens:
            raise ValueError("model_overlap_tokens must be at most half of model_part_tokens")
        return self

    @field_validator("data")
    @classmethod
    def _expand(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @property
    def graph_memory_per_project(self) -> int:
        """The share of `graph_memory` that one open project gets, in bytes."""
        return max(self.graph_memory // self.max_open_projects, 16 * MIB)

    @classmethod
    def load(cls, **given: object) -> Self:
        """The settings from `given` (None: not given) and the environment.

        Raises:
            InvalidInput: a value is wrong; the message names the variable.
        """
        try:
            return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        except ValidationError as error:
            wrong = tuple(_field_error(e["loc"], e["msg"]) for e in error.errors(include_url=False))
            raise InvalidInput(wrong[0].field, wrong[0].message, wrong) from None


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the table of settings."""

    name: str
    variable: str
    default: str
    description: str


def listed() -> list[Listed]:
    """All settings in order, for documentation and its test."""
    return [
        Listed(name, PREFIX + name.upper(), _default_text(name), field.description or "")
        for name, field in Settings.model_fields.items()
    ]


def _default_text(name: str) -> str:
    if name == "data":
        return "the user's data directory"
    default = Settings.model_fields[name].default
    if default is None:
        return ""
    return ",".join(default) if isinstance(default, tuple) else str(default)


def _field_error(loc: Iterable[str | int], message: str) -> FieldError:
    name = ".".join(str(part) for part in loc)
    if not name:
        return FieldError("", message.removeprefix("Value error, "))
    return FieldError(name, f"{message} (set by {PREFIX}{name.upper()})")
