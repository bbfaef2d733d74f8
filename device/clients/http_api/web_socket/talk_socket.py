"""Adapter: a conversation over a WebSocket: each text message is a turn, answered with the same JSON as a POST.

Sound goes both ways beside them (`voice_line.py`). A message that is refused gets its problem, and the conversation
goes on; a client that is revoked is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens
from device.clients.http_api.app import problem_response, run_blocking
from device.clients.http_api.conversations import TextConversations
from device.clients.http_api.operations import SocketMessage, TalkRequest
from device.clients.http_api.problems import ApiRefusal, problem_of
from device.clients.http_api.requests import authorise, parse_json
from device.clients.http_api.web_socket.voice_line import VoiceLine, VoiceLines
from device.core.policy import FOLLOW_S, MAX_HTTP_SOCKETS, SOCKET_REVOKED


@dataclass(slots=True)
class TalkSockets:
    """The open WebSockets."""

    conversations: TextConversations
    tokens: ClientTokens
    workers: Executor
    voices: VoiceLines
    count: Callable[[str, int, float], None]
    _open: int = field(default=0)

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        try:
            grant = authorise(self.tokens, socket.headers, ClientRight.TALK)
            if self._open >= MAX_HTTP_SOCKETS:
                raise ApiRefusal(HTTPStatus.SERVICE_UNAVAILABLE, "TOO_BUSY", "Too many conversations are open.")
        except Exception as error:  # noqa: BLE001  # a fault in one call must not end the server; its words stay unsaid
            refusal = problem_response(error)
            self.count("talk_socket", refusal.status_code, 0)
            await socket.send_denial_response(refusal)
            return
        self.count("talk_socket", HTTPStatus.SWITCHING_PROTOCOLS, 0)
        self._open += 1
        try:
            with suppress(WebSocketDisconnect):
                await socket.accept()
                await self._converse(socket, grant)
        finally:
            self._open -= 1

    async def _converse(self, socket: WebSocket, grant: ClientGrant) -> None:
        line = self.voices.line(socket, grant)
        try:
            while (message := await self._next_message(socket, grant)) is not None:
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(socket, grant, line, message)
            await socket.close(SOCKET_REVOKED, "TOKEN_REFUSED")
        finally:
            line.close()

    async def _next_message(self, socket: WebSocket, grant: ClientGrant) -> Message | None:
        """Returns the next message; None once the client is revoked."""
        receiving = asyncio.ensure_future(socket.receive())
        try:
            while self.tokens.holds(grant):
                done, _ = await asyncio.wait((receiving,), timeout=FOLLOW_S)
                if done:
                    return receiving.result() if self.tokens.holds(grant) else None
            return None
        finally:
            receiving.cancel()

    async def _take(self, socket: WebSocket, grant: ClientGrant, line: VoiceLine, message: Message) -> None:
        """Does what a message asks; a refusal is told, and the conversation goes on."""
        sound = message.get("bytes")
        try:
            if sound is not None:
                await line.hear(sound)
                return
            asked = parse_json(message.get("text") or "", SocketMessage)
            if asked.listen:
                await line.listen()
                return
            answer = await self._say(grant, asked)
        except WebSocketDisconnect:
            raise
        except Exception as error:  # noqa: BLE001  # a fault in one turn ends that turn; its words stay unsaid
            answer = {**problem_of(error)[1], "type": "problem"}
            if sound is not None and not line.is_news(str(answer["code"])):
                return
        await socket.send_text(msgspec.json.encode(answer).decode())

    async def _say(self, grant: ClientGrant, asked: SocketMessage) -> dict[str, object]:
        if asked.text is None:
            raise ApiRefusal(HTTPStatus.BAD_REQUEST, "BAD_REQUEST", "The message has no text. Nothing was changed.")
        turn = TalkRequest(asked.text, asked.session, asked.language, asked.aloud)
        said = await run_blocking(self.workers, lambda: self.conversations.say(grant, turn))
        return {"type": "reply", **said}
