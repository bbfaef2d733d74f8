"""Composition: the composition root: turns settings into engines, a vault, an assistant and the parts of a daemon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from device.audio.vad_calibration import with_tuning
from device.clients.control_socket import ListeningSocket, control_socket
from device.core.ladder.rungs import Trouble
from device.core.policy import DevicePolicy
from device.daemon.audio_inputs import (
    NO_MICROPHONE,
    AudioInputs,
    RunSettings,
    check_engines,
    check_settings,
    ladder_opener,
    open_audio_inputs,
    open_loudspeaker,
    speech_may_interrupt,
)
from device.daemon.current_user import local_speaker, resolve_user
from device.daemon.vault_access import ServedVault, open_own_vault
from device.engines import factory
from device.platform.clock import MachineClock, monotonic_ns, sleep_one_frame
from device.platform.control_place import control_place
from device.platform.cycle_search import search_cycles_seldom
from engine_b.core.errors import VaultError
from memory.model.atoms import Moment
from memory.model.ports import Gate

if TYPE_CHECKING:
    from device.clients.local_audio import LocalAudioClient, LocalSound
    from device.core.messages import MindRequest
    from device.core.ports import Loudspeaker
    from device.daemon.announcer import Announcer
    from device.daemon.shared_vault import SharedVault
    from device.daemon.sync_service import NotifyPerson, SyncService
    from device.daemon.thread_closer import ThreadCloser
    from device.daemon.vector_maker import VectorMaker
    from device.engines.ladder.engine_book import EngineChange
    from device.engines.ladder.ladder_opener import LadderOpener
    from device.engines.ladder.own_news import OwnNews
    from device.session.event_log import EventListener, EventLog
    from device.session.executor import Worker
    from device.session.minds.mind_desk import MindDesk
    from device.session.pause_judge import PauseJudge
    from device.session.session import Session
    from device.vocabulary.health_window import HealthWindow, MonitoredRecogniser
    from engine_b.vault.vault import Vault

GreetPerson = Callable[["LocalSound"], None]
"""Greets the person before the vault is opened."""


@dataclass(frozen=True, slots=True)
class Daemon:
    """The opened parts of a daemon; `device/daemon/service.py` runs them."""

    served: ServedVault
    local: LocalAudioClient | None
    """The conversation at the device's own microphone; None where it has none."""
    syncing: SyncService | None
    listening: ListeningSocket | None
    """The control socket; none on a tape that is played fast."""
    announcer: Announcer | None = None
    """Tells the clients what is due where no microphone's conversation does; none on a tape that is played fast."""
    closer: ThreadCloser | None = None
    """Digests the conversations that went silent; none on a tape that is played fast."""
    vectors: VectorMaker | None = None
    """Makes vectors between the turns; none without an encoder, and on a tape that is played fast."""


@contextmanager
def open_local_audio(
    settings: RunSettings,
    listeners: tuple[EventListener, ...],
    tell: NotifyPerson = lambda code, sentence: None,
    greet: GreetPerson | None = None,
) -> Iterator[LocalAudioClient]:
    """Opens the conversation at the microphone without the rest of the daemon; see `open_daemon`."""
    with open_daemon(settings, listeners, tell, greet) as daemon:
        assert daemon.local is not None
        yield daemon.local


@contextmanager
def open_daemon(
    settings: RunSettings,
    listeners: tuple[EventListener, ...],
    tell: NotifyPerson = lambda code, sentence: None,
    greet: GreetPerson | None = None,
) -> Iterator[Daemon]:
    """Opens everything that `selene run` needs, in order, and always closes it in reverse.

    What writes is opened last, so that a wrong URI or a missing microphone changes nothing. `tell` reports syncing to
    the person; `greet` gets the audio engines before the vault is opened or made.
    """
    check_settings(settings)
    check_engines(settings)
    with ExitStack() as stack:
        ladders = ladder_opener(settings)
        ladders.book.listeners.append(partial(_tell_change, tell))
        ears = (
            stack.enter_context(open_audio_inputs(settings, ladders)) if settings.microphone != NO_MICROPHONE else None
        )
        speaker = stack.enter_context(open_loudspeaker(settings, ears)) if greet and ears else None
        if greet and ears and speaker:
            greet(ears.with_loudspeaker(speaker, DevicePolicy()))
        desk = _mind_desk(settings, ladders, tell)
        encoder = factory.open_encoder(settings.encoder, settings.engines)
        began = settings.now or MachineClock().now()
        vault = stack.enter_context(open_own_vault(settings.state, began, settings.record_types))
        vault.use_encoder(encoder)
        place, for_group = control_place(settings.state)
        listening = None if settings.fast else stack.enter_context(control_socket(place, for_group=for_group))
        served = _served_vault(vault, settings, desk)
        served.ladders = ladders
        stack.callback(served.shared.close)
        live = ears is None or ears.microphone.live
        syncing = _sync_service(served.shared, tell, live=live)
        vectors = _vector_maker(served.shared, settings)
        if ears is None:
            beside = _announcer(served, settings), _closer(served, settings)
            yield Daemon(served, None, syncing, listening, *beside, vectors)
            return
        served.speaks_to = resolve_user(vault, settings.user).user_id
        listeners += (syncing.heard,) if syncing else ()
        speaker = speaker or stack.enter_context(open_loudspeaker(settings, ears))
        run = _LocalRun(settings, served, ears, speaker, began)
        announcer, closer = (None, None) if settings.fast else (_announcer(served, settings), _closer(served, settings))
        yield Daemon(served, run.client(listeners, tell), syncing, listening, announcer, closer, vectors)
        run.trial.ended()


def _tell_change(tell: NotifyPerson, change: EngineChange) -> None:
    """Tells the operator that an engine took the place of another."""
    if change.trouble:
        tell(
            "ENGINE_REPLACED",
            f"{change.before} {change.trouble.value}; {change.after} is used instead. It is tried again later.",
        )
    else:
        tell("ENGINE_REPLACED", f"{change.after} works again.")
    if change.place:
        tell("", _leaves(change.place))


def _leaves(place: str) -> str:
    return f"What I know no answer to goes to {place}, with names and numbers replaced."


def _mind_desk(settings: RunSettings, ladders: LadderOpener, tell: NotifyPerson) -> MindDesk | None:
    """Opens the mind; says where the words go that it is given, where that is another device."""
    mind = ladders.mind(settings.mind)
    if mind is None:
        return None
    from device.session.executor import JobThread
    from device.session.minds.mind_desk import MindDesk

    if mind.place:
        tell("", _leaves(mind.place))
    return MindDesk(mind, None if settings.fast else JobThread("selene-mind"))


def _note_departures(desk: MindDesk, shared: SharedVault) -> None:
    """Has noted in the vault what is about to leave the device."""
    from device.daemon.left_device import note_departure

    def leaving(request: MindRequest, place: str) -> None:
        with shared.lease() as vault:
            note_departure(vault, request, place)

    desk.leaving = leaving


def _served_vault(vault: Vault, settings: RunSettings, desk: MindDesk | None) -> ServedVault:
    from device.daemon.event_hub import EventHub
    from device.daemon.shared_vault import SharedVault

    served = ServedVault(
        SharedVault(vault, settings.state), EventHub(), settings.skills, desk, second_opinion=settings.second_opinion
    )
    if desk is not None:
        _note_departures(desk, served.shared)
    assistant = served.assistant(settings.language).assistant
    if not settings.fast:  # nobody waits for a tape that is played fast
        assistant.warm_up()
        search_cycles_seldom()
    return served


def _announcer(served: ServedVault, settings: RunSettings) -> Announcer:
    from device.daemon.announcer import Announcer

    user_id = resolve_user(served.shared.vault, settings.user).user_id
    assistant, spoken = served.assistant(settings.language), bool(served.speaks_to)
    news = tuple if spoken or served.ladders is None else _written_news(settings.language, served.ladders)
    return Announcer(assistant, served.hub, user_id, MachineClock().now, spoken=spoken, news=news)


def _written_news(language: str, ladders: LadderOpener) -> Callable[[], tuple[str, ...]]:
    """Returns what tells of engines where no microphone's conversation does."""
    from device.conversation.turn_words import turn_words
    from device.engines.ladder.own_news import OwnNews
    from device.platform.language_files import load_language

    words, news = turn_words(language, load_language(language).device["turn_taking"]), OwnNews(ladders.book.take_news)
    return lambda: tuple(said.sentence for said in news.new(words, cancels=True))


def _closer(served: ServedVault, settings: RunSettings) -> ThreadCloser:
    from device.daemon.thread_closer import ThreadCloser

    user_id = resolve_user(served.shared.vault, settings.user).user_id
    return ThreadCloser(served, user_id, settings.language, MachineClock().now)


def _vector_maker(shared: SharedVault, settings: RunSettings) -> VectorMaker | None:
    """Returns what makes vectors between the turns; on a tape that is played fast all are made now."""
    if shared.vault.reader.encoder is None:
        return None
    from device.daemon.vector_maker import VectorMaker

    while settings.fast and shared.vault.make_vectors():
        pass
    return None if settings.fast else VectorMaker(shared)


class _LocalRun:
    """The conversation at the device's own microphone, put together from its parts."""

    trial: HealthWindow

    def __init__(
        self, settings: RunSettings, served: ServedVault, ears: AudioInputs, speaker: Loudspeaker, began: Moment
    ) -> None:
        self._settings, self._served, self._ears, self._speaker, self._began = settings, served, ears, speaker, began
        clock = MachineClock()
        live = ears.microphone.live and settings.now is None
        self._moment_of: Callable[[int], Moment] | None = (lambda _: clock.now()) if live else None

    def client(self, listeners: tuple[EventListener, ...], tell: NotifyPerson) -> LocalAudioClient:
        """Returns the client with its session. The recogniser gets the words at once."""
        from device.clients.local_audio import LocalAudioClient
        from device.conversation.turn_state import ConversationState
        from device.conversation.turn_words import turn_words
        from device.platform.language_files import load_language
        from device.session.doubtful_words import doubtful_words
        from device.session.event_log import EventLog
        from device.session.executor import InlineWorker, ThreadWorker
        from device.session.known_voice import voice_reader
        from device.session.minds.spoken_mind import SpokenMind
        from device.session.near_misses import NearMissFile
        from device.session.session import Session
        from device.session.utterance_judge import UtteranceJudge
        from device.session.voice_session import VoiceSession
        from device.session.voice_turns import VoiceTurns

        vault, ears, speaker = self._served.shared.vault, self._ears, self._speaker
        policy = with_tuning(DevicePolicy(), {setting.key: setting.value for setting in vault.current_state()})
        user_id = resolve_user(vault, self._settings.user).user_id
        language = self._settings.language
        data = load_language(language).device
        doubtful = doubtful_words(language, data["doubtful_words"])
        assistant = VoiceTurns(self._served.assistant(language, reports=False), doubtful)
        who = local_speaker(user_id, guest=self._settings.guest, alone=self._settings.alone)
        session = Session(assistant, user_id, identified=who.identified, known=who.known)
        self.trial = self._health_window(user_id, tell)
        ears.recogniser = watched = _monitored_recogniser(self.trial, ears, session)
        sound = ears.with_loudspeaker(speaker, policy)
        worker = ThreadWorker() if sound.microphone.live else InlineWorker()
        listeners += (self._served.hub.listener(user_id if who.identified else ""),)
        listeners += (NearMissFile(self._settings.state),)
        listeners += _personal_package_listeners(self.trial, user_id, watched, worker)
        event_log = EventLog(user_id, self._began, vault.head().seq, listeners, self._moment_of, policy.session_idle_ms)
        state = ConversationState(speech_interrupts=speech_may_interrupt(speaker, ears.echo))
        words = turn_words(language, data["turn_taking"])
        known = voice_reader(self._served.shared.lease, user_id)
        judge = UtteranceJudge(words, voiceprint=ears.voiceprint, known_voice=known, doubtful=doubtful)
        tones = speaker.acoustic and self._settings.tones
        mind = SpokenMind(self._served.desk)
        news = self._own_news()
        pauses = self._pause_judge(Gate(user_id, who.identified), event_log)
        spoken = VoiceSession(
            session, sound, worker, event_log, policy, state, monotonic_ns, words, tones, judge, pauses, mind, news
        )
        rest = sleep_one_frame if speaker.acoustic and sound.microphone.live else (lambda: None)
        return LocalAudioClient(sound.microphone, spoken, monotonic_ns, rest)

    def _own_news(self) -> OwnNews:
        """Returns what is said of engines. That the recogniser failed counts for a vocabulary on trial, too."""
        from device.engines.ladder.own_news import OwnNews

        if (ladders := self._served.ladders) is None:
            return OwnNews()
        ladders.book.listeners.append(partial(_count_failure, self.trial))
        return OwnNews(ladders.book.take_news)

    def _pause_judge(self, gate: Gate, event_log: EventLog) -> PauseJudge:
        from device.session.known_voice import pause_reader
        from device.session.pause_judge import PauseJudge

        known = pause_reader(self._served.shared.lease, gate, lambda: event_log.moment(0).at_ms)
        return PauseJudge(self._ears.end_of_turn, known)

    def _health_window(self, user_id: str, tell: NotifyPerson) -> HealthWindow:
        from device.vocabulary.health_window import HealthWindow, build_rollback_installer
        from engine_b.vocabulary.activation import DEVICE_SCOPE, personal_scope

        shared, began, moment_of = self._served.shared, self._began, self._moment_of

        def now_ms() -> int:
            return (moment_of(0) if moment_of else began).at_ms

        return HealthWindow(
            build_rollback_installer(shared.vault, began.at_ms),
            now_ms,
            tell,
            (DEVICE_SCOPE, personal_scope(user_id, shared.vault.vault_id)),
            shared.lease,
        )


def _personal_package_listeners(
    trial: HealthWindow, user_id: str, recogniser: MonitoredRecogniser, worker: Worker
) -> tuple[EventListener, ...]:
    """Returns the job that builds a person's own vocabulary between turns; none on a tape that is played fast."""
    from device.session.executor import ThreadWorker
    from device.vocabulary.personal_package import PersonalPackage
    from device.vocabulary.personal_package_job import PersonalPackageJob

    if not isinstance(worker, ThreadWorker):
        return ()
    vault = trial.installer.vault
    return (
        PersonalPackageJob(
            lambda: PersonalPackage(vault, user_id, trial.now_ms()), recogniser, worker.aside, trial.tell, trial.guard
        ).heard,
    )


def _count_failure(trial: HealthWindow, change: EngineChange) -> None:
    if change.kind == "recognisers" and change.trouble is Trouble.FAILED:
        with suppress(VaultError):  # the trial then lasts longer
            trial.failed()


def _monitored_recogniser(trial: HealthWindow, ears: AudioInputs, session: Session) -> MonitoredRecogniser:
    """Returns the recogniser, monitored while a vocabulary is on trial. It gets the words at once: if they kill the
    process, then in a start that was counted.
    """
    from device.vocabulary.health_window import MonitoredRecogniser

    trial.started()
    watched = MonitoredRecogniser(ears.recogniser, trial)
    if trial.on:
        watched.start(session.hints())
        watched.abandon()
    return watched


def _sync_service(shared: SharedVault, tell: NotifyPerson, *, live: bool) -> SyncService | None:
    """Returns the service that syncs a paired vault; none on a tape that is played fast."""
    from engine_b.sync import membership

    database = shared.vault.database
    if not membership.has_account(database):
        tell("", "There is no account yet, so this memory does not outlive the device. Make one with: selene init")
    if not live or membership.load_paired_mirror(database) is None:
        return None
    from nacl.utils import random as random_bytes

    from device.daemon.sync_service import SyncService

    clock = MachineClock()

    def draw() -> int:
        return int.from_bytes(random_bytes(8), "big")

    return SyncService(shared, lambda: clock.now().at_ms, draw, tell)
