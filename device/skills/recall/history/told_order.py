"""Pure: answers what came next, or before, in the order in which it was told: "what happened after the vet".

"I took the dog to the vet", then "after that i had lunch with Paula": the second fact says by its first words that it
follows. Facts that do not say so are in no order, however soon they were told after each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.core.policy import MAX_ABOUT_ATOMS
from device.skills.recall.fact_lookup import reply_per_key
from device.skills.recall.question_candidates import question_of
from device.skills.recall.search_answer import reply_nothing_found
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Atom
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Gap
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext
from memory.rules.controls import topic_stems
from memory.text.stemming import stems

_BEFORE, _AFTER, _FIRST = "before", "after", "first"


def recall_told_order(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells what was told to have followed what the question names, or to have gone before it; None for another."""
    spoken = view.heard.turn.text.casefold().strip(" ?.!").split()
    asks = {_BEFORE, _AFTER, _FIRST} & set(spoken)
    question = question_of(view) if asks and view.memory.language.code == "en" else None
    if question is None or not _asks_for_deed(question):
        return None
    told = _in_order(view)
    if spoken[-1] == _FIRST:
        found = _first(view, told)
        return _told(view, (found,)) if found is not None else None
    at = max(at for at, word in enumerate(spoken) if word in asks)
    named = frozenset(topic_stems(" ".join(spoken[at + 1 :]), view.memory.language))
    if not named or spoken[at] == _FIRST:
        return None
    beside = _next_to(view, told, named, spoken[at])
    once = question.clause.past or "doing" in spoken  # "what do i do after a long day" asks for a habit
    return beside if once or beside is None or "NOTHING_FOUND" not in beside[0].reasons else None


def _asks_for_deed(question: Statement) -> bool:
    """Says whether a question asks what was done or what happened, whatever it was."""
    clause, deeds = question.clause, load_meaning("en").set_of("going on at large")
    return clause.asks is Gap.WHAT and clause.lemma in deeds


def _in_order(view: ReplyContext) -> tuple[Atom, ...]:
    """Returns the facts that were told last, in the order in which they were told."""
    known = view.memory.queries.known_at(view.gate, view.heard.turn.at.at_ms + 1, (), MAX_ABOUT_ATOMS)
    atoms = view.living(tuple(each.atom for each in known))
    return tuple(sorted(atoms, key=lambda atom: (atom.learned_at_ms, atom.sources[0].start if atom.sources else 0)))


def _follows(view: ReplyContext, before: Atom, atom: Atom) -> bool:
    """Says whether a fact, or the words between it and the one before it, tell that it came after that one."""
    if _without_opening(atom) != atom.text.casefold():
        return True
    if len(before.sources) != 1 or len(atom.sources) != 1 or before.sources[0].turn_id != atom.sources[0].turn_id:
        return False
    lines = view.memory.reader.lines_by_id(view.gate, (atom.sources[0].turn_id,))
    between = lines[0].text[before.sources[0].end : atom.sources[0].start] if lines else ""
    return between.casefold().strip(" ,.").removeprefix("and ") in load_meaning("en").set_of("following on")


def _without_opening(atom: Atom) -> str:
    """Returns the words of a fact without those that say that it followed: "then", "after that"."""
    said = atom.text.casefold().removeprefix("and ")
    openings = load_meaning("en").set_of("following on")
    length = max((len(words) + 1 for words in openings if said.startswith(f"{words} ")), default=0)
    return said[length:]


def _first(view: ReplyContext, told: Sequence[Atom]) -> Atom | None:
    """Returns the fact with which the last row of what followed each other begins; None without such a row."""
    last = next((at for at in range(len(told) - 1, 0, -1) if _follows(view, told[at - 1], told[at])), 0)
    while last > 0 and _follows(view, told[last - 1], told[last]):
        last -= 1
    return told[last] if len(told) > last + 1 and _follows(view, told[last], told[last + 1]) else None


def _next_to(
    view: ReplyContext, told: Sequence[Atom], named: frozenset[str], asked: str
) -> tuple[Reply, AssembledContext] | None:
    """Tells the fact after, or before, the last one that has the words; says that it is not known where none is."""
    places = [at for at, atom in enumerate(told) if named <= frozenset(stems(atom.text))]
    if not places or any(asked in _without_opening(told[at]).split() for at in places):
        return None  # "after the funeral we went to the pub" tells it itself
    at = places[-1]
    if asked == _AFTER and at + 1 < len(told) and _follows(view, told[at], told[at + 1]):
        return _told(view, (told[at + 1],))
    if asked == _BEFORE and at > 0 and _follows(view, told[at - 1], told[at]):
        return _told(view, (told[at - 1],))
    return reply_nothing_found(view), view.look_up("")


def _told(view: ReplyContext, atoms: tuple[Atom, ...]) -> tuple[Reply, AssembledContext]:
    return reply_per_key(view, atoms), view.look_up("", atoms)
