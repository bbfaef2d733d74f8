"""What no pattern reads is asked about by its words; nothing goes before a yes, and nothing else goes after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

ASKED = {
    "en": (
        # told, told beside it, the request, what is gone after a yes
        (
            "my cousin bea is on bail",
            "my cousin lou sells eels",
            "bea's trouble shouldn't be lying about in your notes",
            0,
        ),
        ("i wear a hearing aid", "my tent is orange", "be a pet and let the hearing aid slip your mind", 0),
        ("my loan is nine thousand pounds", "my van is a transit", "the sum has no business in there", 0),
        ("i've got gout", "my van is a transit", "i'd rather you kept nothing at all about my health", 0),
        ("my aunt rose drinks", "my aunt rose has a parrot", "leave only the parrot and clear the rest about rose", 0),
        ("my wife is getting a loom", "it's in the shed", "so no loom and no shed you never heard of it", (0, 1)),
    ),
    "de": (
        (
            "meine cousine bea sitzt in haft",
            "mein zelt ist orange",
            "das mit der haft sollte nicht bei dir rumliegen",
            0,
        ),
        ("ich trag ein hörgerät", "mein zelt ist orange", "lass das hörgerät bitte unter den tisch fallen", 0),
        ("ich hab diabetes", "mein zelt ist orange", "merk dir bitte ab jetzt nichts mehr zu meiner gesundheit", 0),
    ),
}
LEFT = {
    "en": (
        "never forget that my tent is orange",
        "you'd be daft to lose my tent size",
        "i dropped the tent in the mud",
    ),
    "de": ("vergiss bloß nie dass mein zelt orange ist", "ich hab das zelt in den matsch fallen lassen"),
}


@pytest.mark.parametrize(
    ("language", "told", "beside", "request_", "gone"), [(code, *row) for code, rows in ASKED.items() for row in rows]
)
def test_it_is_offered_and_goes_with_a_yes(
    language: str, told: str, beside: str, request_: str, gone: int | tuple[int, ...], tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, beside)
        before = talk.texts()
        talk.say(request_)
        assert talk.answer.question
        assert sorted(talk.texts()) == sorted(before)
        talk.say("yes" if language == "en" else "ja")
        going = (gone,) if isinstance(gone, int) else gone
        kept = [text for at, text in enumerate((told, beside)) if at not in going]
        assert sorted(talk.texts()) == sorted(kept)
        assert request_ not in talk.dump()


def test_a_no_keeps_all(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("my cousin bea is on bail", "bea's trouble shouldn't be lying about in your notes", "no")
        assert talk.texts() == ["my cousin bea is on bail"]


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, every in LEFT.items() for said in every])
def test_a_look_alike_asks_nothing(language: str, said: str, tmp_path: Path) -> None:
    told = "my tent is orange" if language == "en" else "mein zelt ist orange"
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, said)
        assert told in talk.texts()
        assert not talk.answer.question


@pytest.mark.parametrize(
    ("language", "said", "word"),
    [
        ("en", "just between us and not for keeping my boss takes bribes", "bribes"),
        ("de", "nicht speichern aber mein chef nimmt schmiergeld", "schmiergeld"),
    ],
)
def test_what_is_not_for_keeping_is_not_kept(language: str, said: str, word: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(said)
        assert talk.texts() == []
        assert word not in talk.dump()


def test_what_was_told_at_a_time_goes_by_that_time(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("the vicar and i had a row", "i resigned from the choir")
        talk.say("ugh wipe what i've told you today i was only letting off steam")
        assert talk.answer.question
        assert len(talk.texts()) == 2
        talk.say("yes")
        assert talk.texts() == []


def test_a_rule_offers_what_is_kept_of_its_field_and_is_lifted_by_a_permission(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("my rent is nine hundred", "and listen don't store anything about my money from now on okay")
        assert talk.answer.question
        talk.say_all("yes", "my council tax is a hundred and forty")
        assert talk.texts() == []
        talk.say_all("it's fine you can keep money things from now on", "my council tax is a hundred and forty")
        assert talk.texts() == ["my council tax is a hundred and forty"]


def test_a_person_of_a_role_is_barred_by_the_name_alone(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all(
            "i'd like you not to keep things about my stepson josh", "josh was expelled", "keira plays netball"
        )
        assert talk.texts() == ["keira plays netball"]


def test_a_code_said_digit_by_digit_does_not_come_back_in_passing(tmp_path: Path) -> None:
    for language, told, request_, again in (
        ("en", "my locker number is four four seven one", "forget my locker number", "so the old {} is gone now"),
        ("de", "meine spindnummer ist vier vier sieben eins", "vergiss meine spindnummer", "das alte {} ist jetzt weg"),
    ):
        for said in ("four four seven one" if language == "en" else "vier vier sieben eins", "4471"):
            with talk_in(tmp_path / f"{language}{said}", language) as talk:
                talk.say_all(told, request_, again.format(said))
                assert not any(said in text for text in talk.texts())


@pytest.mark.parametrize("answer", ["only the first one", "just the first", "no just the bail"])
def test_one_of_several_is_chosen(answer: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("my cousin bea is on bail", "my cousin bea has a dog")
        talk.say_all("bea's business shouldn't be lying around in your notes", answer)
        assert talk.texts() == ["my cousin bea has a dog"]
