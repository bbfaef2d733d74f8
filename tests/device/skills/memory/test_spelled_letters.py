"""Promise: "Sara with an h" corrects the name that was just told, after one question, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

CHANGES = (
    ("en", "my niece is called Sara", "Sara with an h", "Sarah", "yes"),
    ("en", "my boss is called Stephen", "it's Steven with a v", "Steven", "yes"),
    ("en", "my neighbour is called Ann", "Ann with an e", "Anne", "yes"),
    ("en", "my vet is called John", "without an h", "Jon", "yes"),
    ("en", "my aunt is called Katherine", "with a c", "Catherine", "yes"),
    ("en", "my cousin is called Philip", "no, with two ls", "Phillip", "yes"),
    ("en", "my cousin is called Tomas", "Tomas with an h", "Thomas", "yes"),
    ("en", "my cousin is called Jon", "with an h", "John", "yes"),
    ("en", "my cousin is called Emil", "with an e at the end", "Emile", "yes"),
    ("de", "meine Nichte heißt Sara", "Sara mit h", "Sarah", "ja"),
    ("de", "mein Chef heißt Stefan", "Stephan mit ph", "Stephan", "ja"),
    ("de", "mein Sohn heißt Erik", "mit c", "Eric", "ja"),
    ("de", "mein Arzt heißt Herr Wolsky", "Wolski hinten mit i", "Wolski", "ja"),
    ("de", "mein Nachbar heißt Filip", "mit zwei p", "Filipp", "ja"),
)
NO_CHANGES = (
    ("en", "my niece is called Sara", "tea with an egg"),
    ("en", "my dog is called Rex", "Rex with an x"),
    ("en", "my niece is called Sara", "Tom with an h"),
    ("en", "I live in York", "with a dog"),
    ("en", "I drink tea", "with a y"),
    ("de", "meine Nichte heißt Sara", "mit Hut"),
    ("de", "mein Hund heißt Max", "Max mit x"),
)


@pytest.mark.parametrize(("language", "told", "said", "name", "agreed"), CHANGES)
def test_a_letter_changes_the_name_after_a_yes(
    tmp_path: Path, language: str, told: str, said: str, name: str, agreed: str
) -> None:
    with talk_in(tmp_path, language) as person:
        person.say(told)
        assert person.say(said).endswith("?")
        assert person.texts() == [told]
        person.say(agreed)
        assert person.texts() == [f"{told.rpartition(' ')[0]} {name}"]


@pytest.mark.parametrize(("language", "told", "said"), NO_CHANGES)
def test_other_words_change_nothing(tmp_path: Path, language: str, told: str, said: str) -> None:
    with talk_in(tmp_path, language) as person:
        person.say_all(told, said)
        assert person.heard.intent != "spell"
        assert person.texts() == [told]
