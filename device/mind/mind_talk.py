"""Pure: the earlier turns with a mind, as far as it may be shown them again, and the memories that they rest on.

A mind's sentence may tell what it was shown, so a turn is shown again only while every memory and line that it was
shown then may be told now. What may not is known to the guard alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from device.core.messages import MindTurn
from device.skills.reply_context import ReplyContext
from memory.model.atoms import ArchivedLine, Status
from memory.model.changes import Rule
from memory.retrieval.context_builder import sayable_lines
from memory.retrieval.context_bundle import may_enter_bundle
from memory.rules.controls import BLANK, is_unmentionable

_PAST = (Status.CONTRADICTED, Status.OUTDATED, Status.REPLACED)


@dataclass(frozen=True, slots=True)
class EarlierTalk:
    """What is shown of the earlier turns, and what is known of the others."""

    pairs: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """What the person said and what was replied, as it stands in the archive."""
    sources: tuple[str, ...] = ()
    """Ids of the memories and lines that these turns were shown."""
    known: tuple[str, ...] = field(default=(), repr=False)
    """Their words."""
    withheld: tuple[str, ...] = field(default=(), repr=False)
    """The words of memories that the other turns were shown and that may not be told now."""


def earlier_talk(view: ReplyContext, talk: Sequence[MindTurn]) -> EarlierTalk:
    """Returns the earlier turns with the mind of which both lines are there whole, and everything may be said now."""
    told = _told_now(view, tuple(dict.fromkeys(one for turn in talk for one in turn.sources)))
    said = _lines_now(view, tuple(line_id for turn in talk for line_id in (turn.turn_id, f"{turn.turn_id}/reply")))
    shown = [
        turn
        for turn in talk
        if told.keys() >= set(turn.sources) and said.keys() >= {turn.turn_id, f"{turn.turn_id}/reply"}
    ]
    sources = tuple(dict.fromkeys(one for turn in shown for one in turn.sources))
    pairs = tuple((said[turn.turn_id], said[f"{turn.turn_id}/reply"]) for turn in shown)
    return EarlierTalk(pairs, sources, tuple(told[one] for one in sources), _withheld(view, talk, told.keys()))


def reply_as_json(reply: str) -> str:
    """Returns an earlier reply in the form in which a mind is to reply, without a `<`."""
    return json.dumps({"parts": [{"say": reply}]}, ensure_ascii=False).replace("<", "\\u003c")


def words_replied(reply: str) -> str:
    """Returns the words that `reply_as_json` quotes."""
    return str(json.loads(reply)["parts"][0]["say"])


def _told_now(view: ReplyContext, ids: tuple[str, ...]) -> dict[str, str]:
    """Returns the words of those memories and lines that may be told now, unasked."""
    memory, gate = view.memory, view.gate
    if view.only_if_asked:
        return {}
    rules = memory.reader.rules(gate.user_id)
    atoms = [
        atom
        for atom in memory.mentionable(gate, memory.reader.atoms_by_id(gate, ids))
        if atom.status not in _PAST
        and may_enter_bundle(atom, gate)
        and not is_unmentionable(f"{atom.key} {atom.text}", rules)
    ]
    return {atom.atom_id: atom.text for atom in atoms} | _lines_now(view, ids)


def _lines_now(view: ReplyContext, ids: tuple[str, ...]) -> dict[str, str]:
    """Returns the words of those lines of the archive that are there whole and may be said now."""
    memory, gate = view.memory, view.gate
    rules = memory.reader.rules(gate.user_id)
    visible = memory.reader.lines_by_id(gate, ids) if ids else ()
    whole = {line.line_id: line.text for line in visible}
    return {
        line.line_id: line.text
        for line in sayable_lines(memory, gate, visible)
        if line.text == whole[line.line_id] and _stands(line, rules)
    }


def _stands(line: ArchivedLine, rules: Sequence[Rule]) -> bool:
    """Says whether nothing was taken out of a line, and nothing in it is not to be mentioned."""
    return bool(line.text.strip()) and BLANK not in line.text and not is_unmentionable(line.text, rules)


def _withheld(view: ReplyContext, talk: Sequence[MindTurn], told: Iterable[str]) -> tuple[str, ...]:
    """Returns the words of the memories in a talk that may not be told now; of what is forgotten there are none."""
    reader, user_id = view.memory.reader, view.gate.user_id
    ids = sorted({one for turn in talk for one in turn.sources} - set(told))
    found = (reader.atom_for_control(user_id, atom_id) for atom_id in ids)
    return tuple(atom.text for atom in found if atom is not None)
