"""Promise: the devices of one person become of one mind, nothing that was said is lost in silence, and what is
forgotten on one is forgotten on all, whatever another one did meanwhile."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from memory.model.atoms import Exposure, Recall, Status
from memory.model.changes import Change
from tests.engine_b.sync.merge_steps import everything_known, tell_dentist
from tests.sim.assistant_talk import Talk
from tests.sim.household import FIRST, SECOND, THIRD, Household


def _edited_by_both(house: Household) -> str:
    """One atom that two devices have changed without knowing of each other; all have heard of it."""
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    house.settle()
    return atom_id


def _other_side(house: Household, atom_id: str) -> str:
    return next(each for each in house.texts(FIRST) if each != atom_id)


def _only_june_16_is_known_anywhere(house: Household) -> None:
    """Also on a device that is new."""
    house.settle()
    house.join(THIRD)
    house.settle()
    house.require_equal()
    assert set(house.texts(THIRD).values()) == {"The dentist is on June 16"}
    assert not any("June 15" in everything_known(house, name) for name in (FIRST, SECOND, THIRD))


# Two at once ---------------------------------------------------------------------------------------------------------


def test_what_two_devices_made_of_one_atom_lives_on_as_two_that_are_in_doubt(house: Household) -> None:
    atom_id = _edited_by_both(house)
    house.require_equal()
    atoms = {house.atom(FIRST, each).value: house.atom(FIRST, each) for each in house.texts(FIRST)}  # type: ignore[union-attr]
    assert set(atoms) == {"June 15", "June 16"}
    assert [a.status for a in atoms.values() if a and a.atom_id != atom_id] == [Status.UNCERTAIN]


@pytest.mark.parametrize(("told", "asked"), list(itertools.product((FIRST, SECOND), (FIRST, SECOND))))
def test_a_conflict_of_two_devices_costs_one_question_and_settling_it_on_one_settles_it_on_both(
    house: Household, told: str, asked: str
) -> None:
    talks = {name: Talk(house.vaults[name]) for name in (FIRST, SECOND)}
    talks[FIRST].say("my favorite color is green")
    house.settle()
    other = SECOND if told == FIRST else FIRST
    talks[told].say_all("my favorite color is blue", "yes")
    talks[other].say_all("my favorite color is red", "yes")
    house.settle()
    house.require_equal()
    for name in (asked, SECOND if asked == FIRST else FIRST):
        talks[name].new_session(days=1)
    talks[asked].say("what is my favorite color")
    assert talks[asked].answer.question, "a conflict is asked about"
    talks[asked].say("blue")
    talks[asked].say("what is my favorite color")
    assert not talks[asked].answer.question
    house.settle()
    house.require_equal()
    for talk in talks.values():
        assert "blue" in talk.say("what is my favorite color")
        assert not talk.answer.question, "and only once"


@pytest.mark.parametrize("asked", [FIRST, SECOND])
def test_rivals_cost_one_question_on_either_device(house: Household, asked: str) -> None:
    talks = {name: Talk(house.vaults[name]) for name in (FIRST, SECOND)}
    talks[FIRST].say("my favorite color is green")
    house.settle()
    (atom,) = talks[SECOND].atoms()
    for name, colour in ((FIRST, "blue"), (SECOND, "red")):
        text = f"my favorite color is {colour}"
        house.edit_of(name, atom.user_id, atom.atom_id, text=text, value=colour)
    house.settle()
    house.require_equal()
    talks[asked].new_session(days=1)
    talks[asked].say("what is my favorite color")
    assert talks[asked].answer.question
    assert talks[asked].answer.reason_codes == ("CONFLICT",)
    talks[asked].say("red")
    house.settle()
    house.require_equal()
    for talk in talks.values():
        talk.new_session(days=1)
        assert "red" in talk.say("what is my favorite color")
        assert not talk.answer.question


def test_where_only_the_handling_differs_the_more_careful_holds_and_nothing_is_asked(house: Household) -> None:
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, exposure=Exposure.INTERNAL_ONLY)
    house.edit(SECOND, atom_id, pinned=True)
    house.settle()
    house.require_equal()
    atom = house.atom(FIRST, atom_id)
    assert atom is not None
    assert (atom.exposure, atom.pinned, len(house.texts(FIRST))) == (Exposure.INTERNAL_ONLY, True, 1)


def test_the_same_words_said_to_both_are_no_conflict(house: Household) -> None:
    atom_id = tell_dentist(house)
    for name in (FIRST, SECOND):
        house.edit(name, atom_id, text="The dentist is on June 20", value="June 20")
    house.settle()
    house.require_equal()
    assert list(house.texts(FIRST).values()) == ["The dentist is on June 20"]


# Forgetting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(FIRST, SECOND), (SECOND, FIRST)])
def test_an_atom_forgotten_on_one_is_forgotten_on_the_other_that_changed_it_meanwhile(
    house: Household, order: tuple[str, str]
) -> None:
    atom_id = tell_dentist(house)
    house.forget(FIRST, atom_id)
    house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    house.sync(*order)
    house.sync(SECOND)
    assert house.texts(SECOND) == {}, "as soon as it hears of it"
    house.settle()
    house.require_equal()
    assert "June 15" not in everything_known(house, FIRST) + everything_known(house, SECOND)


def test_a_correction_made_elsewhere_while_its_atom_was_forgotten_goes_with_it(house: Household) -> None:
    atom_id = tell_dentist(house)
    house.forget(FIRST, atom_id)
    house.correct(SECOND, atom_id, "June 14", "June 15")
    house.settle()
    house.require_equal()
    assert "June 15" not in everything_known(house, FIRST) + everything_known(house, SECOND)


def test_forgetting_one_side_of_a_conflict_leaves_the_other(house: Household) -> None:
    atom_id = _edited_by_both(house)
    rival = _other_side(house, atom_id)
    house.forget(SECOND, atom_id)
    house.settle()
    house.require_equal()
    assert list(house.texts(FIRST)) == [rival]


@pytest.mark.parametrize("edits", [1, 2], ids=["as what gave way", "as what won"])
@pytest.mark.parametrize("pins", [1, 2])
def test_words_forgotten_as_one_side_of_a_conflict_stay_so_though_another_device_pinned_them_meanwhile(
    house: Household, edits: int, pins: int
) -> None:
    atom_id = tell_dentist(house)
    for _ in range(3 - edits):
        house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    for _ in range(edits):
        house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    house.sync(SECOND, FIRST)
    for _ in range(pins):
        house.edit(SECOND, atom_id, pinned=True)
    house.forget(FIRST, *(each for each, text in house.texts(FIRST).items() if "15" in text))
    _only_june_16_is_known_anywhere(house)


def test_a_change_of_forgotten_words_that_is_committed_again_does_not_bring_them_back(house: Household) -> None:
    """The version that it made was taken back, so that its number is the next one again (docs/adr/0009b)."""
    atom_id = tell_dentist(house)
    house.set(FIRST, "pace", "clear")
    house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    before = house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    house.sync(SECOND, FIRST)
    pinned = [replace(before, version=before.version + at, pinned=at == 1) for at in (1, 2)]
    told = [Change(house.scope(), changed_atoms=(each,)) for each in pinned]
    for change in told:
        house.vaults[SECOND].commit(change)
    house.forget(FIRST, _other_side(house, atom_id))
    house.settle()
    after, known = house.atom(SECOND, atom_id), house.digest(SECOND)
    assert after
    assert after.version == before.version
    for change in told:
        house.vaults[SECOND].commit(change)
        assert house.digest(SECOND) == known
    _only_june_16_is_known_anywhere(house)


def _side_heard_by_one(trio: Household) -> str:
    """Told June 15 on the first and June 16 on the second device, which alone has heard of both; the weaker side."""
    atom_id = tell_dentist(trio)
    trio.edit(FIRST, atom_id, text="The dentist is on June 15", value="June 15")
    for _ in range(2):
        trio.edit(SECOND, atom_id, text="The dentist is on June 16", value="June 16")
    trio.sync(FIRST, SECOND)
    return next(each for each, text in trio.texts(SECOND).items() if "15" in text)


def _all_is_known_nowhere(trio: Household, *words: str) -> None:
    trio.settle()
    trio.require_equal()
    assert not [word for word in words for name in trio.vaults if word in everything_known(trio, name)]


@pytest.mark.parametrize("alone", [False, True], ids=["pinned", "standing alone"])
def test_a_side_that_one_device_keeps_goes_when_another_forgets_those_words_and_knows_of_no_conflict(
    trio: Household, alone: bool
) -> None:
    side = _side_heard_by_one(trio)
    (atom_id,) = trio.texts(FIRST)
    if alone:
        trio.forget(SECOND, atom_id)
    else:
        trio.edit(SECOND, side, pinned=True)
    trio.sync(SECOND, THIRD)
    assert "The dentist is on June 15" in trio.texts(THIRD).values()
    trio.forget(FIRST, atom_id)
    _all_is_known_nowhere(trio, "June 14", "June 15", "June 16")


@pytest.mark.parametrize("pinned_by", ["", SECOND, THIRD])
@pytest.mark.parametrize("forgetting", [SECOND, THIRD])
def test_a_side_stays_when_one_who_knows_of_the_conflict_forgets_the_other_and_goes_when_it_is_forgotten_too(
    trio: Household, pinned_by: str, forgetting: str
) -> None:
    side = _side_heard_by_one(trio)
    (atom_id,) = trio.texts(FIRST)
    trio.sync(THIRD)
    if pinned_by:
        trio.edit(pinned_by, side, pinned=True)
    trio.forget(forgetting, atom_id)
    trio.settle()
    trio.require_equal()
    assert trio.texts(FIRST) == {side: "The dentist is on June 15"}
    assert not any("June 16" in everything_known(trio, name) for name in trio.vaults)
    trio.forget(FIRST, side)
    _all_is_known_nowhere(trio, "June 15", "June 16")


def test_a_side_that_was_pinned_stays_when_one_who_heard_of_neither_forgets_what_was_before(trio: Household) -> None:
    side = _side_heard_by_one(trio)
    trio.edit(SECOND, side, pinned=True)
    trio.forget(THIRD, *trio.texts(THIRD))
    trio.settle()
    trio.require_equal()
    assert trio.texts(FIRST) == {side: "The dentist is on June 15"}
    _all_is_known_nowhere(trio, "June 14", "June 16")


@pytest.mark.parametrize("forgetting", [FIRST, SECOND])
def test_words_that_were_corrected_elsewhere_and_then_forgotten_are_in_no_correction_and_no_older_version(
    house: Household, forgetting: str
) -> None:
    atom_id = tell_dentist(house)
    house.edit(FIRST, atom_id, text="The dentist is on June 15", value="June 15")
    house.settle()
    house.correct(SECOND, atom_id, "June 15", "The dentist is on June 16")
    house.edit(SECOND, atom_id, recall=Recall.PUSH)
    house.edit(FIRST, atom_id, pinned=True)
    house.settle()
    house.forget(forgetting, next(each for each, text in house.texts(forgetting).items() if "15" in text))
    _only_june_16_is_known_anywhere(house)
    living = "SELECT version FROM op WHERE subject_id = ? AND dek IS NOT NULL AND erases = '[]' ORDER BY version"
    said = {name: house.vaults[name].database.rows(living, (atom_id,)) for name in (FIRST, SECOND, THIRD)}
    assert set(map(tuple, said.values())) == {((1,), (3,), (4,))}


@pytest.mark.parametrize("forgetting", [FIRST, SECOND])
def test_a_correction_goes_with_the_side_of_a_conflict_that_it_made(house: Household, forgetting: str) -> None:
    atom_id = tell_dentist(house)
    house.correct(FIRST, atom_id, "June 14", "June 15")
    house.correct(SECOND, atom_id, "June 14", "June 16")
    house.settle()
    rival = _other_side(house, atom_id)
    gone, kept = (house.texts(FIRST)[each] for each in (rival, atom_id))
    house.forget(forgetting, rival)
    house.settle()
    house.require_equal()
    for name in (FIRST, SECOND):
        assert gone not in everything_known(house, name)
        assert house.vaults[name].database.rows("SELECT meant FROM correction") == [(kept,)]


def test_forgetting_both_sides_of_a_conflict_leaves_nothing(house: Household) -> None:
    atom_id = _edited_by_both(house)
    house.forget(SECOND, atom_id, _other_side(house, atom_id))
    house.settle()
    house.require_equal()
    for word in ("June 14", "June 15", "June 16"):
        assert word not in everything_known(house, FIRST) + everything_known(house, SECOND)


@pytest.mark.parametrize("by", [FIRST, SECOND, THIRD])
def test_the_loser_of_a_conflict_is_forgotten_everywhere_also_where_it_was_changed_first(
    trio: Household, by: str
) -> None:
    atom_id = tell_dentist(trio)
    trio.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    trio.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    trio.sync(FIRST, SECOND, FIRST)
    rival = _other_side(trio, atom_id)
    lost = trio.texts(FIRST)[rival].removeprefix("The dentist is on ")
    trio.edit(FIRST, rival, pinned=True)
    trio.sync(FIRST, THIRD, SECOND)
    trio.settle()
    trio.forget(by, rival)
    trio.settle()
    trio.require_equal()
    for name in trio.vaults:
        assert lost not in everything_known(trio, name), name


def test_what_a_reply_had_used_is_the_same_for_a_device_that_never_knew_the_forgotten(house: Household) -> None:
    atom = house.remember(FIRST, "My cat is called Miso", "pet:cat", "Miso", reply="Certainly, that is noted down.")
    house.settle()
    house.forget(FIRST, atom.atom_id)
    house.settle()
    house.require_equal()
    house.join(THIRD)
    house.settle()
    house.require_equal()
