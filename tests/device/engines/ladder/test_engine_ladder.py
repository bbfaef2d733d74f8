"""Real engines that do not load, fail or are late are replaced by the next ones, and work again when they can."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from device.core.errors import BadUri, EngineUnavailable
from device.core.ladder.policy import FIRST_RETRY_MS
from device.core.ladder.rungs import Trouble
from device.core.ports import MindPrompt, PitchedVoice
from device.engines.ladder.engine_book import EngineBook
from device.engines.ladder.engine_ladder import LadderGear
from device.engines.ladder.ladder_opener import LadderOpener
from tests.device.engines.ladder.laddered import Clock, ladders
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.stt.tiny_sherpa import write_sherpa
from tests.device.engines.tts.tiny_piper import write_piper
from tests.device.engines.voiceprint.tiny_model import write_pitch_model
from tests.device.engines.wake.tiny_wake import write_wake
from tests.sim.scripted_mind import ScriptedMind

SPOKEN = tuple(pad_with_silence("rms/what_is_my_name"))
PROMPT = MindPrompt("Rules.", words="hi")


def damaged(path: Path) -> Path:
    """A file that a download was cut off in."""
    path.write_bytes(path.read_bytes()[:60] if path.exists() else b"ON")
    return path


BROKEN: dict[str, tuple[Callable[[Path], str], str]] = {
    "recogniser": (lambda at: f"sherpa:{_without_encoder(write_sherpa(at / 'm', ('a',)))}", "pocketsphinx:"),
    "voice": (lambda at: f"piper:{damaged(Path(write_piper(at / 'v.onnx').removeprefix('piper:')))}", "espeak:"),
    "wake": (lambda at: f"openwakeword:{damaged(write_wake(at))}", "microwakeword:okay_nabu"),
    "echo": (lambda _: "native:library", "linear:"),
    "voiceprint": (
        lambda at: f"onnx:{damaged(Path(write_pitch_model(at / 'p.onnx').removeprefix('onnx:')))}",
        "none:",
    ),
    "mind": (lambda at: f"llama:{damaged(at / 'm.gguf')}", "none:"),
}


def _no_library(_rest: str) -> Any:
    raise OSError("no such library")


def _without_encoder(uri: str) -> str:
    folder = Path(str(uri).removeprefix("sherpa:"))
    damaged(next(folder.glob("encoder*")))
    return str(folder)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_model_that_does_not_load_costs_nobody_the_talk(tmp_path: Path, kind: str) -> None:
    make, instead = BROKEN[kind]
    opener, uri = ladders(Clock(), echo_cancellers={"native": _no_library}), make(tmp_path)
    engine = getattr(opener, kind)(uri)
    (told,) = opener.book.take_news()
    assert (told.before, told.after, told.trouble) == (uri, instead, Trouble.UNOPENED)
    (stands,) = opener.book.in_use()
    assert (stands.uri, stands.chosen, stands.again_s) == (instead, uri, FIRST_RETRY_MS // 1_000)
    assert opener.book.take_news() == ()
    if kind == "wake":
        assert (engine.phrase, told.phrase) == ("okay nabu", "okay nabu")
    if kind == "voice":
        assert isinstance(engine, PitchedVoice)
        assert engine.speak("Hello.")
    if kind == "voiceprint":
        assert (engine.embed(b"\1\1" * 320), engine.model) == ((), "")
    if kind == "mind":
        assert engine.place == ""
        with pytest.raises(EngineUnavailable):
            engine.begin(PROMPT)


def test_a_mistake_in_the_chosen_uri_is_refused() -> None:
    with pytest.raises(BadUri):
        ladders(Clock()).echo("linear:nonsense")


def test_where_nothing_below_hears_the_language_the_first_error_stays(tmp_path: Path) -> None:
    opener = LadderOpener(LadderGear(EngineBook(Clock())), "de")
    with pytest.raises(EngineUnavailable, match="sherpa"):
        opener.recogniser(f"sherpa:{tmp_path / 'nowhere'}")


def test_a_voice_that_was_repaired_speaks_again_after_its_time(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "v.onnx"
    uri = write_piper(path)
    whole = path.read_bytes()
    damaged(path)
    opener = ladders(clock)
    voice = opener.voice(uri)
    simple = voice.speak("Hello there.")
    path.write_bytes(whole)
    assert voice.speak("Hello there.") == simple
    clock.pass_ms(FIRST_RETRY_MS)
    better = voice.speak("Hello there.")
    assert better != simple
    assert [one.uri for one in opener.book.in_use()] == [uri]
    assert len(opener.book.take_news()) == 1


def test_one_that_still_does_not_load_is_not_told_again(tmp_path: Path) -> None:
    clock = Clock()
    opener = ladders(clock)
    voice = opener.voice(f"piper:{tmp_path / 'none.onnx'}")
    opener.book.take_news()
    for _ in range(5):
        clock.pass_ms(FIRST_RETRY_MS)
        assert voice.speak("Hello there.")
    assert opener.book.take_news() == ()
    assert 0 < (opener.book.in_use()[0].again_s or 0) <= 4 * FIRST_RETRY_MS // 1_000


def test_a_better_one_is_opened_beside_the_talk_which_does_not_wait(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "v.onnx"
    with ThreadPoolExecutor(1) as beside:
        gear = LadderGear(EngineBook(clock), lambda: beside)
        voice = LadderOpener(gear, "en").voice(f"piper:{path}")
        simple, uri = voice.speak("Hello."), write_piper(path)
        clock.pass_ms(FIRST_RETRY_MS)
        assert voice.speak("Hello.") == simple or gear.book.in_use()[0].uri == uri
        beside.submit(lambda: None).result()
        assert voice.speak("Hello.") != simple
    assert gear.book.in_use()[0].uri == uri


def test_a_wake_word_that_fails_is_another_word_and_the_person_hears_when_it_is_back(tmp_path: Path) -> None:
    clock, uri = Clock(), f"openwakeword:{write_wake(tmp_path)}"
    opener = ladders(clock)
    wake = opener.wake(uri)
    own, wake.needed_bp = wake.phrase, 7_000
    engine: Any = wake._ladder.engine
    engine._word.run_batch = _raises
    for _ in range(100):
        wake.hear(QUIET)
    (told,) = opener.book.take_news()
    assert (told.trouble, told.phrase, wake.phrase) == (Trouble.FAILED, "okay nabu", "okay nabu")
    heard = [wake.hear(frame) for frame in pad_with_silence("rms/okay_nabu", 500, 700)]
    assert any(heard)
    wake.reset()
    clock.pass_ms(FIRST_RETRY_MS)
    wake.hear(QUIET)
    (back,) = opener.book.take_news()
    assert (back.trouble, back.phrase, wake.phrase) == (Trouble.NONE, own, own)


def _raises(*_given: object) -> Any:
    raise EngineUnavailable("The wake word's model failed.")


def test_what_was_to_stay_on_the_device_never_goes_on_to_a_mind_elsewhere() -> None:
    local, remote = ScriptedMind(fails_after=0, otherwise=[{"say": "Local."}]), ScriptedMind(place="elsewhere")
    opener = ladders(Clock(), {"minds": ("other:",)}, minds={"local": lambda _: local, "other": lambda _: remote})
    mind = opener.mind("local:")
    assert mind is not None
    assert mind.place == ""
    reply = mind.begin(MindPrompt("Rules.", words='<said>"hi"</said>'))
    with pytest.raises(EngineUnavailable):
        list(reply.pieces())
    mind.begin(MindPrompt("Rules.", words='<said>"hi"</said>'))
    assert remote.asked == []
    (told,) = opener.book.take_news()
    assert (told.trouble, told.place) == (Trouble.FAILED, "elsewhere")
    assert mind.place == "elsewhere"


def test_a_mind_that_says_nothing_in_its_time_is_replaced_and_one_that_was_interrupted_is_not() -> None:
    clock = Clock()
    opener = ladders(clock, minds={"local": lambda _: ScriptedMind(otherwise=[{"say": "Local."}])})
    mind = opener.mind("local:")
    assert mind is not None

    def stopped_after(ms: int) -> None:
        assert mind.place == ""
        reply = mind.begin(MindPrompt("Rules.", words='<said>"hi"</said>'))
        clock.pass_ms(ms)
        reply.stop()

    for ms in (100, 8_000, 100, 8_000):
        stopped_after(ms)
    assert opener.book.take_news() == ()
    stopped_after(8_000)
    assert [change.trouble for change in opener.book.take_news()] == [Trouble.LATE]


def test_the_next_conversation_tries_none_in_vain(tmp_path: Path) -> None:
    tries: list[str] = []

    def broken(rest: str) -> Any:
        tries.append(rest)
        raise EngineUnavailable("It does not load.")

    clock = Clock()
    opener = ladders(clock, voices={"broken": broken})
    for _ in range(3):
        opener.voice("broken:x")
    assert (tries, len(opener.book.take_news())) == (["x"], 1)
    clock.pass_ms(FIRST_RETRY_MS)
    opener.voice("broken:x")
    assert (len(tries), opener.book.take_news()) == (2, ())
