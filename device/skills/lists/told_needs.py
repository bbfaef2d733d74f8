"""Pure: finds what a person told that they need or have to buy, which stands on no list: "we need bin bags"."""

from __future__ import annotations

from device.core.policy import MAX_ABOUT_ATOMS
from device.skills.reply_context import ReplyContext
from memory.model.atoms import Atom, Tag
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.stemming import stem


def asks_for_needs(view: ReplyContext) -> bool:
    """Says whether a question for a list asks what is needed, and not what was written down."""
    code = view.memory.language.code
    asked = frozenset(view.heard.turn.text.casefold().strip(" ?.!").split())
    return has_reading(code) and bool(asked & load_meaning(code).set_of("asking for needs"))


def told_needs(view: ReplyContext) -> tuple[Atom, ...]:
    """Returns the confirmed facts on what the person needs or is to buy, the oldest first, each with the news that a
    part of it is not needed.
    """
    code = view.memory.language.code
    meaning = load_meaning(code)
    verbs = sorted(meaning.set_of("needing") | meaning.set_of("getting in") | meaning.set_of("asking for needs"))
    held = (view.memory.queries.visible_holding(view.gate, (stem(verb),), MAX_ABOUT_ATOMS) for verb in verbs)
    known = view.living(tuple(dict.fromkeys(atom for each in held for atom in each)))
    found = (atom for atom in known if view.tag(atom) is Tag.CONFIRMED and _tells_need(atom, meaning))
    needs = sorted(found, key=lambda atom: (atom.learned_at_ms, atom.atom_id))
    return tuple(dict.fromkeys(atom for need in needs for atom in (need, *_denied_since(view, need))))


def _denied_since(view: ReplyContext, need: Atom) -> tuple[Atom, ...]:
    """Returns what says since that one of several needed things is not: "müllbeutel doch nicht da haben wir noch"."""
    code = view.memory.language.code
    things = [forms for one in statements(need.text, code) for forms in one.rest_words if one.clause.lemma not in forms]
    terms = dict.fromkeys(stem(form) for forms in things for form in sorted(forms))
    each = (view.memory.queries.visible_holding(view.gate, (term,), MAX_ABOUT_ATOMS) for term in terms)
    held = view.living(tuple(dict.fromkeys(atom for atoms in each for atom in atoms)))
    later = (atom for atom in held if atom.learned_at_ms > need.learned_at_ms)
    return tuple(atom for atom in later if any(_denies(one, things) for one in statements(atom.text, code)))


def _denies(one: Statement, things: list[frozenset[str]]) -> bool:
    """Says whether a statement denies something of one of these things."""
    return one.clause.negated and any(forms & thing for forms in one.words for thing in things)


def _tells_need(atom: Atom, meaning: Meaning) -> bool:
    return any(_is_need(one, meaning) for one in statements(atom.text, meaning.language))


def _is_need(one: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells a thing that the speaker needs, or has to get."""
    clause = one.clause
    if one.kind is not ActKind.TELL or clause.negated or clause.past or SPEAKER not in one.subject_keys:
        return False
    english = meaning.language == "en"  # a German noun may be somebody
    things = any(each.keys and not each.role and not (english and each.is_person) for each in one.others)
    needed = clause.lemma in meaning.set_of("needing")
    return things and (needed or (clause.lemma in meaning.set_of("getting in") and clause.modality.is_ahead))
