"""Adapter: the gate as SQL text (design.md section 6, "gates before scores"; 2.11.11).

Every candidate query has one of these fragments in its WHERE clause, so that a hidden record is in no list at any
stage. `visible_atoms` is for the table `atom` with the alias `a`, `visible_lines` for `archive` with the alias `l`.
Both return `(fragment, params)`; the fragment is one parenthesised condition with `?` marks, to be bound in order.
Nothing here reads a database.

Do-not-mention is counted beforehand: `a.dnm` and `l.dnm` hold the number of topics of that user that the row speaks of,
updated in the same transaction as the row or the rule. The column `bar` of an atom has a bit for each other
reason to hide it, computed by the table from exposure, recall, status and `dnm`; a gate tests bits of it.
"""

from __future__ import annotations

from memory.model.atoms import Channel
from memory.model.ports import Gate

Fragment = tuple[str, tuple[str, ...]]

NEVER, NOT_ALOUD, ONLY_IF_ASKED, REPLACED = 1, 2, 4, 8
"""The bits of `a.bar`."""

NOTHING: Fragment = ("(0)", ())
"""The condition that no row meets."""


def visible_atoms(gate: Gate) -> Fragment:
    """Returns the condition on `atom AS a` for living atoms that `gate` lets through. None for an unidentified
    speaker.
    """
    if not gate.identified:
        return NOTHING
    offered = f" AND NOT {offered_to_forget('a')}" if gate.withholds else ""
    return f"(a.user_id = ? AND a.bar & {gate_mask(gate) | REPLACED} = 0{offered})", (gate.user_id,)


def visible_lines(gate: Gate) -> Fragment:
    """Returns the condition on `archive AS l` for lines that `gate` lets through. None for an unidentified speaker.

    A line is hidden when a do-not-mention topic matches it, when it is the source of a hidden atom, and, for Selene's
    own replies, when such an atom was used in that turn.
    """
    if not gate.identified:
        return NOTHING
    hidden = f"(ga.bar & {gate_mask(gate)} <> 0{' OR ' + offered_to_forget('ga') if gate.withholds else ''})"
    return (
        "(l.user_id = ? AND l.dnm = 0"
        " AND NOT EXISTS (SELECT 1 FROM atom_source gs JOIN atom ga ON ga.atom_id = gs.atom_id"
        f" WHERE gs.turn_id = l.turn_id AND {hidden})"
        " AND (l.speaker = 'user' OR NOT EXISTS (SELECT 1 FROM atom_use gu JOIN atom ga ON ga.atom_id = gu.atom_id"
        f" WHERE gu.turn_id = l.turn_id AND {hidden})))",
        (gate.user_id,),
    )


def offered_to_forget(atom: str) -> str:
    """Returns SQL that says of an atom by its alias whether it was asked, and not answered, if it shall be forgotten:
    since it was told, because something was named, this one alone or with others of which all would go. Of several that
    were offered to choose from, only one is meant; and "forget it" may only say "never mind".
    """
    return (
        f"EXISTS (SELECT 1 FROM question gq WHERE gq.user_id = {atom}.user_id AND gq.state <> 'resolved'"
        " AND (gq.reason_code IN ('WHICH_FORGET_TOPIC', 'WHICH_FORGET_ALL_ABOUT', 'WHICH_FORGET_VALUES')"
        f" AND gq.atom_ids = json_array({atom}.atom_id)"
        " OR gq.reason_code IN ('FORGET_ABOUT', 'FORGET_TIME', 'FORGET_TOO')"
        f" AND EXISTS (SELECT 1 FROM json_each(gq.atom_ids) ge WHERE ge.value = {atom}.atom_id))"
        f" AND gq.asked_at_ms >= max({atom}.learned_at_ms, coalesce({atom}.last_confirmed_at_ms, 0))"
        " AND NOT EXISTS (SELECT 1 FROM question gr WHERE gr.user_id = gq.user_id AND gr.state = 'resolved'"
        " AND gr.asked_at_ms >= gq.asked_at_ms AND (gr.atom_ids = gq.atom_ids"
        f" OR gr.atom_ids = json_array({atom}.atom_id))))"
    )


def topic_count(user: str, stems: str) -> str:
    """Returns SQL that counts the do-not-mention topics of `user` matching `stems`; both are SQL expressions.

    `stems` has the form ' a b c ': a topic matches when each of its stems is in it as a whole word, or when something
    else is in it that belongs to the topic.
    """
    return (
        f"(SELECT count(*) FROM (SELECT {user} AS whose, {stems} AS said) JOIN rule gr ON gr.user_id = whose"
        " WHERE gr.kind = 'do_not_mention' AND (NOT EXISTS (SELECT 1 FROM rule_stem gt WHERE gt.rule_id = gr.rule_id"
        " AND instr(said, ' ' || gt.stem || ' ') = 0)"
        " OR EXISTS (SELECT 1 FROM rule_cover gc WHERE gc.rule_id = gr.rule_id AND instr(said, gc.part) > 0"
        " AND instr(said, gc.second) > 0 AND instr(said, gc.third) > 0)))"
    )


def gate_mask(gate: Gate) -> int:
    """Returns the bits of `bar` that hide an atom or a line from this gate, whoever owns it."""
    aloud = gate.channel is Channel.VOICE and not gate.text_allowed_aloud
    return NEVER | (NOT_ALOUD if aloud else 0) | (0 if gate.asked else ONLY_IF_ASKED)
