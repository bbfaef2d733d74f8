"""Pure: builds the Context Bundle of a turn from its words: push slot, retrieval, caps. Used by live turns and by
`eval`.

Everything is read through `MemoryReader` and `ControlQueries`, which apply the gate in their queries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory.core.policy import MAX_PASSAGE_LINES, MAX_PUSHED_PER_PREFIX, TELLING_CHARS, TELLING_DIGITS, MemoryPolicy
from memory.graph.related import related_atoms, related_turns
from memory.model.atoms import ArchivedLine, Atom, Channel, Moment, Recall, Speaker, Status
from memory.model.ports import ControlQueries, Gate, MemoryReader
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from memory.reading.naming_words import naming_words, vague_words
from memory.retrieval.context_bundle import BundleCandidates, ContextBundle, compose_bundle
from memory.retrieval.mention_filter import lines_without_hidden_topics, mentionable_atoms
from memory.retrieval.query import parse_query
from memory.retrieval.retrieve import Ranked, RankedItem, question_stems, retrieve
from memory.retrieval.telling_lines import still_tells, telling_line
from memory.rules.controls import BLANK, blank_span
from memory.rules.current_state import holds_in_state, stated_ids
from memory.rules.mention_target import TELLING
from memory.text.language_rules import Language
from memory.text.secret_detector import MASK, asks_for_secret
from memory.text.stemming import split_words, stem, stems

Names = Mapping[str, frozenset[str]]
_PUSH_PREFIXES = ("name", "language", "contact_preference", "project:", "instruction:")


@dataclass(frozen=True, slots=True)
class MemoryAccess:
    """The queries, rules and limits that answer questions about the memory of one device."""

    reader: MemoryReader
    queries: ControlQueries
    policy: MemoryPolicy
    language: Language

    def mentionable(self, gate: Gate, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        """Removes atoms about a hidden topic that only a pronoun names (`memory/retrieval/mention_filter.py`)."""
        return mentionable_atoms(self.reader, self.queries, self.language, gate.user_id, atoms)

    def stated(self, gate: Gate) -> tuple[Atom, ...]:
        """Returns the memories that Current State points to for a person, as far as they may be seen and still hold."""
        ids = stated_ids(self.queries.current_state(), gate.user_id) if gate.identified else ()
        found = self.reader.atoms_by_id(gate, ids[: self.policy.max_bundle_atoms]) if ids else ()
        return self.mentionable(gate, (atom for atom in found if holds_in_state(atom)))


@dataclass(frozen=True, slots=True)
class AssembledContext:
    """The results of retrieval for a turn and the bundle built from them."""

    bundle: ContextBundle
    ranked: tuple[RankedItem, ...] = ()
    atoms: tuple[Atom, ...] = ()
    """The atoms found: those of the bundle, then those that share only a vague word with the turn and may still be
    what is asked for. Each part is in ranked order.
    """
    lines: tuple[ArchivedLine, ...] = ()


def build_context(
    memory: MemoryAccess,
    gate: Gate,
    text: str,
    now: Moment,
    first: Iterable[Atom] = (),
    not_turn: str = "",
    told: Sequence[ArchivedLine] = (),
) -> AssembledContext:
    """Builds the bundle for `text`. `first` are atoms known to be asked for, `told` lines that may be quoted and are;
    lines of `not_turn` are left out.
    """
    if not gate.identified:
        return AssembledContext(ContextBundle())
    ranked = retrieve(memory.reader, gate, text, now, memory.policy, not_turn) if text else Ranked()
    items = tuple(item for item in ranked.items if item.turn_id != not_turn or item.kind == "atom")
    most = memory.policy.max_bundle_atoms + memory.policy.max_push_atoms
    atom_ids = tuple(item.ref for item in items if item.kind == "atom")[:most]
    line_ids = tuple(item.ref for item in items if item.kind == "line")[: memory.policy.max_excerpt_candidates]
    first, named = tuple(first), named_things(text, memory.language.code)
    counting = _counting_names(memory, gate, text, named)
    held = memory.queries.stored_stems((*atom_ids, *line_ids, *(atom.atom_id for atom in first)))
    found = without_unasked_secrets(memory, text, memory.reader.atoms_by_id(gate, atom_ids))
    sharing = [atom for atom in found if _touches(held[atom.atom_id], named.values())]
    relevant = [atom for atom in sharing if _touches(held[atom.atom_id], counting)]
    lines = memory.reader.lines_by_id(gate, line_ids)
    lines = tuple(line for line in lines if _touches(held[line.line_id], counting))
    lines = quotable_lines(memory, gate, lines, counting, most_sessions=memory.policy.max_bundle_excerpts)
    atoms = memory.mentionable(gate, (atom for atom in (*first, *relevant) if atom.status is not Status.OUTDATED))
    known = frozenset(atom.atom_id for atom in atoms)
    whole = any(_covers(held.get(atom.atom_id, frozenset()), named.values()) for atom in atoms)
    linked = () if whole else related_atoms(memory.reader, gate, text, known, now.at_ms, memory.policy)
    linked = memory.mentionable(gate, without_unasked_secrets(memory, text, linked))
    candidates = _candidates(memory, gate, (*atoms, *linked), (*lines, *_linked_lines(memory, gate, text, lines)), told)
    bundle = compose_bundle(gate, candidates, now.at_ms, memory.policy, memory.language, question_stems(text))
    shared = memory.mentionable(gate, (atom for atom in sharing if atom not in atoms))
    return AssembledContext(bundle, items, (*atoms, *shared), lines)


def without_unasked_secrets(memory: MemoryAccess, text: str, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Returns the atoms without codes that are told only if asked for, where the words do not ask for the
    code of its thing: "what time does nerys come" asks for no code that nerys has.
    """
    return tuple(
        atom
        for atom in atoms
        if atom.recall is not Recall.ONLY_IF_ASKED or asks_for_secret(text, atom.text, memory.language)
    )


def _linked_lines(
    memory: MemoryAccess, gate: Gate, text: str, found: tuple[ArchivedLine, ...]
) -> tuple[ArchivedLine, ...]:
    """Returns the quotable lines of decisions that belong to what is asked for (2.20: the digest leads to them)."""
    known = {line.turn_id for line in found}
    turns = tuple(turn for turn in related_turns(memory.reader, gate, text) if turn not in known)
    return quotable_lines(memory, gate, memory.reader.lines_by_id(gate, turns)) if turns else ()


def quotable_lines(
    memory: MemoryAccess,
    gate: Gate,
    lines: tuple[ArchivedLine, ...],
    named: tuple[frozenset[str], ...] = (),
    *,
    with_doubted: bool = False,
    most_sessions: int | None = None,
) -> tuple[ArchivedLine, ...]:
    """Returns those of the visible lines that may be quoted: they tell a fact, and nothing that is hidden here.

    `with_doubted` leaves sentences in that were said unsurely, or that something replaced which tells of another thing.
    `named` leaves out a line that mentions none of these names any more once its questions are blanked.
    `most_sessions` is for excerpts: it ends with the first lines of so many sessions, before others are read for what
    they tell, and what a turn tells beside its question is in it. An answer quotes no turn that asks.
    """
    intents = memory.queries.intents(tuple(line.turn_id for line in lines))
    lines = _told_lines(lines, intents, asking=most_sessions is not None)
    held = memory.queries.stored_stems(tuple(line.line_id for line in lines))
    lines = _lines_without_hidden(memory, gate, lines, held)
    lines = lines_without_hidden_topics(memory.reader, memory.queries, memory.language, gate.user_id, lines)
    spans = _doubted_spans(memory, gate, lines, with_doubted=with_doubted)
    found: list[ArchivedLine] = []
    sessions: Counter[str] = Counter()
    for line in lines:
        if most_sessions is not None and line.session_id not in sessions and len(sessions) == most_sessions:
            continue
        if most_sessions is not None and sessions[line.session_id] == MAX_PASSAGE_LINES:
            continue
        told = telling_line(line, spans.get(line.turn_id, ()), memory.language, asked=line.turn_id in intents)
        if told is not None and _still_touches(told, line, named) and not _in_writing_only(memory, gate, told):
            found.append(told)
            sessions[line.session_id] += 1
    return tuple(found)


def sayable_lines(memory: MemoryAccess, gate: Gate, lines: tuple[ArchivedLine, ...]) -> tuple[ArchivedLine, ...]:
    """Returns those of the visible lines whose words may be said here, what they tell and what they ask, with what was
    denied or corrected blanked in place.
    """
    held = memory.queries.stored_stems(tuple(line.line_id for line in lines))
    lines = _lines_without_hidden(memory, gate, lines, held)
    lines = lines_without_hidden_topics(memory.reader, memory.queries, memory.language, gate.user_id, lines)
    lines = tuple(line for line in lines if MASK not in line.text and not _in_writing_only(memory, gate, line))
    spans = _doubted_spans(memory, gate, lines, with_doubted=True)
    return tuple(replace(line, text=_blanked(line.text, spans.get(line.turn_id, ()))) for line in lines)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = blank_span(text, start, end)
    return text


def push_slot_atoms(memory: MemoryAccess, gate: Gate) -> tuple[Atom, ...]:
    """Returns the push slot, which is always considered: tiny and stable (2.11.3)."""
    found: list[Atom] = []
    keyed = memory.reader.atoms_with_keys(gate, tuple(key for key in _PUSH_PREFIXES if not key.endswith(":")))
    for prefix in _PUSH_PREFIXES:
        filed = prefix not in keyed
        found += memory.queries.atoms_filed_under(gate, prefix, MAX_PUSHED_PER_PREFIX) if filed else keyed[prefix]
    return memory.mentionable(gate, found)[: memory.policy.max_push_atoms]


def named_things(text: str, language: str) -> dict[str, frozenset[str]]:
    """Returns, for each thing and deed that a text names, by its stem, the stems that mention it."""
    naming = frozenset(stem(word) for word in naming_words(text, language))
    concepts = (concept for concept in parse_query(text).concepts if concept.stem in naming)
    return {concept.stem: frozenset((*concept.forms, *concept.related)) for concept in concepts}


def _counting_names(memory: MemoryAccess, gate: Gate, text: str, named: Names) -> tuple[frozenset[str], ...]:
    """Returns the names that make a memory relevant: those of vague words only in a question that names nothing else,
    or nobody but somebody whose words are archived, in which that name is not said.
    """
    vague = frozenset(stem(word) for word in vague_words(text, memory.language.code))
    telling = {name: forms for name, forms in named.items() if name not in vague}
    if len(telling) == len(named) or not _asks(text, memory.language.code):
        return tuple(telling.values())
    speakers = frozenset(stem(word) for _, who in memory.reader.voices(gate) for word in split_words(who))
    return tuple((telling if telling.keys() - speakers else named).values())


def _asks(text: str, language: str) -> bool:
    """Says whether any part of a text does not only tell."""
    acts = read(text, language).acts
    return not acts or any(act.kind not in (ActKind.TELL, ActKind.CORRECT) for act in acts)


def _covers(held: frozenset[str], named: Iterable[frozenset[str]]) -> bool:
    """Says whether a memory mentions everything named: then nothing is missing that the graph could bring."""
    return all(not held.isdisjoint(forms) for forms in named)


def _still_touches(told: ArchivedLine, line: ArchivedLine, named: tuple[frozenset[str], ...]) -> bool:
    """Says whether what is left of a line mentions a name that the whole line mentions."""
    return not named or told.text == line.text or _touches(frozenset(stems(told.text)), named)


def _touches(held: frozenset[str], named: Iterable[frozenset[str]]) -> bool:
    """Says whether a memory mentions anything named. A stray word, or having been said nearby, makes nothing
    relevant.
    """
    return any(not held.isdisjoint(concept) for concept in named)


def _doubted_spans(
    memory: MemoryAccess, gate: Gate, lines: tuple[ArchivedLine, ...], *, with_doubted: bool
) -> dict[str, tuple[tuple[int, int], ...]]:
    """Returns for each turn where it tells what no longer holds."""
    found = memory.queries.doubted_spans(tuple(line.turn_id for line in lines))
    ids = tuple({atom_id for spans in found.values() for atom_id, _, _ in spans}) if with_doubted else ()
    known = {atom.atom_id: atom for atom in memory.reader.atoms_by_id(gate, ids)} if ids else {}
    after = tuple(atom.superseded_by for atom in known.values() if atom.superseded_by)
    later = {atom.atom_id: atom for atom in memory.reader.atoms_by_id(gate, after)} if after else {}
    standing = {key for key, atom in known.items() if still_tells(atom, later.get(atom.superseded_by or ""))}
    return {
        turn_id: tuple((start, end) for atom_id, start, end in spans if atom_id not in standing)
        for turn_id, spans in found.items()
    }


def _told_lines(
    lines: tuple[ArchivedLine, ...], intents: Mapping[str, str], *, asking: bool
) -> tuple[ArchivedLine, ...]:
    """Returns the lines of turns that may tell something: no commands, no replies of Selene, no masked secret.

    `asking` leaves turns in that ask and may tell something beside it.
    """
    return tuple(
        line
        for line in lines
        if MASK not in line.text
        and any(character.isalnum() for character in line.text)
        and (line.turn_id not in intents or _tells(line, intents[line.turn_id], asking=asking))
    )


def _in_writing_only(memory: MemoryAccess, gate: Gate, line: ArchivedLine) -> bool:
    """Says whether the words are private (SAFE_TO_TEXT for an atom) and this turn is spoken."""
    aloud = gate.channel is Channel.VOICE and not gate.text_allowed_aloud
    private = (memory.language.private, memory.language.confiding)
    return aloud and any(words.search(line.text) is not None for words in private)


def _tells(line: ArchivedLine, intent: str, *, asking: bool) -> bool:
    """Says whether a turn tells: a plain statement, or what was said beside a request to forget, which is blank."""
    beside = intent.startswith("forget") and BLANK in line.text
    return line.speaker is Speaker.USER and (intent in TELLING or beside or (asking and intent == "question"))


def _lines_without_hidden(
    memory: MemoryAccess, gate: Gate, lines: tuple[ArchivedLine, ...], held: Mapping[str, frozenset[str]]
) -> tuple[ArchivedLine, ...]:
    """Removes lines that share a word with a hidden memory: a person who asks for a hidden thing by name has said its
    name, and that line would come back as an excerpt.
    """
    told = {line.line_id: frozenset(filter(_is_telling, held[line.line_id])) for line in lines}
    every = tuple(sorted(frozenset().union(*told.values())))
    hidden = memory.queries.hidden_stems(gate, every) if every else frozenset[str]()
    return tuple(line for line in lines if hidden.isdisjoint(told[line.line_id]))


def _is_telling(stem: str) -> bool:
    """Says whether a stem is long enough to be about something, or a number."""
    return len(stem) >= TELLING_CHARS or (len(stem) >= TELLING_DIGITS and stem.isdigit())


def _candidates(
    memory: MemoryAccess,
    gate: Gate,
    atoms: tuple[Atom, ...],
    lines: tuple[ArchivedLine, ...],
    first: Sequence[ArchivedLine],
) -> BundleCandidates:
    push = push_slot_atoms(memory, gate)
    told = {source.turn_id for atom in atoms for source in atom.sources} | {line.turn_id for line in first}
    keys = dict.fromkeys(atom.key for atom in (*push, *atoms))
    return BundleCandidates(
        pushed=push,
        ranked=atoms,
        lines=(*first, *(line for line in lines if line.turn_id not in told)),
        same_key=memory.reader.atoms_with_keys(gate, tuple(keys)),
        flags=memory.queries.flags(gate.user_id),
        rules=memory.reader.rules(gate.user_id),
        state={key: value for key, value in memory.queries.current_state().items() if key in _PUSH_PREFIXES},
        stated=memory.stated(gate),
    )
