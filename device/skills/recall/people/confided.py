"""Pure: answers what was told in confidence: "what should you not tell anyone".

What is kept for writing is told to its owner in writing only: the gate hides it wherever it may be heard.
"""

from __future__ import annotations

from device.core.policy import MAX_LISTED_ATOMS, MAX_PLANS
from device.skills.recall.fact_lookup import tell_in_a_row
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Exposure
from memory.retrieval.context_builder import AssembledContext


def recall_confided(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells what somebody confided, where it may be written; else only that it is not said aloud."""
    known = view.living(view.memory.reader.atoms(view.gate, MAX_LISTED_ATOMS))
    atoms = tuple(atom for atom in known if atom.exposure is Exposure.SAFE_TO_TEXT)[:MAX_PLANS]
    found = view.look_up("", atoms)
    if not atoms:
        return Reply(view.say("nothing_confided"), ("NOTHING_FOUND",)), found
    return Reply(tell_in_a_row(view, atoms), ("RELEVANT",), atoms), found
