"""Adapter: what the tests of a merge tell a household, and all that a device then knows."""

from __future__ import annotations

from tests.sim.household import FIRST, Household

ONE_MONTH = 31


def tell_dentist(house: Household) -> str:
    atom = house.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14")
    house.settle()
    return atom.atom_id


def everything_known(house: Household, name: str) -> str:
    """All that the device holds of records, in the clear."""
    tables = ("atom", "archive", "head_content", "correction", "rule", "flag")
    rows = [row for t in tables for row in house.vaults[name].database.rows(f"SELECT * FROM {t}")]
    return repr(rows)
