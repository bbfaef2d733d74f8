"""Composition: decides how long a pause of an utterance must last to end the turn, from its words and its sound.

In each pause the recogniser is asked what it heard so far, once more where that is no sentence, and a model, if there
is one, whether that sounds complete. They answer in the worker, in any order; nothing is done with the words before the
turn is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from device.addressing.talker_watch import TalkerWatch
from device.audio.audio_frontend import AudioFrontend
from device.audio.end_of_turn import NOTHING_KNOWN, HeardSoFar, PersonsPauses, silence_needed, usual_silence
from device.audio.policy import ASK_MODEL_MS, PREVIEW_MS
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import MouthState
from device.conversation.turn_words import SaidSoFar, TurnWords, judge_words
from device.core.errors import EngineUnavailable
from device.core.policy import DevicePolicy
from device.core.ports import EndOfTurnModel, PreviewingRecogniser, Recogniser, Transcript
from device.session.cut_turns import CutTurns

Question = tuple[str, Callable[[], HeardSoFar | None]]
"""A stage of work, and the work."""


@dataclass(slots=True)
class PauseJudge:
    """The judgement of one conversation. Without a model the words alone decide."""

    model: EndOfTurnModel | None = None
    known: Callable[[], PersonsPauses] = PersonsPauses
    """Reads how the person pauses, in the worker."""
    cuts: CutTurns = field(default_factory=CutTurns)
    """What notes where a pause ended a turn too soon."""
    _person: PersonsPauses = NOTHING_KNOWN
    _previewed_ms: int | None = None
    _asked_ms: int | None = None
    _unsure_ms: int | None = None
    """The pause before which was said what may have been heard wrong."""
    _known: HeardSoFar | None = None
    """What is known of the latest pause."""

    def questions(
        self, turn: int, acoustics: AudioFrontend, recogniser: Recogniser, watch: TalkerWatch
    ) -> Iterator[Question]:
        """Returns what the worker is asked in this frame; each pause is asked about once."""
        model, asked_ms = self.model, acoustics.paused_since(ASK_MODEL_MS)
        if model is not None and asked_ms not in (None, self._asked_ms):
            self._asked_ms = asked_ms
            sound = watch.snapshot()
            yield "end_of_turn", lambda: _ask_model(model, turn, asked_ms or 0, sound.sound)
        paused_ms = acoustics.paused_since(PREVIEW_MS)
        if isinstance(recogniser, PreviewingRecogniser) and paused_ms not in (None, self._previewed_ms):
            self._previewed_ms = paused_ms
            yield "recognise", lambda: _so_far(recogniser.preview, turn, paused_ms or 0)
        if isinstance(recogniser, PreviewingRecogniser) and paused_ms is not None and paused_ms == self._unsure_ms:
            self._unsure_ms = None
            yield "recognise", lambda: _so_far(recogniser.look_closely, turn, paused_ms, closely=True)

    def learn_person(self) -> None:
        """Reads anew how the person pauses: it counts from the next utterance on."""
        self._person = self.known()

    def usual_ms(self, policy: DevicePolicy) -> int:
        """Returns how long a pause ends a turn of the person when nothing else is known of it."""
        return usual_silence(policy, self._person)

    def needed(self, so_far: HeardSoFar, words: TurnWords, state: ConversationState, usual_ms: int) -> int:
        """Returns how long the pause must last by all that is known of it."""
        known = self._known
        if known is not None and (known.turn, known.paused_ms) == (so_far.turn, so_far.paused_ms):
            text = known.text if so_far.text is None else so_far.text
            complete_bp = known.complete_bp if so_far.complete_bp is None else so_far.complete_bp
            closely = known.closely or so_far.closely
            so_far = replace(so_far, text=text, complete_bp=complete_bp, closely=closely)
        self._known = so_far
        if state.mouth is MouthState.HELD and so_far.text and words.is_stop(so_far.text):
            return 0  # more sound would only make it less clear
        said = SaidSoFar.UNKNOWN if so_far.text is None else judge_words(words, state, so_far.text)
        if said in (SaidSoFar.PHRASE, SaidSoFar.FRAGMENT) and so_far.text and not so_far.closely:
            self._unsure_ms = so_far.paused_ms  # before a long wait it is looked at closely: it may be a sentence
        elif said is SaidSoFar.COMPLETE and so_far.closely:
            said = SaidSoFar.UNSURE
        return silence_needed(said, usual_ms, so_far.complete_bp)

    def finisher(self, recogniser: Recogniser, turn: int, hushed_ms: int | None) -> Callable[[], Transcript]:
        """Returns what gives the words of a turn, in the worker; what was looked at closely is not recognised again."""
        known = self._known
        looked = known is not None and known.closely and (known.turn, known.paused_ms) == (turn, hushed_ms)
        if looked and isinstance(recogniser, PreviewingRecogniser):
            return recogniser.finish_as_looked
        return recogniser.finish

    def failed(self) -> None:
        """Asks the model no more."""
        self.model = None


def _so_far(
    ask: Callable[[], Transcript | None], turn: int, paused_ms: int, *, closely: bool = False
) -> HeardSoFar | None:
    heard = ask()
    return None if heard is None else HeardSoFar(turn, paused_ms, heard.text.strip(), closely=closely)


def _ask_model(model: EndOfTurnModel, turn: int, paused_ms: int, sound: bytes) -> HeardSoFar:
    """Asks the model; the turn goes on where it fails."""
    try:
        return HeardSoFar(turn, paused_ms, complete_bp=model.completeness(sound))
    except EngineUnavailable as error:
        return HeardSoFar(turn, paused_ms, failed=error.code)
