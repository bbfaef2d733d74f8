"""Pure: answers what was so at a past time, or before something else: "where did i live in january", "before hamburg".

What was so follows from when it became so, where the words of a fact tell that, else from when it was told; the reply
says when it was told. Everything is read through the gate.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device.languages.reply_templates import quote_text
from device.skills.recall.history.asked_time import begun_ms, day_name, mentionable_periods, time_within
from device.skills.recall.question_candidates import Candidates, question_of
from device.skills.recall.successors import best_fitting
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import MAX_CHANGES_READ
from memory.model.atoms import Atom
from memory.model.ports import KnownPeriod
from memory.reading.facts.wanted import wanted
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext
from memory.rules.controls import topic_stems
from memory.text.stemming import stems


def recall_held_then(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question about a past time of something that changed with what was so then; None for all others."""
    question = question_of(view) if has_reading(view.memory.language.code) else None
    if question is None or question.clause.asks is None or not question.clause.past:
        return None
    period = _before_named(view) or _at_time(view)
    if period is None:
        return None
    told, text = day_name(view, period.atom.learned_at_ms), quote_text(period.atom.text)
    if period.ended_ms is None:
        words = view.say("so_then", told=told, text=text)
    else:
        words = view.say("was_then", told=told, text=text, until=day_name(view, _until(view, period)))
    return Reply(words, ("HISTORY",), (period.atom,)), view.look_up("")


def _at_time(view: ReplyContext) -> KnownPeriod | None:
    """Returns what was so at the time that the question names, or is so since; of a time before all that was told, the
    first.
    """
    asked = time_within(view)
    if asked is None:
        return None
    rest, span = asked
    every = _fitting(view, rest, _ended(view))
    fitting = [each for each in every if _until(view, each) > span.from_ms]
    known = [each for each in fitting if _begins(view, each.atom) < span.until_ms]
    if not known and not fitting:
        known = [each for each in _since(view, every) if _begins(view, each.atom) < span.until_ms]
    if known:
        return max(known, key=partial(_place, view))
    return min(fitting, key=partial(_place, view), default=None)


def _since(view: ReplyContext, ended: tuple[KnownPeriod, ...]) -> tuple[KnownPeriod, ...]:
    """Returns what is so now in the place of facts that are over."""
    over = {each.atom.atom_id for each in ended}
    after = {each.atom.superseded_by for each in ended if each.atom.superseded_by} - over
    return mentionable_periods(view, (KnownPeriod(one) for one in view.atoms(tuple(sorted(after)))))


def _before_named(view: ReplyContext) -> KnownPeriod | None:
    """Returns what was so before the fact that the question names: "before hamburg", "before i moved"."""
    spoken, befores = view.heard.turn.text.strip(" ?.!").split(), load_meaning(view.memory.language.code)
    cuts = [at for at, word in enumerate(spoken) if word.casefold() in befores.set_of("before_what")]
    if not cuts or not 0 < cuts[-1] < len(spoken) - 1:
        return None
    named = frozenset(topic_stems(" ".join(spoken[cuts[-1] + 1 :]), view.memory.language))
    ended = _ended(view)
    after = {each.atom.superseded_by for each in ended if each.atom.superseded_by}
    texts = {one.atom_id: one.text for one in (*view.atoms(tuple(sorted(after))), *(each.atom for each in ended))}
    before = tuple(each for each in ended if named <= frozenset(stems(texts.get(each.atom.superseded_by or "", ""))))
    fitting = _fitting(view, " ".join(spoken[: cuts[-1]]), before)
    return max(fitting, key=partial(_place, view), default=None)


def _fitting(view: ReplyContext, text: str, ended: tuple[KnownPeriod, ...]) -> tuple[KnownPeriod, ...]:
    """Returns those of the facts that answer a question about the past best."""
    plain = replace(view, heard=replace(view.heard, turn=replace(view.heard.turn, text=text)))
    question = question_of(plain) if ended else None
    if question is None or question.clause.asks is None or not question.clause.past:
        return ()
    names, code = Candidates(plain).gather(question), view.memory.language.code
    fitting = best_fitting(wanted(question, names, code), (each.atom for each in ended), names, code)
    return tuple(each for each in ended if each.atom in fitting)


def _ended(view: ReplyContext) -> tuple[KnownPeriod, ...]:
    return mentionable_periods(view, view.memory.queries.once_known(view.gate, MAX_CHANGES_READ))


def _until(view: ReplyContext, period: KnownPeriod) -> int:
    """Returns until when something was so: till what is instead began, where that is told."""
    after = view.atoms((period.atom.superseded_by,)) if period.atom.superseded_by else ()
    begun = begun_ms(view, after[0]) if after else None
    return period.ended_ms or 0 if begun is None else begun


def _begins(view: ReplyContext, atom: Atom) -> int:
    return begun_ms(view, atom) or atom.learned_at_ms


def _place(view: ReplyContext, period: KnownPeriod) -> tuple[int, str]:
    return _begins(view, period.atom), period.atom.atom_id
