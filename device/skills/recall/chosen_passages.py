"""Pure: chooses the sentences of an answer to a question for several things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.core.policy import (
    COVERS_PART_MILLI,
    ENOUGH_NEW_STEMS,
    ENOUGH_PART_MILLI,
    ENOUGH_TOPIC_MILLI,
    LEAST_TOPIC_MILLI,
    MAX_COMPOSED_LINES,
    MAX_OVERVIEW_LINES,
    MAX_WHOLE_LINES,
    MAX_WRITTEN_LINES,
    NEARLY_BEST_MILLI,
)
from device.skills.recall.asked_lookups import Asked
from memory.retrieval.passages import AskedPart, Passage, PassageScorer, has_value


def chosen_passages(asked: Asked, told: Sequence[Passage], *, written: bool = False) -> tuple[Passage, ...]:
    """Returns the sentences of an answer: one that answers most parts, the best for each other part, then the whole.

    In writing what comes next follows, as far as it tells anything new.
    """
    chosen: dict[str, Passage] = {}
    recap = _recap(asked, told)
    if recap is not None:
        chosen[recap.text.casefold()] = recap
    for part in asked.parts:
        best = best_passages(asked.scorer, part, told)
        if best and not any(_covers(asked.scorer, one, best[0], part) for one in chosen.values()):
            chosen.setdefault(best[0].text.casefold(), best[0])
    for part in asked.parts:
        second = next(iter(best_passages(asked.scorer, part, told)[1:]), None)
        if second is not None and len(chosen) < MAX_COMPOSED_LINES and _adds(second, chosen.values()):
            chosen[second.text.casefold()] = second
    most = MAX_OVERVIEW_LINES if len(asked.wholes) == 1 else MAX_WHOLE_LINES
    for whole in asked.wholes if asked.whole or not asked.parts else ():
        for passage in _overview(asked.scorer, whole, told, most):
            if not asked.parts or (len(chosen) < MAX_OVERVIEW_LINES and _adds(passage, chosen.values())):
                chosen.setdefault(passage.text.casefold(), passage)
    if written:
        _add_next(asked, told, chosen)
    return tuple(chosen.values())


def _add_next(asked: Asked, told: Sequence[Passage], chosen: dict[str, Passage]) -> None:
    """Adds the next best sentences of each thing in turn, where they tell values that the answer lacks."""
    each = (*asked.parts, *asked.wholes)
    ranked = [[one for one in best_passages(asked.scorer, part, told) if _is_of(asked, one, part)] for part in each]
    rounds = max(map(len, ranked), default=0)
    for passage in (passages[at] for at in range(rounds) for passages in ranked if at < len(passages)):
        if len(chosen) >= MAX_WRITTEN_LINES:
            return
        if not asked.scorer.tells_little(passage.text) and _adds_value(passage, chosen.values()):
            chosen.setdefault(passage.text.casefold(), passage)


def _is_of(asked: Asked, passage: Passage, part: AskedPart) -> bool:
    return asked.scorer.topic(passage, part) >= ENOUGH_TOPIC_MILLI


def _adds_value(passage: Passage, chosen: Iterable[Passage]) -> bool:
    """Says whether a sentence has a value, and words, that no chosen one has."""
    heard = frozenset(stem for one in chosen for stem in one.held)
    fresh = passage.held - heard
    return len(fresh) >= ENOUGH_NEW_STEMS and has_value(passage.text)


def _recap(asked: Asked, told: Sequence[Passage]) -> Passage | None:
    """Returns the newest sentence that answers most of several parts at once: "setup at nine, helper at ten"."""
    if len(asked.parts) <= 2:
        return None
    counted = [
        (sum(asked.scorer.holds(passage, part) >= COVERS_PART_MILLI for part in asked.parts), passage)
        for passage in told
        if asked.scorer.topic(passage, asked.parts[0]) >= ENOUGH_TOPIC_MILLI
    ]
    most = max((count for count, _ in counted), default=0)
    if most < max(2, len(asked.parts) // 2):
        return None
    return min((passage for count, passage in counted if count == most), key=_newest_first)


def _adds(passage: Passage, chosen: Iterable[Passage]) -> bool:
    """Says whether a sentence tells enough that the chosen ones do not."""
    heard = frozenset(stem for one in chosen for stem in one.held)
    return len(passage.held - heard) >= ENOUGH_NEW_STEMS


def _covers(scorer: PassageScorer, chosen: Passage, best: Passage, part: AskedPart) -> bool:
    """Says whether what is told already answers a part as well as the best sentence does, and is not older."""
    if scorer.holds(chosen, part) < COVERS_PART_MILLI or chosen.line.at.at_ms < best.line.at.at_ms:
        return False
    return scorer.holds(chosen, part) >= scorer.holds(best, part) - NEARLY_BEST_MILLI


def best_passages(scorer: PassageScorer, part: AskedPart, told: Sequence[Passage]) -> list[Passage]:
    """Returns the sentences that answer a part, the best first; of nearly equal ones the newest."""
    scored = [(score, passage) for passage in told if (score := scorer.score(passage, part)) >= ENOUGH_PART_MILLI]
    scored = [pair for pair in scored if scorer.topic(pair[1], part) or scorer.near(pair[1]) >= ENOUGH_TOPIC_MILLI]
    top = max((score for score, _ in scored), default=0)
    scored.sort(key=lambda pair: _rank(top - pair[0], pair[1]))
    return [passage for _, passage in scored]


def _rank(below: int, passage: Passage) -> tuple[int, int, str, int]:
    near = below <= NEARLY_BEST_MILLI
    return (0, *_newest_first(passage)) if near else (below, *_newest_first(passage))


def _newest_first(passage: Passage) -> tuple[int, str, int]:
    return -passage.line.at.at_ms, passage.line.line_id, passage.start


def _overview(scorer: PassageScorer, whole: AskedPart, told: Sequence[Passage], most: int) -> list[Passage]:
    """Returns the sentences that tell most of a topic, without such as tell what others tell."""
    closest = max((scorer.topic(passage, whole) for passage in told), default=0)
    if closest < LEAST_TOPIC_MILLI:
        return []
    least = min(ENOUGH_TOPIC_MILLI, closest * 7 // 10)
    telling = [one for one in told if scorer.topic(one, whole) >= least and not scorer.tells_little(one.text)]
    open_ones = [(scorer.score(one, whole), one) for one in telling]
    made: list[Passage] = []
    heard: frozenset[str] = frozenset()
    while open_ones and len(made) < most:
        open_ones.sort(
            key=lambda pair: (-_fresh(pair[0], pair[1], heard) // NEARLY_BEST_MILLI, *_newest_first(pair[1]))
        )
        score, passage = open_ones.pop(0)
        if _fresh(score, passage, heard) < ENOUGH_PART_MILLI:
            break
        made.append(passage)
        heard |= passage.held
    return made


def _fresh(score: int, passage: Passage, heard: frozenset[str]) -> int:
    """Returns a score without the share of words that were heard already."""
    return score * len(passage.held - heard) // max(len(passage.held), 1) if heard else score
