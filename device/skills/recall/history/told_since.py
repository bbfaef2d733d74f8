"""Pure: adds to a fact what was told since of the thing in it: "they've scrapped the eight fifteen".

Who says "i get the eight fifteen" and later "they've scrapped the eight fifteen, i get the eight thirty" marks no
change. What has happened to a thing, in the perfect, is news on all that was told of it: an older fact is told with it,
or not at all where the same turn says what is so now.
"""

from __future__ import annotations

from dataclasses import replace

from device.skills.recall.fact_lookup import reply_per_key
from device.skills.recall.question_candidates import question_of
from device.skills.recall.search_answer import find_by_stems
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Atom, Tag
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import Gap
from memory.reading.rivals.news_since import is_end_of, is_news_on, replaces_after_news
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext
from memory.rules.freshness import LIVING
from memory.text.stemming import stems


def with_news(view: ReplyContext, answered: tuple[Reply, AssembledContext]) -> tuple[Reply, AssembledContext]:
    """Returns an answer of one English fact with what was told since of the thing in it; every other as it is."""
    reply = answered[0]
    if (
        view.memory.language.code != "en"
        or len(reply.used) != 1
        or reply.question is not None
        or "HISTORY" in reply.reasons
    ):
        return answered
    best = reply.used[0]
    told = _told_since(view, best) or _ended_beside(view, best) if best.status in LIVING else ()
    if not told:
        return answered
    return replace(reply_per_key(view, told), reasons=reply.reasons), view.look_up(view.heard.turn.text, told)


def _told_since(view: ReplyContext, best: Atom) -> tuple[Atom, ...]:
    """Returns a fact with the news on it, or the news with what is so since; none without news."""
    olds = statements(best.text, "en")
    words = sorted({form for one in olds for forms in (*one.subject_words, *one.words) for form in forms})
    terms = tuple(dict.fromkeys(stem for word in words for stem in stems(word)))
    atoms = find_by_stems(view, terms)[0] if terms else ()
    later = [atom for atom in atoms if atom.learned_at_ms > best.learned_at_ms and view.tag(atom) is Tag.CONFIRMED]
    news = [atom for atom in later if any(is_news_on(new, old) for new in statements(atom.text, "en") for old in olds)]
    if not news:
        return ()
    latest = max(news, key=_place)
    after = [atom for atom in _of_same_turn(view, latest) if _place(atom) > _place(latest)]
    instead = [
        atom
        for atom in after
        if any(replaces_after_news(new, old) for new in statements(atom.text, "en") for old in olds)
    ]
    if not instead and after and _follows_from(view, latest, after[0]):
        return best, latest, after[0]
    return (latest, *instead[:1]) if instead else (best, latest)


def _follows_from(view: ReplyContext, news: Atom, after: Atom) -> bool:
    """Says whether the fact behind the news follows from it: "the hall's flooded | so we're at the school"."""
    lines = view.memory.reader.lines_by_id(view.gate, (news.sources[0].turn_id,)) if news.sources else ()
    between = lines[0].text[news.sources[0].end : after.sources[0].start] if lines and after.sources else ""
    said = frozenset((*between.casefold().split(), *after.text.casefold().split()[:1]))
    return bool(said & load_meaning("en").set_of("leading on"))


def _ended_beside(view: ReplyContext, best: Atom) -> tuple[Atom, ...]:
    """Returns what took the place of something with the end that was told beside it, "cancelled the gym", where it is
    asked whether that still is so; none for every other question.
    """
    question = question_of(view)
    asked = frozenset(view.heard.turn.text.casefold().split()) & load_meaning("en").set_of("going_on")
    if question is None or question.clause.asks is not Gap.NONE or not asked:
        return ()
    before = [atom for atom in _of_same_turn(view, best) if _place(atom) < _place(best)]
    ended = [atom for atom in before if any(is_end_of(one, question) for one in statements(atom.text, "en"))]
    return (*ended[-1:], best) if ended else ()


def _of_same_turn(view: ReplyContext, atom: Atom) -> tuple[Atom, ...]:
    """Returns the living facts of the turn that told a fact."""
    turns = {source.turn_id for source in atom.sources}
    told = view.memory.queries.told_only_in(view.gate.user_id, tuple(sorted(turns)))
    return view.living(view.atoms(tuple(each.atom_id for each in told)))


def _place(atom: Atom) -> tuple[int, int, str]:
    return atom.learned_at_ms, atom.sources[0].start if atom.sources else 0, atom.atom_id
