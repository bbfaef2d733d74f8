"""The atoms that hold a stem are the same whether the lines beside them are asked for or not."""

from __future__ import annotations

import pytest

from memory.model.ports import Gate
from memory.retrieval.retrieve import atoms_by_stems, retrieve_by_stems
from tests.memory.retrieval.talk_vault import ANA, BEN, TalkLine, vault_with_talk

SAID = (
    TalkLine(1, "The ferry leaves at seven", atom="statement:ferry"),
    TalkLine(2, "The ferry is late"),
    TalkLine(3, "Our ferry ticket is blue", atom="statement:ticket"),
    TalkLine(4, "The old ferry is gone", user=BEN, atom="statement:old ferry"),
)


@pytest.mark.parametrize("terms", [(), ("ferri",), ("ticket", "ferri"), ("train",)])
@pytest.mark.parametrize("most", [1, 2, 9])
def test_the_same_atoms_in_the_same_order(terms: tuple[str, ...], most: int) -> None:
    gate = Gate(ANA, identified=True)
    with vault_with_talk(SAID) as vault:
        ranked = retrieve_by_stems(vault.reader, gate, terms, most).items
        atoms = [item.ref for item in ranked if item.kind == "atom"]
        assert list(atoms_by_stems(vault.reader, gate, terms, most)) == atoms[:most]
        assert most < 9 or len(atoms) == {(): 0, ("train",): 0}.get(terms, 2)


def test_a_stranger_is_told_of_none() -> None:
    with vault_with_talk(SAID) as vault:
        assert atoms_by_stems(vault.reader, Gate(ANA, identified=False), ("ferri",), 9) == ()
