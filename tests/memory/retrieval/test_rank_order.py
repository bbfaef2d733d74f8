"""Promise: the same memory gives the same list; nothing but relevance, 2.11.9 and the id decides an order."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Provenance
from memory.model.changes import Change, Scope
from memory.model.ports import Gate
from memory.retrieval.retrieve import retrieve
from tests.memory.retrieval.talk_vault import ANA, TalkLine, find, index_of, refs, tell_lines, vault_with_talk

TALK = (
    TalkLine(1, "I adopted a grey cat from the shelter", "s-1", "Maria", atom="pet:cat"),
    TalkLine(2, "What is her name?", "s-1", "John"),
    TalkLine(3, "Nebula, because of her eyes", "s-1", "Maria"),
    TalkLine(4, "The shelter needs volunteers on Sunday", "s-1", "John", atom="plan:shelter"),
    TalkLine(5, "My marathon is in October", "s-2", "John", atom="date:marathon"),
    TalkLine(6, "How is the training going?", "s-2", "Maria"),
    TalkLine(7, "Slowly, my knee hurts", "s-2", "John"),
    TalkLine(8, "The cat slept on my running shoes", "s-3", "Maria", atom="pet:shoes"),
    TalkLine(9, "Cats do that", "s-3", "John"),
)
QUESTIONS = ("What is Maria's cat called?", "When does John run?", "the shelter", "cat cat cat")


def asked(vault: Vault) -> list[list[tuple[str, int, int]]]:
    """The answers to all questions."""
    return [[(item.ref, item.tier, item.score_milli) for item in find(vault, text).items] for text in QUESTIONS]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(TALK))
def test_the_order_of_arrival_changes_neither_index_nor_order(shuffled: list[TalkLine]) -> None:
    with vault_with_talk(TALK) as first, vault_with_talk(shuffled) as second:
        assert index_of(first) == index_of(second)
        assert asked(first) == asked(second)


def test_hash_seed_locale_and_time_zone_change_nothing() -> None:
    program = (
        "from tests.memory.retrieval.test_rank_order import TALK, asked\n"
        "from tests.memory.retrieval.talk_vault import vault_with_talk\n"
        "with vault_with_talk(TALK) as vault: print(asked(vault))"
    )
    root = Path(__file__).parents[3]
    worlds = [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "77", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    ]
    said = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=root, env={**os.environ, **world}, capture_output=True, check=True
        ).stdout
        for world in worlds
    ]
    assert said[0] == said[1] != b""


def test_a_word_reaches_the_answer_that_does_not_repeat_it() -> None:
    with vault_with_talk(TALK) as vault:
        assert "t-0003" in refs(vault, "What is the name of the grey cat?")[:4]


def test_the_voice_that_the_question_names_comes_first() -> None:
    talk = [TalkLine(1, "Pasta again tonight", "s-1", "John"), TalkLine(2, "Pasta again tonight", "s-2", "Maria")]
    with vault_with_talk(talk) as vault:
        assert refs(vault, "Did Maria eat pasta?")[0] == "t-0002"
        assert refs(vault, "Did John eat pasta?")[0] == "t-0001"


def test_inside_a_tier_the_order_of_2_11_9_decides() -> None:
    words = "The spare key hangs in the cellar"
    lines = [TalkLine(n, words, f"s-{n}", atom=f"place:key {n}") for n in range(1, 7)]
    plain = [line.atoms[0] for line in lines]
    better = [
        plain[0],
        replace(plain[1], use_count=3),
        replace(plain[2], last_used_at_ms=5),
        replace(plain[3], confidence_bp=9_500),
        replace(plain[4], provenance=Provenance.VERIFIED),
        replace(plain[5], pinned=True),
    ]
    with vault_with_talk([]) as vault:
        for line, atom in zip(lines, better, strict=True):
            vault.commit(Change(Scope(ANA, line.session, line.turn_id, 1), lines=(line.line,), new_atoms=(atom,)))
        found = [item.ref for item in find(vault, "where is the spare key").items if item.kind == "atom"]
    assert found == [atom.atom_id for atom in reversed(better)]


def test_of_two_notes_about_a_subject_the_newer_is_first_when_the_present_is_asked_for() -> None:
    filler = " ".join(f"word{n}x" for n in range(60))
    old = TalkLine(1, f"Sterling Logic runs its database on Oracle, a database from long ago. {filler}", "s-1")
    new = TalkLine(2, f"Sterling Logic moved to PostgreSQL this week. {filler}", "s-2")
    with vault_with_talk([old, new]) as vault:
        assert refs(vault, "What database does Sterling Logic use?")[0] == new.turn_id
        assert refs(vault, "What database did Sterling Logic use?")[0] == old.turn_id


def test_a_third_atom_of_one_turn_waits_for_those_of_other_turns() -> None:
    talk = [
        TalkLine(1, "the blue tent and the red tent and my old tent", "s-1"),
        TalkLine(2, "a tent", "s-2", atom="thing:tent"),
    ]
    many = [
        replace(replace(talk[0], atom=f"thing:{n}").atoms[0], text=t) for n, t in enumerate(("tent", "tent", "tent"))
    ]
    with vault_with_talk([talk[1]]) as vault:
        scope = Scope(ANA, "s-1", talk[0].turn_id, 1)
        vault.commit(Change(scope, lines=(talk[0].line,), new_atoms=tuple(many)))
        turns = [item.turn_id for item in find(vault, "which tent").items if item.kind == "atom"]
    assert turns.index("t-0002") < 3
    assert turns.count("t-0001") == 3


def test_the_turn_that_asks_is_not_found_and_makes_nothing_near_it_relevant() -> None:
    talk = [
        TalkLine(1, "The plumber comes on Friday", "s-1"),
        TalkLine(2, "I feel tired today", "s-2"),
        TalkLine(3, "When does the plumber come?", "s-2"),
    ]
    with vault_with_talk(talk) as vault:
        asked = talk[2].text
        live = retrieve(
            vault.reader, Gate(ANA, identified=True), asked, talk[2].line.at, MemoryPolicy(), not_turn="t-0003"
        )
        assert [item.ref for item in live.items] == ["t-0001"]
        assert "t-0003" in refs(vault, asked)


def test_a_question_before_it_was_told_changes_nothing_in_the_vault() -> None:
    with vault_with_talk(TALK) as vault:
        before = index_of(vault), vault.counts()
        asked(vault)
        assert (index_of(vault), vault.counts()) == before


def test_a_late_line_takes_its_place_in_the_session() -> None:
    with vault_with_talk([TALK[0], TALK[2]]) as vault:
        tell_lines(vault, [TALK[1]])
        rows = vault.connection.execute("SELECT line_id FROM place JOIN archive ON doc_no = 2 * line_no ORDER BY pos")
        assert [row[0] for row in rows] == ["t-0001", "t-0002", "t-0003"]
