"""Promise: what is forgotten is nowhere on this disk any more, and nothing else is lost with it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.core.errors import ChangeRefused
from engine_b.core.policy import VaultPolicy
from engine_b.vault.vault import Vault, VaultPolicies
from engine_b.writes.forget import redact_text
from memory.model.atoms import Status
from memory.model.changes import Change, CorrectionPair, Flag, Question
from memory.model.ports import Gate
from tests.engine_b.change_builders import (
    ANA,
    BEN,
    atom_of,
    forget_change,
    in_child,
    next_atom_version,
    remember_change,
    scope,
    selene_line,
    user_line,
)
from tests.engine_b.page_scanner import find_in_pages, page_needles

GATE = Gate(ANA, identified=True)
SECRET = "the zanzibar passcode is quokkasecret élanvital"


def disk(vault: Vault, text: str) -> list[tuple[str, int, bytes]]:
    return find_in_pages(vault._state, vault._opened.key.key, page_needles(text))


def filled(folder: Path) -> Vault:
    """A vault with other memories on all sides of the secret one."""
    vault = Vault.open(folder, now_ms=1)
    for at in range(100, 140):
        vault.commit(remember_change(f"filler {at} about gardening and boats", at, key=f"filler:{at}"))
    return vault


def whole_story() -> Change:
    """A turn that leaves the secret in as many places as a turn can."""
    line = user_line(SECRET, 1_000)
    atom = atom_of(line, "passcode:zanzibar", "quokkasecret élanvital")
    return Change(
        scope(1_000, turn=line.turn_id),
        lines=(line, selene_line("I'll remember that your zanzibar passcode is quokkasecret élanvital", line)),
        new_atoms=(atom,),
        corrections=(CorrectionPair("c-1", ANA, line.turn_id, atom.atom_id, "quokasecrit", "quokkasecret", "X", 500),),
        flags=(Flag(ANA, "passcode:zanzibar", 1_000, "ASKED"),),
        questions=(
            Question(
                "q-1", ANA, "s-1", line.turn_id, atom.key, "CONFLICT", "open", (atom.atom_id,), 1_000, "quokkasecret"
            ),
        ),
    )


def test_no_word_of_a_forgotten_memory_is_left_in_any_page(tmp_path: Path) -> None:
    with filled(tmp_path) as vault:
        story = whole_story()
        atom = story.new_atoms[0]
        vault.commit(story)
        vault.commit(
            Change(
                scope(1_500), changed_atoms=(next_atom_version(atom, confidence_bp=9_500),), used_atoms=(atom.atom_id,)
            )
        )
        for at in range(2_000, 2_030):
            vault.commit(remember_change(f"later {at} about kitchens", at, key=f"later:{at}"))
        assert {name for name, _, _ in disk(vault, SECRET)} >= {"wal"}
        assert vault.verify().ok
        found = {needle for _, _, needle in disk(vault, SECRET)}
        assert {b"quokkasecret", b"zanzibar", "élanvital".encode()} <= found, "the scanner must find it first"

        done = vault.commit(forget_change(atom))

        assert done.scrubbed
        assert disk(vault, SECRET + " quokasecrit quokkasecret élanvital passcode") == []
        assert vault.verify().ok
        assert vault.counts().atoms == 70
        assert vault.counts().lines == 70


def test_the_keys_questions_corrections_flag_and_unsent_ops_go_too(tmp_path: Path) -> None:
    with filled(tmp_path) as vault:
        story = whole_story()
        atom = story.new_atoms[0]
        vault.commit(story)
        vault.commit(forget_change(atom))
        counts = vault.counts()
        assert (counts.questions, counts.corrections, counts.flags) == (0, 0, 0)
        read = vault.connection.execute
        assert read("SELECT count(*) FROM atom_key WHERE atom_id IN (?, 'c-1')", (atom.atom_id,)).fetchone() == (0,)
        ops = read(
            "SELECT length(payload) > 0, erases <> '[]' FROM outbox JOIN op USING (seq)"
            " WHERE subject_id = ? ORDER BY seq",
            (atom.atom_id,),
        )
        assert ops.fetchall() == [(0, 0), (1, 1)], (
            "the words are gone from the queue, and an op that erases them is in it"
        )
        assert read("SELECT count(*) FROM op WHERE subject_id = ? AND head = 1", (atom.atom_id,)).fetchone() == (0,)
        seqs = [row[0] for row in read("SELECT seq FROM outbox ORDER BY seq")]
        assert seqs == list(range(1, len(seqs) + 1)), "an op number is never missing"


def test_a_forgotten_memory_does_not_come_back_by_committing_its_turn_again(tmp_path: Path) -> None:
    with filled(tmp_path) as vault:
        story = whole_story()
        vault.commit(story)
        vault.commit(forget_change(story.new_atoms[0]))
        before = (vault.counts().atoms, vault.counts().lines, vault.counts().corrections)
        vault.commit(replace(story, flags=(), questions=()))
        assert (vault.counts().atoms, vault.counts().lines, vault.counts().corrections) == before
        assert disk(vault, SECRET) == []


def test_a_line_that_feeds_another_memory_loses_only_the_forgotten_words(tmp_path: Path) -> None:
    line = user_line("my locker code is wombatpin and my dog is called Rexford", 1_000)
    code = atom_of(line, "code", "wombatpin", "my locker code is wombatpin", 0)
    dog = atom_of(line, "dog", "Rexford", "my dog is called Rexford", 1)
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(Change(scope(1_000, turn=line.turn_id), lines=(line,), new_atoms=(code, dog)))
        assert disk(vault, "wombatpin")
        vault.commit(forget_change(code))
        assert disk(vault, "wombatpin locker") == []
        (kept,) = vault.reader.lines_by_id(GATE, (line.line_id,))
        span = dog.sources[0]
        assert kept.text[span.start : span.end] == dog.text
        assert len(kept.text) == len(line.text)
        assert vault.reader.atoms(GATE, 9) == (dog,)
        vault.commit(Change(scope(1_000, turn=line.turn_id), lines=(line,)))
        assert disk(vault, "wombatpin") == [], "the line stays cut when its turn is committed again"
        assert vault.verify().ok


def test_selenes_own_words_about_it_go_and_those_of_others_stay(tmp_path: Path) -> None:
    told = remember_change("my favourite color is turquoise", 1_000, value="turquoise")
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(told)
        asked = user_line("what do I like?", 2_000)
        answer = selene_line("Your favourite color is turquoise.", asked)
        other = user_line("the kitchen wall should be painted", 3_000)
        theirs = remember_change("my favourite color is turquoise", 4_000, BEN, value="turquoise")
        vault.commit(Change(scope(2_000, turn=asked.turn_id), lines=(asked, answer, other)))
        vault.commit(theirs)
        vault.commit(forget_change(told.new_atoms[0]))
        ids = (told.lines[0].line_id, asked.line_id, answer.line_id, other.line_id)
        assert [line.line_id for line in vault.reader.lines_by_id(GATE, ids)] == [asked.line_id, other.line_id]
        assert vault.reader.atoms(Gate(BEN, identified=True), 9) == theirs.new_atoms


def test_older_versions_of_the_fact_go_with_it(tmp_path: Path) -> None:
    old = remember_change("my color is greenish", 1_000, key="color").new_atoms[0]
    fresh = replace(remember_change("my color is blueish", 2_000, key="color").new_atoms[0], supersedes=old.atom_id)
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(remember_change("my color is greenish", 1_000, key="color"))
        after = next_atom_version(old, status=Status.REPLACED, superseded_by=fresh.atom_id)
        vault.commit(Change(scope(2_000), new_atoms=(fresh,), changed_atoms=(after,)))
        vault.commit(forget_change(fresh))
        assert vault.counts().atoms == 0
        assert disk(vault, "greenish blueish") == []


def test_nobody_forgets_for_somebody_else(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        told = remember_change("my name is Ben", 1_000, BEN)
        vault.commit(told)
        before = vault.counts()
        with pytest.raises(ChangeRefused):
            vault.commit(Change(scope(2_000, ANA), forget_atoms=(told.new_atoms[0].atom_id,)))
        assert vault.counts() == before


def test_a_reader_in_the_way_is_told_and_the_scrub_is_made_up_for(tmp_path: Path) -> None:
    quick = VaultPolicies(VaultPolicy(scrub_tries=1, scrub_timeout_ms=1))
    told = remember_change(SECRET)
    with (
        Vault.open(tmp_path, now_ms=1, policy=quick) as vault,
        Vault.open(tmp_path, now_ms=1, read_only=True) as reader,
    ):
        vault.commit(told)
        reader.connection.execute("BEGIN")
        reader.connection.execute("SELECT count(*) FROM atom").fetchone()
        assert not vault.commit(forget_change(told.new_atoms[0])).scrubbed
        assert vault.scrub_pending
        assert disk(vault, SECRET)
        reader.connection.execute("ROLLBACK")
        assert vault.commit(remember_change("something else", 3_000)).scrubbed
        assert not vault.scrub_pending
        assert disk(vault, SECRET) == []


def test_a_kill_right_after_the_commit_of_a_forget_leaves_nothing_once_the_vault_is_opened(tmp_path: Path) -> None:
    state = tmp_path / "state"
    story = whole_story()

    def work() -> None:
        vault = Vault.open(state, now_ms=1)
        vault.commit(story)
        object.__setattr__(vault, "_settle", lambda: os._exit(9))
        vault.commit(forget_change(story.new_atoms[0]))

    assert in_child(work) == 9
    with Vault.open(state, now_ms=2) as vault:
        assert not vault.scrub_pending
        assert vault.counts().atoms == 0
        assert disk(vault, SECRET) == []


def test_cutting_keeps_the_length_and_takes_every_mention() -> None:
    text = "Rex, my dog REX, is not wrexed"
    after = redact_text(text, [(5, 11)], ["rex", ""])
    assert after == "…  , …      …  , is not wrexed"
    assert len(after) == len(text)


def test_the_words_of_a_living_atom_inside_a_forgotten_one_stay(tmp_path: Path) -> None:
    """A memory that is cut: the whole goes, and the part that stays is made in the same transaction."""
    line = user_line("the rehearsal is in may and the dress is zanzibar tight")
    whole, part = atom_of(line, "whole"), atom_of(line, "part", part="the rehearsal is in may", ordinal=1)
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(Change(scope(1_000, turn=line.turn_id), lines=(line,), new_atoms=(whole,)))
        vault.commit(replace(forget_change(whole), new_atoms=(part,)))
        (left,) = vault.reader.lines_by_id(GATE, (line.line_id,))
        assert left.text.rstrip() == "the rehearsal is in may…"
        assert len(left.text) == len(line.text)
        assert disk(vault, "zanzibar tight") == []
