"""Pure: answers who of a group of people is or does something: "who in my family works in hamburg" (2.19).

The question is asked without the group first; of what answers it, that is told whose subject belongs to the group: by
a role in the same words, or by a name that other words give a role. A colleague is in no family.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.skills.recall.concept_answer import recall_concept
from device.skills.recall.fact_lookup import reply_per_key
from device.skills.recall.question_candidates import Candidates, question_of, statements_of
from device.skills.recall.reading_answer import recall_by_reading
from device.skills.recall.search_answer import recall_by_search
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Atom
from memory.reading.answers import every_answer
from memory.reading.facts.entities import BETWEEN, SPEAKER, all_keys
from memory.reading.facts.statements import statements
from memory.reading.facts.wanted import wanted
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext
from memory.text.stemming import stems


def recall_members(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells every fact that answers, of whoever belongs to the group that the question names."""
    slots, code = dict(view.heard.slots), view.memory.language.code
    group = load_meaning(code).set_of(f"members of {slots.get('group', '')}") if has_reading(code) else frozenset[str]()
    told: tuple[Atom, ...] = ()
    for begins in sorted(load_meaning(code).set_of("asks for members")) if group else ():
        told = told or _of_group(
            _without_group(view, f"{begins} {slots.get('verb', '')} {slots.get('of_member', '')}"), group
        )
    found = view.look_up(view.heard.turn.text, told)
    if not told:
        return Reply(view.say("nothing_found"), ("NOTHING_FOUND",)), found
    return reply_per_key(view, told), found


def _without_group(view: ReplyContext, text: str) -> ReplyContext:
    """Returns the turn as if this was asked in it."""
    turn = replace(view.heard.turn, text=" ".join(text.split()))
    return replace(view, heard=replace(view.heard, turn=turn, slots=()))


def _of_group(view: ReplyContext, group: frozenset[str]) -> tuple[Atom, ...]:
    """Returns the facts that answer the question of a turn and are about a member of a group."""
    question, code = question_of(view), view.memory.language.code
    if question is None or question.clause.asks is None:
        return ()
    known = Candidates(view)
    want = wanted(question, known.gather(question), code)
    answers = every_answer(want, statements_of(view, known.atoms), known.add_ranked(), code)
    found = tuple(known.atoms[one.ref] for one in answers) or _found_otherwise(view)
    subjects = {atom.atom_id: _subject_keys(atom, code) for atom in found}
    named = tuple(dict.fromkeys(stem for keys in subjects.values() for key in keys for stem in stems(key)))
    names = known.add_named(named)
    return tuple(atom for atom in found if _is_member(all_keys(subjects[atom.atom_id], names), group))


def _found_otherwise(view: ReplyContext) -> tuple[Atom, ...]:
    """Returns what answers by the type of the question, or by its words."""
    answer = recall_by_reading(view) or recall_concept(view) or recall_by_search(view)
    return answer[0].used


def _subject_keys(atom: Atom, code: str) -> frozenset[str]:
    """Returns the keys of whom a fact tells of first: "my brother has a friend" is about the brother."""
    first = next(iter(statements(atom.text, code)), None)
    return first.subject_keys if first else frozenset()


def _is_member(keys: Iterable[str], group: frozenset[str]) -> bool:
    """Says whether one of the keys leads from the speaker to a member of the group, over members alone."""
    roots = (key.split(BETWEEN) for key in keys)
    return any(len(path) > 1 and path[0] == SPEAKER and group.issuperset(path[1:]) for path in roots)
