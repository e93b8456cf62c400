"""From the texts of a request to the slice it is asked of, and the cursors that carry a slice on.

slice = resolve(When(as_of="2025-03", known_at="asOf"), ledger, now, "Asia/Seoul")
slice.at                    # AsOf(valid, known), in microseconds
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final

import orjson

from retrograph.clock import Clock
from retrograph.errors import Gone, InvalidInput
from retrograph.graph.intervals import EARLIEST, LATEST, AsOf, as_of, micros, zone_named
from retrograph.graph.journal import Basis
from retrograph.graph.ledger import Ledger
from retrograph.retrieval.query import Moment, When
from retrograph.retrieval.views import AsOfView, BasisView, instant

_CHECK: Final = 6
"""Bytes of checksum at the end of a cursor."""
_POSITION_LIMIT: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Slice:
    """Where a question looks: the point in both times, the zone its dates are in, and the journal behind it.

    `basis` is the last event that counts. `horizon` is the transaction time nothing is read beyond, not even
    to explain. `pinned` is the basis that was asked for, if one was.
    """

    at: AsOf
    zone: tzinfo
    tz: str
    basis: Basis
    horizon: int
    pinned: Basis | None = None

    @property
    def view(self) -> AsOfView:
        return AsOfView(valid_at=instant(self.at.valid), known_at=instant(self.at.known), tz=self.tz)

    @property
    def basis_view(self) -> BasisView:
        return BasisView(seq=self.basis.seq, hash=self.basis.hash)

    def at_horizon(self, ledger: Ledger) -> BasisView:
        """The basis of an answer that looks beyond the known-at point, as far as the horizon."""
        basis = ledger.basis_at(self.horizon)
        return BasisView(seq=basis.seq, hash=basis.hash)

    def check_erased(self, ledger: Ledger, entities: Collection[str]) -> None:
        """Refuse a basis from before an erase that touched one of these entities.

        Raises:
            Gone: the bytes asked for again cannot be had any more.
        """
        if self.pinned is None:
            return
        tombstone = ledger.erased_since(self.pinned, entities)
        if tombstone is not None:
            raise Gone(
                f"what this answer was made of was erased after basis {self.pinned} (event {tombstone}); "
                "ask without basis or cursor",
                tombstone,
            )


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far a request may look: `bound` is the tx of the basis asked for (`pinned`), else of the last event."""

    ledger: Ledger
    reached: int
    bound: int
    pinned: Basis | None

    def known(self, text: Moment, valid: int, zone: tzinfo, field: str = "knownAt") -> int:
        """A known-at text as an instant, at most `bound`; `"asOf"` is `valid`.

        An instant after the basis asked for is kept if nothing was recorded between them, so that an answer's own
        `knownAt` and basis, asked for again, give the same answer.
        """
        known = valid if text == "asOf" else read_moment(text, zone, field)
        if known <= self.bound:
            return known
        if self.pinned is not None and known < self.reached and self.ledger.basis_at(known) == self.pinned:
            return known
        return self.bound


class Resolver:
    """Reads the dates, zones, bases and cursors of requests to one project. Any thread may use it."""

    def __init__(self, ledger: Ledger, clock: Clock, tz: str) -> None:
        self._ledger = ledger
        self._clock = clock
        self._tz = tz

    def horizon(self, basis: str | None) -> Horizon:
        """What a request's `basis` comes to.

        Raises:
            InvalidInput: it is no basis, or not one of this journal.
        """
        _, reached = self._ledger.reached()
        if basis is None:
            return Horizon(self._ledger, reached, reached, None)
        pinned = parse_basis(basis)
        return Horizon(self._ledger, reached, min(self._ledger.tx_of(pinned), reached), pinned)

    def now(self, far: Horizon) -> int:
        """The as-of point where none is given: the clock, or with a basis that basis' tx."""
        return self._clock() if far.pinned is None else far.bound

    def zone(self, tz: str | None) -> tuple[str, tzinfo]:
        """The zone that a request's dates are in, by its name and as a zone."""
        name = tz or self._tz
        return name, zone_named(name)

    def resolve(self, when: When, *, present: bool = True) -> Slice:
        """What a request's texts come to. `present=False` takes the known-at point, not now, where there is no as-of.

        Raises:
            InvalidInput: names the field: asOf, knownAt, tz or basis.
        """
        tz, zone = self.zone(when.tz)
        far = self.horizon(when.basis)
        valid = read_moment(when.as_of, zone, "asOf") if when.as_of is not None else self.now(far)
        known = far.bound if when.known_at is None else far.known(when.known_at, valid, zone)
        if when.as_of is None and not present:
            valid = known
        return Slice(AsOf(valid, known), zone, tz, self._ledger.basis_at(known), far.bound, far.pinned)

    def page(self, when: When, cursor: str | None, *parts: object, present: bool = True) -> Page:
        """The slice of a request for a list, and where in the list it begins.

        `parts` are what a cursor is bound to: the kind of request, its entity as written, its filters. The
        request that comes with a cursor may repeat its dates or leave them out, not change them.

        Raises:
            InvalidInput: as `resolve`; or the cursor is mangled, of another request, or of another journal.
        """
        request = hashlib.blake2b(orjson.dumps([str(part) for part in parts]), digest_size=9).hexdigest()
        if cursor is None:
            return Page(self.resolve(when, present=present), request, None)
        found = read_cursor(cursor)
        if found.request != request:
            raise InvalidInput(
                "cursor", "it belongs to another request; repeat the entity and the filters it was given for"
            )
        return Page(self._resumed(found, when), request, found.position)

    def _resumed(self, cursor: Cursor, when: When) -> Slice:
        try:
            bound = self._ledger.tx_of(cursor.basis)
            zone = zone_named(cursor.tz)
        except InvalidInput:
            raise _mangled() from None
        if when.tz not in (None, cursor.tz):
            raise InvalidInput("cursor", f"it was given for tz={cursor.tz}; leave tz out or repeat it")
        if when.as_of is not None and read_moment(when.as_of, zone, "asOf") != cursor.at.valid:
            raise InvalidInput("cursor", "it was given for another asOf; leave asOf out or repeat it")
        return Slice(cursor.at, zone, cursor.tz, cursor.basis, max(bound, cursor.at.known), cursor.basis)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list: its slice, and the position where it begins (None: at the top)."""

    slice: Slice
    request: str
    position: int | str | None

    @property
    def offset(self) -> int:
        """The position of a list that counts.

        Raises:
            InvalidInput: the cursor is of another kind.
        """
        if isinstance(self.position, str):
            raise _mangled()
        return self.position or 0

    def following(self, position: int | str) -> str:
        """The cursor for the page that begins at `position`."""
        return Cursor(self.slice.basis, self.slice.at, self.slice.tz, self.request, position).text()


def read_moment(text: Moment, zone: tzinfo, field: str) -> int:
    """A date or date-time as an instant; a partial date is its last microsecond in `zone`."""
    if isinstance(text, datetime):
        if text.utcoffset() is None:
            raise InvalidInput(field, "the date-time has no offset; give it a tzinfo")
        return micros(text)
    return as_of(text, zone, field=field)


def parse_basis(text: str) -> Basis:
    """`"seq:hash"` as a basis.

    Raises:
        InvalidInput: not of that form.
    """
    seq, colon, digest = text.strip().partition(":")
    if not colon or not seq.isascii() or not seq.isdigit() or len(seq) > 18:
        raise InvalidInput("basis", f"{text[:80]!r} is no basis; write seq:hash as an answer gives it")
    return Basis(int(seq), digest)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a list goes on: the slice it is of, which request it belongs to, and the place in its order."""

    basis: Basis
    at: AsOf
    tz: str
    request: str
    position: int | str

    def text(self) -> str:
        """The opaque form."""
        fields = (self.basis.seq, self.basis.hash, self.at.valid, self.at.known, self.tz, self.request, self.position)
        body = orjson.dumps(fields)
        return urlsafe_b64encode(body + _checksum(body)).decode().rstrip("=")


def read_cursor(text: str) -> Cursor:
    """The cursor again.

    Raises:
        InvalidInput: it is not as it was given out.
    """
    try:
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        body, check = raw[:-_CHECK], raw[-_CHECK:]
        seq, digest, valid, known, tz, request, position = orjson.loads(body)
    except (ValueError, TypeError):
        raise _mangled() from None
    numbers = all(isinstance(n, int) for n in (seq, valid, known))
    texts = all(isinstance(t, str) for t in (digest, tz, request))
    if check != _checksum(body) or not numbers or not texts or not isinstance(position, int | str):
        raise _mangled()
    if isinstance(position, int) and not 0 <= position < _POSITION_LIMIT:
        raise _mangled()
    if seq < 0 or not EARLIEST <= valid <= LATEST or not known <= LATEST:
        raise _mangled()
    cursor = Cursor(Basis(seq, digest), AsOf(valid, known), tz, request, position)
    if cursor.text() != text:
        raise _mangled()
    return cursor


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECK, person=b"cursor").digest()


def _mangled() -> InvalidInput:
    return InvalidInput("cursor", "it is not a cursor of this list as it was given out; ask again without it")
