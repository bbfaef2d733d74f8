"""People say in many ways that something is to go: frames, notices, kinds of thing, and the few things to keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_after, talk_in

BESIDE = {
    "en": ("the bins go out on wednesday", "my sister plays the oboe"),
    "de": ("die Mülltonne kommt am Mittwoch raus", "meine Schwester spielt Oboe"),
}
GONE = {
    "en": (
        ("i live in thirsk", "you don't need to know where i live"),
        ("i live in thirsk", "i'd prefer you not to have my address"),
        ("i voted green", "that i voted green is none of your business any more"),
        ("i voted green", "you have no business knowing how i voted"),
        ("my brother is in prison", "i'd be grateful if you'd forget that my brother is in prison"),
        ("the cleaner's name is olga", "the cleaner's name has been removed, please do the same"),
        ("the gate code is 4471", "i've deleted the gate code from my phone, you should too"),
        ("damian works at tesco", "damian is out of my life, delete him"),
        ("damian works at tesco", "i don't want anything about damian in there"),
        ("gina is on the run", "act as if i never mentioned gina"),
        ("gina is on the run", "let gina drop out of your memory"),
        ("i earn 2800 a month", "delete all the money stuff"),
        ("i have asthma", "forget anything medical"),
        ("i have diabetes", "keep the bins and my sister and forget the rest"),
        ("i have diabetes", "forget everything but the bins and my sister"),
        ("i have diabetes", "hang on to the bins and my sister, the rest can go"),
        ("i have diabetes", "forget everything except when the bins go out and what my sister plays"),
        ("i have diabetes", "only keep the bins and my sister and bin everything else i said today"),
        ("i have a stammer", "i'd rather you didn't know about the stammer so please forget it"),
        ("my passport expires in august", "scrap the bit about when my passport expires"),
        ("my trick for pastry is vodka", "i shouldn't have told you my pastry trick forget it"),
        ("i wrote to the baker in melton", "that baker i wrote to forget about it"),
        ("damian works at tesco", "damian would hate it so drop all you know about damian"),
        (
            "gina crashed the van in hull",
            "um so the thing with gina and the van could you er could you just forget that",
        ),
        ("grandad left me the clock", "take out the bit about the clock"),
        ("gina owes me fifty quid", "what gina owes me is private, so forget it"),
        ("my brother used to dance in soho", "that my brother used to dance in soho, you can drop that"),
        ("gina was caught shoplifting", "i don't want gina's shoplifting kept"),
        ("gina thinks i'm in hull", "you never heard that gina thinks i'm in hull"),
        ("i hide the gin in the cistern", "can the gin go from your memory please"),
        ("we quarrelled about the caravan", "let's forget the caravan quarrel"),
        ("i got an eviction notice", "could you un-know about the eviction notice"),
        ("my time in the legion was grim", "my time in the legion, forget about it please"),
        ("my secret for gravy is marmite", "i shouldn't have told you my gravy secret forget it"),
        ("damian works at tesco", "he's not keen so drop all you know about damian"),
    ),
    "de": (
        ("ich wohne in Thun", "wo ich wohne, geht dich nichts an"),
        ("ich wohne in Thun", "du musst nicht wissen, wo ich wohne"),
        ("ich wohne in Thun", "ich möchte nicht mehr, dass du meine Adresse kennst"),
        ("mein Bruder sitzt ein", "mir wäre es lieb, wenn du vergisst, dass mein Bruder sitzt"),
        ("mein Gehalt ist 31000 Euro", "Aufräumen: mein Gehalt bitte löschen"),
        ("mein Nachbar trinkt", "das mit meinem Nachbarn soll hier nicht mehr stehen"),
        ("Gina ist auf der Flucht", "tu so, als hätte ich Gina nie erwähnt"),
        ("ich verdiene 2800 Euro", "lösch alles, was mit Geld zu tun hat"),
        ("ich habe Diabetes", "behalte die Mülltonne und meine Schwester und vergiss den Rest"),
        ("ich habe Diabetes", "vergiss alles außer der Mülltonne und meiner Schwester"),
        ("ich habe Diabetes", "alles löschen bis auf die Mülltonne und meine Schwester"),
        ("mein Nachbar trinkt", "das mit dem Nachbarn vergisst du aber bitte"),
        ("mein Nachbar trinkt", "ach weißt du vergiss das mit dem Nachbarn"),
        ("der Kuchen war gekauft", "das mit dem Kuchen war nicht für dich bestimmt vergiss das"),
        ("mein Onkel nimmt Codein", "das Codein soll nicht in deinem Gedächtnis stehen"),
        ("der Tresor hat die Zahlen 3 5 9", "die Zahlen vom Tresor brauchst du nicht zu behalten vergiss sie"),
        ("Gina ist auf der Flucht", "sie will das nicht also weg mit allem über Gina"),
        ("Ginas Adresse ist Ringstraße 9", "Ginas Adresse vergisst du bitte wieder"),
        ("ich habe Diabetes", "die Mülltonne und meine Schwester darfst du behalten den Rest vergiss"),
        ("mein Onkel ist vorbestraft", "dass mein Onkel vorbestraft ist soll hier nirgends stehen"),
        ("mein Chef geht im Juni", "das mit meinem Chef ist vertraulich nicht behalten"),
        ("wir haben eine Räumungsklage gekriegt", "die Räumungsklage bitte aus deinen Notizen streichen"),
        ("ich nehme Antidepressiva", "ich möchte dass du vergisst dass ich Antidepressiva nehme"),
        ("ich wiege 95 Kilo", "was ich wiege ist meine Sache vergiss es"),
        ("wir hatten Krach wegen dem Geld", "vergessen wir den Krach wegen dem Geld"),
        ("Tante Rosi hat ihren Schmuck im Gefrierfach", "nimm wieder raus wo Tante Rosi ihren Schmuck hat"),
        ("mein Künstlername ist Lola Lametta", "vergiss meinen Künstlernamen"),
        ("die Marie hat elf Fehltage", "vergiss das mit Maries Fehltagen"),
        ("mein Onkel war bei der Legion", "das mit dem Onkel lass mal wieder verschwinden"),
        ("meine Frau denkt ich bin in Thun", "du hast nie gehört dass meine Frau denkt ich bin in Thun"),
    ),
}
TAKEN_BACK = (
    "come to think of it, don't write that down",
    "that stays between us, don't store it",
    "sorry, that should've stayed private",
    "let's not hang on to that one",
    "that's none of your business any more",
    "you can lose that",
)


@pytest.mark.parametrize(("language", "told", "asked"), [(code, *one) for code in GONE for one in GONE[code]])
def test_it_goes_and_what_was_told_beside_it_stays(language: str, told: str, asked: str, tmp_path: Path) -> None:
    first, last = BESIDE[language]
    with talk_after(tmp_path / "vault", (first, told, last), language) as talk:
        talk.say(asked)
        assert sorted(talk.texts()) == sorted(BESIDE[language])
        assert told.lower() not in talk.dump().lower()


@pytest.mark.parametrize("asked", TAKEN_BACK)
def test_what_was_told_last_is_taken_back(asked: str, tmp_path: Path) -> None:
    with talk_after(tmp_path / "vault", BESIDE["en"]) as talk:
        talk.say_all("my uncle kissed bruno", asked)
        assert sorted(talk.texts()) == sorted(BESIDE["en"])
        assert "bruno" not in talk.dump().lower()


def test_an_age_is_no_older_one(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich bin 58 Jahre alt", "ich bin Schneiderin", "ich möchte nicht mehr, dass du mein Alter weißt")
        assert talk.texts() == ["ich bin Schneiderin"]


def test_every_thing_of_a_name_goes_at_once(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all(BESIDE["en"][0], "i'm allergic to nuts", "i'm allergic to penicillin", "forget all my allergies")
        assert talk.texts() == [BESIDE["en"][0]]


def test_what_is_told_of_a_thing_is_no_name_of_it(tmp_path: Path) -> None:
    with talk_after(tmp_path / "vault", BESIDE["en"]) as talk:
        talk.say_all("my flat has two rooms", "my flat is big, leave it")
        assert "my flat has two rooms" in talk.texts()


def test_what_stands_on_no_list_leaves_the_memory_alone(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("my son drinks oat milk", "take off the milk")
        assert talk.texts() == ["my son drinks oat milk"]


def test_what_is_to_be_kept_and_is_not_known_is_asked_about(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        assert talk.say_all(*BESIDE["en"], "keep the piano and forget the rest").endswith("Shall I forget them all?")
        talk.say("no")
        assert sorted(talk.texts()) == sorted(BESIDE["en"])


def test_what_is_not_to_be_written_down_is_not_kept(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all(BESIDE["en"][0], "don't write this down, my cousin ludo got sacked")
        assert talk.texts() == [BESIDE["en"][0]]


@pytest.mark.parametrize(
    "said",
    [
        "you don't need to know how to swim for that",
        "you don't have to keep talking",
        "my private life is none of her business",
        "let's pretend to be pirates",
    ],
)
def test_what_only_sounds_like_it_asks_for_nothing(said: str, tmp_path: Path) -> None:
    with talk_after(tmp_path / "vault", BESIDE["en"]) as talk:
        talk.say(said)
        assert set(BESIDE["en"]) <= set(talk.texts())
        assert talk.heard.reason_codes != ("AMBIGUOUS",)
