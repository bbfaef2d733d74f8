"""Words are looked up in the file of the dictionary as the engine itself knows them."""

from __future__ import annotations

from pathlib import Path

import pocketsphinx
import pytest

from device.engines.stt.sphinx_dictionary import SphinxDictionary

SHIPPED = pocketsphinx.get_model_path("en-us/cmudict-en-us.dict")
STRIDE = 97


def test_each_word_is_pronounced_as_the_engine_does() -> None:
    dictionary, engine = SphinxDictionary(SHIPPED), pocketsphinx.Decoder(loglevel="FATAL", lm=None)
    lines = Path(SHIPPED).read_text(encoding="utf-8").splitlines()
    words = dict.fromkeys(line.split()[0].partition("(")[0] for line in (lines[0], *lines[::STRIDE], lines[-1]))
    for word in words:
        known = (engine.lookup_word(name) for name in (word, f"{word}(2)", f"{word}(3)"))
        assert dictionary.pronunciations(word, 3) == tuple(tuple(said.split()) for said in known if said), word


@pytest.mark.parametrize("word", ["", "~", "aaaaa", "zzzzz", "selenewort", "é", "a(2)", "\n"])
def test_an_unknown_word_has_none(word: str) -> None:
    assert SphinxDictionary(SHIPPED).pronunciations(word, 3) == ()


def test_so_many_are_given_as_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "words.dict"
    path.write_text("a AH\na(2) EY\na(3) AA\nb B IY", encoding="ascii")
    dictionary = SphinxDictionary(str(path))
    assert dictionary.pronunciations("a", 2) == (("AH",), ("EY",))
    assert dictionary.pronunciations("a", 9) == (("AH",), ("EY",), ("AA",))
    assert dictionary.pronunciations("b", 1) == (("B", "IY"),)
