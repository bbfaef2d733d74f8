"""Promise: rules, flags, cuts of lines and long absences come to the same on every device."""

from __future__ import annotations

from memory.core.policy import DAY_MS
from memory.model.changes import Change, Rule, RuleKind
from tests.engine_b.change_builders import ANA
from tests.engine_b.sync.merge_steps import ONE_MONTH, everything_known, tell_dentist
from tests.sim.assistant_talk import Talk
from tests.sim.household import FIRST, SECOND, THIRD, Household

# Controls ------------------------------------------------------------------------------------------------------------


def test_a_do_not_mention_said_to_one_holds_on_the_other(house: Household) -> None:
    talks = {name: Talk(house.vaults[name]) for name in (FIRST, SECOND)}
    talks[FIRST].say("my sister is called Nora")
    house.settle()
    assert "Nora" in talks[SECOND].say("who is my sister")
    talks[FIRST].say("don't mention my sister")
    house.settle()
    house.require_equal()
    assert "Nora" not in talks[SECOND].say("who is my sister")


def test_what_is_to_be_told_only_when_asked_is_so_on_the_other(house: Household) -> None:
    talks = {name: Talk(house.vaults[name]) for name in (FIRST, SECOND)}
    talks[FIRST].say("only mention the boat if I ask")
    house.settle()
    house.require_equal()
    talks[SECOND].say("the boat leaks at the stern")
    assert "stern" not in talks[SECOND].say("what do you know about me")
    assert "stern" in talks[SECOND].say("where does the boat leak")


def test_a_rule_made_elsewhere_while_it_was_taken_back_holds(trio: Household) -> None:
    rule = trio.hush(FIRST, "the party")
    trio.settle()
    trio.unhush(FIRST, rule)
    again = trio.hush(SECOND, "the party")
    trio.settle()
    trio.require_equal()
    assert [r.rule_id for r in trio.vaults[THIRD].reader.rules("u-ana")] == [again]


def test_a_flag_raised_elsewhere_while_it_was_dropped_stands(trio: Household) -> None:
    trio.flag(FIRST, "name")
    trio.settle()
    trio.drop_flag(FIRST, "name")
    trio.flag(SECOND, "name")
    trio.settle()
    trio.require_equal()
    assert trio.vaults[THIRD].reader.flag("u-ana", "name") is not None


def test_a_device_that_was_away_hears_of_each_drop_although_later_ones_came(trio: Household) -> None:
    """A drop is not itself erased by the next drop of the same thing: who was away needs it."""
    trio.flag(FIRST, "name")
    trio.settle()
    for _ in range(3):
        trio.drop_flag(FIRST, "name")
        trio.sync(FIRST, SECOND)
        trio.flag(SECOND, "name")
        trio.sync(SECOND, FIRST)
    trio.drop_flag(FIRST, "name")
    trio.settle()
    trio.require_equal()
    assert trio.vaults[THIRD].reader.flag("u-ana", "name") is None


def test_both_cuts_of_one_line_are_kept(trio: Household) -> None:
    line, *atoms = trio.remember_parts(FIRST, "Ana likes tea, Ben likes jam, Cleo likes figs", ("Ana likes tea",
                                       "Ben likes jam", "Cleo likes figs"))  # fmt: skip
    trio.settle()
    trio.forget(FIRST, atoms[0])
    trio.forget(SECOND, atoms[1])
    trio.settle()
    trio.require_equal()
    text = trio.lines(THIRD)[line]
    assert "tea" not in text
    assert "jam" not in text
    assert "Cleo likes figs" in text


def test_a_line_cut_twice_is_cut_twice_for_a_device_that_was_away(trio: Household) -> None:
    parts = ("Ana likes rooibos", "Ben likes marmalade", "Cleo likes figs")
    line, *atoms = trio.remember_parts(FIRST, ", ".join(parts), parts)
    trio.settle()
    for atom_id in atoms[:2]:
        trio.forget(FIRST, atom_id)
        trio.sync(FIRST)
    trio.settle()
    trio.require_equal()
    assert "rooibos" not in everything_known(trio, THIRD)
    assert "marmalade" not in everything_known(trio, THIRD)
    assert "Cleo likes figs" in trio.lines(THIRD)[line]


# Away ----------------------------------------------------------------------------------------------------------------


def test_a_device_that_was_away_for_a_month_catches_up_and_brings_what_it_heard(trio: Household) -> None:
    gone = trio.remember(FIRST, "The gate code is 4711", "code", "4711").atom_id
    kept = tell_dentist(trio)
    for day in range(ONE_MONTH):
        trio.at_ms += DAY_MS
        trio.remember(FIRST, f"On day {day} it rained", f"rain:{day}")
        if day % 3 == 0:
            trio.remember(THIRD, f"On day {day} it was dry here", f"dry:{day}")
        trio.sync(FIRST, SECOND)
    trio.forget(SECOND, gone)
    trio.edit(THIRD, gone, pinned=True)
    trio.edit(THIRD, kept, pinned=True)
    trio.sync(SECOND, FIRST)
    trio.settle()
    trio.require_equal()
    texts = trio.texts(FIRST).values()
    assert sum("it rained" in text for text in texts) == ONE_MONTH
    assert sum("it was dry" in text for text in texts) == len(range(0, ONE_MONTH, 3))
    assert not any("4711" in text for text in texts)


def test_the_same_rule_made_on_two_devices_is_one_rule(house: Household) -> None:
    """Its id follows from what it is about; how it was worded, and when, is that of the one that counts."""
    for name, topic in ((FIRST, "money"), (SECOND, "Money")):
        scope = house.scope()
        rule = Rule("r-0123456789", ANA, RuleKind.DO_NOT_MENTION, topic, scope.at_ms, "USER_CONTROL")
        house.vaults[name].commit(Change(scope, new_rules=(rule,)))
    house.settle()
    house.require_equal()
    house.unhush(FIRST, "r-0123456789")
    house.settle()
    house.require_equal()
    assert not house.vaults[SECOND].database.rows("SELECT * FROM rule")
