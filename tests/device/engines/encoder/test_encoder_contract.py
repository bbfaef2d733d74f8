"""Promise: every encoder makes whole numbers of one length, near ones for words of like meaning, and the same each
time; what cannot be used is refused, and what fails costs nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.core.errors import BadUri, EngineUnavailable
from device.engines import factory
from device.engines.encoder.policy import MAX_ENCODED_CHARS, MAX_VECTOR_SIZE, MAX_WORD_CHARS
from device.engines.encoder.word_pieces import WordPieces
from memory.model.encoder import Encoder
from memory.nearness.policy import FULL_LENGTH
from tests.sim.tiny_encoder import SIZE, write_tiny_onnx, write_tiny_table

ENGINES: dict[str, Callable[[Path], str]] = {
    "table": lambda folder: write_tiny_table(folder / "tiny.npz"),
    "onnx": lambda folder: write_tiny_onnx(folder / "tiny"),
}


@pytest.fixture(params=ENGINES)
def uri(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return ENGINES[request.param](tmp_path)


def opened(uri: str) -> Encoder:
    engine = factory.open_encoder(uri)
    assert engine is not None
    return engine


def numbers(vector: bytes) -> list[int]:
    return [int(number) for number in np.frombuffer(vector, np.int8)]


def nearness(one: bytes, other: bytes) -> int:
    return sum(a * b for a, b in zip(numbers(one), numbers(other), strict=True))


def test_every_encoder_is_held_to_this_contract() -> None:
    assert set(factory.BUILT_IN.encoders) == {"none", *ENGINES}
    assert factory.open_encoder("none:") is None


def test_words_of_like_meaning_are_near(uri: str) -> None:
    asked, like, other = opened(uri).encode(("my doctor", "The Physician!", "the car"))
    assert nearness(asked, like) > 2 * abs(nearness(asked, other))
    for vector in (asked, like, other):
        assert len(vector) == SIZE
        assert sum(number**2 for number in numbers(vector)) == pytest.approx(FULL_LENGTH**2, rel=0.05)


def test_the_same_words_give_the_same_numbers_alone_and_among_others(uri: str) -> None:
    engine, again = opened(uri), opened(uri)
    assert engine.model == again.model
    assert engine.encode(("doctor",)) == again.encode(("a much longer one of car and dogs", "doctor"))[1:]
    assert engine.encode(()) == ()


def test_what_has_no_known_word_is_all_zeros_and_a_long_text_is_cut(uri: str) -> None:
    engine = opened(uri)
    zeros, empty = engine.encode(("xyzzy", ""))
    assert zeros == empty == bytes(SIZE)
    long = "doctor " * MAX_ENCODED_CHARS
    assert engine.encode((long, "c" * 10 * MAX_WORD_CHARS))[0] == engine.encode(("doctor " * 500,))[0]


def test_another_file_is_another_model(tmp_path: Path) -> None:
    one, other = (opened(write_tiny_table(tmp_path / f"{turned}.npz", turned)) for turned in (False, True))
    assert one.model != other.model
    folder = tmp_path / "onnx"
    model = opened(write_tiny_onnx(folder)).model
    (folder / "vocab.txt").write_text((folder / "vocab.txt").read_text("utf-8") + "more\n", "utf-8")
    assert opened(f"onnx:{folder}").model != model
    assert opened(write_tiny_onnx(folder, pooled=True)).encode(("doctor",)) == opened(f"onnx:{folder}").encode(
        ("Doctor",)
    )


def test_the_numbers_of_a_table_are_added_up_whole(tmp_path: Path) -> None:
    np.savez(tmp_path / "three.npz", pieces=np.array(["a", "b"]), vectors=np.array([[3.0, 0.0], [0.0, 4.0]]))
    assert numbers(opened(f"table:{tmp_path / 'three.npz'}").encode(("a b",))[0]) == [76, 102]


def test_a_word_is_cut_into_the_longest_pieces_and_capitals_only_count_where_a_model_has_them() -> None:
    pieces = WordPieces({"[CLS]": 0, "auto": 1, "automobil": 2, "##e": 3, "##mobil": 4, "ete": 5})
    assert pieces.numbers("Automobile auto-x ÉTÉ") == (2, 3, 1, None, None, 5)
    assert WordPieces({"Auto": 0, "auto": 1, "é": 2}).numbers("Auto é e") == (0, 2, None)


@pytest.mark.parametrize("content", [None, b"", b"no table", b"PK\x03\x04" + b"\x00" * 60])
@pytest.mark.parametrize("scheme", ENGINES)
def test_a_missing_or_damaged_file_is_refused(tmp_path: Path, scheme: str, content: bytes | None) -> None:
    place = tmp_path / "tiny.npz" if scheme == "table" else tmp_path / "tiny" / "model.onnx"
    ENGINES[scheme](tmp_path)
    place.unlink()
    if content is not None:
        place.write_bytes(content)
    with pytest.raises(EngineUnavailable, match="tiny"):
        factory.open_encoder(f"{scheme}:{tmp_path / ('tiny.npz' if scheme == 'table' else 'tiny')}")


@pytest.mark.parametrize(
    "arrays",
    [
        {"pieces": np.array(["a"])},
        {"pieces": np.array(["a"]), "vectors": np.ones((2, 3))},
        {"pieces": np.array([1]), "vectors": np.ones((1, 3))},
        {"pieces": np.array(["a"]), "vectors": np.array([[np.nan]])},
        {"pieces": np.array(["a"]), "vectors": np.ones((1, MAX_VECTOR_SIZE + 1))},
        {"pieces": np.array([{"a": 1}], dtype=object), "vectors": np.ones((1, 3))},
    ],
)
def test_a_table_of_another_form_is_refused_and_no_pickle_is_loaded(tmp_path: Path, arrays: dict[str, object]) -> None:
    np.savez(tmp_path / "odd.npz", **arrays)  # type: ignore[arg-type]
    with pytest.raises(EngineUnavailable, match="odd"):
        factory.open_encoder(f"table:{tmp_path / 'odd.npz'}")


def test_a_model_without_its_pieces_or_with_other_inputs_is_refused(tmp_path: Path) -> None:
    folder = Path(write_tiny_onnx(tmp_path / "tiny").removeprefix("onnx:"))
    (folder / "vocab.txt").write_text("doctor\n", "utf-8")
    with pytest.raises(EngineUnavailable):
        factory.open_encoder(f"onnx:{folder}")
    (folder / "vocab.txt").write_text("[CLS]\n[SEP]\n[UNK]\n" + "extra\n" * 99 + "doctor\n", "utf-8")
    assert opened(f"onnx:{folder}").encode(("doctor",)) == ()  # a piece that the model does not have
    (folder / "vocab.txt").unlink()
    with pytest.raises(EngineUnavailable):
        factory.open_encoder(f"onnx:{folder}")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uri = write_tiny_onnx(tmp_path / "tiny")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[encoder\]"):
        factory.open_encoder(uri)
    for bad in ("table:", "onnx:", "glove:x"):
        with pytest.raises(BadUri):
            factory.open_encoder(bad)
