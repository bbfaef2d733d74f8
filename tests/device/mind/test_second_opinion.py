"""Promise: a second opinion keeps words that were said, as uncertain, and nothing else that a mind proposes happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.daemon.shared_assistant import SharedAssistant
from device.daemon.shared_vault import SharedVault
from device.session.minds.mind_desk import MindDesk
from device.session.session import SessionTable
from memory.model import ids
from memory.model.atoms import Atom, Kind, Provenance, Status
from memory.model.changes import Change, Rule, RuleKind, Scope
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.scripted_mind import ScriptedMind

SAID = "so yeah the thing with the boiler, guy coming thursday"
WORDS = SAID.split()
POISON: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[3] / "fixtures" / "poison.yaml").read_text(encoding="utf-8")
)


def act(first: int, last: int, value: str, kind: object = "tell", **more: object) -> dict[str, object]:
    return {"kind": kind, "first": first, "last": last, "value": value, **more}


def reply(*acts: object) -> str:
    return json.dumps({"acts": acts})


GOOD = act(7, 9, "thursday")


@dataclass
class Household:
    """A talk whose unread words a mind reads, on a vault with things that may not change."""

    talk: Talk
    mind: ScriptedMind
    desk: MindDesk
    before: tuple[object, ...] = field(default=())

    def say(self, words: str, proposed: str, **how: Any) -> list[Atom]:
        """Says something; returns the memories that came of it."""
        self.mind.otherwise, self.mind.asked = proposed, []
        known = {atom.atom_id for atom in self.talk.atoms()}
        self.before = self.state()
        self.talk.say(words, **how)
        return [atom for atom in self.talk.atoms() if atom.atom_id not in known]

    def state(self) -> tuple[object, ...]:
        """All that is known, set or ruled, but for memories of the second opinion."""
        vault, user = self.talk.vault, ids.user_id("Ana")
        query = vault.connection.execute
        atoms = query("SELECT * FROM atom WHERE reason_code <> 'SECOND_OPINION' ORDER BY atom_id").fetchall()
        kept = [query(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("rule", "flag", "schedule")]
        asked = query("SELECT count(*) FROM question").fetchone()
        settings = {one.key: one.value for one in vault.current_state() if "threads_read" not in one.key}
        return atoms, kept, asked, settings, vault.reader.rules(user)


@contextmanager
def house_in(folder: Path, language: str = "en", *, on: bool = True, place: str = "") -> Iterator[Household]:
    mind = ScriptedMind(place=place)
    with ExitStack() as stack:
        talk = stack.enter_context(talk_in(folder, language))
        shared = SharedVault(talk.vault, folder)
        stack.callback(shared.close)
        desk = MindDesk(mind, None)
        talk.sessions = SessionTable(SharedAssistant(talk.assistant, shared, opinions=desk if on else None))
        yield Household(talk, mind, desk)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Household]:
    with house_in(tmp_path_factory.mktemp("opinion") / "vault") as made:
        made.talk.say_all("my boiler is from 1998", "my sister is called Maria", "don't mention the harp", "hello")
        yield made


def test_what_is_told_in_unread_words_is_kept_as_uncertain_and_quoted_as_said(tmp_path: Path) -> None:
    with house_in(tmp_path) as made:
        [atom] = made.say(SAID, reply(GOOD))
        assert (atom.text, atom.value, atom.kind) == ("guy coming thursday", "thursday", Kind.STATEMENT)
        assert (atom.status, atom.provenance) == (Status.UNCERTAIN, Provenance.INFERRED)
        assert SAID[atom.sources[0].start : atom.sources[0].end] == atom.text
        assert made.state()[0] == made.before[0]
        [prompt] = made.mind.asked
        assert (prompt.acts, prompt.facts, prompt.talk) == (len(WORDS), 0, ())
        assert json.loads(prompt.memory.removeprefix("<unread>").removesuffix("</unread>")) == [
            [number, word] for number, word in enumerate(WORDS)
        ]
        assert "I believe you said: guy coming thursday" in made.talk.say("what do you know about the guy")
        assert made.say(SAID, reply(GOOD)) == [], "it is known, and is told no second time"
        made.talk.say("forget that the guy is coming thursday")
        made.talk.say("yes")
        assert "coming thursday" not in made.talk.dump()
        assert made.talk.vault.verify().ok


def test_it_is_off_by_default_and_a_mind_elsewhere_is_not_asked(tmp_path: Path) -> None:
    for number, how in enumerate(({"on": False}, {"place": "example.org"})):
        with house_in(tmp_path / str(number), **how) as made:  # type: ignore[arg-type]
            assert made.say(SAID, reply(GOOD)) == []
            assert made.mind.asked == []


def test_german_is_read_again_too(tmp_path: Path) -> None:
    with house_in(tmp_path, "de") as made:
        words = "hund vom nachbarn, wieder den ganzen tag gebellt"
        assert made.say(words, reply(act(0, 2, "nachbarn,"))) == [], "the comma is not the value's"
        [atom] = made.say("hund vom nachbarn, wieder die ganze nacht gebellt", reply(act(3, 7, "die ganze nacht")))
        assert (atom.text, atom.value) == ("wieder die ganze nacht gebellt", "die ganze nacht")


HOSTILE = {
    "an invented value": reply(act(0, 9, "friday")),
    "another spelling": reply(act(7, 9, "Thursday")),
    "a value from elsewhere in the turn": reply(act(7, 9, "boiler")),
    "words beyond the turn": reply(act(7, 99, "thursday"), act(-1, 9, "thursday"), act(9, 7, "thursday")),
    "numbers that are none": reply(act(True, 9, "thursday"), act(7, "9", "thursday"), act(7.0, 9, "thursday")),  # type: ignore[arg-type]
    "a command": reply(
        *(act(0, 9, "thursday", kind) for kind in ("command", "ask", "correct", "courtesy", "fragment"))
    ),
    "a kind of its own": reply(act(7, 9, "thursday", "forget"), act(7, 9, "thursday", ["tell"])),
    "a key, a status, an owner": reply(act(7, 9, "thursday", key="name"), act(7, 9, "thursday", status="active")),
    "another user": reply(act(7, 9, "thursday", user_id="u-ben")),
    "words to store": reply(act(7, 9, "thursday", text="the code is 1234")),
    "orders beside acts": json.dumps({"acts": [], "forget": ["everything"], "rules": ["trust everybody"]}),
    "a reply of a talk": json.dumps({"parts": [{"say": "Your sister is ill."}, {"fact": 1}]}),
    "no JSON": "remember that the code is 1234",
    "half of it": reply(GOOD)[:-3],
    "a list": json.dumps([GOOD]),
    "no list": json.dumps({"acts": GOOD}),
    "a depth without end": "[" * 7_000,
    "a number without end": '{"acts": [' + "9" * 7_000 + "]}",
    "a reply without end": reply(GOOD, *[GOOD] * 400),
    "nothing": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_proposal_changes_nothing(house: Household, name: str) -> None:
    house.talk.new_session()
    assert house.say(SAID, HOSTILE[name]) == []
    assert len(house.mind.asked) == 1
    assert house.state() == house.before


def test_what_holds_beside_hostile_proposals_changes_nothing_else(tmp_path: Path) -> None:
    with house_in(tmp_path) as made:
        made.talk.say("the plumber is coming on friday")
        told = made.say(SAID, reply(act(0, 9, "friday"), "x", None, act(7, 9, "thursday"), act(8, 9, "coming")))
        assert [atom.text for atom in told] == ["guy coming thursday"]
        assert made.state() == made.before


def test_instructions_in_the_words_are_only_words(house: Household) -> None:
    house.talk.new_session()
    for case in POISON[:12]:
        words = f"so the zebra thing, {case['text']}"
        whole = reply(act(0, len(words.split()) - 1, "zebra"), act(1, 2, "zebra"))
        for atom in house.say(words, whole):
            if atom.reason_code == "SECOND_OPINION":
                assert (atom.kind, atom.status) == (Kind.STATEMENT, Status.UNCERTAIN)
                assert atom.text in words
    assert house.state()[1][0] == house.before[1][0]  # type: ignore[index]


def test_a_secret_a_barred_topic_and_what_was_forgotten_are_not_read_again(tmp_path: Path) -> None:
    with house_in(tmp_path) as made:
        made.talk.say("don't store anything about the boiler")
        assert made.say("so yeah the boiler thing, guy coming thursday", reply(act(0, 7, "boiler"))) == []
        made.talk.say("don't mention the harp")
        assert made.say("the thing with the harp, tuesday again", reply(act(0, 6, "harp"))) == []
        assert made.mind.asked == []
        assert made.say("the bank thing, pin 4711 for the card", reply(act(0, 7, "4711"), act(3, 4, "4711"))) == []
        assert made.say(SAID, reply(GOOD), identified=False) == []
        assert "4711" not in made.talk.dump()


@pytest.mark.parametrize(
    ("meanwhile", "kept"),
    [
        ("forget what i just said", False),
        ("don't store anything about the boiler", False),
        ("don't mention the boiler", False),
        ("", False),
        ("hello", True),
    ],
)
def test_what_was_forgotten_or_barred_meanwhile_is_not_kept(tmp_path: Path, meanwhile: str, kept: bool) -> None:
    with house_in(tmp_path) as made:
        held: list[Callable[[str], None]] = []
        made.desk.overhear = lambda prompt, done: bool(held.append(done))  # type: ignore[method-assign, func-returns-value]
        made.talk.say_all(SAID, meanwhile or "hello", "yes")
        if not meanwhile:  # another device tells a rule
            rule = Rule("rule-1", ids.user_id("Ana"), RuleKind.DO_NOT_STORE, "boiler", 9, "SAID")
            made.talk.vault.commit(Change(Scope(rule.user_id, "s-9", "t-9", 9), new_rules=(rule,)))
        held[0](reply(act(5, 9, "thursday")))
        assert [atom.text for atom in made.talk.atoms()] == (["the boiler, guy coming thursday"] if kept else [])
