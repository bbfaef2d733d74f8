"""Pure: builds the snapshot of a memory: a map of what is known, at most `MAX_SNAPSHOT_BYTES`.

It names subjects and threads, so that whoever asks next knows what can be asked for. It is built from
the memory as it is now, through the gate: what is hidden, for writing only, told only if asked, or forgotten is not in
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from memory.continuity.kept_threads import latest_threads
from memory.continuity.points import read_points
from memory.continuity.read_work import read_work
from memory.continuity.thread_words import read_threads
from memory.continuity.work_order import own_work
from memory.core.policy import MAX_SNAPSHOT_ATOMS, MAX_SNAPSHOT_BYTES, MAX_SNAPSHOT_THREADS
from memory.model.atoms import Atom
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.controls import is_unmentionable
from protos.canonical_json import Plain, canonical_utf8


def build_snapshot(memory: MemoryAccess, gate: Gate) -> bytes:
    """Returns the snapshot as canonical JSON; an empty object for who is not identified.

    Subjects are taken in the order of 2.11.9, one of each kind in turn, until the next would not fit.
    """
    if not gate.identified:
        return canonical_utf8({})
    gate, rules = replace(gate, asked=False), memory.reader.rules(gate.user_id)
    found = memory.mentionable(gate, memory.reader.atoms(gate, MAX_SNAPSHOT_ATOMS))
    open_atoms = [atom for atom in found if not is_unmentionable(f"{atom.key} {atom.text}", rules)]
    threads = tuple(islice(latest_threads(memory.reader, gate.user_id), MAX_SNAPSHOT_THREADS))
    titles = [one.title for one in read_threads(memory, gate, threads)]
    content: dict[str, Plain] = {
        "open": len(read_points(memory, gate, threads, "questions")),
        "pending": len(
            read_work(memory, gate, (one for one in own_work(memory.reader, gate.user_id) if one.is_pending))
        ),
        "total": memory.queries.count_atoms(gate),
    }
    return _filled(content, _in_turn(open_atoms), [title for title in dict.fromkeys(titles) if title])


def _in_turn(atoms: Iterable[Atom]) -> list[tuple[str, str]]:
    """Returns each subject with its kind, once: the first of each kind, then the second of each."""
    kinds: dict[str, dict[str, None]] = {}
    for atom in atoms:
        subject = atom.key.partition(":")[2] or atom.key
        kinds.setdefault(atom.kind.value, {})[subject] = None
    rows = [list(subjects) for subjects in kinds.values()]
    longest = max(map(len, rows), default=0)
    return [(kind, row[at]) for at in range(longest) for kind, row in zip(kinds, rows, strict=True) if at < len(row)]


def _filled(content: dict[str, Plain], subjects: Sequence[tuple[str, str]], titles: Sequence[str]) -> bytes:
    """Adds titles and subjects in turn, each as long as the whole stays within the limit."""
    named: dict[str, list[Plain]] = {}
    threads: list[Plain] = []
    for subject, title in zip_longest(subjects, titles):
        for place, words in (
            (threads, title),
            (named.setdefault(subject[0], []) if subject else [], subject and subject[1]),
        ):
            if words:
                place.append(words)
                if len(_packed(content, named, threads)) > MAX_SNAPSHOT_BYTES:
                    place.pop()
    return _packed(content, named, threads)


def _packed(content: Mapping[str, Plain], named: Mapping[str, list[Plain]], threads: list[Plain]) -> bytes:
    return canonical_utf8(
        {**content, "subjects": {kind: each for kind, each in named.items() if each}, "threads": threads}
    )
