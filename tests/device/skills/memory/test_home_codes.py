"""Promise: a code of a thing of the home is kept at once, for writing, only if asked for, and only in its memory.

One is told as it is, is put right, replaced and forgotten whole; no voice speaks it unasked, and no guest hears it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.atoms import ArchivedLine, Channel, Exposure, Recall
from tests.device.skills.memory.home_code_cases import CORRECTED, FORGOTTEN, REFUSED, TOLD
from tests.sim.assistant_talk import Talk, talk_in

ALOUD = {"en": "say it out loud", "de": "sag es laut"}
SUMMARY = {"en": "what do you remember about me", "de": "was weißt du über mich"}
WRITING = {"en": "for writing only", "de": "nur schriftlich"}
GUARDED = (Exposure.SAFE_TO_TEXT, Recall.ONLY_IF_ASKED)


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


def _stands_in(word: str, dump: str) -> bool:
    """Says whether a word is in a dump; digits inside a random id are none."""
    return re.search(rf"(?<![0-9a-f]){re.escape(word)}(?![0-9a-f])", dump) is not None


@pytest.mark.parametrize(
    ("language", "told", "asked", "code"), [(language, *one) for language, all_ in TOLD.items() for one in all_]
)
def test_it_is_kept_at_once_and_told_in_writing(
    talks: dict[str, Talk], language: str, told: str, asked: tuple[str, ...], code: str
) -> None:
    talk = talks[language]
    reply = talk.say(told, user=told)
    assert WRITING[language] in reply
    assert code not in reply
    kept = [atom for atom in talk.atoms(told) if code in atom.text]
    assert [(atom.exposure, atom.recall) for atom in kept] == [GUARDED]
    (line,) = talk.vault.reader.lines_by_id(talk.gate(told), (talk.heard.turn.turn_id,))
    assert code not in line.text
    assert code not in talk.say(SUMMARY[language], user=told)
    for question in asked:
        assert code in talk.say(question, user=told), question


@pytest.mark.parametrize("language", ["en", "de"])
def test_there_are_as_many_wordings_as_people_have(language: str) -> None:
    assert len(TOLD[language]) >= {"en": 20, "de": 15}[language]


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, all_ in REFUSED.items() for said in all_])
def test_graver_ones_are_refused_as_before(talks: dict[str, Talk], language: str, said: str) -> None:
    talk = talks[language]
    talk.say(said, user=said)
    assert talk.heard.reason_codes[0] == "SECRET"
    assert talk.texts(said) == []


@pytest.mark.parametrize(("language", "told", "asked", "holds", "gone"), CORRECTED)
def test_it_is_put_right_and_replaced(
    tmp_path: Path, language: str, told: tuple[str, ...], asked: str, holds: str, gone: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        replies = [talk.say(said) for said in told]
        assert all(holds not in reply for reply in replies)
        reply = talk.say(asked)
        assert holds in reply
        assert gone not in reply.replace(holds, "")
        assert not talk.answer.question
        standing = [atom for atom in talk.atoms() if holds in atom.text]
        assert [(atom.exposure, atom.recall) for atom in standing] == [GUARDED]
        turns = talk.vault.reader.lines_by_id(talk.gate(), tuple(atom.sources[0].turn_id for atom in standing))
        assert not any(holds in line.text for line in turns)
        assert not list(talk.vault.connection.execute("SELECT * FROM correction"))


def test_another_value_without_a_mark_costs_one_question(talk: Talk) -> None:
    """2.17 Q13: no unmarked change of what is critical passes without a yes."""
    talk.say("the garage code is 4417")
    reply = talk.say("the garage code is 5512", channel=Channel.VOICE)
    assert talk.answer.question
    assert reply.count("?") == 1
    assert not {"4417", "5512"} & set(re.findall(r"\d+", reply))
    talk.say("no")
    assert "4417" in talk.say("what's the garage code")


@pytest.mark.parametrize(
    ("language", "told", "over", "asked"),
    [
        ("en", "the garage code is 4417", "the garage code isn't 4417 any more", "what's the garage code"),
        ("de", "der garagencode ist 4417", "der garagencode ist nicht mehr 4417", "wie ist der garagencode"),
    ],
)
def test_one_that_is_over_is_told_no_more(tmp_path: Path, language: str, told: str, over: str, asked: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(told, over)
        assert "4417" not in talk.say(asked)


def test_codes_of_two_things_hold_beside_each_other(talk: Talk) -> None:
    talk.say_all("the wifi password is blue seven tiger and the garage code is 4417", "the front door code is 1397 now")
    assert len(talk.atoms()) == 3
    assert "4417" in talk.say("what's the garage code")
    assert "tiger" in talk.say("what's the wifi password")
    assert "1397" in talk.say("what's the front door code")


def test_a_code_of_another_thing_is_no_answer(talk: Talk) -> None:
    talk.say_all("the back door code is 2222", "the doyles live next door and their gate code's seven seven one")
    assert "2222" not in talk.say("what's the front door code")
    assert "seven seven one" not in talk.say("what's the hanlons' gate code")


@pytest.mark.parametrize(("language", "told", "asked", "words"), FORGOTTEN)
def test_nothing_is_left_of_what_is_forgotten(
    tmp_path: Path, language: str, told: tuple[str, ...], asked: str, words: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        *first, last = told
        talk.say_all(*first)
        assert any(_stands_in(word, talk.dump()) for word in words.split())
        talk.say(last)
        assert [word for word in words.split() if _stands_in(word, talk.dump())] == []
        reply = talk.say(asked)
        assert not any(word in reply for word in words.split())


def test_what_was_forgotten_is_kept_again_only_when_it_is_insisted_on(talk: Talk) -> None:
    talk.say_all("the garage code is 4417", "forget the garage code")
    talk.say("the garage code is 4417")
    assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)
    assert not _stands_in("4417", talk.dump())
    assert WRITING["en"] in talk.say("remember it anyway")
    (atom,) = talk.atoms()
    assert (atom.exposure, atom.recall) == GUARDED
    assert "4417" not in " ".join(line.text for line in _lines(talk))


def _lines(talk: Talk) -> tuple[ArchivedLine, ...]:
    turns = talk.vault.connection.execute("SELECT turn_id FROM archive")
    return talk.vault.reader.lines_by_id(talk.gate(), tuple(row[0] for row in turns))


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_spoken_only_when_it_is_asked_for_aloud(tmp_path: Path, language: str) -> None:
    told, (asked, *_), code = TOLD[language][0]
    with talk_in(tmp_path, language) as talk:
        assert code not in talk.say(told, channel=Channel.VOICE)
        assert code not in talk.say(asked, channel=Channel.VOICE)
        assert code not in talk.say(SUMMARY[language], channel=Channel.VOICE)
        talk.say(asked, channel=Channel.VOICE)
        assert code in talk.say(ALOUD[language], channel=Channel.VOICE)


def test_a_question_for_something_else_brings_none(talk: Talk) -> None:
    """A guest is named in both, and the code is not asked for."""
    talk.say_all("the sitter's called nerys", "side door code's four four one nine for nerys")
    talk.say("what is the sitter called")
    talk.say("what do you know about nerys")
    assert not any("four" in atom.text for atom in talk.answer.bundle.atoms)
    assert "four four one nine" in talk.say("what's the side door code")


def test_what_is_masked_is_nobody(talk: Talk) -> None:
    talk.say_all("side door code's four four one nine", "nerys told me she's expecting")
    assert "]" not in talk.answer.reply


@pytest.mark.parametrize(
    ("told", "asked", "text"),
    [
        ("the garage code is 4417 please remember that", "what's the garage code", "the garage code is 4417"),
        ("the garage code is 4417 don't tell anyone", "what's the garage code", "the garage code is 4417"),
        ("the garage code is 4417, that's all", "what's the garage code", "the garage code is 4417"),
        (
            "the code for the garage is 4417 and remind me to lock it",
            "what's the garage code",
            "the code for the garage is 4417",
        ),
    ],
)
def test_only_the_code_is_kept_of_what_is_said_around_it(tmp_path: Path, told: str, asked: str, text: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say(told)
        assert talk.texts() == [text]
        assert "4417" in talk.say(asked)


def test_the_own_code_and_anothers_are_told_apart(talk: Talk) -> None:
    talk.say_all("bea's garage code is 9911", "the garage code is 4417")
    assert "9911" not in talk.say("what's the garage code")
    assert "9911" in talk.say("what's bea's garage code")


@pytest.mark.parametrize("said", ["put the wifi password on the shopping list", "i gave the wifi password to tom"])
def test_talk_about_a_code_tells_none(talk: Talk, said: str) -> None:
    talk.say(said)
    assert "HOME_CODE_KEPT" not in talk.heard.reason_codes


@pytest.mark.parametrize("channel", list(Channel))
def test_a_guest_tells_none_and_hears_none(talk: Talk, channel: Channel) -> None:
    talk.say("the garage code is 4417", channel=channel, identified=False)
    assert not _stands_in("4417", talk.dump())
    talk.say("the garage code is 5512")
    for asked in ("what's the garage code", "what was the garage code again", "is the garage code 5512"):
        assert "5512" not in talk.say(asked, channel=channel, identified=False)
        assert not talk.answer.bundle.atoms


def test_another_person_neither_hears_nor_changes_it(talk: Talk) -> None:
    talk.say("the garage code is 4417")
    assert "4417" not in talk.say("what's the garage code", user="Bea")
    talk.say("no it's 5512", user="Bea")
    assert "4417" in talk.say("what's the garage code")


def test_it_surfaces_nowhere_unasked(talk: Talk) -> None:
    talk.say("the garage code is 4417")
    for said in ("the garage is cold", "i parked in the garage", "good morning", "my sister is Ana"):
        assert "4417" not in talk.say(said)
        assert not any("4417" in atom.text for atom in talk.answer.bundle.atoms)
        assert not any("4417" in text for text in talk.answer.bundle.excerpts)
    assert "4417" not in " ".join(talk.hints().terms)
    talk.say("the garage code is 5512 now")
    assert not {"4417", "5512"} & set(re.findall(r"\d+", talk.say("what's new since yesterday")))
    for table in ("ledger", "metric", "word", "correction", "thread"):
        rows = talk.vault.connection.execute(f"SELECT * FROM {table}")
        assert not any(_stands_in(code, str(cell)) for row in rows for cell in row for code in ("4417", "5512"))


MIXED = [
    ("the wifi password is blue seven tiger and my bank pin is 1234", "what's the wifi password", "tiger", "1234"),
    ("my bank pin is 1234 and the wifi password is blue seven tiger", "what's the wifi password", "tiger", "1234"),
    ("the garage code is 4417, the alarm code is 9911", "what's the garage code", "4417", "9911"),
    ("remember that the garage code is 4417 and my phone pin is 9911", "what's the garage code", "4417", "9911"),
]


@pytest.mark.parametrize(("told", "asked", "kept", "refused"), MIXED)
def test_of_two_the_graver_is_refused(tmp_path: Path, told: str, asked: str, kept: str, refused: str) -> None:
    with talk_in(tmp_path) as talk:
        reply = talk.say(told)
        assert "for writing only" in reply
        assert "looks like a secret" in reply
        assert kept in talk.say(asked)
        assert not _stands_in(refused, talk.dump())


def test_what_was_refused_beside_it_may_be_insisted_on(talk: Talk) -> None:
    talk.say_all("the wifi password is blue seven tiger and my bank pin is 1234", "keep it anyway")
    assert talk.heard.reason_codes == ("SECRET_KEPT_INSIDE",)
    assert "tiger" in talk.say("what's the wifi password")
    assert "1234" not in talk.say("what's my bank pin")


@pytest.mark.parametrize(
    ("told", "open_fact", "asked"),
    [
        ("my sister is Ana and the wifi password is blue seven tiger", "my sister is Ana", "who is my sister"),
        ("guest wifi is called falcon and the password's green owl", "guest wifi is called falcon", "guest wifi name"),
    ],
)
def test_what_is_told_beside_it_stays_open(tmp_path: Path, told: str, open_fact: str, asked: str) -> None:
    with talk_in(tmp_path) as talk:
        reply = talk.say(told)
        assert "The code I kept for writing only" in reply
        assert open_fact.removeprefix("my ") in reply
        exposures = {atom.text: atom.exposure for atom in talk.atoms()}
        assert exposures[open_fact] is Exposure.SAFE_TO_SPEAK
        assert len(exposures) == 2


def test_a_code_that_answers_the_question_for_it_is_kept(talk: Talk) -> None:
    talk.say_all("what's the wifi password", "blue seven tiger")
    assert talk.heard.reason_codes == ("HOME_CODE_KEPT",)
    assert "blue seven tiger" in talk.say("what's the wifi password")


@pytest.mark.parametrize(
    "said", ["sorry what", "it's fine", "no thanks", "no", "actually my cat is called Nox", "wait", "no that's right"]
)
def test_what_is_no_code_puts_none_right(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("the wifi password is moss and granite", said)
        assert "moss and granite" in talk.say("what's the wifi password")


@pytest.mark.parametrize("said", ["sorry the dentist is at 5 not at 4", "no my bus leaves at 8 12"])
def test_a_fact_with_a_number_puts_no_code_right(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("the garage code is 4417", said)
        assert "4417" in talk.say("what's the garage code")


def test_told_again_it_is_one_memory(talk: Talk) -> None:
    talk.say_all("the garage code is 4417", "the code for the garage is 4417")
    assert len(talk.atoms()) == 1
    assert not talk.answer.question


def test_what_is_not_to_be_stored_is_not_stored(talk: Talk) -> None:
    talk.say_all("don't remember the garage code", "the garage code is 4417")
    assert not talk.atoms()
    assert not _stands_in("4417", talk.dump())


def test_what_is_said_off_the_record_is_not_kept(talk: Talk) -> None:
    talk.say_all("the next thing i say is off the record", "the garage code is 4417")
    assert not talk.atoms()
    assert not _stands_in("4417", talk.dump())


def test_a_second_insisted_secret_replaces_the_first(talk: Talk) -> None:
    talk.say_all("the alarm code is 4711", "keep it anyway", "the alarm code is 4712", "keep it anyway")
    reply = talk.say("what's the alarm code")
    assert "4712" in reply
    assert "4711" not in reply


def test_a_correction_of_an_insisted_secret_is_refused_and_kept_nowhere(talk: Talk) -> None:
    talk.say_all("the alarm code is 4711", "keep it anyway", "sorry i meant 4712")
    assert talk.heard.reason_codes == ("SECRET",)
    assert not _stands_in("4712", talk.dump())
    talk.say("keep it anyway")
    reply = talk.say("what's the alarm code")
    assert "4712" in reply
    assert "4711" not in reply


def test_a_secret_that_was_forgotten_and_is_insisted_on_is_guarded_again(talk: Talk) -> None:
    talk.say_all("the alarm code is 4711", "keep it anyway", "forget the alarm code", "the alarm code is 4711")
    talk.say("keep it anyway")
    (atom,) = talk.atoms()
    assert (atom.exposure, atom.recall) == GUARDED
    assert not any("4711" in line.text for line in _lines(talk))
