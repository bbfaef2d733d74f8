"""A recogniser or a voice that fails or is late in the talk is replaced, and no word is lost."""

from __future__ import annotations

from typing import Any

import pytest

from device.core.errors import EngineUnavailable
from device.core.ladder.policy import LATE_RULES
from device.core.ladder.rungs import Trouble
from device.core.ports import FRAME_BYTES, HintBundle, Transcript
from device.engines.ladder.stand_ins import bare_recogniser
from device.engines.stt.pocketsphinx import PocketSphinx
from tests.device.engines.ladder.laddered import Clock, Counting, Failing, Slow, hear, ladders
from tests.device.engines.sound_samples import QUIET, pad_with_silence

SPOKEN = tuple(pad_with_silence("rms/what_is_my_name"))


@pytest.mark.parametrize(("where", "frame"), [("start", 0), ("hear", 0), ("hear", 8), ("hear", 9), ("finish", 0)])
def test_a_recogniser_that_fails_in_an_utterance_costs_no_frame(where: str, frame: int) -> None:
    table = {"failing": lambda _: Failing(where, frame), "counting": lambda _: Counting(Clock(), 0)}
    opener = ladders(Clock(), {"recognisers": ("counting:",)}, recognisers=table)
    assert hear(opener.recogniser("failing:"), (QUIET,) * 10) == "10 frames"
    assert [change.trouble for change in opener.book.take_news()] == [Trouble.FAILED]


def test_the_embedded_one_understands_what_was_begun_with_another() -> None:
    opener = ladders(Clock(), recognisers={"failing": lambda _: Failing("hear", len(SPOKEN) - 1)})
    recogniser = opener.recogniser("failing:")
    assert hear(recogniser, SPOKEN) == "what is my name"
    assert isinstance(bare_recogniser(recogniser), PocketSphinx)


@pytest.mark.parametrize("where", ["preview", "look_closely", "finish_as_looked", "abandon"])
def test_it_may_fail_at_a_question_in_a_pause_too(where: str) -> None:
    reciting = {"failing": lambda _: Failing(where), "slow": lambda _: Slow(Clock(), 0)}
    opener = ladders(Clock(), {"recognisers": ("slow:",)}, recognisers=reciting)
    recogniser = opener.recogniser("failing:")
    recogniser.start(HintBundle())
    recogniser.hear(QUIET)
    assert recogniser.preview() == (None if where == "preview" else Transcript("what"))
    looked = recogniser.look_closely()
    assert (looked is None) is (where in ("preview", "look_closely"))
    if where == "abandon":
        recogniser.abandon()
    else:
        assert recogniser.finish_as_looked().text == "slowly"
    assert len(opener.book.take_news()) == 1


def test_a_defect_of_selene_is_not_hidden() -> None:
    class Defect(Slow):
        def finish(self) -> Transcript:
            raise KeyError("ours")

    with pytest.raises(KeyError):
        hear(ladders(Clock(), recognisers={"defect": lambda _: Defect(Clock(), 0)}).recogniser("defect:"), (QUIET,))


def test_the_last_one_that_fails_is_told_as_an_engine_that_failed() -> None:
    opener = ladders(Clock(), {"recognisers": ("failing:last",)}, recognisers={"failing": lambda _: Failing("finish")})
    recogniser = opener.recogniser("failing:")
    for _ in range(2):
        with pytest.raises(EngineUnavailable, match="RuntimeError"):
            hear(recogniser, (QUIET,))
    assert opener.book.in_use()[0].uri == "failing:last"


@pytest.mark.parametrize("kind", ["recogniser", "voice"])
def test_one_that_is_late_twice_in_a_row_is_replaced(kind: str) -> None:
    clock = Clock()
    table = {"slow": lambda ms: Slow(clock, int(ms))}
    late_ms = LATE_RULES[f"{kind}s"].limit_ms + 1
    opener = ladders(clock, {f"{kind}s": ("slow:0",)}, recognisers=table, voices=table)
    engine: Any = getattr(opener, kind)(f"slow:{late_ms}")

    def used() -> list[Trouble]:
        assert (hear(engine, (QUIET,)) if kind == "recogniser" else engine.speak("Hello.")) in ("slowly", b"\1\0")
        return [change.trouble for change in opener.book.take_news()]

    assert [used(), used(), used()] == [[], [Trouble.LATE], []]
    assert opener.book.in_use()[0].uri == "slow:0"


def test_a_recogniser_that_falls_behind_while_one_speaks_is_late() -> None:
    clock = Clock()

    class Behind(Slow):
        def hear(self, frame: bytes) -> None:
            clock.pass_ms(120)

    opener = ladders(clock, {"recognisers": ("slow:0",)}, recognisers={
        "behind": lambda _: Behind(clock, 0), "slow": lambda ms: Slow(clock, int(ms)),
    })  # fmt: skip
    recogniser = opener.recogniser("behind:")
    hear(recogniser, (QUIET,) * 41)
    hear(recogniser, (QUIET,) * 41)
    assert [change.trouble for change in opener.book.take_news()] == [Trouble.LATE]


def test_the_frames_are_not_kept_after_the_utterance() -> None:
    recogniser = ladders(Clock()).recogniser("pocketsphinx:")
    recogniser.start(HintBundle())
    recogniser.hear(bytes(FRAME_BYTES))
    recogniser.abandon()
    assert recogniser._frames == []


class Closable(Counting):
    """Has a process that must be ended."""

    def __init__(self, rest: str, ended: list[str]) -> None:
        self.rest, self.ended = rest, ended

    def finish(self) -> Transcript:
        if self.rest == "bad":
            raise EngineUnavailable("The recogniser has ended.")
        return super().finish()

    def close(self) -> None:
        self.ended.append(self.rest)


def test_one_that_was_replaced_is_ended_and_so_is_the_last_one() -> None:
    ended: list[str] = []
    opener = ladders(Clock(), {"recognisers": ("sound:good",)}, recognisers={"sound": lambda _: Counting(Clock(), 0)})

    def opened(uri: str, engines: object = None) -> Closable:
        return Closable(uri.partition(":")[2], ended)

    recogniser, close = opener.closable_recogniser("sound:bad", opened)
    assert hear(recogniser, (QUIET,)) == "1 frames"
    assert ended == ["bad"]
    close()
    assert ended == ["bad", "good"]
