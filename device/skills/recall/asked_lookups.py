"""Pure: makes of a question for several things what is looked up, and finds the lines that may answer it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from device.core.policy import MAX_ASKED_PARTS, MAX_FACTS_APART, NAME_FACTOR
from device.skills.reply_context import ReplyContext
from memory.extraction.extract import is_question
from memory.model.atoms import ArchivedLine, Moment, Speaker, Tag
from memory.retrieval.context_builder import quotable_lines
from memory.retrieval.passages import AskedPart, Passage, PassageScorer, stem_weights
from memory.retrieval.query import QueryConcept, parse_query
from memory.retrieval.retrieve import retrieve
from memory.text.several_asked import AskedReader, SeveralAsked
from memory.text.stemming import stems

_NAME = re.compile(r"(?<=[\w,;:'\")] )[A-Z\u00c0-\u00de][\w'\u2019-]+")
"""A word that is written as a name, inside a sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question for several things, ready to be looked up."""

    parts: tuple[AskedPart, ...]
    wholes: tuple[AskedPart, ...]
    """What all is asked about: what the parts belong to, or each thing by its name."""
    scorer: PassageScorer
    lookups: tuple[str, ...]
    """What is searched for, the whole first."""
    whole: bool
    """All of it is asked for: "the plan"."""


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
    names, weights = names_in(text), stem_weights(census, stems_asked)
    weights = {stem: weight * NAME_FACTOR if stem in names else weight for stem, weight in weights.items()}
    scorer = PassageScorer(weights, stems_asked, reader.stale, reader.empty, reader.fresh, reader.denies)
    lookups = dict.fromkeys((text, *(f"{about} {part}" for part in asked.parts[:MAX_ASKED_PARTS])))
    return Asked(parts, wholes, scorer, tuple(lookups), asked.whole)


def with_known_topics(asked: Asked, told: Iterable[Passage], text: str) -> Asked:
    """Returns the question without words of its topic that nothing told has: "the boiler business" is the boiler.

    Names stay: what is told of another fair is not told of the Thornhill fair.
    """
    said = frozenset(stem for passage in told for stem in passage.around) | names_in(text)
    return replace(
        asked,
        parts=tuple(replace(part, topic=_known(part.topic, said)) for part in asked.parts),
        wholes=tuple(AskedPart((), _known(whole.topic, said)) for whole in asked.wholes),
    )


def names_in(text: str) -> frozenset[str]:
    """Returns the stems of words that are written as names."""
    return frozenset(stem for found in _NAME.finditer(text) for stem in stems(found[0]))


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
            thing, beside = reader.heads(reader.telling(words))
            shared = parse_query(beside).concepts
            parts.append(AskedPart(parse_query(thing).concepts, shared, reader.kind_of(thing)))
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


@dataclass(frozen=True, slots=True)
class FoundLines:
    """What retrieval found for a question for several things."""

    lines: tuple[ArchivedLine, ...]
    """The person's own lines that may be quoted."""
    near: Mapping[str, int]
    """The score of each turn, in thousandths."""
    atom_ids: tuple[str, ...]


def found_lines(view: ReplyContext, lookups: Iterable[str]) -> FoundLines:
    """Finds lines for the whole and for each part."""
    memory, turn = view.memory, view.heard.turn
    near: dict[str, int] = {}
    atoms: dict[str, None] = {}
    for text in lookups:
        found = retrieve(memory.reader, view.gate, text, turn.at, memory.policy, turn.turn_id)
        for item in found.items:
            if item.turn_id != turn.turn_id:
                near[item.turn_id] = max(item.score_milli, near.get(item.turn_id, 0))
                atoms.update({item.ref: None} if item.kind == "atom" else {})
    lines = memory.reader.lines_by_id(view.gate, tuple(near))
    own = tuple(line for line in lines if line.speaker is Speaker.USER)
    return FoundLines(quotable_lines(memory, view.gate, own, with_doubted=True), near, tuple(atoms))


def as_lines(view: ReplyContext, found: FoundLines) -> tuple[ArchivedLine, ...]:
    """Returns facts that hold and that no found line tells as lines of their own: what a correction made of them."""
    told = " ".join(line.text for line in found.lines)
    living = view.living(view.atoms(found.atom_ids))
    apart = [atom for atom in living if atom.text not in told and atom.sources][:MAX_FACTS_APART]
    offset = view.heard.turn.at.utc_offset_min
    return tuple(
        ArchivedLine(
            atom.sources[0].turn_id,
            atom.sources[0].turn_id,
            view.heard.turn.session_id,
            atom.user_id,
            Speaker.USER,
            "",
            atom.text,
            Moment(atom.learned_at_ms, offset),
            0,
        )
        for atom in apart
        if view.tag(atom) is Tag.CONFIRMED and not is_question(atom.text, view.memory.language)
    )
