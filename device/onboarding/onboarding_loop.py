"""Wiring: the first meeting, by voice and screen (`device/onboarding/onboarding_machine.py` decides). A tick is one frame of sound.

It has no journal and no brain: what is heard is compared with a few phrases and forgotten, and no word of the person's
is in the event file, in the memory, or given to the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.audio.playback import Playback, Sentence
from device.audio.sentence_splitter import sentences
from device.conversation.events import Event, NothingSaid, SpeechEnded, SpeechStarted, Woken
from device.core.policy import DevicePolicy
from device.core.ports import HintBundle
from device.onboarding.onboarding_machine import Do, End, Meeting, Phrases, Sign, Stage, Step, greeted, listens, step
from device.session.loop import Sound
from memory.text.language_file import Data, table, texts


class Screen(Protocol):
    """The terminal: the only place where the words are."""

    def says(self, text: str) -> None:
        """Show what Selene says."""
        ...

    def show_words(self, words: tuple[str, ...], choices: str) -> None:
        """Show the words, numbered, and what can be done now."""
        ...

    def clear(self) -> None:
        """Take everything away, also what can be scrolled back to."""
        ...

    def prompt(self, number: int) -> None:
        """Wait for this word to be typed."""
        ...

    def typed(self) -> list[str]:
        """The lines that were typed since the last call."""
        ...

    @property
    def broken_off(self) -> bool:
        """Whether ctrl-C or ctrl-D was pressed, or the daemon is to end."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """The 24 words, and which three are asked for; counted from 1."""

    words: tuple[str, ...] = field(repr=False)
    checked: tuple[int, int, int] = field(repr=False)

    def right(self, asked: int, typed: str) -> bool:
        """Whether this is the word."""
        return typed.strip().casefold() == self.words[self.checked[asked] - 1]


@dataclass(slots=True)
class Ear:
    """Hears whole utterances while it is open, without a wake word; one that was said is still good."""

    sound: Sound
    language: str
    _open: bool = False
    _capturing: bool = False

    def open(self, *, after_wake: bool = False) -> None:
        """Wait for somebody to speak, for as long as it takes."""
        self.close()
        self._open = True
        self.sound.acoustics.open(after_wake=after_wake)

    def close(self) -> None:
        """Hear nothing; an utterance under way is thrown away."""
        self.sound.recogniser.abandon()
        self.sound.acoustics.close()
        self._open = self._capturing = False

    def hear(self, frame: bytes, played: bytes | None) -> str:
        """Take a frame; the words of an utterance that ended with it, else nothing."""
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
class Welcome:
    """One first meeting. `acts` does what the machine decides and is no matter of voice and screen."""

    sound: Sound
    screen: Screen
    language: str
    sentences: Mapping[str, Data]
    """The section `welcome` of a language file."""
    words: Words
    acts: Mapping[Do, Callable[[], None]]
    policy: DevicePolicy
    _meeting: Meeting = field(default_factory=Meeting)
    _playback: Playback = field(default_factory=Playback)
    _spoken: int = 0
    _speaking: bool = False
    _since_ms: int = 0

    def run(self) -> End:
        """Meet; returns when it is over. Nothing that was shown is left on the screen, whatever happens."""
        ear, phrases = Ear(self.sound, self.language), Phrases(phrases_of(self.sentences))
        played: bytes | None = None
        try:
            self._follow(greeted())
            for frame in self.sound.microphone.frames():
                said = ear.hear(frame, played)
                for sign in self._signs(said, phrases):
                    self._take(sign, ear)
                played = self._play(ear)
                if self._meeting.stage is Stage.ENDED:
                    break
            else:
                self._take(Sign.BROKEN_OFF, ear)
        except BaseException:
            if self._meeting.stage in (Stage.WRITING, Stage.CHECKING):
                self.screen.clear()
            raise
        return self._part(ear)

    def _part(self, ear: Ear) -> End:
        ear.close()
        if self._speaking:
            self.sound.speaker.flush()
        end = self._meeting.end or End.BROKEN_OFF
        if end is End.BROKEN_OFF:
            self.screen.says(str(self.sentences["broken_off"]))
        return end

    def _signs(self, said: str, phrases: Phrases) -> Iterator[Sign]:
        """What was said, typed and done with this frame."""
        if self.screen.broken_off or self.sound.acoustics.now_ms - self._since_ms > self.policy.writing_down_ms:
            yield Sign.BROKEN_OFF
        if (sign := phrases.sign(said)) is not None:
            yield sign
        for line in self.screen.typed():
            if self._meeting.stage is not Stage.CHECKING:
                typed = phrases.sign(line) if line.strip() else Sign.READY
            elif line.strip():
                typed = Sign.RIGHT if self.words.right(self._meeting.asked, line) else Sign.WRONG
            else:
                typed = None
            if typed is not None:
                yield typed

    def _play(self, ear: Ear) -> bytes | None:
        frame = self._playback.next_frame()
        self.sound.speaker.play(frame)
        if frame is None and self._speaking and self._playback.finished:
            self._speaking = False
            self._take(Sign.SPOKEN, ear)
            if listens(self._meeting) and not self._speaking:
                ear.open()
        return frame

    def _take(self, sign: Sign, ear: Ear) -> None:
        followed = step(self._meeting, sign)
        if followed.meeting != self._meeting:
            self._since_ms = self.sound.acoustics.now_ms
            ear.close()
        self._follow(followed)

    def _follow(self, followed: Step) -> None:
        self._meeting = followed.meeting
        for do in followed.do:
            self._do(do)
        if followed.say:
            self._say(followed.say)

    def _do(self, do: Do) -> None:
        match do:
            case Do.SHOW_WORDS:
                self.screen.show_words(self.words.words, str(self.sentences["choices"]))
            case Do.CLEAR:
                self.screen.clear()
            case _:
                self.acts[do]()

    def _say(self, name: str) -> None:
        number = self.words.checked[self._meeting.asked]
        wake = self.sound.acoustics.wake_phrase
        text = str(self.sentences[name]).format(number=number, wake=wake)
        self.screen.says(text)
        if self._meeting.stage is Stage.CHECKING:
            self.screen.prompt(number)
        parts = sentences(text, self.policy)
        self._spoken += 1
        self._playback.begin(self._spoken, len(parts))
        for part in parts:
            self._playback.add(Sentence(self._spoken, part, self.sound.voice.speak(part)))
        self._speaking = True


def phrases_of(section: Mapping[str, Data]) -> dict[str, tuple[str, ...]]:
    """The lists of phrases in the section `welcome` of a language file."""
    return {name: texts(said) for name, said in table(section["phrases"]).items()}
