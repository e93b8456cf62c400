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
from pydantic import Field, ValidationError, field_validator
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
    extractor: Literal["rules", "off"] = Field(
        "rules",
        description="What turns text into facts: `rules` needs no model and no network; `off` only records.",
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
    return ",".join(default) if isinstance(default, tuple) else str(default)


def _field_error(loc: Iterable[str | int], message: str) -> FieldError:
    name = ".".join(str(part) for part in loc)
    return FieldError(name, f"{message} (set by {PREFIX}{name.upper()})")
