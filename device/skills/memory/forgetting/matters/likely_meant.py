"""Pure: finds what a likely request to forget means by the words that it shares with what was told, and asks.

"Philippa's name I'd prefer you didn't hold on to" shares "Philippa" with "the social worker's called Philippa". A word
counts the more, the fewer memories have it. A request that names nothing means what was told last. As no pattern reads
such a request, nothing goes before a yes, and what is to stay by its words is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile

from device.nlu.intent_matcher import IntentMatch, Slot
from device.nlu.time_ranges import TimeRange
from device.skills.memory.forgetting.forget_time_range import forget_time_range
from device.skills.memory.forgetting.matters.told_on import FORGET_TOO
from device.skills.memory.forgetting.nearly_meant import alike_words, facts_by_other_names, readable_facts
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import MAX_WEIGHED_WORDS, MIN_BEGINNING_CHARS
from memory.extraction.paraphrase import telling_words
from memory.model.atoms import Atom
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import act_text, read
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.rules.clarification import new_question
from memory.rules.life_areas import is_life_area, topic_cover
from memory.rules.mention_target import recently_told
from memory.text.forgetting.likely_requests import LikelyOrder, likely_order
from memory.text.secret_detector import MASK
from memory.text.stemming import split_words, stems

INTENT, NOT_KEPT = "forget_likely", "not_kept"
"""Intents of a likely request to forget, and of a turn that is not to be kept itself."""
_SHARE = Fraction(3, 4)
"""So much of the best score makes another memory likely too."""


def forget_likely(context: TurnContext) -> TurnOutcome:
    """Handles "let the wig slip your mind": asks whether what it likely means is to go."""
    text = context.turn.text
    stretch, found = _time_meant(context), likely_meant(context)
    if stretch is not None:
        told = _told_in(found, stretch)
        return _offered(context, told) if told else forget_time_range(context, stretch, sure=False)
    if not found:
        return TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",), hide=((0, len(text)),))
    return _offered(context, found)


def means_time(context: TurnContext) -> bool:
    """Says whether a request names a time of telling: "what I told you yesterday"."""
    return _time_meant(context) is not None


def means_something(context: TurnContext) -> bool:
    """Says whether a likely request names a time of telling, or shares words with what was told."""
    return _time_meant(context) is not None or bool(likely_meant(context))


def names_in_order(context: TurnContext) -> bool:
    """Says whether the clause of the order itself shares words with what was told: "would you not note that lump"."""
    ordering = _naming_words(context, _ordering(context.turn.text, context.language.code))
    return bool(_sharing(context, _told_facts(context), ordering))


def only_points(context: TurnContext) -> bool:
    """Says whether the clause of the order names nothing: "I shouldn't have repeated that, forget what I just said"."""
    text = context.turn.text
    return not _naming_words(context, _ordering(text, context.language.code))


def _time_meant(context: TurnContext) -> TimeRange | None:
    """Returns the time whose telling is meant: "everything I told you on Monday"."""
    text = context.turn.text
    likely = context.requests.likely
    if not likely.tells_of_telling(text) or likely.means_just_now(text):
        return None
    recent = context.fact_keys.spans.recent_range(text, context.turn.at)
    return recent[1] if recent is not None else context.fact_keys.spans.day_said(text, context.turn.at)


def _told_in(atoms: tuple[Atom, ...], stretch: TimeRange) -> tuple[Atom, ...]:
    """Returns those of the memories that were told in a time: "everything medical that I mentioned today"."""
    return tuple(one for one in atoms if stretch.from_ms <= one.learned_at_ms < stretch.until_ms)


def leave_unkept(context: TurnContext) -> TurnOutcome:
    """Handles "just between us, not for keeping, i'm seeing someone": keeps nothing of the turn."""
    return TurnOutcome(context.understood.intent, ("DO_NOT_STORE",), hide=((0, len(context.turn.text)),))


def likely_meant(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the memories that a request likely means, in the order in which they were told."""
    text, likely = context.turn.text, context.requests.likely
    dropped, kept = likely.dropped(text), _naming_words(context, likely.kept(text))
    ordering = _ordering(dropped, context.language.code)
    for said in dict.fromkeys((ordering, dropped)):
        if found := _named(context, said):
            return tuple(one for one in found if not _shares(context, one, kept)) or found
    if _naming_words(context, ordering):
        return ()
    if kept:
        return _sharing(context, _told_facts(context), kept)
    unnamed = not _naming_words(context, dropped) or likely.says_told(text)
    return _pointed_at(context) if unnamed and likely.points(text) else ()


def _named(context: TurnContext, said: str) -> tuple[Atom, ...]:
    """Returns the memories of a field of life, those that share words with each thing that is named, or those that
    have another name for it.
    """
    words, known = _naming_words(context, said), _told_facts(context)
    if field := next((one for one in (" ".join(words), *words) if is_life_area(one)), ""):
        cover = topic_cover(field)
        if covered := tuple(atom for atom in known if cover.covers(atom.text)):
            return covered
    each = (_sharing(context, known, _naming_words(context, one)) for one in context.requests.likely.each(said))
    found = frozenset(atom.atom_id for atoms in each for atom in atoms)
    found_in_order = tuple(atom for atom in known if atom.atom_id in found)
    return found_in_order or _named_otherwise(context, words)


def _pointed_at(context: TurnContext) -> tuple[Atom, ...]:
    """Returns what was mentioned or told last; all that is known of its person where a pronoun means one."""
    mentioned = context.mentioned()
    told = recently_told(context.queries, context.turn.user_id, context.turn.session_id, 1)
    last = mentioned.atoms or tuple(one for each in told for one in each.atoms)
    seen = context.reader.atoms_by_id(context.control, tuple(one.atom_id for one in last))
    if not context.requests.likely.means_person(context.turn.text):
        return seen
    code = context.language.code
    whose = frozenset(key for atom in seen for key in _persons_in(atom, code))
    every = tuple(atom for atom in _told_facts(context) if not whose.isdisjoint(_persons_in(atom, code)))
    return every if 0 < len(every) <= context.policy.max_forget_choices else seen


def _persons_in(atom: Atom, language: str) -> Iterator[str]:
    """Yields the keys of the persons that a memory tells of."""
    for told in statements(atom.text, language) if has_reading(language) else ():
        yield from (key for one in told.subject if one.is_person for key in one.keys if key != SPEAKER)


def order_of(text: str, language: str) -> LikelyOrder | None:
    """Returns the order that a turn likely gives; of a long one, that of the clause that likeliest gives one: the words
    of a long story add up.
    """
    text = text.replace(MASK, " ")  # its words are none of the person's
    if len(text.split()) <= MAX_WEIGHED_WORDS:
        return likely_order(text, language)
    orders = _orders_of_clauses(text, language)
    return max(orders, key=lambda each: (each[0].margin, -each[1]))[0] if orders else None


def _ordering(text: str, language: str) -> str:
    """Returns the clause of a turn that likely gives the order; the whole turn where none does by itself."""
    orders = _orders_of_clauses(text, language)
    return max(orders, key=lambda each: (each[0].margin, -each[1]))[2] if orders else text


def _orders_of_clauses(text: str, language: str) -> list[tuple[LikelyOrder, int, str]]:
    """Returns the likely orders of the clauses of a turn, each with its place and its words."""
    acts = read(text, language).acts if has_reading(language) else ()
    clauses = [(act_text(text, act), at) for at, act in enumerate(acts)]
    return [(order, at, clause) for clause, at in clauses if (order := likely_order(clause, language))]


def _named_otherwise(context: TurnContext, words: Sequence[str]) -> tuple[Atom, ...]:
    """Returns the last amount that was told where one is named, else what has another name than the words say."""
    topic = " ".join(words)
    if not topic:
        return ()
    if any(context.requests.scope.asks_amount(word) for word in words):
        known, said = _told_facts(context), context.language
        amounts = [atom for atom in known if said.amounts.search(atom.text)]
        return tuple((amounts or [atom for atom in known if said.number_words.search(atom.text)])[-1:])
    named = IntentMatch("forget_topic", (Slot("topic", topic, 0, 0),))
    return facts_by_other_names(replace(context, understood=named))


def _sharing(context: TurnContext, known: Sequence[Atom], words: Sequence[str]) -> tuple[Atom, ...]:
    """Returns the memories that share most with these words; a word counts the more, the fewer have it."""
    scores = dict[str, Fraction]()
    for word in words:
        holding = [atom for atom in known if _shares(context, atom, (word,))]
        for atom in holding:
            scores[atom.atom_id] = scores.get(atom.atom_id, Fraction()) + Fraction(1, len(holding))
    best = max(scores.values(), default=Fraction())
    found = [atom for atom in known if scores.get(atom.atom_id, Fraction()) >= best * _SHARE > 0]
    return tuple(found) if len(found) <= context.policy.max_forget_choices else ()


def _shares(context: TurnContext, atom: Atom, words: Sequence[str]) -> bool:
    """Says whether a memory has one of these words in some form, or a word that means nearly the same."""
    told, text = frozenset(stems(f"{atom.key} {atom.text}")), split_words(atom.text)
    near = alike_words(words, context.language.code)
    return (
        any(not told.isdisjoint(stems(word)) for word in words)
        or not near.isdisjoint(text)
        or any(_begin_alike(word, one) for word in words for one in text)
    )


def _begin_alike(one: str, other: str) -> bool:
    """Says whether two words begin with as much as makes them likely forms of one: "entlassung" and "entlassen"."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return alike >= max(MIN_BEGINNING_CHARS, 2 * min(len(one), len(other)) // 3)


def _naming_words(context: TurnContext, text: str) -> tuple[str, ...]:
    """Returns the words that name something: no order, no particle, no word for any matter."""
    code = context.language.code
    closed = load_closed_words(code) if has_reading(code) else None
    shaping = closed.prepositions | closed.particles | closed.adverbs | closed.determiners if closed else frozenset()
    words = telling_words(context.requests.likely.without_order(text))
    return tuple(word for word in dict.fromkeys(words) if word not in shaping)


def _told_facts(context: TurnContext) -> tuple[Atom, ...]:
    """Returns all living memories that may be seen, the oldest first."""
    return tuple(reversed(readable_facts(context)))


def _offered(context: TurnContext, atoms: tuple[Atom, ...]) -> TurnOutcome:
    question = new_question(context.turn, context.understood.intent, FORGET_TOO, atoms)
    focus = tuple(atom.atom_id for atom in atoms)
    made = TurnOutcome(context.understood.intent, ("AMBIGUOUS",), focus=focus, hide=((0, len(context.turn.text)),))
    return made.with_question(question)
