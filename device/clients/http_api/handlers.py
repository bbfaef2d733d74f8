"""Adapter: the handlers of the operations: from the parameters of a request to a call, and back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from starlette.responses import Response, StreamingResponse

from device.clients.client_tokens import ClientRight, ClientTokens
from device.clients.http_api.app import ApiCall, Handler, json_response, run_blocking
from device.clients.http_api.continuity_calls import ContinuityCalls
from device.clients.http_api.conversations import TextConversations
from device.clients.http_api.event_stream import stream_events
from device.clients.http_api.household import Household
from device.clients.http_api.memory_calls import MemoryCalls
from device.clients.http_api.metrics import METRICS_TYPE, ApiMetrics
from device.clients.http_api.openapi import openapi_document
from device.clients.http_api.operations import ForgetRequest, PinRequest, RememberRequest, TalkRequest, WorkRequest
from device.clients.http_api.problems import ApiRefusal
from device.clients.http_api.settings import HttpLimits
from device.core.policy import MAX_HTTP_LISTED
from engine_b.vault.control_queries import VaultControlQueries
from memory.continuity.work_order import WorkStatus
from memory.model.atoms import Moment
from memory.model.timestamps import from_iso
from memory.retrieval.metrics import metric_totals


@dataclass(frozen=True, slots=True)
class ApiHandlers:
    """A handler for each operation, named as in the table."""

    household: Household
    tokens: ClientTokens
    conversations: TextConversations
    memory: MemoryCalls
    continuity: ContinuityCalls
    metrics: ApiMetrics
    limits: HttpLimits
    workers: Executor

    def by_name(self) -> dict[str, Handler]:
        """Returns the handlers."""
        return {
            "talk": self._talk,
            "list": self._list,
            "remember": self._remember,
            "search": self._search,
            "show": self._show,
            "why": self._why,
            "forget": self._forget,
            "forget_query": self._forget_query,
            "threads": self._threads,
            "work": self._work,
            "add_work": self._add_work,
            "thread": self._thread,
            "forget_thread": self._forget_thread,
            "pin": self._pin,
            "resume": self._resume,
            "work_order": self._work_order,
            "confirm": partial(self._settle, WorkStatus.DONE, "CONFIRMED_BY_PROGRAM"),
            "cancel": partial(self._settle, WorkStatus.CANCELED, "CANCELED_BY_PROGRAM"),
            "map": self._map,
            "changes": self._changes,
            "events": self._events,
            "metrics": self._metrics,
            "openapi": self._openapi,
        }

    async def _talk(self, call: ApiCall) -> Response:
        assert isinstance(call.body, TalkRequest)
        return await self._answer(partial(self.conversations.say, call.client, call.body))

    async def _list(self, call: ApiCall) -> Response:
        query = call.request.query_params
        since, until = (_moment(query.get(name)) for name in ("since", "until"))
        return await self._answer(partial(self.memory.list, call.client, since, until, _limit(call)))

    async def _threads(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.threads, call.client, _limit(call)))

    async def _work(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.work, call.client, _limit(call)))

    async def _add_work(self, call: ApiCall) -> Response:
        assert isinstance(call.body, WorkRequest)
        return await self._answer(partial(self.continuity.add_work, call.client, call.body))

    async def _thread(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.continuity.thread, call.client, _id(call, "thread_id")))

    async def _forget_thread(self, call: ApiCall) -> Response:
        every, thread_id = _switch(call, "all"), _id(call, "thread_id")
        return await self._answer(partial(self.continuity.forget, call.client, thread_id, every=every))

    async def _pin(self, call: ApiCall) -> Response:
        assert isinstance(call.body, PinRequest)
        thread_id, pinned = _id(call, "thread_id"), call.body.pinned
        return await self._answer(partial(self.continuity.pin, call.client, thread_id, pinned=pinned))

    async def _resume(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.continuity.resume, call.client, _id(call, "thread_id")))

    async def _work_order(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.continuity.work_order, call.client, _id(call, "work_order_id")))

    async def _settle(self, status: WorkStatus, reason: str, call: ApiCall) -> Response:
        work_order_id = _id(call, "work_order_id")
        return await self._answer(partial(self.continuity.settle, call.client, work_order_id, status, reason))

    async def _map(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.map, call.client))

    async def _changes(self, call: ApiCall) -> Response:
        query = call.request.query_params
        since, until = (_moment(query.get(name)) for name in ("since", "until"))
        if since is None:
            raise _bad_parameter("since holds a moment as ISO 8601")
        return await self._answer(partial(self.memory.changes, call.client, since, until))

    async def _remember(self, call: ApiCall) -> Response:
        assert isinstance(call.body, RememberRequest)
        return await self._answer(partial(self.memory.remember, call.client, call.body))

    async def _search(self, call: ApiCall) -> Response:
        query = call.request.query_params
        if not (words := query.get("q", "")).strip():
            raise _bad_parameter("q holds the words to look for")
        return await self._answer(partial(self.memory.search, call.client, words, query.get("language")))

    async def _show(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.show, call.client, _id(call)))

    async def _why(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.why, call.client, _id(call)))

    async def _forget(self, call: ApiCall) -> Response:
        return await self._answer(partial(self.memory.forget, call.client, _id(call)))

    async def _forget_query(self, call: ApiCall) -> Response:
        assert isinstance(call.body, ForgetRequest)
        return await self._answer(partial(self.memory.forget_query, call.client, call.body))

    async def _events(self, call: ApiCall) -> Response:
        events = stream_events(self.household.hub, self.tokens, call.client, self.limits.idle_s)
        return StreamingResponse(events, headers={"cache-control": "no-store"}, media_type="text/event-stream")

    async def _metrics(self, call: ApiCall) -> Response:
        grant = call.client
        user_id = grant.user_id if ClientRight.READ in grant.may else ""
        text = await run_blocking(self.workers, lambda: self.metrics.text(self._memory_sums(user_id)))
        return Response(text, headers={"content-type": METRICS_TYPE})

    async def _openapi(self, call: ApiCall) -> Response:
        return json_response(openapi_document())

    def _memory_sums(self, user_id: str) -> dict[str, int]:
        """Returns the sums over a person's turns; none for a client that may not read."""
        if not user_id:
            return {}
        with self.household.reading() as vault:
            return metric_totals(VaultControlQueries(vault).measurements(user_id))

    async def _answer(self, job: Callable[[], object]) -> Response:
        return json_response(await run_blocking(self.workers, job))


def _id(call: ApiCall, name: str = "atom_id") -> str:
    return str(call.request.path_params[name])


def _switch(call: ApiCall, name: str) -> bool:
    said = call.request.query_params.get(name, "false")
    if said not in ("true", "false"):
        raise _bad_parameter(f"{name} is true or false")
    return said == "true"


def _limit(call: ApiCall) -> int:
    limit = call.request.query_params.get("limit", str(MAX_HTTP_LISTED))
    if not (limit.isascii() and limit.isdecimal() and len(limit) < len(str(MAX_HTTP_LISTED)) + 1):
        raise _bad_parameter(f"limit is a number up to {MAX_HTTP_LISTED}")
    return min(int(limit), MAX_HTTP_LISTED)


def _moment(text: str | None) -> Moment | None:
    return None if text is None else from_iso(text)


def _bad_parameter(what: str) -> ApiRefusal:
    return ApiRefusal(HTTPStatus.BAD_REQUEST, "BAD_REQUEST", f"In the address, {what}. Nothing was changed.")
