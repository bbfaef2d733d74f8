"""Pure: hides sentences that speak of a do-not-mention topic by a pronoun (2.11.11, Q16).

"Paul is my friend." "He lives in Nice." The second line holds no word of the topic, so the store's query cannot hide
it. A sentence that only says "he" takes the topic of the turns before it; when one of those is hidden, it is hidden
too.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory.core.policy import MAX_TOPICLESS_WORDS, TOPIC_LOOK_BACK_TURNS
from memory.extraction.extract import is_question
from memory.model.atoms import ArchivedLine, Atom
from memory.model.changes import RuleKind
from memory.model.ports import ControlQueries, MemoryReader
from memory.text.language_rules import Language


def mentionable_atoms(
    reader: MemoryReader, queries: ControlQueries, language: Language, user_id: str, atoms: Iterable[Atom]
) -> tuple[Atom, ...]:
    """Removes atoms that speak of a hidden topic by a pronoun alone."""
    every = tuple(atoms)
    if not _has_topics(reader, user_id):
        return every
    return tuple(
        atom
        for atom in every
        if not _told_by_pronoun(queries, language, user_id, atom)
        or not any(_continues_hidden_topic(queries, language, user_id, source.turn_id) for source in atom.sources)
    )


def lines_without_hidden_topics(
    reader: MemoryReader,
    queries: ControlQueries,
    language: Language,
    user_id: str,
    lines: Iterable[ArchivedLine],
) -> tuple[ArchivedLine, ...]:
    """Removes lines that speak of a hidden topic by a pronoun alone."""
    every = tuple(lines)
    if not _has_topics(reader, user_id):
        return every
    return tuple(
        line
        for line in every
        if not language.third_person.search(line.text)
        or not _continues_hidden_topic(queries, language, user_id, line.turn_id)
    )


def _told_by_pronoun(queries: ControlQueries, language: Language, user_id: str, atom: Atom) -> bool:
    """Says whether a pronoun stood for the atom's subject, in its words or in those it was told in: "my friend lives in
    Nice" was "he lives in Nice".
    """
    said = (text for source in atom.sources for text, _ in queries.said_up_to(user_id, source.turn_id, 1))
    return any(language.third_person.search(text) is not None for text in (atom.text, *said))


def _has_topics(reader: MemoryReader, user_id: str) -> bool:
    return any(rule.kind is RuleKind.DO_NOT_MENTION for rule in reader.rules(user_id))


def _continues_hidden_topic(queries: ControlQueries, language: Language, user_id: str, turn_id: str) -> bool:
    """Says whether a turn with a pronoun continues a hidden topic: its own, or that of the turns before it."""
    for text, hidden in queries.said_up_to(user_id, turn_id, TOPIC_LOOK_BACK_TURNS):
        if hidden:
            return True
        names_another = not language.third_person.search(text)
        if names_another and len(text.split()) > MAX_TOPICLESS_WORDS and not is_question(text, language):
            return False
    return False
