"""Pure: merges several heads of a subject into one record (issue: devices of one person converge; 2.11.10).

Where two devices changed an atom's words at the same time, the strongest head becomes the atom, and each other one a
*conflict copy*: an atom of its own with the same key, uncertain, so that the conflict costs one question. Where they
changed only pinning, exposure or recall, the more careful setting holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine_b.protocol.op_heads import OpHead, rank_heads
from engine_b.protocol.record_types import MergedRecord, StatedHead, latest_head
from memory.model.atoms import Atom, Exposure, Recall, Status
from protos.wire import ID_BYTES

_CAREFUL_EXPOSURE = (Exposure.INTERNAL_ONLY, Exposure.SAFE_TO_TEXT, Exposure.SAFE_TO_SPEAK)
_CAREFUL_RECALL = (Recall.ONLY_IF_ASKED, Recall.PULL, Recall.PUSH)
_SETTLED_STATUS = (
    Status.REPLACED, Status.OUTDATED, Status.CONTRADICTED, Status.UNCERTAIN, Status.USER_APPROVED, Status.ACTIVE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MergedAtom:
    """The merged atom, and its conflict copies with the origin of the head of each."""

    atom: Atom
    conflict_copies: tuple[tuple[str, Atom], ...] = ()


def merge_atom_heads(heads: Sequence[tuple[OpHead, Atom]]) -> MergedAtom:
    """Merges the heads of an atom; the result is equal for every order of `heads`."""
    (_, best), *others = rank_heads(heads)
    alike = [atom for _, atom in others if _says_the_same(atom, best)]
    losing = {head.origin: atom for head, atom in others if not _says_the_same(atom, best)}
    return MergedAtom(
        _most_careful(best, alike), tuple((op_id, conflict_copy(op_id, atom)) for op_id, atom in losing.items())
    )


def conflict_copy(origin: str, atom: Atom) -> Atom:
    """Builds the conflict copy of a head that is not the strongest."""
    return replace(
        atom, atom_id=conflict_copy_id(atom.atom_id, origin), version=1, status=_doubted(atom.status),
        reason_code="CONFLICT",
        supersedes=None, superseded_by=None,
    )  # fmt: skip


def conflict_copy_id(atom_id: str, origin: str) -> str:
    """Derives the id of a conflict copy from the atom and the op, equal on every device, also when the op is
    reissued.
    """
    both = f"{atom_id}\0{origin}".encode()
    return "a-" + hashlib.blake2b(both, digest_size=12, person=b"selene.rival.v1").hexdigest()


def conflict_copy_origin(rival_id: str) -> str:
    """Derives the origin of a conflict copy: the id of an op that no device makes, equal on every device.

    A reissued conflict copy names it, and the first change of a conflict copy replaces it.
    """
    return hashlib.blake2b(rival_id.encode(), digest_size=ID_BYTES, person=b"selene.rival.op1").hexdigest()


def merge_line_texts(texts: Sequence[str]) -> str:
    """Merges a line of which several devices cut different words: every cut is applied. A cut keeps the length."""
    merged = texts[0]
    for other in texts[1:]:
        merged = "".join(_cut_of(one, two) for one, two in zip(merged, other.ljust(len(merged)), strict=False))
    return merged


def _cut_of(one: str, two: str) -> str:
    if one == two:
        return one
    return "…" if "…" in (one, two) else " "


def _says_the_same(one: Atom, other: Atom) -> bool:
    return (one.key, one.value, one.text) == (other.key, other.value, other.text)


def _doubted(status: Status) -> Status:
    return status if status in (Status.REPLACED, Status.OUTDATED) else Status.UNCERTAIN


def _most_careful(best: Atom, alike: Sequence[Atom]) -> Atom:
    every = (best, *alike)
    if len(every) == 1:
        return best
    return replace(
        best,
        exposure=min((a.exposure for a in every), key=_CAREFUL_EXPOSURE.index),
        recall=min((a.recall for a in every), key=_CAREFUL_RECALL.index),
        status=min((a.status for a in every), key=_SETTLED_STATUS.index),
        pinned=any(a.pinned for a in every),
        confidence_bp=min(a.confidence_bp for a in every),
    )


def with_every_thing(subject_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """Merges the heads of a forgotten value: the latest one, with every name that any of them has of its thing. A head
    of a device that knows no names takes none away.
    """
    names = {name for _, content in heads for name in str(content["thing"]).split(";") if name}
    return MergedRecord({**latest_head(subject_id, heads).content, "thing": ";".join(sorted(names))})
