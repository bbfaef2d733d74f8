"""Pure: chooses the statement that answers a question: the best fit that no newer statement makes stale."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statements import Statement
from memory.reading.facts.unify import Fit, fits, holds_words
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.fitting.strictly_asked import lacks_place
from memory.reading.german_facts.updates.told_apart import names_each
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.words.meaning import load_meaning


@dataclass(frozen=True, slots=True)
class Told:
    """One statement with when it was told; `ref` names where it comes from."""

    statement: Statement
    at_ms: int
    ref: str


def best_answer(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> Told | None:
    """Returns the statement to tell; None when none fits. Of equal fits the newest, then by `ref`."""
    fitting = [
        (fit, each) for each in told for fit in (fits(want, each.statement, names, language),) if fit is not None
    ]
    over = _Outdating(names, language)
    standing = _said_of_oneself(want, [(fit, each) for fit, each in fitting if not _is_stale(each, told, over)])
    standing = _without_gone(want, _without_coming(want, standing), language)
    enders = [] if standing else _enders(fitting, told, over)
    chosen = standing or [each for each in enders if holds_words(want, each[1].statement, language)] or enders
    asked, roles = want.question.clause.lemma, want.question.spoken & load_meaning(language).roles.keys()
    return max(chosen, key=lambda each: _order(each, asked, roles))[1] if chosen else None


def every_answer(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> tuple[Told, ...]:
    """Returns all statements that answer as well as the best, the newest first: "what languages do i speak"."""
    fitting = [
        (fit, each) for each in told for fit in (fits(want, each.statement, names, language),) if fit is not None
    ]
    over = _Outdating(names, language)
    standing = [(fit, each) for fit, each in fitting if fit.holds and not _is_stale(each, told, over)]
    if language == "en":
        standing = [(fit, each) for fit, each in standing if not lacks_place(want, each.statement)]
    standing = _said_of_oneself(want, standing)
    if not standing:
        return ()
    best = max(fit.linked for fit, _ in standing)
    found = sorted((each for fit, each in standing if fit.linked == best), key=lambda each: (-each.at_ms, each.ref))
    return tuple({each.ref: each for each in found}.values())


def _said_of_oneself(want: Wanted, fitting: list[tuple[Fit, Told]]) -> list[tuple[Fit, Told]]:
    """Leaves out what another said of the speaker and of what is theirs, where they say it themselves (2.17 Q13)."""
    subject = want.question.subject
    own = [pair for pair in fitting if pair[1].statement.clause.modality is not Modality.REPORTED]
    theirs = all(SPEAKER in entity.keys or not entity.is_person for entity in subject)
    return own if own and subject and theirs else fitting


def asks_for_all(want: Wanted) -> bool:
    """Says whether a question may have several answers: "what do i hate", "who are my brothers", "which pets"."""
    clause = want.question.clause
    if want.gap not in (Gap.WHAT, Gap.WHICH, Gap.WHO) or want.aspect is not Aspect.ANY:
        return False
    spoken = want.question.text.split()
    plural = any(
        word.endswith("s") and not word.endswith(("ss", "'s", "us", "is"))
        for word in spoken
        if any(word in forms for forms in (*want.sort, *want.words))
    )
    return plural or clause.lemma in _MANY


def tells_of_several(found: Sequence[Told], want: Wanted) -> bool:
    """Says whether answers are about several persons of the role that is asked for: each of two brothers has a job."""
    own = [
        frozenset(entity.name for entity in each.statement.subject if entity.name and entity.keys & want.keys)
        for each in found
    ]
    named = [names for names in own if names]
    if names_each([each.statement for each in found]):
        return True
    return len(named) > 1 and len(named) == len(own) and frozenset.intersection(*named) == frozenset()


_HAVING = frozenset(("have", "own", "drive", "get"))
_MANY = frozenset(
    [
        "invite",
        "read",
        "like",
        "love",
        "hate",
        "enjoy",
        "need",
        "want",
        "owe",
        "speak",
        "play",
        "eat",
        "drink",
        "own",
        "have",
        "collect",
        "do",
        "know",
        "prefer",
        "dislike",
        "plan",
        "bring",
        "take",
        "buy",
    ]
)


def _order(one: tuple[Fit, Told], asked: str, roles: Set[str]) -> tuple[tuple[int, ...], int, int, bool, str]:
    """Returns what the best answer has most of; of equal fits one with the relatives that were named: a brother's son
    and a sister's are both a nephew.
    """
    fit, told = one
    return fit.score, len(roles & told.statement.spoken), told.at_ms, told.statement.clause.lemma == asked, told.ref


def _without_coming(want: Wanted, standing: list[tuple[Fit, Told]]) -> list[tuple[Fit, Told]]:
    """Leaves out what was or will be, where it is asked and told what is: "im juni werde ich vierzig"."""
    asked, told = want.question.clause, [each[1].statement.clause for each in standing]
    if asked.lemma == "call" and not asked.past and any(not clause.past for clause in told):
        return [
            each for each in standing if each[1].statement.clause.lemma != "call" or not each[1].statement.clause.past
        ]
    present = any(clause.lemma == "be" and not clause.past for clause in told)
    if asked.lemma != "be" or asked.past or not present:
        return standing
    return [each for each in standing if not (is_coming(each[1].statement) or _was(each[1].statement))]


def _without_gone(want: Wanted, standing: list[tuple[Fit, Told]], language: str) -> list[tuple[Fit, Told]]:
    """Leaves out what was given away, where it is asked what one has and something else is told: not "we sold the
    volvo" beside "my car is a fiat".
    """
    asked, ending = want.question.clause, load_meaning(language).ending
    if asked.past or asked.lemma not in _HAVING:
        return standing
    kept = [(fit, each) for fit, each in standing if fit.holds or each.statement.clause.lemma not in ending]
    return kept if any(fit.holds for fit, _ in kept) else standing


def _was(one: Statement) -> bool:
    return one.clause.lemma == "be" and one.clause.past


def is_coming(one: Statement) -> bool:
    """Says whether a statement tells what somebody will be on a day: "ich werde im juni vierzig"."""
    return one.clause.lemma == "turn" and one.has_time and not one.clause.past


class _Outdating:
    """Says which statements end or replace which. Each pair is compared once: people say the same again and again."""

    def __init__(self, names: Names, language: str) -> None:
        self._names, self._language = names, language
        self._known: dict[tuple[int, int], bool] = {}

    def outdates(self, new: Statement, old: Statement) -> bool:
        """Says whether the first ends or replaces the second. Both live as long as this does."""
        pair = (id(new), id(old))
        if pair not in self._known:
            effect = effect_on(new, old, self._names, self._language)
            self._known[pair] = effect in (Effect.ENDS, Effect.REPLACES)
        return self._known[pair]


def _is_stale(one: Told, told: Sequence[Told], over: _Outdating) -> bool:
    """Says whether a newer statement ends or replaces it."""
    return any(other.at_ms > one.at_ms and over.outdates(other.statement, one.statement) for other in told)


def _enders(fitting: Sequence[tuple[Fit, Told]], told: Sequence[Told], over: _Outdating) -> list[tuple[Fit, Told]]:
    """Returns what made the fitting statements stale: the news is the answer then."""
    return [
        (fit, other)
        for fit, each in fitting
        for other in told
        if other.at_ms > each.at_ms and over.outdates(other.statement, each.statement)
    ]
