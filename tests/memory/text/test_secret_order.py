"""A secret that is said before its name is a secret too, and a question about one is not."""

from __future__ import annotations

import pytest

from device.platform.language_files import load_language
from memory.text.secret_detector import MASK, find_secrets, mask_secrets

ENGLISH = load_language("en").memory


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("hunter22 is my wifi password", f"{MASK} is my wifi password"),
        ("my login is ana and hunter22 is the password", f"my login is ana and {MASK} is the password"),
        ("sunflower99 was my old laptop password", f"{MASK} was my old laptop password"),
        ("my pw is gato123", f"my pw is {MASK}"),
    ],
)
def test_the_word_before_is_taken_out(said: str, left: str) -> None:
    assert mask_secrets(said, find_secrets(said, ENGLISH)) == left


@pytest.mark.parametrize(
    "said", ["what is my password", "that is my favorite password manager story", "this is my pin"]
)
def test_a_question_or_a_pointer_is_no_secret(said: str) -> None:
    assert find_secrets(said, ENGLISH) == ()
