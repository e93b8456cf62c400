"""Numbers for Prometheus: the border to its client library. Nothing in a label comes from a text.

    metrics = Metrics(lambda: {"default": stats})
    metrics.answered(Answered("/healthz", "GET", "200", 0.004))
    metrics.text()                # the exposition, as bytes of `MEDIA_TYPE`

What projects hold is read when the text is asked for; requests are counted as they are answered. docs/http.md lists
every metric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from retrograph.api.results import Stats
from retrograph.api.version import version

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of durations, in seconds."""

_GAUGES: Final[Mapping[str, tuple[str, Callable[[Stats], float]]]] = {
    "retrograph_oldest_job_seconds": (
        "How long the extraction that has waited longest has been waiting.",
        lambda s: s.oldest_job_seconds,
    ),
    "retrograph_observations": ("Observations that are there.", lambda s: s.observations),
    "retrograph_entities": ("Entities ever named.", lambda s: s.entities),
    "retrograph_facts": ("Versions of facts that are believed now.", lambda s: s.open_facts),
    "retrograph_fact_versions": ("Versions of facts, with those no longer believed.", lambda s: s.facts),
    "retrograph_graph_lag_events": ("Events that the graph does not reflect yet.", lambda s: s.lag.graph),
    "retrograph_rebuilding": ("1 while the graph is being rebuilt.", lambda s: s.rebuilding),
    "retrograph_project_bytes": ("Size of a project's files.", lambda s: s.bytes),
}


@dataclass(frozen=True, slots=True)
class Answered:
    """One request that has its answer. `route` is the template it matched, `status` None where the client left."""

    route: str
    method: str
    status: int | None
    seconds: float


class Metrics:
    """The metrics of one application, in a registry of its own. Any thread may use it."""

    def __init__(self, projects: Callable[[], Mapping[str, Stats]]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "retrograph_http_requests",
            "Requests answered.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "retrograph_http_request_seconds",
            "How long requests took.",
            ("route", "method"),
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self.running = Gauge("retrograph_http_requests_running", "Requests being served.", registry=self._registry)
        info = Gauge("retrograph_build_info", "1, with the version.", ("version",), registry=self._registry)
        info.labels(version()).set(1)
        self._registry.register(_Projects(projects))
        ProcessCollector(registry=self._registry)

    def answered(self, request: Answered) -> None:
        """Count a request."""
        status = "none" if request.status is None else str(request.status)
        self._requests.labels(request.route, request.method, status).inc()
        self._seconds.labels(request.route, request.method).observe(request.seconds)

    def text(self) -> bytes:
        """All metrics as they are now."""
        return generate_latest(self._registry)


class _Projects(Collector):
    """What each open project holds, read when it is asked for."""

    def __init__(self, projects: Callable[[], Mapping[str, Stats]]) -> None:
        self._projects = projects

    def describe(self) -> Iterator[Metric]:
        """Nothing: a registry would otherwise read every project to learn the names."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        found = self._projects()
        jobs = GaugeMetricFamily("retrograph_jobs", "Extractions by status.", labels=("project", "status"))
        settled = CounterMetricFamily(
            "retrograph_jobs_settled", "Extractions settled, since the project began.", labels=("project", "outcome")
        )
        events = CounterMetricFamily("retrograph_events", "Events in the journal.", labels=("project",))
        for project, stats in found.items():
            for status, count in stats.jobs.items():
                jobs.add_metric((project, status), count)
            for outcome, count in stats.settled.items():
                settled.add_metric((project, outcome), count)
            events.add_metric((project,), stats.events)
        yield from (jobs, settled, events)
        for name, (meaning, value) in _GAUGES.items():
            gauge = GaugeMetricFamily(name, meaning, labels=("project",))
            for project, stats in found.items():
                gauge.add_metric((project,), value(stats))
            yield gauge
