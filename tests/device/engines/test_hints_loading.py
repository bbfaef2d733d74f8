"""What knows hinted terms is loaded when there are some, not at every start, and changes nothing for those without."""

from __future__ import annotations

from device.core.ports import HintBundle
from device.engines.stt.pocketsphinx import PocketSphinx
from tests.device.engines.sound_samples import pad_with_silence


def heard(recogniser: PocketSphinx, hints: HintBundle) -> str:
    recogniser.start(hints)
    for frame in pad_with_silence("slt/where_does_my_sister_live"):
        recogniser.hear(frame)
    return recogniser.finish().text


def test_a_recogniser_without_hints_has_loaded_only_half_and_hears_the_same_after_the_rest() -> None:
    recogniser = PocketSphinx()
    before = heard(recogniser, HintBundle())
    assert "_hinted" not in vars(recogniser)
    recogniser.start(HintBundle(terms=("Kaczmarek",)))
    assert "_hinted" in vars(recogniser)
    assert heard(recogniser, HintBundle()) == before


def test_the_decoder_of_all_words_is_loaded_by_who_needs_it_and_let_go_while_there_are_hints() -> None:
    recogniser, hints = PocketSphinx(), HintBundle(terms=("Kaczmarek",))
    recogniser.start(HintBundle())
    assert "_plain" not in vars(recogniser), "a device that only listens needs none"
    before = heard(recogniser, HintBundle())
    recogniser.start(hints)
    assert "_plain" not in vars(recogniser)
    spelled = HintBundle(only=("alpha", "bravo"))
    first = heard(recogniser, spelled)
    recogniser.start(hints)
    assert heard(recogniser, spelled) == first
    assert heard(recogniser, HintBundle()) == before
