"""Pure: finds the names of a person: "my sister" is also "Ana" once that name was told."""

from __future__ import annotations

import re

from memory.core.policy import ABOUT_LEAD_WORDS, MAX_ALIAS_ATOMS
from memory.model.ports import ControlQueries, Gate, MemoryReader
from memory.text.language_rules import Language
from memory.text.normalise import subject_key
from memory.text.stemming import stems

_PREFIX = "relationship:"
_OWNED = re.compile(r"['\u2019]s?\s+(?P<rest>.+)", re.DOTALL)

Names = tuple[frozenset[str], ...]
"""For each name, its stems."""


def aliases_of(reader: MemoryReader, queries: ControlQueries, gate: Gate, person: str, language: Language) -> Names:
    """Returns the names of a person ("my sister", "Ana") that were told and may be shown here; empty for an unknown
    one.
    """
    who = subject_key(person, language)
    if not who:
        return ()
    alike = {said for said, meant in language.synonyms.items() if meant == who}
    called = {atom.value for atom in reader.atoms_with_key(gate, f"{_PREFIX}{who}")}
    known = queries.atoms_filed_under(gate, _PREFIX, MAX_ALIAS_ATOMS) if not called else ()
    known_names = {atom.key.removeprefix(_PREFIX) for atom in known if stems(atom.value) == stems(person)}
    every = (frozenset(stems(name)) for name in (who, *sorted(alike | called | known_names)))
    return tuple(dict.fromkeys(name for name in every if name))


def speaks_about_person(words: str, names: Names, language: Language, *, theirs: bool = False) -> bool:
    """Says whether words tell of the person with these names: "my sister's husband is ill" does not tell of my sister.

    With `theirs`, what is told of a relation or possession of that person counts too.
    """
    begins = language.another.match(words)
    who = stems(begins["who"]) if begins is not None else ()
    # "My brother in law" is no brother of mine; "my older sister" is a sister.
    names = tuple(name for name in names if not name <= frozenset(who) or who[-1] in name)
    told = words.split()[:ABOUT_LEAD_WORDS]
    for at, word in enumerate(told):
        begun = frozenset(stems(" ".join(told[: at + 1])))
        if any(name <= begun for name in names):
            owned = None if theirs else _OWNED.search(f"{word} {' '.join(words.split()[at + 1 :])}")
            return owned is None or language.another.match(f"my {owned['rest']}") is None
    return False
