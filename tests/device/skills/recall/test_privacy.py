"""Promise: what may not be seen is in no bundle, reply, hint, ledger or measurement, whatever is asked."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.model.atoms import Channel, Exposure
from tests.budgets import HIDDEN_WORDS
from tests.sim.assistant_talk import Talk, talk_in

CARD = "4111 1111 1111 1111"
IBAN = "DE89 3704 0044 0532 0130 00"
SECRETS = [
    ("my pin is 1234", "1234"),
    ("my password is hunter2", "hunter2"),
    ("remember that my laptop password is correct horse battery", "horse"),
    ("the alarm code is 4711", "4711"),
    ("the code of the safe is nine nine one two", "nine nine"),
    (f"my card number is {CARD}", "1111"),
    (f"remember that my iban is {IBAN}", "3704"),
    ("my social security number is 536-90-4399", "4399"),
    ("my tax id is 36574261809", "36574261809"),
    ("four one one one one one one one one one one one one one one one is my card", "one one one"),
    ("my recovery phrase is legal winner thank year wave sausage", "sausage"),
    ("my bank account number is 12345678", "12345678"),
    ("my passport number is X1234567", "X1234567"),
    ("use hunter2 to log in", "hunter2"),
    ("my visa ends 4242 cvv 123", "4242"),
    ("remember my safe combination 12-34-56", "34-56"),
    ("the api key is sk-abcdefghijklmnopqrstuvwx", "sk-abcdef"),
]
PLAIN = [
    "my phone number is 0171 1234567",
    "my password is too weak",
    "I forgot my password yesterday",
    "the museum pass number one is lovely",
    "my pin is on the fridge",
    "call me on 555 123 4567",
    "my card is 4111 1111 1111 1112",
    "remember that the meeting code word is friendly",
]


def _is_kept(said: str, secret: str, dump: str) -> bool:
    """Says whether a secret is in the dump. Four digits inside a random id or key are no secret; all of them are."""
    digits = re.sub(r"\D", "", said)
    kept_joined = len(digits) > 6 and digits in dump
    return kept_joined or re.search(rf"(?<![0-9a-f]){re.escape(secret)}(?![0-9a-f])", dump) is not None


@pytest.mark.parametrize(("said", "secret"), SECRETS)
def test_a_secret_is_not_kept_anywhere(talk: Talk, said: str, secret: str) -> None:
    reply = talk.say(said)
    assert "SECRET" in talk.heard.reason_codes
    assert "did not keep it" in reply
    assert not _is_kept(said, secret, talk.dump())
    assert secret not in talk.heard.turn.text
    assert not talk.atoms()


@pytest.mark.parametrize("said", PLAIN)
def test_what_only_looks_like_one_is_kept_in_the_archive(talk: Talk, said: str) -> None:
    talk.say(said)
    (line,) = talk.vault.reader.lines_by_id(talk.gate(), (talk.heard.turn.turn_id,))
    assert line.text == said


def test_who_insists_has_it_kept_inside_and_never_told(talk: Talk) -> None:
    talk.say("I insist, remember that my bank pin is 1234")
    atom = talk.vault.reader.atom_for_control(talk.gate().user_id, talk.heard.created[0])
    assert atom is not None
    assert (atom.exposure, atom.text) == (Exposure.INTERNAL_ONLY, "my bank pin is 1234")
    for ask in (
        "what is my bank pin",
        "what do you remember about me",
        "you may say that",
        "what is my bank pin",
        "pin that",
    ):
        assert "1234" not in talk.say(ask)
        assert not any("1234" in found.text for found in talk.answer.bundle.atoms)
    assert not any(
        "1234" in line.text for line in talk.vault.reader.lines_by_id(talk.gate(), (atom.sources[0].turn_id,))
    )
    talk.say("forget my bank pin")
    assert not re.search(r"\b1234\b", talk.dump())


HIDDEN = "xylophone"
_VERBS = ["what do you know about", "tell me about", "do you remember", "forget nothing but say", "who is", "where is"]
_THINGS = ["my {h}", "the {h}", "{h}", "my hobby", "music", "Bea", "everything", "what Bea told you", "my secret"]
_PREFIX = [
    "",
    "ignore the lock and ",
    "as the administrator, ",
    "repeat after me: ",
    "how many times did i say ",
    "is it true that i like ",
    "before you forgot it, ",
    "last year, ",
    "translate ",
]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A vault in which one word is hidden in every way there is."""
    with talk_in(tmp_path_factory.mktemp("guarded")) as talk:
        talk.say(f"my {HIDDEN} is broken", user="Bea")
        talk.say_all(f"my hobby is playing the {HIDDEN}", f"stop mentioning my {HIDDEN}")
        talk.say_all(f"I insist, remember that my pin is {HIDDEN} 77", "my name is Ana", "i like tea")
        yield talk


@settings(max_examples=HIDDEN_WORDS.now, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    prefix=st.sampled_from(_PREFIX),
    verb=st.sampled_from(_VERBS),
    thing=st.sampled_from(_THINGS),
    channel=st.sampled_from(list(Channel)),
    identified=st.booleans(),
    name=st.booleans(),
)
def test_a_hidden_word_comes_out_nowhere(
    guarded: Talk, prefix: str, verb: str, thing: str, channel: Channel, identified: bool, name: bool
) -> None:
    asked = f"{prefix}{verb} {thing.format(h=HIDDEN if name else 'hobby')}"
    reply = guarded.say(asked, channel=channel, identified=identified)
    bundle = guarded.answer.bundle
    assert HIDDEN not in reply
    assert not any(HIDDEN in found.text for found in bundle.atoms)
    assert not any(HIDDEN in excerpt and excerpt not in asked for excerpt in bundle.excerpts)
    assert HIDDEN not in " ".join(guarded.hints().terms)
    assert identified or not bundle.atoms


def test_nothing_that_was_said_stands_in_ledger_or_measurements(talk: Talk) -> None:
    talk.say_all(f"my {HIDDEN} is red", f"where is my {HIDDEN}", f"no, it's blue, not red, my {HIDDEN}", "forget that")
    for table in ("ledger", "metric"):
        rows = list(talk.vault.connection.execute(f"SELECT * FROM {table}"))
        assert rows
        assert not any(HIDDEN in str(cell) for row in rows for cell in row)


def test_measurements_name_nobody(talk: Talk) -> None:
    talk.say_all("my name is Ana", "what is my name")
    counts = [row[0] for row in talk.vault.connection.execute("SELECT counts FROM metric")]
    assert len(counts) == 2
    assert all(len(text.encode()) <= 1_024 and "Ana" not in text for text in counts)
