"""The moment that relative words count from, and the calendar around it."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from typing import Literal

from retrograph.graph.intervals import EARLIEST, LATEST, SECOND, Period, micros, moment
from retrograph.graph.vocabulary import Grain

DAY = timedelta(days=1)
Unit = Literal["minute", "hour", "day", "week", "month", "year"]


@dataclass(frozen=True)
class Reference:
    """An instant (microseconds since the epoch) seen in a zone; `future` says which way a date without year lies."""

    at: int
    zone: tzinfo
    future: bool = False

    @cached_property
    def today(self) -> date:
        """The calendar day there and then."""
        seen = moment(self.at)
        try:
            return seen.astimezone(self.zone).date()
        except OverflowError:  # within a day of the calendar's ends
            return seen.date()

    @property
    def monday(self) -> date:
        """The Monday of the current week."""
        return self.today - timedelta(days=self.today.weekday())

    def span(self, first: date, last: date, grain: Grain) -> Period:
        """Whole days, `first` to `last` inclusive."""
        end = LATEST + 1 if last == date.max else self._midnight(last + DAY)
        return Period(max(self._midnight(first), EARLIEST), min(end, LATEST + 1), grain)

    def day(self, on: date) -> Period:
        """One whole day."""
        return self.span(on, on, "day")

    def days_from_today(self, count: int) -> Period:
        """The whole day that many days from today; negative counts back."""
        return self.day(self.today + timedelta(days=count))

    def week(self, offset: int) -> Period:
        """Monday to Sunday; 0 is the current week, -1 the one before."""
        first = self.monday + timedelta(weeks=offset)
        return self.span(first, first + 6 * DAY, "day")

    def weekday_of_week(self, offset: int, weekday: int) -> Period:
        """A day of a week; weekday 0 is Monday."""
        return self.day(self.monday + timedelta(weeks=offset, days=weekday))

    def months(self, year: int, month: int, count: int = 1) -> Period:
        """`count` whole months from that month on."""
        first = date(year, month, 1)
        return self.span(first, last_of_month(add_months(first, count - 1)), "month")

    def month_from_now(self, offset: int) -> Period:
        """A whole month; 0 is the current one."""
        first = add_months(self.today.replace(day=1), offset)
        return self.months(first.year, first.month)

    def year(self, year: int) -> Period:
        """A whole calendar year."""
        return self.span(date(year, 1, 1), date(year, 12, 31), "year")

    def calendar(self, year: int, month: int | None, day: int | None) -> Period:
        """A year, a month of it or a day of that.

        Raises:
            ValueError: not in the calendar.
        """
        if month is None:
            return self.year(year)
        return self.months(year, month) if day is None else self.day(date(year, month, day))

    def floating(self, month: int, day: int | None) -> Period | None:
        """A month or day whose year is not said: the last one begun, or with `future` the next one not over."""
        years = (0, 1, 2, 3, 4) if self.future else (0, -1, -2, -3, -4)
        for offset in years:
            try:
                found = self.calendar(self.today.year + offset, month, day)
            except ValueError:
                continue
            if (found.end > self.at) if self.future else (found.start <= self.at):
                return found
        return None

    def shifted(self, count: int, unit: Unit) -> Period | None:
        """So many units from now, negative counts back: a day for up to weeks, else the whole month or year."""
        if unit in ("minute", "hour"):
            seconds = count * (60 if unit == "minute" else 3600)
            return Reference(self.at + seconds * SECOND, self.zone).days_from_today(0)
        if unit in ("day", "week"):
            return self.days_from_today(count * (7 if unit == "week" else 1))
        if unit == "month":
            return self.month_from_now(count)
        return self.year(self.today.year + count) if abs(count) < 100 else None

    def _midnight(self, on: date) -> int:
        return micros(datetime(on.year, on.month, on.day, tzinfo=self.zone))


def last_of_month(on: date) -> date:
    """The last day of the month that `on` lies in."""
    return on.replace(day=monthrange(on.year, on.month)[1])


def add_months(on: date, count: int) -> date:
    """The same day `count` months on, or the last day of that month where it has none.

    Raises:
        ValueError: outside the years 1 to 9999.
    """
    year, month = divmod(on.year * 12 + on.month - 1 + count, 12)
    return date(year, month + 1, min(on.day, monthrange(year, month + 1)[1]))
