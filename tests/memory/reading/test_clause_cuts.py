"""Promise: clauses end where people mean them to: before "all i've left", after "so hungry", around a quotation."""

from __future__ import annotations

import pytest

from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read

CUTS = (
    ("all i've left is the sky", ("all i've left is the sky",)),
    ("i've done the edge and all i've left is the sky", ("i've done the edge", "all i've left is the sky")),
    ("the boat's sold and all we've got left is the trailer",
     ("the boat's sold", "all we've got left is the trailer")),
    ("everything he has told her is true", ("everything he has told her is true",)),
    ("it made me so hungry and i thought of my aunt", ("it made me so hungry", "i thought of my aunt")),
    ("the film made her so angry", ("the film made her so angry",)),
    ("the bus is late so i'll walk", ("the bus is late", "i'll walk")),
    ("party's saturday at ours", ("party's saturday at ours",)),
    ("interview's tomorrow with the canal trust", ("interview's tomorrow with the canal trust",)),
    ("dentist's thursday at ten", ("dentist's thursday at ten",)),
    ("tom's saturday job at the shop is hard", ("tom's saturday job at the shop is hard",)),
    ("sarah's saturday at the shop was awful", ("sarah's saturday at the shop was awful",)),
    ('my neighbour said "i hate this town" and slammed the door',
     ('my neighbour said "i hate this town"', "slammed the door")),
    ("my neighbour said quote i hate this town unquote and slammed the door",
     ("my neighbour said quote i hate this town unquote", "slammed the door")),
    ('the boat is called "the silver lark" and it leaks', ('the boat is called "the silver lark"', "it leaks")),
    ("the quote for the roof is nine thousand", ("the quote for the roof is nine thousand",)),
)  # fmt: skip


@pytest.mark.parametrize(("said", "clauses"), CUTS)
def test_each_clause_is_told(said: str, clauses: tuple[str, ...]) -> None:
    acts = read(said, "en").acts
    assert tuple(said[act.clause.start : act.clause.end] for act in acts) == clauses
    assert {act.kind for act in acts} == {ActKind.TELL}
