"""Promise: a shortened title, a date with a comma and a sum are read as what they are, inside one sentence."""

from __future__ import annotations

import pytest

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import same_entities
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind

WHOLE = (
    ("en", "my check-up is with Dr. Ada Wolff in the west wing"),
    ("en", "Mrs. Peel and Mr. Kubo share the office"),
    ("en", "the audit runs Thursday, May 14 from nine to noon"),
    ("en", "my next review is on November 4"),
    ("en", "the vase is next to the lamp"),
    ("de", "mein Termin ist bei Dr. Wolff am Mittwoch"),
)


@pytest.mark.parametrize(("language", "told"), WHOLE)
def test_a_sentence_stays_whole(language: str, told: str) -> None:
    (one,) = statements(told, language)
    assert one.kind is ActKind.TELL
    assert one.text.casefold() == told.casefold()


def test_a_point_before_a_new_sentence_ends_the_old_one() -> None:
    assert len(statements("I saw the dr. She said it's fine.", "en")) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("her fee is 1,150 EUR", "my rent is now 900 EUR"),
        ("the drill is at 9:00 PM", "the parcel now comes at 4:30 PM"),
        ("Ada's check-up is with Dr. Wolff on Monday", "Ada moved to room 15C"),
    ],
)
def test_another_thing_is_not_replaced(old: str, new: str) -> None:
    (told,), (now,) = statements(old, "en"), statements(new, "en")
    names = same_entities(pair for one in (told, now) for pair in one.named)
    assert effect_on(now, told, names, "en") is Effect.NONE
