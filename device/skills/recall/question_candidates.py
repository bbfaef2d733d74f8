"""Pure: gathers what may answer the question of a turn: the question itself, facts and lines by its words and names.

Everything is read through the gate. What was replaced is kept apart, to be compared and never told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from device.core.policy import MAX_NAMING_ROUNDS, MAX_RANKED_CANDIDATES, MAX_READ_CANDIDATES
from device.skills.recall.search_answer import find_by_stems, teller_names, told_in
from device.skills.recall.successors import is_replaced
from device.skills.reply_context import ReplyContext
from memory.core.policy import DAY_MS
from memory.model.atoms import ArchivedLine, Atom, Speaker, Status
from memory.model.timestamps import on_wall_clock
from memory.reading.answers import Told, best_answer
from memory.reading.facts.entities import Names, same_entities
from memory.reading.facts.implied import with_implied
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import Wanted, search_words
from memory.reading.german_facts.told_things import articled_names
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import read
from memory.reading.references.resolution import antecedents, resolve
from memory.reading.rendering import has_relative_time
from memory.reading.words.meaning import load_meaning
from memory.rules.freshness import has_ended, overlaps_span
from memory.text.dates import ResolvedDate, mentions_day, past_day, resolve_day_or_span
from memory.text.stemming import stems


def question_of(view: ReplyContext) -> Statement | None:
    """Returns the question of the turn, with its pronouns named."""
    code, text = view.memory.language.code, view.heard.turn.text
    asked = [one for one in statements(text, code) if one.kind is ActKind.ASK]
    if not asked:
        return None
    one = asked[0]
    if not any(entity.pronoun for entity in one.entities) and not any(key.startswith("?") for key in one.keys):
        return one
    named = resolve(text, one, antecedents((*_said_before(view), *_topic(text, one, code)), code), code)
    again = [other for other in statements(named, code) if other.kind is ActKind.ASK]
    return again[0] if again and named != one.text else one


def _topic(text: str, one: Statement, language: str) -> tuple[str, ...]:
    """Returns the words before a question that name whom it asks about: "my sister" of "my sister where is she"."""
    acts = (act for act in read(text, language).acts if act.kind is ActKind.ASK and act.start == one.start)
    named = (text[act.start : act.clause.start] for act in acts)
    return tuple(words.strip() for words in named if words.strip())


def _said_before(view: ReplyContext) -> tuple[str, ...]:
    """Returns what was said before the question, the words before it in its own turn last."""
    turn = view.heard.turn
    said = view.memory.queries.said_up_to(turn.user_id, turn.turn_id, 5)
    begin = len(turn.text) - len(turn.text.lstrip())
    before = [text for text, hidden in reversed(said[1:]) if not hidden]
    return (*before, *(text[:begin] for text, hidden in said[:1] if begin and not hidden))


class Candidates:
    """What the index holds about the words and names of one question."""

    def __init__(self, view: ReplyContext) -> None:
        self._view = view
        self.atoms: dict[str, Atom] = {}
        self.over: dict[str, Atom] = {}
        """Facts that something replaced; they are compared, never told."""
        self.lines: dict[str, ArchivedLine] = {}

    def gather(self, question: Statement) -> Names:
        """Reads candidates, and more of them for each new name of an entity; returns what names the same."""
        names: Names = {}
        done: set[str] = set()
        for _ in range(MAX_NAMING_ROUNDS):
            terms = tuple(
                dict.fromkeys(stem for word in search_words(question, names, self._code) for stem in stems(word))
            )
            fresh = tuple(term for term in terms if term not in done)
            if not fresh:
                break
            done.update(fresh)
            self._add(fresh)
            names = self._named()
        return names

    def add_ranked(self) -> Names:
        """Adds the facts that rank highest, whatever their words: "i'm a nurse" shares none with "what do i do"."""
        ranked = self._view.memory.reader.atoms(self._view.gate, MAX_RANKED_CANDIDATES)
        self.over.update((atom.atom_id, atom) for atom in ranked if is_replaced(atom))
        for atom in self._view.living(ranked):
            self.atoms.setdefault(atom.atom_id, atom)
        return self._named()

    def add_named(self, terms: tuple[str, ...]) -> Names:
        """Adds what tells of somebody by these stems, such as "ruth is my aunt"; returns what names the same."""
        self._add(terms)
        return self._named()

    def _named(self) -> Names:
        told = tuple(self.told())
        pairs = [pair for one in told for pair in one.named]
        pairs += [pair for one in told for pair in articled_names(one)] if self._code == "de" else []
        return same_entities(pairs, load_meaning(self._code).chains)

    @property
    def _code(self) -> str:
        return self._view.memory.language.code

    def _add(self, terms: tuple[str, ...]) -> None:
        atoms, lines = find_by_stems(self._view, terms, self.over)
        for atom in atoms[:MAX_READ_CANDIDATES]:
            self.atoms.setdefault(atom.atom_id, atom)
        for line in lines[:MAX_READ_CANDIDATES]:
            if line.speaker is Speaker.USER:
                self.lines.setdefault(line.line_id, line)

    def told(self) -> Iterable[Statement]:
        """Returns the statements of every candidate."""
        for text in dict.fromkeys(
            (
                *(atom.text for atom in (*self.atoms.values(), *self.over.values())),
                *(line.text for line in self.lines.values()),
            )
        ):
            yield from with_implied(text, self._code) if self._code == "en" else statements(text, self._code)


def statements_of(view: ReplyContext, group: Mapping[str, Atom | ArchivedLine]) -> list[Told]:
    """Returns the statements of facts or lines that hold, that the person told, and that are of the day asked for."""
    day, others = asked_day(view), teller_names(view, group.values())
    return [
        Told(one, _learned_ms(each), ref)
        for ref, each in group.items()
        if not (isinstance(each, Atom) and each.status is Status.OUTDATED)
        and told_in(each) not in others
        and not is_of_other_day(view, each, day)
        for one in with_implied(each.text, view.memory.language.code)
    ]


def still_so(view: ReplyContext, want: Wanted, group: Mapping[str, Atom | ArchivedLine], names: Names) -> list[Told]:
    """Returns the statements of facts or lines; where it is asked when something is, and others answer it too, without
    those of a day that is over: "tomorrow i start at eight" of Thursday tells nothing of Monday.
    """
    told, now_ms = statements_of(view, group), view.heard.turn.at.at_ms
    if want.gap is not Gap.WHEN or want.question.clause.past:
        return told
    ended = ((ref, each) for ref, each in group.items() if isinstance(each, Atom) and has_ended(each, now_ms))
    over = {ref for ref, each in ended if mentions_day(each.text, view.memory.language)}
    left = [one for one in told if one.ref not in over]
    answered = bool(over) and best_answer(want, left, names, view.memory.language.code) is not None
    return left if answered else told


def asked_day(view: ReplyContext) -> ResolvedDate | None:
    """Returns the day or span that the question names; None without one."""
    turn, language = view.heard.turn, view.memory.language
    return resolve_day_or_span(turn.text, turn.at, language, past=language.dates.past.search(turn.text) is not None)


def is_of_other_day(view: ReplyContext, told: Atom | ArchivedLine, day: ResolvedDate | None) -> bool:
    """Says whether a fact has a day of its own that is not the one asked for: "who is coming today"."""
    if day is None:
        return False
    if isinstance(told, Atom) and told.valid_from_ms is not None:
        return not overlaps_span(told, day.from_ms, day.until_ms)
    language = view.memory.language
    if not has_relative_time(told.text, language.code):
        return False
    at = on_wall_clock(_learned_ms(told), view.heard.turn.at)
    past = any(one.clause.past for one in statements(told.text, language.code))
    own = resolve_day_or_span(told.text, at, language, past=past or language.dates.past.search(told.text) is not None)
    if own is None:
        begin = past_day(told.text, at, language)  # "this morning"
        return begin is not None and not (begin < day.until_ms and day.from_ms < begin + DAY_MS)
    return not (own.from_ms < day.until_ms and day.from_ms < own.until_ms)


def _learned_ms(told: Atom | ArchivedLine) -> int:
    return told.learned_at_ms if isinstance(told, Atom) else told.at.at_ms
