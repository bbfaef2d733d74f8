"""Promise: a recogniser of which each sound is decoded once says what it would say itself, for a part of the work."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bench.decoded_once import DecodedOnce
from device.core.ports import HintBundle, PreviewingRecogniser, Transcript

HINTS = HintBundle("en", ("Kaczmarek",))


class Counting:
    """A recogniser whose words are its hints and how many frames of which sound the utterance has so far."""

    def __init__(self) -> None:
        self.decoded = 0
        self.start(HintBundle())

    def start(self, hints: HintBundle) -> None:
        self.hints, self.frames, self.looked = hints, list[bytes](), Transcript("")

    def hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.decoded += 1

    def finish(self) -> Transcript:
        heard = self._words("finished")
        self.frames.clear()
        return heard

    def abandon(self) -> None:
        self.frames.clear()

    def preview(self) -> Transcript | None:
        return self._words("so far")

    def look_closely(self) -> Transcript | None:
        self.looked = self._words("looked at")
        return self.looked

    def finish_as_looked(self) -> Transcript:
        self.frames.clear()
        return self.looked

    def _words(self, how: str) -> Transcript:
        return Transcript(f"{how} {self.hints.terms} {b''.join(self.frames)!r}" if self.frames else "")


def told(recogniser: PreviewingRecogniser, chance: random.Random) -> list[Transcript | None]:
    """What a recogniser answers in some utterances of like sound, asked at any moment and ended in any way."""
    answers = list[Transcript | None]()
    for _ in range(30):
        recogniser.start(chance.choice((HINTS, HintBundle())))
        for frame in (b"a", b"b", chance.choice((b"c", b"d")), b"e")[: chance.randrange(5)]:
            recogniser.hear(frame)
            for ask in (recogniser.preview, recogniser.look_closely):
                answers += [ask()] if chance.random() < 0.3 else []
        ends: tuple[Callable[[], Transcript | None], ...] = (recogniser.finish, recogniser.abandon, recogniser.finish)
        answers.append(chance.choice(ends)())
        if chance.random() < 0.3:
            answers += [recogniser.look_closely(), recogniser.finish_as_looked()]
    return answers


@pytest.mark.parametrize("seed", range(20))
def test_it_answers_as_the_recogniser_itself(seed: int) -> None:
    whole, once = Counting(), Counting()
    assert told(DecodedOnce(once), random.Random(seed)) == told(whole, random.Random(seed))
    assert once.decoded < whole.decoded


def test_a_sound_is_decoded_once_and_nothing_before_its_words_are_wanted() -> None:
    whole = Counting()
    once = DecodedOnce(whole)
    for _ in range(3):
        once.start(HINTS)
        for frame in (b"a", b"b"):
            once.hear(frame)
        assert whole.decoded in (0, 2)
        heard = once.finish()
    assert (heard.text, whole.decoded) == ("finished ('Kaczmarek',) b'ab'", 2)
    once.start(HintBundle())
    once.hear(b"a")
    once.abandon()
    assert whole.decoded == 2
