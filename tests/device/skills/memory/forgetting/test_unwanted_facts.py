"""What people call unwanted in their own words is forgotten, all else stays, and what is unclear is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import Gone, kept_after, without
from tests.sim.assistant_talk import talk_in

GONE = {
    "en": (
        (("Vera drives a van", "Vera failed the theory test"), "Vera would rather that wasn't noted. Drop it.", 1),
        (("my sister won eleven thousand pounds", "my sister is a baker"), "i'd rather you hadn't heard the amount", 0),
        (("the lock on the barn is 5-0-3-9", "the barn is red"), "they changed the lock so the old code can go", 0),
        (("i see a lawyer on fridays", "the bakery opens at six"), "could you forget i ever mentioned a lawyer", 0),
        (("my cousin's number is 0161 555 0144",), "hang on, that's my aunt's number, get rid of it", 0),
        (("the wedding is at the mill", "Nils plays chess"), "the wedding's off, forget everything about it", 0),
        (("the trailer was 4.35 a day", "the yard is shut"), "the 4.35 offer fell through. Please don't keep it.", 0),
        (("the key is under the pot", "the gate is 7719"), "forget where the key is and the gate code too", (0, 1)),
    ),
    "de": (
        (("Vera fährt Taxi", "Vera ist durchgefallen"), "Vera will nicht, dass das irgendwo steht, nimm es raus", 1),
        (("der Kredit läuft bis Mai", "Nils spielt Schach"), "das mit dem Kredit behältst du bitte nicht", 0),
        (("wir ziehen im August aus", "Nils spielt Schach"), "das mit dem Auszug behältst du bitte nicht", 0),
        (("oma ist gestürzt", "opa ist gesund"), "vergiss den sturz", 0),
        (("mein Bruder ist nach Kiel umgezogen", "Nils spielt Schach"), "vergiss bitte den Umzug", 0),
        (("das Tor hat die 5039", "das Tor ist rot"), "das Tor ist neu, die alte Nummer kann weg", 0),
        (("der Kombi kostet mich 380 Euro", "Nils ist da"), "was es kostet, darfst du aus dem Kopf streichen", 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("language", "told", "said", "gone"), [(code, *one) for code in GONE for one in GONE[code]])
def test_only_what_is_unwanted_goes(
    language: str, told: tuple[str, ...], said: str, gone: Gone, tmp_path: Path
) -> None:
    assert kept_after(language, told, said, tmp_path) == without(told, gone)


def test_what_was_told_in_other_words_is_asked(tmp_path: Path) -> None:
    """It is never said that there is nothing to forget about it."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say("my cousin Pia is expecting in May")
        talk.say("when is Pia expecting")
        reply = talk.say("i had no right to say that about the baby, please un-know it")
        assert talk.heard.reason_codes == ("AMBIGUOUS",)
        assert "Pia" in reply
        talk.say("yes")
        assert talk.texts() == []


def test_it_means_what_was_just_told_and_no_answer(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("doctor Ames put me on tablets in March")
        talk.say("my pharmacy is on quarry street")
        talk.say("which pharmacy do i use")
        talk.say("i'm off that now and i don't want it lying around in your head so chuck it out")
        assert talk.heard.reason_codes == ("AMBIGUOUS",)
        assert len(talk.texts()) == 2


def test_a_plural_question_in_german_is_no_fact(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        for said in ("sind es 380 Euro, ja oder nein", "waren es 4,20 je Karton", "waren das deine Schuhe"):
            talk.say(said)
        assert talk.texts() == []
