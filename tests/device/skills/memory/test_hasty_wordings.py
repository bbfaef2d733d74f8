"""Promise: what is taken back in dismay is gone, and what may not be said in company is hidden, in one breath too."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

TAKEN_BACK = (
    "oh god scratch that",
    "oh no forget that",
    "ugh ignore that",
    "oh dear, strike that please",
    "oops, scratch that",
    "ah damn forget it",
    "whoops cancel that",
    "oh my god delete that",
    "hang on, disregard that",
    "oh heck, forget that please",
    "better forget i said that",
    "you'd better delete that",
    "you never heard that from me",
    "scrap that",
    "you can bin that one",
    "lose that last bit",
    "let's not keep that",
    "that's not for keeping",
)
IN_COMPANY = (
    "never say that in front of people",
    "don't mention that when others are here",
    "please never bring that up around my mum",
    "don't repeat that in company",
    "never mention it in front of the kids",
    "dont say that around other people",
    "do not mention that when we're not alone",
    "don't ever say that in front of guests",
    "that isn't to be mentioned in front of my boss",
    "never bring that up while the kids are around",
)
GLUED = tuple(said for said in IN_COMPANY if said.split()[0] in ("never", "don't", "dont", "do"))


@pytest.mark.parametrize("said", TAKEN_BACK)
def test_what_is_taken_back_is_gone(talk: Talk, said: str) -> None:
    talk.say_all("i think i fancy the lad from bakery 5512086", said)
    assert "5512086" not in talk.dump()


@pytest.mark.parametrize("said", IN_COMPANY)
def test_what_was_told_before_is_hidden(talk: Talk, said: str) -> None:
    talk.say_all("my wages are twenty six thousand a year", said)
    assert talk.heard.reason_codes == ("DO_NOT_MENTION",)
    assert "twenty" not in talk.say("what are my wages")
    assert not talk.answer.bundle.excerpts


@pytest.mark.parametrize("said", GLUED[:6])
def test_what_is_told_in_the_same_breath_is_hidden(talk: Talk, said: str) -> None:
    talk.say(f"my wages are twenty six thousand a year {said}")
    assert talk.texts() == []
    assert "twenty" not in talk.say("what are my wages")


@pytest.mark.parametrize("told", ["my gran told us never say that in front of people", "people never say that here"])
def test_such_words_inside_a_sentence_are_told(talk: Talk, told: str) -> None:
    talk.say(told)
    assert "DO_NOT_MENTION" not in talk.heard.reason_codes


DELETED = (
    ("the overflow point is the archive cart lower drawer", "Previous point archive cart lower drawer marked deleted."),
    ("the spare fob is in the copy room steel locker", "Delete the copy-room steel-locker spare-fob location now."),
    ("for now the reserve is the archive cart lower drawer", "delete the reserve fallback archive cart lower drawer"),
    ("our guest phrase is blue heron lamp", "I am also deleting the guest phrase blue heron lamp."),
    ("the shelf label is RX-7719", "Logging RX-7719 as deleted."),
)


@pytest.mark.parametrize(("told", "request_"), DELETED)
def test_what_a_request_names_otherwise_is_forgotten(talk: Talk, told: str, request_: str) -> None:
    talk.say_all(told, "my bike is red", request_)
    assert "FORGOTTEN_BY_USER" in talk.heard.reason_codes
    assert talk.texts() == ["my bike is red"]


def test_a_value_named_later_is_of_the_request(talk: Talk) -> None:
    talk.say("the shelf label is RX-7719")
    talk.say("Delete the old shelf label. The bell is used now. The old label RX-7719 should no longer be given out.")
    assert "RX-7719" not in talk.dump()


@pytest.mark.parametrize(
    "asked",
    [
        "what was the deleted shelf label",
        "Was the old deleted label RX-7719? Yes or no.",
        "what was my label before i deleted it",
    ],
)
def test_what_was_deleted_is_asked_for_in_vain(talk: Talk, asked: str) -> None:
    talk.say_all("the shelf label is RX-7719", "the shelf is blue", "delete the shelf label RX-7719 from your notes")
    talk.say(asked)
    assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)
    assert not talk.answer.bundle.atoms


def test_a_masked_secret_corrects_nothing(talk: Talk) -> None:
    talk.say_all("the pool key is in the steel locker", "The gate code is 5512086.")
    assert talk.heard.reason_codes == ("SECRET",)
