"""Pure: tells the code of a thing of the home that is asked for, in whatever words it was told.

"Wie ist der Code vom Briefkasten" names the thing that "der Briefkastencode ist ..." is filed under. Everything is read
through the gate: aloud she says that she has it in writing.
"""

from __future__ import annotations

from device.core.policy import MAX_BESIDE_ATOMS
from device.skills.memory.home_codes import FILED
from device.skills.recall.fact_lookup import may_tell_more_in_writing, reply_per_key, written_gate
from device.skills.reply_context import Reply, ReplyContext
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.model.ports import Gate
from memory.retrieval.context_builder import AssembledContext
from memory.text.secret_detector import asks_for_secret, code_thing, thing_asked
from memory.text.stemming import stems


def recall_home_code(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers with the code of the thing that a question names; None where it asks for none, or none is kept."""
    named = _named_things(view)
    if not named:
        return None
    if found := _codes_of(view, view.gate, named):
        return reply_per_key(view, found), view.look_up(view.heard.turn.text, found)
    if may_tell_more_in_writing(view) and _codes_of(view, written_gate(view.gate), named):
        return Reply(view.say("in_writing_only"), ("TEXT_ONLY",)), view.look_up("")
    return None


def is_code_of_another(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a reply tells codes of other things than the question names, alone or beside the right one.

    The code of the back gate answers no question for that of the front one.
    """
    named, asked = _named_things(view), view.heard.turn.text
    codes = [atom for atom in reply.used if atom.key.startswith(FILED)]
    if any(not asks_for_secret(asked, atom.text, view.memory.language) for atom in codes):
        return True
    if not named or not codes or len(codes) != len(reply.used):
        return False
    if any(named in _things_of(atom, view) for atom in codes):
        return any(named not in _things_of(atom, view) for atom in codes)
    return not any(
        any(thing <= named for thing in _things_of(atom, view)) or named <= _stems_of(atom, view) for atom in codes
    )


def _named_things(view: ReplyContext) -> frozenset[str]:
    """Returns the stems of what a question for a code names; none for any other question."""
    asked, language = view.heard.turn.text, view.memory.language
    return telling_stems(thing_asked(asked, language)) if language.secret_asked.search(asked) else frozenset()


def _things_of(atom: Atom, view: ReplyContext) -> tuple[frozenset[str], ...]:
    """Returns what a code belongs to, by its words and by the first words that told one of the same thing."""
    named = code_thing(atom.text, view.memory.language), atom.key.removeprefix(FILED).split()
    return tuple(frozenset(thing) for thing in named if thing)


def _stems_of(atom: Atom, view: ReplyContext) -> frozenset[str]:
    return frozenset(stems(atom.text)).union(*_things_of(atom, view))


def _codes_of(view: ReplyContext, gate: Gate, named: frozenset[str]) -> tuple[Atom, ...]:
    """Returns the kept codes of the thing of which most words are named; none where two things are alike, and none
    that lacks a word of the question: the gate may be another's.
    """
    kept = view.living(view.memory.queries.atoms_filed_under(gate, FILED, MAX_BESIDE_ATOMS))
    fits = {atom: max((len(one) for one in _things_of(atom, view) if one <= named), default=0) for atom in kept}
    fitting = [atom for atom in kept if fits[atom] and named <= _stems_of(atom, view)]
    most = max((fits[atom] for atom in fitting), default=0)
    best = tuple(atom for atom in fitting if fits[atom] == most)
    return best if len({atom.key for atom in best}) == 1 else ()
