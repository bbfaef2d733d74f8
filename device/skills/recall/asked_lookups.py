"""Pure: makes of a question for several things what is looked up, and finds the lines that may answer it."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from device.core.policy import MAX_ASKED_PARTS
from device.skills.reply_context import ReplyContext
from memory.model.atoms import ArchivedLine, Speaker
from memory.retrieval.context_builder import quotable_lines
from memory.retrieval.passages import AskedPart, Passage, PassageScorer, stem_weights
from memory.retrieval.query import QueryConcept, parse_query
from memory.retrieval.retrieve import retrieve
from memory.text.several_asked import AskedReader, SeveralAsked
from memory.text.stemming import stems


@dataclass(frozen=True, slots=True)
class Asked:
    """A question for several things, ready to be looked up."""

    parts: tuple[AskedPart, ...]
    wholes: tuple[AskedPart, ...]
    """What all is asked about: what the parts belong to, or each thing by its name."""
    scorer: PassageScorer
    lookups: tuple[str, ...]
    """What is searched for, the whole first."""


def ready_question(view: ReplyContext, asked: SeveralAsked) -> Asked | None:
    """Returns what is looked up; None when the question names nothing."""
    reader, text = view.fact_keys.several, view.heard.turn.text[asked.start :]
    about = reader.telling(f"{asked.lead} {asked.about}")
    topic = parse_query(about).concepts
    parts, wholes = _parts_and_wholes(reader, asked, topic)
    if not (topic or parts or wholes):
        return None
    stems_asked = frozenset(form for concept in parse_query(text).concepts for form in concept.forms)
    census = view.memory.reader.census(view.gate, tuple(sorted(stems_asked)))
    scorer = PassageScorer(
        stem_weights(census, stems_asked), stems_asked, reader.stale, reader.empty, reader.fresh, reader.denies
    )
    lookups = dict.fromkeys((text, *(f"{about} {part}" for part in asked.parts[:MAX_ASKED_PARTS])))
    return Asked(parts, wholes, scorer, tuple(lookups))


def with_known_topics(asked: Asked, told: Iterable[Passage], text: str) -> Asked:
    """Returns the question without words of its topic that nothing told has: "the boiler business" is the boiler.

    Names stay: what is told of another fair is not told of the Thornhill fair.
    """
    said = frozenset(stem for passage in told for stem in passage.around) | _names(text)
    return replace(
        asked,
        parts=tuple(replace(part, topic=_known(part.topic, said)) for part in asked.parts),
        wholes=tuple(AskedPart((), _known(whole.topic, said)) for whole in asked.wholes),
    )


def _names(text: str) -> frozenset[str]:
    """Returns the stems of words that are written as names."""
    return frozenset(stem for word in text.split()[1:] if word[:1].isupper() for stem in stems(word))


def _known(topic: tuple[QueryConcept, ...], said: AbstractSet[str]) -> tuple[QueryConcept, ...]:
    """Returns the words of a topic that were ever said, or that are names: an unknown name is not left out."""
    return tuple(concept for concept in topic if not said.isdisjoint(concept.forms)) or topic


def _parts_and_wholes(
    reader: AskedReader, asked: SeveralAsked, topic: tuple[QueryConcept, ...]
) -> tuple[tuple[AskedPart, ...], tuple[AskedPart, ...]]:
    """Returns the parts, and what is asked about as a whole: "the picnic plan", or each name of a list."""
    parts: list[AskedPart] = []
    wholes: list[AskedPart] = []
    shared = topic
    for at, words in enumerate(asked.parts[:MAX_ASKED_PARTS]):
        concepts = parse_query(reader.telling(words) or words).concepts
        first = at == 0 and not asked.listed
        if asked.whole and (_is_name(words) or first):
            wholes.append(AskedPart((), concepts))
        elif first and len(concepts) > 1:  # the first of a bare list names what the others belong to as well
            shared = concepts[:-1]
            parts.append(AskedPart(concepts[-1:], shared, reader.kind_of(words)))
        elif concepts:
            known = {concept.stem for concept in shared}
            own = tuple(concept for concept in concepts if concept.stem not in known) or concepts
            parts.append(AskedPart(own, shared, reader.kind_of(words)))
    if not wholes and topic:
        wholes.append(AskedPart((), topic))
    return tuple(parts), tuple(wholes)


def _is_name(words: str) -> bool:
    """Says whether at least half of the words are written as names: "Harbour Walk", "Ida's note"."""
    said = words.split()
    return 2 * sum(word[:1].isupper() for word in said) >= len(said)


def found_lines(view: ReplyContext, lookups: Iterable[str]) -> tuple[tuple[ArchivedLine, ...], dict[str, int]]:
    """Returns the person's own lines that may be quoted, for the whole and for each part, and the scores of turns."""
    memory, turn = view.memory, view.heard.turn
    near: dict[str, int] = {}
    for text in lookups:
        found = retrieve(memory.reader, view.gate, text, turn.at, memory.policy, turn.turn_id)
        for item in found.items:
            if item.turn_id != turn.turn_id:
                near[item.turn_id] = max(item.score_milli, near.get(item.turn_id, 0))
    lines = memory.reader.lines_by_id(view.gate, tuple(near))
    return quotable_lines(memory, view.gate, tuple(line for line in lines if line.speaker is Speaker.USER)), near
