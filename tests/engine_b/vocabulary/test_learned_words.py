"""Promise: a person's words follow from their atoms and corrections and go with them (2.4.1)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.core.errors import ChangeRefused
from engine_b.vault.vault import Vault
from engine_b.vocabulary.learned_words import CORRECTION, NAME, load_learned_words, spellings
from memory.extraction.personal_words import merge_word_evidence
from memory.model.atoms import Atom, Channel, Exposure, Kind, Recall
from memory.model.changes import Change, CorrectionPair, Rule, RuleKind
from memory.model.ports import Gate
from tests.engine_b.change_builders import ANA, BEN, atom_of, forget_change, next_atom_version, scope, user_line
from tests.engine_b.page_scanner import find_in_pages, page_needles

ALOUD = Gate(ANA, identified=True, channel=Channel.VOICE, asked=False)


def named(name: str, at_ms: int = 1_000, user: str = ANA, **parts: object) -> tuple[Change, Atom]:
    line = user_line(f"my sister is called {name}", at_ms, user)
    atom = replace(atom_of(line, "relationship:sister", name), kind=Kind.RELATIONSHIP, **parts)  # type: ignore[arg-type]
    return Change(scope(at_ms, user, line.turn_id), lines=(line,), new_atoms=(atom,)), atom


def corrected(atom: Atom, heard: str, meant: str, at_ms: int) -> tuple[Change, Atom]:
    line = user_line(f"no it is {meant} not {heard}", at_ms, atom.user_id)
    after = next_atom_version(atom, value=meant, text=f"my sister is called {meant}", last_confirmed_at_ms=at_ms)
    pair = CorrectionPair(
        f"c-{at_ms}", atom.user_id, line.turn_id, atom.atom_id, heard, meant, "CORRECTED_BY_USER", 500
    )
    change = Change(
        scope(at_ms, atom.user_id, line.turn_id), lines=(line,), changed_atoms=(after,), corrections=(pair,)
    )
    return change, after


def words(vault: Vault, gate: Gate = ALOUD) -> tuple[str, ...]:
    return (*spellings(vault.database, gate, CORRECTION, 100), *spellings(vault.database, gate, NAME, 100))


def test_a_name_and_its_correction_are_words_with_what_they_were_heard_as(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change, atom = named("Shivon")
        vault.commit(change)
        assert words(vault) == ("Shivon",)
        change, atom = corrected(atom, "Shivon", "Siobhan", 2_000)
        vault.commit(change)
        vault.commit(change)
        (entry,) = merge_word_evidence(load_learned_words(vault.database, ALOUD))
        assert (entry.spelling, entry.heard, entry.count) == ("Siobhan", ("Shivon",), 2)
        assert entry.atom_ids == (atom.atom_id,)
        assert vault.verify().ok


def test_a_word_that_a_later_correction_took_back_is_no_word_any_more(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change, atom = named("Shivon")
        vault.commit(change)
        change, atom = corrected(atom, "Shivon", "Siobahn", 2_000)
        vault.commit(change)
        change, atom = corrected(atom, "Siobahn", "Siobhan", 3_000)
        vault.commit(change)
        assert words(vault) == ("Siobhan", "Siobhan")


def test_forgetting_the_atom_takes_its_words_off_every_page(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "state", now_ms=1) as vault:
        change, atom = named("Shivonquist")
        vault.commit(change)
        change, atom = corrected(atom, "Shivonquist", "Siobhanelle", 2_000)
        vault.commit(change)
        other, _ = named("Kaczmarek", 3_000)
        vault.commit(other)
        vault.commit(forget_change(atom, at_ms=4_000))
        assert words(vault) == ("Kaczmarek",)
        assert vault.database.rows("SELECT * FROM word WHERE atom_id = ?", (atom.atom_id,)) == []
        key = vault._opened.key.key
        assert find_in_pages(tmp_path / "state", key, page_needles("Shivonquist") | page_needles("Siobhanelle")) == []
        assert find_in_pages(tmp_path / "state", key, page_needles("Kaczmarek")) != []


def test_what_may_not_be_said_aloud_is_not_whispered_to_the_recogniser(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(named("Written", 1_001, exposure=Exposure.SAFE_TO_TEXT)[0])
        vault.commit(named("Internal", 1_002, exposure=Exposure.INTERNAL_ONLY)[0])
        vault.commit(named("Asked", 1_003, recall=Recall.ONLY_IF_ASKED)[0])
        vault.commit(named("Porto", 2_000)[0])
        assert words(vault) == ("Porto",)
        rule = Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "porto", 3_000, "USER_CONTROL")
        vault.commit(Change(scope(3_000), new_rules=(rule,)))
        assert words(vault) == ()
        vault.commit(Change(scope(4_000), drop_rules=("r-1",)))
        assert words(vault) == ("Porto",)


def test_nobody_gets_another_persons_words_and_a_stranger_gets_none(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(named("Siobhan")[0])
        vault.commit(named("Kaczmarek", 2_000, BEN)[0])
        assert words(vault) == ("Siobhan",)
        assert words(vault, replace(ALOUD, user_id=BEN)) == ("Kaczmarek",)
        assert words(vault, replace(ALOUD, identified=False)) == ()
        assert load_learned_words(vault.database, replace(ALOUD, identified=False)) == ()


def test_a_change_that_is_refused_leaves_no_word(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change, atom = named("Siobhan")
        bad = replace(change, changed_atoms=(replace(atom, version=9),))
        with pytest.raises(ChangeRefused):
            vault.commit(bad)
        assert vault.database.rows("SELECT * FROM word") == []


def test_the_words_are_what_the_records_tell_however_they_came(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        for number in range(20):
            change, atom = named(f"Name{number}", 1_000 * (number + 1))
            vault.commit(change)
            if number % 3 == 0:
                change, atom = corrected(atom, f"Name{number}", f"Better{number}", 1_000 * (number + 1) + 500)
                vault.commit(change)
            if number % 4 == 0:
                vault.commit(forget_change(atom, at_ms=1_000 * (number + 1) + 700))
        differing = "SELECT * FROM word EXCEPT SELECT * FROM word_told"
        missing = "SELECT * FROM word_told EXCEPT SELECT * FROM word"
        assert vault.database.rows(differing) == vault.database.rows(missing) == []
        assert len(vault.database.rows("SELECT * FROM word")) == 15 + 5
