"""Composition: the composition root: turns settings into engines, a vault, an assistant and a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.audio.vad_calibration import with_tuning
from device.core.errors import BadUsage
from device.core.policy import DevicePolicy
from device.daemon.current_user import resolve_user
from device.engines import factory
from device.platform.clock import MachineClock, monotonic_ns, sleep_one_frame
from memory.model.atoms import Moment
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from device.assistant.assistant import Assistant
    from device.audio.audio_frontend import AudioFrontend
    from device.clients.local_audio import LocalAudioClient, LocalSound
    from device.core.ports import EchoCanceller, Loudspeaker, Microphone, Recogniser, SpeechDetector, Voice, WakeWord
    from device.daemon.sync_service import NotifyPerson, SyncService
    from device.session.event_log import EventListener
    from device.session.executor import Worker
    from device.session.session import Session
    from device.skills.skill import Skill
    from device.vocabulary.health_window import HealthWindow, MonitoredRecogniser
    from engine_b.protocol.record_types import RecordType
    from engine_b.vault.vault import Vault


GreetPerson = Callable[["LocalSound"], None]
"""Greets the person before the vault is opened."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The options of `selene run`; each URI names an engine."""

    state: Path
    user: str | None
    microphone: str = "device:"
    speaker: str = "device:"
    wake: str = "microwakeword:okay_nabu"
    speech: str = "silero:"
    recogniser: str = "pocketsphinx:"
    voice: str = "espeak:"
    echo: str = "none:"
    language: str = "en"
    fast: bool = False
    now: Moment | None = None
    engines: factory.EngineRegistry = factory.BUILT_IN
    """Where the schemes of the URIs are looked up."""
    skills: tuple[Skill, ...] = ()
    """What Selene can do beside the core's skills."""
    record_types: tuple[RecordType, ...] = ()
    """What the vault keeps beside the core's types."""

    def uris(self) -> dict[str, str]:
        """Returns the URI of each kind of engine, in the order in which a mistake is reported."""
        return {
            "speech_detectors": self.speech,
            "wake_words": self.wake,
            "recognisers": self.recogniser,
            "voices": self.voice,
            "echo_cancellers": self.echo,
            "speakers": self.speaker,
            "microphones": self.microphone,
        }


@contextmanager
def open_assistant(state: Path, now: Moment, language: str = "en") -> Iterator[Assistant]:
    """Opens the assistant on its vault, for one process at a time. Raises `VaultError`s with their codes."""
    with _open_to_write(state, now) as vault:
        yield _assistant_on(vault, language)


@contextmanager
def open_account_vault(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens the vault for a new account; makes it when there is none."""
    with _open_to_write(state, now) as vault:
        yield vault


@contextmanager
def _open_to_write(state: Path, now: Moment, record_types: tuple[RecordType, ...] = ()) -> Iterator[Vault]:
    from engine_b.protocol.core_types import CORE_TYPES
    from engine_b.protocol.record_types import RecordTypes
    from engine_b.vault.vault import Vault

    types = RecordTypes((*CORE_TYPES, *record_types)) if record_types else CORE_TYPES
    with Vault.open(state, now_ms=now.at_ms, record_types=types) as vault:
        yield vault


def _assistant_on(vault: Vault, language: str, skills: tuple[Skill, ...] = ()) -> Assistant:
    from device.assistant.assistant import Assistant
    from device.assistant.intent_table import CORE_SKILLS

    return Assistant(vault, language=language, skills=(*CORE_SKILLS, *skills))


@contextmanager
def open_for_reading(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens the vault for reading, also while a daemon runs: nothing is written."""
    from engine_b.vault.vault import Vault

    with Vault.open(state, create=False, now_ms=now.at_ms, read_only=True) as vault:
        yield vault


@contextmanager
def open_existing(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens an existing vault for one process at a time, to be verified as a whole. Makes none."""
    from engine_b.vault.vault import Vault

    with Vault.open(state, create=False, now_ms=now.at_ms) as vault:
        yield vault


@dataclass(slots=True)
class _AudioInputs:
    """The microphone, detectors and voice of a run. Its stream of frames continues from one listener to the next."""

    microphone: Microphone
    echo: EchoCanceller
    wake: WakeWord
    speech: SpeechDetector
    recogniser: Recogniser
    voice: Voice
    _heard: AudioFrontend | None = None

    def with_loudspeaker(self, speaker: Loudspeaker, policy: DevicePolicy) -> LocalSound:
        """Returns the loop's engines with a loudspeaker and this policy; audio time continues."""
        from device.audio.audio_frontend import AudioFrontend
        from device.clients.local_audio import LocalSound

        now_ms = self._heard.now_ms if self._heard else 0
        self._heard = AudioFrontend(self.echo, self.wake, self.speech, policy, now_ms)
        return LocalSound(speaker, self._heard, self.recogniser, self.voice, self.microphone)


@contextmanager
def _open_audio_inputs(settings: RunSettings) -> Iterator[_AudioInputs]:
    from device.engines.audio_io.shared_microphone import SharedMicrophone

    known = settings.engines
    microphone = SharedMicrophone(factory.open_microphone(settings.microphone, known, fast=settings.fast))
    try:
        echo = factory.open_echo(settings.echo, known)
        wake, speech = factory.open_wake(settings.wake, known), factory.open_speech(settings.speech, known)
        recogniser = factory.open_recogniser(settings.recogniser, known)
        yield _AudioInputs(microphone, echo, wake, speech, recogniser, factory.open_voice(settings.voice, known))
    finally:
        microphone.end()


@contextmanager
def _open_speaker(settings: RunSettings) -> Iterator[Loudspeaker]:
    with closing(factory.open_speaker(settings.speaker, settings.engines)) as speaker:
        yield speaker


@contextmanager
def open_local_audio(
    settings: RunSettings,
    listeners: tuple[EventListener, ...],
    tell: NotifyPerson = lambda code, sentence: None,
    greet: GreetPerson | None = None,
) -> Iterator[LocalAudioClient]:
    """Opens everything that `selene run` needs, in order, and always closes it in reverse.

    What writes is opened last, so that a wrong URI or a missing microphone changes nothing. `tell` reports syncing to
    the person; `greet` gets the audio engines before the vault is opened or made.
    """
    from device.clients.local_audio import LocalAudioClient
    from device.conversation.turn_machine import ConversationState
    from device.session.event_log import EventLog
    from device.session.executor import InlineWorker, ThreadWorker
    from device.session.session import Session
    from device.session.voice_session import VoiceSession

    _check_settings(settings)
    factory.check_uris(settings.uris(), settings.engines)
    clock = MachineClock()
    with ExitStack() as stack:
        ears = stack.enter_context(_open_audio_inputs(settings))
        speaker = stack.enter_context(_open_speaker(settings)) if greet else None
        if greet and speaker:
            greet(ears.with_loudspeaker(speaker, DevicePolicy()))
        began = settings.now or clock.now()
        moment_of = (lambda _: clock.now()) if ears.microphone.live and settings.now is None else None
        vault = stack.enter_context(_open_to_write(settings.state, began, settings.record_types))
        policy = with_tuning(DevicePolicy(), {setting.key: setting.value for setting in vault.current_state()})
        assistant = _assistant_on(vault, settings.language, settings.skills)
        assistant.warm_up()
        session = Session(assistant, user_id := resolve_user(vault, settings.user).user_id)
        trial = _health_window(vault, user_id, moment_of, began, tell)
        ears.recogniser = watched = _monitored_recogniser(trial, ears.recogniser, session)
        speaker = speaker or stack.enter_context(_open_speaker(settings))
        sound = ears.with_loudspeaker(speaker, policy)
        worker = ThreadWorker() if sound.microphone.live else InlineWorker()
        syncing = _sync_service(vault, worker, tell)
        listeners += (syncing.heard,) if syncing else ()
        listeners += _personal_package_listeners(trial, user_id, watched, worker)
        event_log = EventLog(user_id, began, vault.head().seq, listeners, moment_of, policy.session_idle_ms)
        state = ConversationState(speech_interrupts=speech_may_interrupt(speaker, ears.echo))
        voice_session = VoiceSession(session, sound, worker, event_log, policy, state, monotonic_ns)
        rest = sleep_one_frame if speaker.acoustic else (lambda: None)
        if syncing:
            stack.callback(syncing.close)
            syncing.start()
        yield LocalAudioClient(sound.microphone, voice_session, monotonic_ns, rest)
        trial.ended()


def _health_window(
    vault: Vault, user_id: str, moment_of: Callable[[int], Moment] | None, began: Moment, tell: NotifyPerson
) -> HealthWindow:
    from device.vocabulary.health_window import HealthWindow, build_rollback_installer
    from engine_b.vocabulary.activation import DEVICE_SCOPE, personal_scope

    def now_ms() -> int:
        return (moment_of(0) if moment_of else began).at_ms

    return HealthWindow(
        build_rollback_installer(vault, began.at_ms),
        now_ms,
        tell,
        (DEVICE_SCOPE, personal_scope(user_id, vault.vault_id)),
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
            lambda: PersonalPackage(vault, user_id, trial.now_ms()), recogniser, worker.aside, trial.tell
        ).heard,
    )


def _monitored_recogniser(trial: HealthWindow, recogniser: Recogniser, session: Session) -> MonitoredRecogniser:
    """Returns the recogniser, monitored while a vocabulary is on trial. It gets the words at once: if they kill the
    process, then in a start that was counted.
    """
    from device.vocabulary.health_window import MonitoredRecogniser

    trial.started()
    watched = MonitoredRecogniser(recogniser, trial)
    if trial.on:
        watched.start(session.hints())
        watched.abandon()
    return watched


def _sync_service(vault: Vault, worker: Worker, tell: NotifyPerson) -> SyncService | None:
    """Returns the service that syncs a paired vault; none on a tape that is played fast."""
    from device.session.executor import ThreadWorker
    from engine_b.sync import membership

    if not membership.has_account(vault.database):
        tell("", "There is no account yet, so this memory does not outlive the device. Make one with: selene init")
    if not isinstance(worker, ThreadWorker) or membership.load_paired_mirror(vault.database) is None:
        return None
    from nacl.utils import random as random_bytes

    from device.daemon.sync_service import SyncService

    clock = MachineClock()

    def draw() -> int:
        return int.from_bytes(random_bytes(8), "big")

    return SyncService(vault, worker.aside, lambda: clock.now().at_ms, draw, tell)


def speech_may_interrupt(speaker: Loudspeaker, echo: EchoCanceller) -> bool:
    """Says whether speech over playback must be the person's: not where the microphone hears Selene's own voice."""
    return not speaker.acoustic or echo.engaged


def _check_settings(settings: RunSettings) -> None:
    """Refuses a name that no person has, and one file for hearing and speaking."""
    if settings.user is not None:
        check_user_name(settings.user)
    (heard_from, tape), (spoken_to, wav) = _uri_parts(settings.microphone), _uri_parts(settings.speaker)
    if (heard_from, spoken_to) == ("tape", "wav") and Path(tape).resolve() == Path(wav).resolve():
        raise BadUsage("The tape and the speaker's file are the same; it would be overwritten. Nothing was started.")


def _uri_parts(uri: str) -> tuple[str, str]:
    scheme, _, place = uri.partition(":")
    return scheme, place
