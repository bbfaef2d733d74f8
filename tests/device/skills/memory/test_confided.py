"""Promise: words that mark something as private are no fact, and all that is told beside them is not said aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel, Exposure
from tests.sim.assistant_talk import talk_in

CONFIDED = {
    "en": {
        "this stays between us i've bought mark a watch": "i've bought mark a watch",
        "this stays between us, i quit my job": "i quit my job",
        "this stays between us. my sister is pregnant": "my sister is pregnant",
        "it has to stay between us, i quit my job": "i quit my job",
        "i've bought mark a watch but that stays between us": "i've bought mark a watch",
        "it's a secret. i'm moving to leeds": "i'm moving to leeds",
        "this is private, i quit my job": "i quit my job",
        "between us, i quit my job": "i quit my job",
        "this is between you and me i failed my test": "i failed my test",
        "just between us i failed my driving test": "i failed my driving test",
    },
    "de": {
        "das bleibt unter uns ich habe mark eine uhr gekauft": "ich habe mark eine uhr gekauft",
        "das bleibt unter uns, ich habe gekündigt": "ich habe gekündigt",
        "das muss unter uns bleiben. meine schwester ist schwanger": "meine schwester ist schwanger",
        "das ist ein geheimnis. ich ziehe nach kiel": "ich ziehe nach kiel",
        "behalt das für dich ich hab rheuma": "ich hab rheuma",
        "das ist streng geheim mein chef geht in rente": "mein chef geht in rente",
        "sag das keinem weiter ich habe ein boot geerbt": "ich habe ein boot geerbt",
    },
}

CONFIRMED = {"en": ("Okay.", "Okay. I'll keep that to writing."), "de": ("Verstanden.", "")}
"""What she answers, and what to an order at the end of what is told."""


@pytest.mark.parametrize(("language", "said"), [(one, said) for one in CONFIDED for said in CONFIDED[one]])
def test_what_is_confided_is_one_private_fact(language: str, said: str, tmp_path: Path) -> None:
    """The mark is not counted, and the fact stays in writing."""
    with talk_in(tmp_path / "vault", language) as talk:
        reply = talk.say(said, channel=Channel.VOICE)
        assert reply == CONFIRMED[language][said.endswith("stays between us")]
        assert [(atom.text, atom.exposure) for atom in talk.atoms()] == [
            (CONFIDED[language][said], Exposure.SAFE_TO_TEXT)
        ]


def test_a_place_between_two_others_is_a_fact(tmp_path: Path) -> None:
    """Only words that hold nothing but the mark are left out."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say("the river runs between us and the school")
        assert talk.texts() == ["the river runs between us and the school"]


@pytest.mark.parametrize(
    ("language", "told", "asked", "secret"),
    [
        (
            "de",
            "sag das bitte keinem aber ich hab mich in hannover beworben",
            "was solltest du keinem sagen",
            "hannover",
        ),
        ("de", "das bleibt unter uns ich habe gekündigt", "was soll unter uns bleiben", "gekündigt"),
        ("de", "behalt das für dich ich hab rheuma", "was hab ich dir anvertraut", "rheuma"),
        ("en", "don't tell anyone but i've applied for a job in leeds", "what should you not tell anyone", "leeds"),
        ("en", "this stays between us i've bought mark a watch", "what have i told you in confidence", "watch"),
    ],
)
def test_what_was_confided_is_told_to_its_owner_in_writing_only(
    tmp_path: Path, language: str, told: str, asked: str, secret: str
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        assert secret in talk.say(asked)
        assert secret not in talk.say(asked, channel=Channel.VOICE)
        assert secret not in talk.say(asked, user="Ben")
        assert secret not in talk.say(asked, identified=False)
