"""Composition: runs the first meeting by voice and screen; `device/onboarding/onboarding_machine.py` decides.

A tick is one frame of sound. The loop has no event log and no assistant: what is heard is compared with a few phrases
and forgotten, and no word of the person's is in the event file, in the memory, or given to the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import split_sentences
from device.clients.local_audio import LocalSound
from device.conversation.events import Event, NothingSaid, SpeechEnded, SpeechStarted, Woken
from device.core.policy import DevicePolicy
from device.core.ports import HintBundle
from device.onboarding.onboarding_machine import (
    OnboardingAction,
    OnboardingEnd,
    OnboardingPhrases,
    OnboardingSignal,
    OnboardingStage,
    OnboardingState,
    OnboardingStep,
    advance_onboarding,
    first_onboarding_step,
    is_ear_open,
)
from device.session.speaking import SoundPorts
from memory.text.language_file import Data, table, texts


class OnboardingScreen(Protocol):
    """The terminal: the only place that shows the words."""

    def says(self, text: str) -> None:
        """Show what Selene says."""
        ...

    def show_words(self, words: tuple[str, ...], choices: str) -> None:
        """Shows the words, numbered, and the possible answers."""
        ...

    def clear(self) -> None:
        """Clears the screen and its scroll-back."""
        ...

    def prompt(self, number: int) -> None:
        """Wait for this word to be typed."""
        ...

    def typed(self) -> list[str]:
        """Returns the lines that were typed since the last call."""
        ...

    @property
    def broken_off(self) -> bool:
        """Whether ctrl-C or ctrl-D was pressed, or the daemon stops."""
        ...


@dataclass(frozen=True, slots=True)
class RecoveryWords:
    """The 24 words, and which three are asked for; counted from 1."""

    words: tuple[str, ...] = field(repr=False)
    checked: tuple[int, int, int] = field(repr=False)

    def right(self, asked: int, typed: str) -> bool:
        """Says whether this is the word."""
        return typed.strip().casefold() == self.words[self.checked[asked] - 1]


@dataclass(slots=True)
class UtteranceListener:
    """Recognises whole utterances while it is open, without a wake word."""

    sound: SoundPorts
    language: str
    _open: bool = False
    _capturing: bool = False

    def open(self, *, after_wake: bool = False) -> None:
        """Waits for speech, without a limit."""
        self.close()
        self._open = True
        self.sound.acoustics.open(after_wake=after_wake)

    def close(self) -> None:
        """Stops listening and drops the current utterance."""
        self.sound.recogniser.abandon()
        self.sound.acoustics.close()
        self._open = self._capturing = False

    def hear(self, frame: bytes, played: bytes | None) -> str:
        """Takes a frame; returns the words of an utterance that ended with it, else nothing."""
        said = ""
        for event in self.sound.acoustics.hear(frame, played):
            if self._open:
                said = self._take(event)
        if self._capturing:
            self.sound.recogniser.hear(self.sound.acoustics.latest)
        return said

    def _take(self, event: Event) -> str:
        match event:
            case SpeechStarted(at_ms=at_ms):
                self._begin(at_ms)
            case SpeechEnded():
                self._capturing = False
                said = self.sound.recogniser.finish().text
                self.open()
                return said
            case NothingSaid() | Woken():
                self.open(after_wake=isinstance(event, Woken))
            case _:
                pass
        return ""

    def _begin(self, at_ms: int) -> None:
        self._capturing = True
        self.sound.recogniser.start(HintBundle(self.language))
        for frame in self.sound.acoustics.begin(at_ms)[:-1]:
            self.sound.recogniser.hear(frame)


@dataclass(slots=True)
class OnboardingLoop:
    """One first meeting. `acts` does the actions of the machine other than voice and screen."""

    sound: LocalSound
    screen: OnboardingScreen
    language: str
    sentences: Mapping[str, Data]
    """The section `welcome` of a language file."""
    words: RecoveryWords
    acts: Mapping[OnboardingAction, Callable[[], None]]
    policy: DevicePolicy
    _meeting: OnboardingState = field(default_factory=OnboardingState)
    _playback: Playback = field(default_factory=Playback)
    _spoken: int = 0
    _speaking: bool = False
    _since_ms: int = 0

    def run(self) -> OnboardingEnd:
        """Runs the meeting to its end, and always clears the screen of the words."""
        ear, phrases = UtteranceListener(self.sound, self.language), OnboardingPhrases(read_phrases(self.sentences))
        played: bytes | None = None
        try:
            self._follow(first_onboarding_step())
            for frame in self.sound.microphone.frames():
                said = ear.hear(frame, played)
                for sign in self._signs(said, phrases):
                    self._take(sign, ear)
                played = self._play(ear)
                if self._meeting.stage is OnboardingStage.ENDED:
                    break
            else:
                self._take(OnboardingSignal.BROKEN_OFF, ear)
        except BaseException:
            if self._meeting.stage in (OnboardingStage.WRITING, OnboardingStage.CHECKING):
                self.screen.clear()
            raise
        return self._part(ear)

    def _part(self, ear: UtteranceListener) -> OnboardingEnd:
        ear.close()
        if self._speaking:
            self.sound.speaker.flush()
        end = self._meeting.end or OnboardingEnd.BROKEN_OFF
        if end is OnboardingEnd.BROKEN_OFF:
            self.screen.says(str(self.sentences["broken_off"]))
        return end

    def _signs(self, said: str, phrases: OnboardingPhrases) -> Iterator[OnboardingSignal]:
        """Returns the signals of this frame: spoken, typed and finished."""
        if self.screen.broken_off or self.sound.acoustics.now_ms - self._since_ms > self.policy.writing_down_ms:
            yield OnboardingSignal.BROKEN_OFF
        if (sign := phrases.sign(said)) is not None:
            yield sign
        for line in self.screen.typed():
            if self._meeting.stage is not OnboardingStage.CHECKING:
                typed = phrases.sign(line) if line.strip() else OnboardingSignal.READY
            elif line.strip():
                typed = (
                    OnboardingSignal.RIGHT if self.words.right(self._meeting.asked, line) else OnboardingSignal.WRONG
                )
            else:
                typed = None
            if typed is not None:
                yield typed

    def _play(self, ear: UtteranceListener) -> bytes | None:
        frame = self._playback.next_frame()
        self.sound.speaker.play(frame)
        if frame is None and self._speaking and self._playback.finished:
            self._speaking = False
            self._take(OnboardingSignal.SPOKEN, ear)
            if is_ear_open(self._meeting) and not self._speaking:
                ear.open()
        return frame

    def _take(self, sign: OnboardingSignal, ear: UtteranceListener) -> None:
        followed = advance_onboarding(self._meeting, sign)
        if followed.meeting != self._meeting:
            self._since_ms = self.sound.acoustics.now_ms
            ear.close()
        self._follow(followed)

    def _follow(self, followed: OnboardingStep) -> None:
        self._meeting = followed.meeting
        for do in followed.do:
            self._do(do)
        if followed.say:
            self._say(followed.say)

    def _do(self, do: OnboardingAction) -> None:
        match do:
            case OnboardingAction.SHOW_WORDS:
                self.screen.show_words(self.words.words, str(self.sentences["choices"]))
            case OnboardingAction.CLEAR:
                self.screen.clear()
            case _:
                self.acts[do]()

    def _say(self, name: str) -> None:
        number = self.words.checked[self._meeting.asked]
        wake = self.sound.acoustics.wake_phrase
        text = str(self.sentences[name]).format(number=number, wake=wake)
        self.screen.says(text)
        if self._meeting.stage is OnboardingStage.CHECKING:
            self.screen.prompt(number)
        parts = split_sentences(text, self.policy)
        self._spoken += 1
        self._playback.begin(self._spoken, parts)
        for place, part in enumerate(parts):
            self._playback.add(Sentence(self._spoken, place, part, self.sound.voice.speak(part)))
        self._speaking = True


def read_phrases(section: Mapping[str, Data]) -> dict[str, tuple[str, ...]]:
    """Reads the lists of phrases in the section `welcome` of a language file."""
    return {name: texts(said) for name, said in table(section["phrases"]).items()}
