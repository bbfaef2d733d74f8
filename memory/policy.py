"""Rules: every limit of the memory, with its unit in the name and the section that demands it."""

from __future__ import annotations

from dataclasses import dataclass

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class MemoryPolicy:
    """Hard caps and thresholds. Built once by the composition root and passed inward."""

    max_bundle_bytes: int = 32 * 1024
    """2.11.9: the Context Bundle."""
    max_bundle_atoms: int = 20
    """2.11.9."""
    max_bundle_excerpts: int = 2
    """2.11.9."""
    max_excerpt_chars: int = 1_200
    """2.11.9 asks for "bounded and short"; about a spoken minute."""
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
    low_confidence_bp: int = 5_000
    """2.11.10: below this an atom is TENTATIVE and is asked about before use."""
