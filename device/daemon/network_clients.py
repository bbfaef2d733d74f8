"""Composition: the servers for clients in the network, each only where it is configured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.clients.http_api.settings import HttpSettings, check_http_settings
from device.clients.wyoming_server.settings import WyomingSettings, check_wyoming_settings
from device.daemon.audio_inputs import check_engines, ladder_opener
from device.daemon.current_user import resolve_user
from device.engines import factory
from device.engines.heard_languages import check_heard_language
from device.platform.clock import MachineClock
from device.platform.optional_extras import require_extra
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from device.clients.text_turns import ClientPerson
    from device.daemon.audio_inputs import RunSettings
    from device.daemon.composition import Daemon
    from device.daemon.service import Client
    from device.daemon.sync_service import NotifyPerson


_API_PACKAGES = ("prometheus_client", "starlette", "uvicorn", "websockets")


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The servers of a run; None for those that are off."""

    wyoming: WyomingSettings | None = None
    http: HttpSettings | None = None
    mcp: HttpSettings | None = None


def check_network_settings(network: NetworkSettings, settings: RunSettings) -> None:
    """Refuses what cannot be served, before anything is opened. Raises BadUsage, BadUri, EngineUnavailable,
    AddressRefused.
    """
    if network.http is not None:
        check_http_settings(network.http)
        require_extra("api", _API_PACKAGES)
    if network.mcp is not None:
        check_http_settings(network.mcp)
        require_extra("mcp", ("mcp",))
        require_extra("api", _API_PACKAGES)
    wyoming = network.wyoming
    if wyoming is not None:
        check_wyoming_settings(wyoming)
        if wyoming.user is not None:
            check_user_name(wyoming.user)
        require_extra("wyoming", ("wyoming", "zeroconf") if wyoming.announce else ("wyoming",))
        check_heard_language(settings.recogniser, settings.language)
        factory.check_uris({"recognisers": settings.recogniser, "voices": settings.voice}, settings.engines)
        check_engines(settings)


def network_servers(
    network: NetworkSettings, settings: RunSettings, daemon: Daemon, tell: NotifyPerson
) -> tuple[Client, ...]:
    """Returns the configured servers, each a task of the daemon."""
    servers: list[Client] = []
    if network.http is not None:
        servers.append(_http_server(network.http, settings, daemon))
    if network.mcp is not None:
        servers.append(_mcp_server(network.mcp, settings, daemon))
    if network.wyoming is not None:
        servers.append(_wyoming_server(network.wyoming, settings, daemon, tell))
    return tuple(servers)


def _http_server(http: HttpSettings, settings: RunSettings, daemon: Daemon) -> Client:
    from device.clients.http_api.server import HttpServer
    from device.clients.http_api.web_socket.voice_talk import VoiceEngines
    from device.clients.recogniser_process import open_recogniser_process
    from device.session.minds.spoken_mind import SpokenMind

    ladders = daemon.served.ladders or ladder_opener(settings)
    voiceprint = ladders.voiceprint(settings.voiceprint)
    complete = factory.open_end_of_turn(settings.end_of_turn, settings.engines)

    def open_engines() -> VoiceEngines:
        speech = factory.open_speech(settings.speech, settings.engines)
        voice = ladders.voice(settings.voice)
        recogniser, close = ladders.closable_recogniser(settings.recogniser, open_recogniser_process)
        return VoiceEngines(speech, recogniser, voice, close, voiceprint, complete, SpokenMind(daemon.served.desk))

    return HttpServer(http, daemon.served, settings.state, MachineClock().now, settings.language, open_engines)


def _mcp_server(mcp: HttpSettings, settings: RunSettings, daemon: Daemon) -> Client:
    from device.clients.mcp_server.http_server import McpHttpServer

    return McpHttpServer(mcp, daemon.served, settings.state, MachineClock().now, settings.language)


def _wyoming_server(wyoming: WyomingSettings, settings: RunSettings, daemon: Daemon, tell: NotifyPerson) -> Client:
    from device.clients.recogniser_process import UtteranceLadder, open_recogniser_process
    from device.clients.text_turns import TextTurns
    from device.clients.wyoming_server.server import DaemonServices, WyomingServer
    from device.clients.wyoming_server.service_info import service_info
    from device.clients.wyoming_server.speech_engines import SpeechEngines

    person = _person(wyoming.user or settings.user, daemon, guest=wyoming.guest)
    turns = TextTurns(
        daemon.served.assistant(settings.language),
        person,
        MachineClock().now,
        lambda: daemon.served.tells_due_itself(person.user_id),
    )
    ladders = daemon.served.ladders or ladder_opener(settings)
    engines = SpeechEngines(
        lambda: UtteranceLadder(*ladders.closable_recogniser(settings.recogniser, open_recogniser_process)),
        lambda: ladders.voice(settings.voice),
    )
    info = service_info(settings.language, settings.recogniser, settings.voice)
    return WyomingServer(wyoming, DaemonServices(turns, engines, info), tell)


def _person(named: str | None, daemon: Daemon, *, guest: bool) -> ClientPerson:
    from device.clients.text_turns import ClientPerson

    return ClientPerson(resolve_user(daemon.served.shared.vault, named).user_id, guest)
