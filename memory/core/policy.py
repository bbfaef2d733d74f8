"""Pure: every limit of the memory, with its unit in the name and the section that demands it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

DAY_MS = 86_400_000

CONFIDENCE_DELTAS_BP: Mapping[str, int] = MappingProxyType(
    {
        "RESTATED": 200,
        "CONFIRMED_BY_USER": 1_000,
        "KEPT_BY_USER": 500,
        "APPROVED_BY_USER": 1_000,
        "CORRECTED_BY_USER": 500,
        "DENIED_BY_USER": -4_000,
        "SUPERSEDED": -4_000,
        "MADE_OUTDATED": -3_000,
    }
)
"""Q13: how much a reason code moves confidence, in basis points. Fixed numbers, so that replays agree."""

FRESHNESS_DAYS: Mapping[str, int] = MappingProxyType(
    {
        "name": 1_825,
        "language": 1_095,
        "contact_preference": 365,
        "instruction": 365,
        "project": 90,
        "preference": 365,
        "relationship": 1_095,
        "place": 365,
        "date": 365,
        "ritual": 180,
        "vocabulary": 1_825,
        "decision": 180,
        "statement": 365,
    }
)
"""2.11.10: after this many days unconfirmed and unused, an atom of the kind is stale."""


@dataclass(frozen=True, slots=True)
class MemoryPolicy:
    """Hard caps and thresholds. Built once by the composition root and passed inward."""

    max_bundle_bytes: int = 32 * 1024
    """2.11.9: the Context Bundle."""
    max_bundle_atoms: int = 20
    """2.11.9."""
    max_bundle_excerpts: int = 2
    """2.11.9."""
    max_push_atoms: int = 8
    """2.11.9: the push slot stays tiny."""
    max_bundle_flags: int = 16
    """Do-not-repeat keys that travel in a bundle."""
    max_excerpt_chars: int = 1_200
    """2.11.9 asks for "bounded and short"; about a spoken minute."""
    max_excerpt_piece_chars: int = 400
    """How much of one line goes into an excerpt that holds several lines."""
    max_excerpt_candidates: int = 40
    """How many lines are read to build the excerpts."""
    max_new_atoms_per_turn: int = 5
    """Q13."""
    max_changed_atoms_per_turn: int = 5
    """Q13."""
    max_recall_summary_bytes: int = 1_024
    """Q16."""
    max_recall_summary_items: int = 10
    """Q16."""
    max_do_not_repeat_keys: int = 128
    """Q14, per user."""
    max_metrics_bytes: int = 1_024
    """Q17, per turn."""
    max_hint_terms: int = 100
    """2.14; research/voice.md section 5 shows the cost of more."""
    max_hint_bytes: int = 4 * 1024
    """2.14."""
    max_text_chars: int = 100_000
    """A turn; longer is refused with TEXT_TOO_LONG."""
    max_user_name_chars: int = 200
    max_clauses_per_turn: int = 40
    """Later clauses are archived but not searched for facts, so that capture stays under 5 ms."""
    max_clause_chars: int = 400
    """Clauses above this length are not read as one fact."""
    max_atom_text_chars: int = 2_000
    """How much "remember that" keeps word for word; longer text is only archived, and Selene says so."""
    max_command_chars: int = 300
    """Longer text is not read as a command; only the words after "remember that" may be longer."""
    hedged_bp: int = 4_000
    """Confidence of a fact said with "I think", "maybe": TENTATIVE until confirmed."""
    inferred_bp: int = 7_000
    """Confidence of a fact that a longer sentence mentions in passing."""
    confidence_deltas_bp: Mapping[str, int] = field(default_factory=lambda: CONFIDENCE_DELTAS_BP)
    freshness_days: Mapping[str, int] = field(default_factory=lambda: FRESHNESS_DAYS)
    max_sources: int = 16
    """Sources kept of a fact that was told many times: the first and the latest ones."""
    max_forget_choices: int = 4
    """How many memories one "which one?" question may offer."""
    max_forget_unasked: int = 3
    """How many memories of a time range are forgotten without a question; above it Selene asks first."""
    max_postings_read: int = 1_500
    """Postings that one question may read; stems beyond it only score documents that rarer stems found."""
    max_candidates: int = 96
    """Documents that are scored one by one."""
    max_ranked_documents: int = 48
    """How many of the scored documents are loaded by name."""
    max_ranked_items: int = 100
    """Atoms and lines that a retrieval returns; the bundle takes the first few."""
    low_confidence_bp: int = 5_000
    """2.11.10: below this an atom is TENTATIVE, and Selene asks about it before using it."""
