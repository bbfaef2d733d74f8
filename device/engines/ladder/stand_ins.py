"""Adapter: what stands behind the port of a kind and hands each call to the engine of its ladder that is in use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from device.core.errors import EngineUnavailable
from device.core.ports import (
    FRAME_MS,
    EchoCanceller,
    Heard,
    HintBundle,
    Mind,
    MindPrompt,
    MindReply,
    PacedVoice,
    PitchedVoice,
    PreviewingRecogniser,
    Recogniser,
    Transcript,
    VerifyingWakeWord,
    Voice,
    VoiceprintEngine,
    WakeScores,
    WakeWord,
)
from device.engines.ladder.engine_ladder import ENGINE_FAULTS, EngineLadder

_FRAME_NS = FRAME_MS * 1_000_000


class LadderRecogniser:
    """A recogniser. What was said so far is given to the one that takes over, so that no word is lost."""

    def __init__(self, ladder: EngineLadder[Recogniser]) -> None:
        """Takes the ladder of recognisers."""
        self._ladder = ladder
        ladder.prepare = self._tell_so_far
        self._hints: HintBundle | None = None
        self._frames: list[bytes] = []
        self._looked = self._fresh = False
        self._behind_ns = 0

    @property
    def engine(self) -> Recogniser:
        """The recogniser in use."""
        return self._ladder.engine

    def start(self, hints: HintBundle) -> None:
        """See `Recogniser`."""
        self._end()
        self._ladder.try_better()
        self._ladder.use(lambda engine: engine.start(hints), timed=False)
        self._hints = hints

    def hear(self, frame: bytes) -> None:
        """See `Recogniser`."""
        began = self._ladder.now_ns()
        self._ladder.use(lambda engine: engine.hear(frame), timed=False)
        self._frames.append(frame)
        self._behind_ns = max(0, self._behind_ns + self._ladder.now_ns() - began - _FRAME_NS)

    def preview(self) -> Transcript | None:
        """See `PreviewingRecogniser`; None where the recogniser is none."""
        return self._ladder.use(lambda on: on.preview() if isinstance(on, PreviewingRecogniser) else None, timed=False)

    def look_closely(self) -> Transcript | None:
        """See `PreviewingRecogniser`; None where the recogniser is none."""

        def look(on: Recogniser) -> Transcript | None:
            self._looked = isinstance(on, PreviewingRecogniser)
            return on.look_closely() if isinstance(on, PreviewingRecogniser) else None

        return self._ladder.use(look, timed=False)

    def finish_as_looked(self) -> Transcript:
        """See `PreviewingRecogniser`; one that did not look ends the utterance as usual."""
        return self._finished(
            lambda on: on.finish_as_looked() if self._looked and isinstance(on, PreviewingRecogniser) else on.finish()
        )

    def finish(self) -> Transcript:
        """See `Recogniser`."""
        return self._finished(lambda engine: engine.finish())

    def abandon(self) -> None:
        """See `Recogniser`."""
        self._end()
        self._fresh = False
        self._ladder.use(lambda engine: None if self._fresh else engine.abandon(), timed=False)

    def _finished(self, finish: Callable[[Recogniser], Transcript]) -> Transcript:
        began = self._ladder.now_ns()
        try:
            heard = self._ladder.use(finish, timed=False)
            behind_ns = self._behind_ns + self._ladder.now_ns() - began
        finally:
            self._end()
        self._ladder.took(self._ladder.engine, behind_ns)
        return heard

    def _end(self) -> None:
        self._hints, self._frames, self._looked, self._behind_ns = None, [], False, 0

    def _tell_so_far(self, engine: Recogniser) -> None:
        self._looked, self._fresh = False, True
        if self._hints is not None:
            engine.start(self._hints)
            for frame in self._frames:
                engine.hear(frame)


def bare_recogniser(recogniser: Recogniser) -> Recogniser:
    """Returns the engine itself: what tests words must see it fail."""
    return recogniser.engine if isinstance(recogniser, LadderRecogniser) else recogniser


class LadderVoice:
    """A voice that speaks at one pace."""

    def __init__(self, ladder: EngineLadder[Voice]) -> None:
        """Takes the ladder of voices."""
        self._ladder = ladder

    def speak(self, text: str) -> bytes:
        """See `Voice`."""
        self._ladder.try_better()
        return self._ladder.use(lambda engine: engine.speak(text))


class LadderPitchedVoice(LadderVoice):
    """A voice with a pace and a pitch, as far as the one in use has them."""

    def speak_at(self, text: str, percent: int) -> bytes:
        """See `PacedVoice`."""
        self._ladder.try_better()
        return self._ladder.use(lambda engine: _paced(engine, text, percent))

    def speak_in(self, text: str, percent: int, pitch_percent: int) -> bytes:
        """See `PitchedVoice`."""
        self._ladder.try_better()
        return self._ladder.use(
            lambda engine: (
                engine.speak_in(text, percent, pitch_percent)
                if isinstance(engine, PitchedVoice)
                else _paced(engine, text, percent)
            )
        )


def _paced(engine: Voice, text: str, percent: int) -> bytes:
    return engine.speak_at(text, percent) if isinstance(engine, PacedVoice) else engine.speak(text)


class LadderWake:
    """A wake word; another one may count after a failure."""

    def __init__(self, ladder: EngineLadder[WakeWord]) -> None:
        """Takes the ladder of wake words."""
        self._ladder = ladder
        self._needed_bp = 0
        self._known: WakeWord | None = None
        self._verifies: VerifyingWakeWord | None = None

    @property
    def phrase(self) -> str:
        """The word that counts now."""
        return self._ladder.engine.phrase

    @property
    def lag_ms(self) -> int:
        """See `WakeWord`."""
        return self._ladder.engine.lag_ms

    @property
    def needed_bp(self) -> int:
        """See `VerifyingWakeWord`."""
        return self._needed_bp

    @needed_bp.setter
    def needed_bp(self, needed_bp: int) -> None:
        self._needed_bp = needed_bp
        if (engine := self._verifying()) is not None:
            engine.needed_bp = needed_bp

    @property
    def near_miss(self) -> WakeScores | None:
        """See `VerifyingWakeWord`; None where the detector is none."""
        engine = self._verifying()
        return None if engine is None else engine.near_miss

    def hear(self, frame: bytes) -> bool:
        """See `WakeWord`."""
        self._ladder.try_better()
        return self._ladder.use(lambda engine: engine.hear(frame))

    def reset(self) -> None:
        """See `WakeWord`."""
        self._ladder.use(lambda engine: engine.reset(), timed=False)

    def _verifying(self) -> VerifyingWakeWord | None:
        """Returns the detector in use where it is one that verifies; finding out is too slow for each frame."""
        engine = self._ladder.engine
        if engine is not self._known:
            self._known, self._verifies = engine, engine if isinstance(engine, VerifyingWakeWord) else None
        return self._verifies


class LadderCanceller:
    """An echo canceller; one that gives back another length than it got has failed."""

    def __init__(self, ladder: EngineLadder[EchoCanceller]) -> None:
        """Takes the ladder of cancellers, which ends with one that passes the sound on."""
        self._ladder = ladder

    @property
    def engaged(self) -> bool:
        """See `EchoCanceller`."""
        return self._ladder.engine.engaged

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """See `EchoCanceller`."""
        self._ladder.try_better()
        return self._ladder.use(lambda engine: _whole(heard, engine.cancel(heard, played)))


def _whole(heard: bytes, out: Heard) -> Heard:
    if len(out.clean) != len(heard) or len(out.linear) != len(heard):
        raise EngineUnavailable("The echo canceller lost sound. It was taken out.")
    return out


class LadderVoiceprint:
    """An engine of voiceprints. One that was taken out makes none, and nobody is known for sure."""

    def __init__(self, ladder: EngineLadder[VoiceprintEngine | None]) -> None:
        """Takes the ladder of voiceprint engines."""
        self._ladder = ladder

    @property
    def model(self) -> str:
        """See `VoiceprintEngine`; empty where no engine is in use."""
        engine = self._ladder.engine
        return "" if engine is None else engine.model

    def embed(self, sound: bytes) -> tuple[float, ...]:
        """See `VoiceprintEngine`."""
        self._ladder.try_better()
        return self._ladder.use(lambda engine: () if engine is None else engine.embed(sound))


class LadderMind:
    """A mind. A failure counts for the next reply: what was to stay on this device never goes on elsewhere."""

    def __init__(self, ladder: EngineLadder[Mind | None]) -> None:
        """Takes the ladder of minds."""
        self._ladder = ladder
        self._asked = ladder.engine

    @property
    def place(self) -> str:
        """See `Mind`. The mind whose place was read last is the one that is asked."""
        self._ladder.try_better()
        self._asked = self._ladder.engine
        return "" if self._asked is None else self._asked.place

    def begin(self, prompt: MindPrompt) -> MindReply:
        """See `Mind`. Raises EngineUnavailable where none is in use."""
        mind = self._asked
        if mind is None:
            raise EngineUnavailable("No mind is in use.")
        try:
            return LadderReply(self._ladder, mind, mind.begin(prompt))
        except ENGINE_FAULTS as error:
            self._ladder.failed(mind, error)
            raise EngineUnavailable("The mind failed.") from error


class LadderReply:
    """One reply of a mind, whose failure and delay its ladder is told of."""

    def __init__(self, ladder: EngineLadder[Mind | None], mind: Mind, reply: MindReply) -> None:
        """Takes the reply that was begun."""
        self._ladder, self._mind, self._reply = ladder, mind, reply
        self._began_ns = ladder.now_ns()
        self._came = self._stopped = False

    def pieces(self) -> Iterator[str]:
        """See `MindReply`."""
        try:
            for piece in self._reply.pieces():
                self._note_first()
                yield piece
        except ENGINE_FAULTS as error:
            if not self._stopped:
                with suppress(EngineUnavailable):
                    self._ladder.failed(self._mind, error)
            raise EngineUnavailable("The mind failed.") from error

    def stop(self) -> None:
        """See `MindReply`. One that was stopped without a word is late where it had its time."""
        self._stopped = True
        self._note_first()
        self._reply.stop()

    def _note_first(self) -> None:
        if not self._came:
            self._came = True
            self._ladder.took(self._mind, self._ladder.now_ns() - self._began_ns)
