"""Promise: named words go from every record of every type that says it holds words, here and on the other device, and
what does not have them stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine_b.protocol.core_types import CORE_TYPES
from engine_b.vault.vault import Vault
from memory.model.changes import Change, CorrectionPair, Flag, Question, Record, Rule, RuleKind
from tests.engine_b.change_builders import ANA, atom_of, remember_change, scope, user_line
from tests.engine_b.page_scanner import find_in_pages, page_needles

WORD = "Quokkandra"


def item(word: str, number: int = 1) -> Record:
    said: dict[str, Any] = {
        "item_id": f"item-{number}", "user_id": ANA, "list_name": "shopping", "text": word, "state": "open",
        "added_ms": 1, "position": 0, "turn_id": "",
    }  # fmt: skip
    return Record("list_item", said)


def schedule(word: str) -> Record:
    said: dict[str, Any] = {
        "schedule_id": "schedule-1", "user_id": ANA, "kind": "reminder", "label": f"call {word}", "state": "set",
        "due_ms": 9, "device_id": "d", "set_on": "d", "set_ms": 1, "zone": "UTC+01:00",
    }  # fmt: skip
    return Record("schedule", said)


def told(word: str) -> Change:
    """A change that leaves a word in a field of every type that holds words."""
    line = user_line(f"the gardener {word} comes on Monday", 1_000)
    atom = atom_of(line, f"name:{word.casefold()}", word)
    return Change(
        scope(1_000, turn=line.turn_id),
        lines=(line,),
        new_atoms=(atom,),
        corrections=(CorrectionPair("c-1", ANA, line.turn_id, atom.atom_id, word, "Anna", "X", 500),),
        new_rules=(Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, f"{word} garden", 1, "USER_CONTROL"),),
        flags=(Flag(ANA, f"project:{word.casefold()}", 1_000, "ASKED"),),
        questions=(Question("q-1", ANA, "s-1", line.turn_id, "for_when", "TIME", "open", (), 1_000, f"feed {word}"),),
        records=(item(word), item("oat milk", 2), schedule(word)),
    )


def holding(vault: Vault, word: str) -> set[str]:
    """The names of the types with a record in which the word stands."""
    dumps = {str(kind.name): vault.database.rows(f"SELECT * FROM {kind.table}") for kind in CORE_TYPES}
    return {name for name, rows in dumps.items() if word.casefold() in repr(rows).casefold()}


def pages(vault: Vault, word: str) -> list[tuple[str, int, bytes]]:
    return find_in_pages(vault._state, vault._opened.key.key, page_needles(word))


def test_named_words_go_from_every_type_that_holds_words(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(told(WORD))
        words = {str(kind.name) for kind in CORE_TYPES if kind.words}
        assert holding(vault, WORD) == words, "a type with words that is not filled here is not proved"
        assert pages(vault, WORD)
        done = vault.commit(Change(scope(2_000), forget_phrases=(WORD,)))
        assert done.scrubbed
        assert holding(vault, WORD) == set()
        assert pages(vault, WORD) == []
        assert holding(vault, "oat milk") == {"list_item"}
        assert vault.verify().ok


@pytest.mark.parametrize("said", [f"{WORD}s came", f"{WORD}'s dog", f"{WORD.upper()}!", f"the {WORD.lower()}"])
def test_other_spellings_go_too(tmp_path: Path, said: str) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        vault.commit(remember_change(f"{said}, and the boiler was mended on Monday", 900, key="note"))
        vault.commit(told(WORD))
        vault.commit(Change(scope(2_000), forget_phrases=(WORD,)))
        assert pages(vault, WORD) == []
        assert "boiler" in repr(vault.database.rows("SELECT text FROM archive"))


def test_an_order_not_to_store_keeps_its_words(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        rule = Rule("r-2", ANA, RuleKind.DO_NOT_STORE, "knee", 1, "USER_CONTROL")
        vault.commit(Change(scope(1_000), new_rules=(rule,)))
        vault.commit(Change(scope(2_000), forget_phrases=("knee",)))
        assert vault.reader.rules(ANA) == (rule,)


def test_a_memory_that_is_forgotten_by_itself_takes_no_order_of_others(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change = remember_change("my teacher is Quokkandra", 900, key="name:teacher", value="Quokkandra")
        rule = Rule("r-3", ANA, RuleKind.DO_NOT_MENTION, "quokkandra", 1, "USER_CONTROL")
        vault.commit(change)
        vault.commit(Change(scope(1_000), new_rules=(rule,)))
        vault.commit(Change(scope(2_000), forget_atoms=(change.new_atoms[0].atom_id,)))
        assert vault.reader.rules(ANA) == (rule,), "other memories may have the same words"
