"""How a person wants to be reached, in many words and two languages, and what is none of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Kind
from tests.sim.assistant_talk import Talk, talk_in

WAYS = {
    ("en", "text"): (
        "text me rather than calling",
        "don't call me, text me",
        "i'd rather you texted me",
        "i'd prefer a text to a call",
        "i'd rather text than talk",
        "best to reach me by text",
        "write to me, don't speak",
        "if you need me, text me",
    ),
    ("en", "call"): ("call me instead of texting", "call me rather than sending emails", "i prefer calls over texts"),
    ("en", "email"): (
        "email me rather than calling",
        "contact me by email please",
        "the best way to reach me is by email",
    ),
    ("de", "text"): (
        "schreib mir lieber statt anzurufen",
        "ruf mich nicht an, schreib mir lieber",
        "bitte nicht anrufen, lieber schreiben",
        "mir ist eine nachricht lieber als ein anruf",
        "ich schreibe lieber als zu telefonieren",
    ),
    ("de", "call"): ("ruf mich lieber an statt zu schreiben", "ich möchte lieber angerufen werden"),
    ("de", "email"): ("am besten erreichst du mich per mail", "kontaktiere mich per e-mail"),
}
NONE = {
    "en": (
        "call me annie",
        "don't call me annie",
        "text mum that i'm late",
        "call mum instead of texting",
        "my sister prefers texts to calls",
        "i prefer coffee to tea",
        "text me",
    ),
    "de": ("nenn mich anni", "ruf mich nicht an", "meine schwester bekommt lieber nachrichten als anrufe"),
}


@pytest.mark.parametrize(("language", "way", "words"), [(*key, words) for key, all_ in WAYS.items() for words in all_])
def test_a_way_to_be_reached_is_kept(tmp_path: Path, language: str, way: str, words: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(words)
        assert [(atom.kind, atom.value) for atom in talk.atoms()] == [(Kind.CONTACT_PREFERENCE, way)]


@pytest.mark.parametrize(("language", "words"), [(one, words) for one, all_ in NONE.items() for words in all_])
def test_other_words_about_calls_are_none(tmp_path: Path, language: str, words: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(words)
        assert not any(atom.kind is Kind.CONTACT_PREFERENCE for atom in talk.atoms())


def test_another_way_costs_a_question(talk: Talk) -> None:
    talk.say("i prefer email")
    assert talk.say("text me rather than calling").endswith("?")
    talk.say("yes")
    assert "text me" in talk.say("what is my contact preference")


def test_the_same_way_in_other_words_costs_none(talk: Talk) -> None:
    talk.say("i prefer calls")
    assert not talk.say("call me instead of texting").endswith("?")
    assert len(talk.atoms()) == 1
