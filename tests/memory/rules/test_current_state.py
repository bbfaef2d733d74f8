"""What the memories of a person set in Current State, and what they override."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.platform.language_files import load_language
from device.skills.instructions.manner import LANGUAGE, manner_key
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Kind, Provenance, Source, Status, Tag
from memory.model.changes import Setting
from memory.rules import current_state as state
from memory.rules.current_state import CHOSEN_LANGUAGE, is_overridden, stated_ids, tag_under_state, told_settings

ENGLISH = load_language("en").memory
POLICY = MemoryPolicy()


def atom(atom_id: str, value: str, kind: Kind = Kind.NAME, key: str = "name", at_ms: int = 1_000) -> Atom:
    return Atom(
        atom_id=atom_id,
        user_id="ana",
        kind=kind,
        key=key,
        value=value,
        text=value,
        sources=(Source("t-1", 0, 3),),
        learned_at_ms=at_ms,
    )


def after(*changes: tuple[Atom, ...], forget: tuple[str, ...] = ()) -> dict[str, str]:
    """Current State after some atoms were told one after the other, and others forgotten."""
    held: dict[str, str] = {}
    for told in changes:
        held |= {one.key: one.value for one in told_settings("ana", held, told, (), ())}
    return held | {one.key: one.value for one in told_settings("ana", held, (), (), forget)}


def test_the_last_name_told_is_the_one_that_holds() -> None:
    held = after((atom("a-1", "Ana"),), (atom("a-2", "Anni"),))
    assert stated_ids(held, "ana") == ("a-2",)
    assert stated_ids(held, "bea") == ()


def test_all_active_projects_hold() -> None:
    boat, shed = (atom(f"a-{one}", one, Kind.PROJECT, f"project:{one}") for one in ("boat", "shed"))
    assert stated_ids(after((boat,), (shed,)), "ana") == ("a-boat", "a-shed")
    assert stated_ids(after((boat,), (shed,), forget=("a-boat",)), "ana") == ("a-shed",)


def test_no_word_of_the_person_is_in_an_entry() -> None:
    held = after((atom("a-1", "Quarzita"), atom("a-2", "Turmalin", Kind.PROJECT, "project:Turmalin")))
    assert not {"quarzita", "turmalin"} & {word for entry in held.items() for part in entry for word in [part.lower()]}
    assert all(part in ("a-1", "active") or "." in part for entry in held.items() for part in entry)


@pytest.mark.parametrize(
    "other",
    [
        {"provenance": Provenance.TOOL_DERIVED},
        {"provenance": Provenance.INFERRED},
        {"status": Status.UNCERTAIN},
        {"status": Status.CONTRADICTED},
        {"user_id": "bea"},
        {"kind": Kind.RELATIONSHIP, "key": "relationship:sister"},
        {"key": "name + called"},
    ],
)
def test_what_the_person_did_not_say_for_sure_of_themselves_sets_nothing(other: dict[str, object]) -> None:
    assert told_settings("ana", {}, (replace(atom("a-1", "Eve"), **other),), (), ()) == ()  # type: ignore[arg-type]


def test_a_change_that_says_nothing_of_its_truth_moves_nothing() -> None:
    held = after((atom("a-2", "Anni"),))
    pinned = replace(atom("a-1", "Ana"), pinned=True, reason_code="PINNED")
    assert told_settings("ana", held, (), (pinned,), ()) == ()
    again = replace(pinned, reason_code="RESTATED")
    assert [one.value for one in told_settings("ana", held, (), (again,), ())] == ["a-1"]


def test_what_is_over_is_set_no_more_and_nothing_else_with_it() -> None:
    held = after((atom("a-1", "Ana"),))
    over = replace(atom("a-1", "Ana"), status=Status.OUTDATED)
    assert [one.value for one in told_settings("ana", held, (), (over,), ())] == [state.NOTHING]
    assert told_settings("ana", held, (), (replace(over, atom_id="a-9"),), ()) == ()
    assert told_settings("ana", held, (), (), ("a-9",)) == ()


def test_the_same_again_writes_nothing() -> None:
    held = after((atom("a-1", "Ana"),))
    assert told_settings("ana", held, (atom("a-1", "Ana"),), (), ()) == ()


def test_a_chosen_language_is_the_order_that_is_obeyed() -> None:
    assert manner_key(LANGUAGE, "de").startswith(CHOSEN_LANGUAGE)


def test_older_memories_and_those_from_files_are_overridden_and_newer_words_are_not() -> None:
    told = atom("a-1", "Ana", at_ms=1_000)
    older, newer = atom("a-0", "Eve", at_ms=500), atom("a-2", "Bea", at_ms=2_000)
    filed = replace(newer, provenance=Provenance.TOOL_DERIVED)
    assert is_overridden(older, told, ENGLISH)
    assert is_overridden(filed, told, ENGLISH)
    assert not is_overridden(newer, told, ENGLISH)
    assert not is_overridden(replace(older, value="ana"), told, ENGLISH)
    assert is_overridden(newer, replace(told, last_confirmed_at_ms=3_000), ENGLISH)


@pytest.mark.parametrize(
    ("rival", "own", "other"), [(500, Tag.CONFIRMED, Tag.CONFLICT), (2_000, Tag.CONFLICT, Tag.CONFLICT)]
)
def test_what_holds_is_confirmed_and_what_it_overrides_is_a_conflict(rival: int, own: Tag, other: Tag) -> None:
    told, against = atom("a-1", "Ana"), atom("a-2", "Eve", at_ms=rival)
    both, held = (told, against), {"name": told}
    assert tag_under_state(told, both, held, 3_000, POLICY, ENGLISH) is own
    assert tag_under_state(against, both, held, 3_000, POLICY, ENGLISH) is other


def test_a_language_that_was_chosen_overrides_another_and_agrees_with_its_own() -> None:
    order = replace(
        atom("a-1", "speak german from now on", Kind.INSTRUCTION, manner_key(LANGUAGE, "de")), text="speak german"
    )
    german, english = (atom(f"a-{one}", one, Kind.LANGUAGE, "language", 1) for one in ("german", "english"))
    assert is_overridden(english, order, ENGLISH)
    assert not is_overridden(german, order, ENGLISH)


def test_an_entry_is_a_setting() -> None:
    assert told_settings("ana", {}, (atom("a-1", "Ana"),), (), ()) == (
        Setting(f"name.{state.person_code('ana')}", "a-1"),
    )
