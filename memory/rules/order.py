"""Pure: the two orders of memory atoms, each as a Python key and as SQL text: of retrieval and of conflicts.

Every query and every sort takes its order from here, so that a list is in the same order whoever made it
(specification 2.11.9, 2.11.10). The SQL text orders rows of the table `atom` under the alias `a`. Nothing here looks
at relevance: `memory.retrieval.rank` does, before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from memory.model.atoms import Atom, Provenance, Status
from memory.rules.freshness import has_ended


class RankSignals(Protocol):
    """The fields that the order of retrieval uses: of an atom, or of a found atom that was not read as a whole."""

    @property
    def atom_id(self) -> str:
        """Decides last."""
        ...

    @property
    def pinned(self) -> int:
        """1 when the person asked to keep it before others."""
        ...

    @property
    def provenance(self) -> int:
        """A value of `Provenance`."""
        ...

    @property
    def confidence_bp(self) -> int:
        """In basis points."""
        ...

    @property
    def last_used_at_ms(self) -> int | None:
        """None when no reply has used it."""
        ...

    @property
    def use_count(self) -> int:
        """How many replies used it."""
        ...


RETRIEVAL_ORDER_SQL = (
    "a.pinned DESC, a.provenance DESC, a.confidence_bp DESC, a.last_used_at_ms DESC, a.use_count DESC, a.atom_id"
)
"""`retrieval_order` as SQL; the index `atom_by_rank` has these columns, and answers without sorting."""

CONFLICT_ORDER_SQL = (
    f"a.pinned DESC, a.provenance = {int(Provenance.VERIFIED)} DESC,"
    " max(a.learned_at_ms, ifnull(a.last_confirmed_at_ms, a.learned_at_ms)) DESC,"
    " a.confidence_bp DESC, a.provenance DESC, a.atom_id"
)
"""`conflict_order` as SQL."""


def retrieval_order(atom: RankSignals) -> tuple[int, int, int, bool, int, int, str]:
    """Returns the sort key of atoms that are listed (2.11.9), smallest first.

    Pinned, provenance, confidence, latest use, number of uses, id.
    """
    used = atom.last_used_at_ms
    return (
        -atom.pinned, -atom.provenance, -atom.confidence_bp, used is None, -(used or 0), -atom.use_count, atom.atom_id,
    )  # fmt: skip


def conflict_order(atom: Atom) -> tuple[bool, bool, int, int, int, str]:
    """Returns the sort key of atoms that speak of one thing (2.11.10), smallest first.

    Pinned, verified, more recent, confidence, provenance, id. More recent is the later of learned and confirmed. When
    an atom was last used is known to one device alone and decides nothing here (docs/adr/0012-one-order.md).
    """
    recent = max(atom.learned_at_ms, atom.last_confirmed_at_ms or 0)
    verified = atom.provenance is Provenance.VERIFIED
    return not atom.pinned, not verified, -recent, -atom.confidence_bp, -atom.provenance, atom.atom_id


def preferred_atom(atoms: Iterable[Atom], now_ms: int) -> Atom:
    """Chooses the atom that stands among those of one key: not over, not in doubt, then first in `conflict_order`.

    An atom in doubt waits for the person's answer and replaces nothing until then, however recent it is.
    """
    return min(atoms, key=lambda atom: (has_ended(atom, now_ms), atom.status is Status.UNCERTAIN, conflict_order(atom)))
