"""Promise: what was forgotten is known as a thing on every device, also past one that does not know such names."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct

from engine_b.protocol.core_types import CORE_TYPES, FORGOTTEN_VALUE
from engine_b.protocol.record_schemas import Whole
from engine_b.protocol.record_types import latest_head
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.changes import Change, Record
from memory.rules.forgotten_values import TYPE
from protos.canonical_json import Plain
from tests.sim.assistant_talk import Talk
from tests.sim.household import FIRST, SECOND, Household

GUESS = "is the gate number 1234123?"


class _EarlierSchema(Struct):
    """The fields of a forgotten value before its thing was one."""

    value_id: str
    user_id: str
    digest: str
    words: Annotated[int, Meta(gt=0, lt=1 << 53)]
    about: str = ""
    forgot_ms: Whole = 0


EARLIER = replace(
    FORGOTTEN_VALUE,
    schema=_EarlierSchema,
    columns=_EarlierSchema.__struct_fields__,
    merge=latest_head,
    wordless=("digest", "about"),
)
EARLIER_TYPES = CORE_TYPES.without(["forgotten_value"]).with_type(EARLIER)


def is_barred(vault: Vault, session: str = "s2") -> bool:
    talk = Talk(vault)
    talk.session = session
    talk.say(GUESS)
    return "FORGOTTEN_BEFORE" in talk.heard.reason_codes


def test_the_other_device_knows_the_thing(house: Household) -> None:
    Talk(house.vaults[FIRST]).say_all("the gate opens with 7719731", "delete the gate number 7719731")
    house.settle()
    house.require_equal()
    assert is_barred(house.vaults[SECOND])


def test_an_earlier_build_carries_the_names_and_takes_none_away(house: Household) -> None:
    house.update(FIRST, EARLIER_TYPES)
    Talk(house.vaults[SECOND]).say_all("the gate opens with 7719731", "delete the gate number 7719731")
    house.settle()
    assert not is_barred(house.vaults[FIRST])
    house.update(FIRST, CORE_TYPES)
    house.settle()
    house.require_equal()
    assert is_barred(house.vaults[FIRST], "s3")


def test_what_an_earlier_build_forgot_bars_its_value_as_before(house: Household) -> None:
    house.update(FIRST, EARLIER_TYPES)
    digest = VaultControlQueries(house.vaults[FIRST]).forgotten_digest(ids.user_id("Ana"), "7719731")
    said: dict[str, Plain] = {
        "value_id": "gone-1",
        "user_id": ids.user_id("Ana"),
        "digest": digest,
        "words": 1,
        "about": "",
        "forgot_ms": 1,
    }
    house.vaults[FIRST].commit(
        Change(replace(house.scope(), user_id=ids.user_id("Ana")), records=(Record(TYPE, said),))
    )
    house.settle()
    later = Talk(house.vaults[SECOND])
    later.say("so the old 7719731 is gone")
    assert "7719731" not in later.dump()
