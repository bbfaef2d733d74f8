"""Promise: looking atoms up by their words finds the same before and after the index was written, and reads few."""

from __future__ import annotations

import pytest

from engine_b.storage.postings import write_pending_postings
from engine_b.vault.control_queries import VaultControlQueries
from memory.text.stemming import stems
from tests.memory.retrieval.talk_vault import ANA, BEN, TalkLine, vault_with_talk

TALK = [
    TalkLine(1, "the heron stands by the mill", atom="n:1"),
    TalkLine(2, "the heron left in march", atom="n:2"),
    TalkLine(3, "the mill is where it was", atom="n:3"),
    TalkLine(4, "the heron of ben stands by the mill", user=BEN, atom="n:4"),
]


@pytest.mark.parametrize("posted", [False, True], ids=["waiting", "posted"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("heron", ("n:1", "n:2")),
        ("heron mill", ("n:1",)),
        ("the heron", ("n:1", "n:2")),
        ("it was", ("n:3",)),
        ("heron kestrel", ()),
        ("", ()),
    ],
)
def test_atoms_with_all_words_are_found(words: str, found: tuple[str, ...], *, posted: bool) -> None:
    with vault_with_talk(TALK) as vault:
        if posted:
            with vault.database.transaction():
                write_pending_postings(vault.database)
        held = VaultControlQueries(vault).atoms_holding(ANA, stems(words), 9)
    assert tuple(atom.key for atom in held) == found


def test_plans_of_a_time_are_found_by_their_own_index() -> None:
    with vault_with_talk(TALK) as vault:
        plan = vault.connection.execute(
            "EXPLAIN QUERY PLAN SELECT a.atom_id FROM atom a WHERE a.user_id = ? AND a.valid_from_ms < ?", (ANA, 1)
        ).fetchall()
    assert "atom_by_time" in str(plan)
