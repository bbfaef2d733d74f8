"""Promise: what a mind may not say it cannot say in other characters, and it claims no deed."""

from __future__ import annotations

import json

import pytest

from device.core.messages import MindRequest
from device.core.ports import MindPrompt
from device.mind.reply_guard import GuardedReply
from device.mind.reply_reader import ReplyReader
from memory.model.atoms import Moment, Turn
from memory.model.changes import Rule, RuleKind

TURN = Turn("t-1", "s-1", "u-1", "hi", Moment(0))
PAUL = Rule("r-1", "u-1", RuleKind.DO_NOT_MENTION, "paul", 0, "USER_CONTROL")


def _said(sentence: str, language: str = "en") -> tuple[str, ...]:
    request = MindRequest(MindPrompt("Rules."), language, TURN, rules=(PAUL,))
    guarded = GuardedReply(request)
    return guarded.take(ReplyReader().take(json.dumps({"parts": [{"say": sentence}]})))


@pytest.mark.parametrize(
    "name",
    [
        "Pa\u200bul",
        "Pa\u00adul",
        "P\u0430ul",
        "\u0420\u0430ul",
        "P a u l",
        "P-a-u-l",
        "P. a. u. l.",
        "P_a_u_l",
        "P\u0332aul",
        "\uff30\uff41\uff55\uff4c",
        "Pa\u2060ul",
        "P\u034faul",
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_name_in_other_characters_is_the_name(name: str, language: str) -> None:
    said = "".join(_said(f"{name} was an apostle.", language))
    assert said in ("", "was an apostle.")


def test_a_word_of_two_scripts_is_said_in_no_language() -> None:
    assert _said("P\u0430ul it is.", "nl") == ()
    assert _said("\u041f\u0430\u0440\u0438\u0436 it is.", "nl") != ()


@pytest.mark.parametrize(
    "sentence", ["Zoë ate crème brûlée.", "The U.S. is large.", "I like it \u2764\ufe0f.", "A b is it."]
)
def test_what_is_heard_is_said(sentence: str) -> None:
    assert _said(sentence) != ()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        *(
            ("en", sentence)
            for sentence in (
                "The timer is set.",
                "Your timer is set.",
                "Done.",
                "Noted.",
                "Everything has been deleted.",
                "Timer set for ten minutes.",
                "A reminder for eight o'clock has been created.",
                "All your memories were erased.",
                "Selene has deleted everything.",
                "It's all forgotten now.",
                "We deleted your data.",
                "Deleted.",
                "The alarm is off now.",
                "Got it, remembered.",
                "Sent your message to Anna.",
                "The door is unlocked.",
            )
        ),
        *(
            ("de", sentence)
            for sentence in (
                "Erledigt.",
                "Der Timer ist gestellt.",
                "Alles wurde gelöscht.",
                "Gelöscht.",
                "Die Erinnerung ist angelegt.",
                "Selene hat alles vergessen.",
                "Die Tür ist verriegelt.",
            )
        ),
    ],
)
def test_no_deed_is_claimed_in_any_voice(language: str, sentence: str) -> None:
    assert _said(sentence, language) == ()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The novel is set in Dublin on one day."),
        ("en", "It was created in 1889 for a fair."),
        ("en", "A timer counts down, a clock does not."),
        ("de", "Das Buch wurde 1922 in Paris bestellt."),
        ("de", "Ein Wecker klingelt am Morgen."),
    ],
)
def test_what_was_done_in_the_world_is_said(language: str, sentence: str) -> None:
    assert _said(sentence, language) == (sentence,)
