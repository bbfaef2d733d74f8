"""Pure: tells the fact that is about the same as a question, where no reading of both goes together.

`memory/reading/matters/asked_matter.py` says what both have in common. Everything is read through the gate. A line of
the person's own counts where no fact fits, and only while all that was kept of its turn still holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.core.policy import MAX_RANKED_CANDIDATES
from device.skills.recall.fact_lookup import reply_from_line, reply_per_key
from device.skills.recall.question_candidates import asked_day, is_of_other_day
from device.skills.recall.search_answer import find_by_stems, teller_names, told_in
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import ArchivedLine, Atom, Tag
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.matters.asked_matter import AskedMatter, read_asked_matter, share_of
from memory.retrieval.context_builder import AssembledContext
from memory.text.stemming import stems


def recall_by_matter(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a German question with the fact that has most in common with it; None where none has all it names."""
    code = view.memory.language.code
    asked = read_asked_matter(view.heard.turn.text, code) if code == "de" else None
    if asked is None:
        return None
    over: dict[str, Atom] = {}
    terms = tuple(dict.fromkeys(stem for word in sorted(asked.said) for stem in stems(word)))
    atoms, lines = find_by_stems(view, terms, over)
    ranked = view.living(view.memory.reader.atoms(view.gate, MAX_RANKED_CANDIDATES))
    known = _told_by_owner(view, dict.fromkeys((*atoms, *ranked)))
    best = _best(asked, (atom for atom in known if isinstance(atom, Atom) and view.tag(atom) is Tag.CONFIRMED))
    if isinstance(best, Atom):
        return reply_per_key(view, (best,)), view.look_up(view.heard.turn.text, (best,))
    held = (line for line in _told_by_owner(view, lines) if isinstance(line, ArchivedLine))
    line = _best(asked, (each for each in held if _still_holds(view, each, known, over.values())))
    return (reply_from_line(view, line), view.look_up(view.heard.turn.text)) if isinstance(line, ArchivedLine) else None


def _told_by_owner(view: ReplyContext, told: Iterable[Atom | ArchivedLine]) -> list[Atom | ArchivedLine]:
    """Returns what no other voice told, and what is not of another day than the one asked for."""
    every = list(told)
    others, day = teller_names(view, every), asked_day(view)
    return [each for each in every if told_in(each) not in others and not is_of_other_day(view, each, day)]


def _best(asked: AskedMatter, told: Iterable[Atom | ArchivedLine]) -> Atom | ArchivedLine | None:
    """Returns what has most in common with the question; of equals the newest, then by its id."""
    shares = ((share_of(asked, each.text), _when(each), each) for each in told)
    found = [one for one in shares if one[0] > 0]
    return max(found, key=lambda one: (one[0], one[1]))[2] if found else None


def _when(told: Atom | ArchivedLine) -> tuple[int, str]:
    return (told.learned_at_ms, told.atom_id) if isinstance(told, Atom) else (told.at.at_ms, told.line_id)


def _still_holds(
    view: ReplyContext, line: ArchivedLine, known: Iterable[Atom | ArchivedLine], over: Iterable[Atom]
) -> bool:
    """Says whether a line states something, and nothing that was kept of its turn was replaced since."""
    code = view.memory.language.code
    stated = statements(line.text, code)
    if any(one.kind is ActKind.ASK for one in stated) or not any(keepable(line.text, one, code) for one in stated):
        return False
    kept = [atom for atom in known if isinstance(atom, Atom) and told_in(atom) == line.turn_id]
    return bool(kept) and all(told_in(atom) != line.turn_id for atom in over)
