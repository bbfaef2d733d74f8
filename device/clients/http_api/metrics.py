"""Adapter: counts of the API for Prometheus. No label holds a word, an id or a path that a client made up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from memory.retrieval.metrics import prometheus_text

METRICS_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class ApiMetrics:
    """The counts of one server since its start."""

    def __init__(self, connections: Callable[[], int]) -> None:
        """`connections` counts those that are open."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "selene_http_requests",
            "Requests by operation and status.",
            ("operation", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "selene_http_request_seconds", "Time until the answer began.", ("operation",), registry=self._registry
        )
        gauge = Gauge("selene_http_connections", "Open connections.", registry=self._registry)
        gauge.set_function(connections)

    def count(self, operation: str, status: int, seconds: float) -> None:
        """Counts a request; `operation` is a name of the table."""
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def text(self, memory: Mapping[str, int]) -> bytes:
        """Returns everything as text, with the sums over the turns of a person."""
        return generate_latest(self._registry) + prometheus_text(memory).encode()
