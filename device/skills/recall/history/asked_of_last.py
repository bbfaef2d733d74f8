"""Pure: answers "who from", "what for" or "wo war das" with the fact that was told or asked about just before.

The fact must have the part that is asked for: behind the preposition of the question, or as the giver of what was given
to the speaker. A fact without it leaves the question open.
"""

from __future__ import annotations

from device.core.policy import MAX_ABOUT_ATOMS
from device.skills.recall.fact_lookup import reply_per_key
from device.skills.recall.further_question import part_asked
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Atom
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.german_part_asked import german_part_asked, has_german_part
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext

_WHO = frozenset({"who", "whom"})


def recall_asked_of_last(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells the fact spoken of last that has the part which a bare question asks for; None where none has it."""
    if view.memory.language.code == "de":
        return _german_part_of_last(view)
    asked = part_asked(view.heard.turn.text) if view.memory.language.code == "en" else None
    if asked is None or not asked[1]:
        return None
    atoms = tuple(atom for atom in _spoken_of(view) if _has_part(atom, *asked))
    return (reply_per_key(view, atoms[:1]), view.look_up("", atoms[:1])) if atoms else None


def _german_part_of_last(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells what was spoken of last, or what was told beside it of the same, where it has the part asked for."""
    part = german_part_asked(view.heard.turn.text)
    if part is None:
        return None
    spoken = _spoken_of(view, 1)
    atoms = tuple(atom for atom in (*spoken, *_told_beside(view, spoken)) if has_german_part(atom.text, part))
    return (reply_per_key(view, atoms[:1]), view.look_up("", atoms[:1])) if atoms else None


def _told_beside(view: ReplyContext, spoken: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Returns the facts that were told in one turn with those spoken of, and are about one they name."""
    turns = {one.turn_id for atom in spoken for one in atom.sources}
    keys = _keys_of(spoken)
    known = view.memory.queries.known_at(view.gate, view.heard.turn.at.at_ms + 1, (), MAX_ABOUT_ATOMS) if turns else ()
    beside = (each.atom for each in known if {one.turn_id for one in each.atom.sources} & turns)
    return view.living(tuple(atom for atom in beside if atom not in spoken and _keys_of((atom,)) & keys))


def _keys_of(atoms: tuple[Atom, ...]) -> frozenset[str]:
    """Returns the keys of whom and what facts name, without the speaker's."""
    each = (one for atom in atoms for one in statements(atom.text, "de"))
    return frozenset(key for one in each for key in one.keys) - {SPEAKER}


def _spoken_of(view: ReplyContext, turns: int = 2) -> tuple[Atom, ...]:
    """Returns the facts that the reply before told, or that so many turns before told her, the newest first."""
    turn, queries = view.heard.turn, view.memory.queries
    earlier = [each for each in queries.recent_turns(turn.user_id, turn.session_id, 3) if each != turn.turn_id]
    used = [atom for turn_id in earlier[:turns] for atom in queries.used_in(view.gate, turn_id)]
    known = [] if used else queries.known_at(view.gate, turn.at.at_ms + 1, (), MAX_ABOUT_ATOMS)
    told = (each.atom for each in known if {one.turn_id for one in each.atom.sources} & set(earlier[:turns]))
    return view.living(tuple(used) or tuple(told))


def _has_part(atom: Atom, asks: str, preposition: str) -> bool:
    return any(_offers(one, asks, preposition) for one in statements(atom.text, "en"))


def _offers(one: Statement, asks: str, preposition: str) -> bool:
    """Says whether a statement has what is asked for behind the preposition, or by who did it."""
    line, asking = line_of(one.text, "en"), asks.partition(" ")[0]
    alike = load_meaning("en").set_of(f"asked by {asking} {preposition}") | {preposition}
    if one.clause.verb < 0:
        return False
    if any(_opens_part(line, at, asks) for at in range(len(line)) if line.word(at) in alike):
        return True
    given = preposition == "from" and one.clause.lemma in load_meaning("en").set_of("giving away")
    receives = any(SPEAKER in each.keys for each in one.others)
    return given and asks in _WHO and receives and SPEAKER not in one.subject_keys


def _opens_part(line: Line, at: int, asks: str) -> bool:
    """Says whether what stands behind a preposition may be what is asked: no number for a person, and no person or
    thing for "how much".
    """
    after = at + 1
    while line.word(after) in line.words.determiners and not line.is_number(after):
        after += 1
    counted = line.in_number(after) or line.is_number(after) or line.is_time(after)
    if " " in asks:
        return counted or line.word(at) in load_meaning("en").set_of("asked by how for")
    return not line.is_stop(after) and not (asks in _WHO and counted)
