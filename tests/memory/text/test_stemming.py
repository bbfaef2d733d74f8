"""Promise: two ways of writing one topic have the same stems, on every machine and in every process."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_b.protocol.row_mapping import stem_text
from memory.text.stemming import split_words, stems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana's ideas", "ana idea"),
        ("my parents’ house", "my parent hous"),
        ("ex-husband", "ex husband"),
        ("Ex Husbands!", "ex husband"),
        ("don't", "dont"),
        ("CAFÉ café cafe ﬁne", "cafe cafe cafe fine"),
        ("date:dentist_appointment", "date dentist appoint"),
        ("Straße İstanbul", "strass istanbul"),
        ("हिन्दी 你好", "हिन्दी 你好"),
        ("… ?! 🎉", ""),
    ],
)
def test_the_way_of_writing_does_not_matter(text: str, expected: str) -> None:
    assert " ".join(stems(text)) == expected


@given(st.text(max_size=80))
def test_any_text_has_stems_and_upper_case_changes_nothing_it_should_not(text: str) -> None:
    assert stems(text) == stems(text)
    assert split_words(" ".join(split_words(text))) == split_words(text)
    held = stem_text(text)
    assert all(f" {stem} " in held for stem in stems(text))


@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_plain_words_are_those_that_they_are_beside_others(text: str) -> None:
    assert split_words(f"{text} Café") == (*split_words(text), "cafe")


def test_stems_do_not_depend_on_hash_order_or_locale() -> None:
    script = (
        "from memory.text.stemming import stems; print(ascii(stems('I was Running to İstanbul for Ana\\'s wedding')))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed, locale in (("0", "C"), ("1", "tr_TR.UTF-8"), ("2", "C.UTF-8"))
    }
    assert len(outputs) == 1
