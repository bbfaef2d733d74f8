"""Composition: a turn of text as JSON: what `selene say --json` and the API answer."""

from __future__ import annotations

from device.core.messages import Answer, TurnResult


def turn_object(heard: TurnResult, answer: Answer) -> dict[str, object]:
    """Returns the stable JSON form of a turn."""
    bundle = answer.bundle
    atoms = [{"atom_id": atom.atom_id, "tag": atom.tag.value, "text": atom.text} for atom in bundle.atoms]
    return {
        "turn_id": heard.turn.turn_id,
        "reply": answer.reply,
        "intent": answer.intent,
        "reason_codes": list(answer.reason_codes),
        "question": answer.question,
        "bundle": {"bytes": bundle.size_bytes, "atoms": atoms, "excerpts": list(bundle.excerpts)},
        "atoms_created": list(heard.created),
        "atoms_updated": list(heard.updated),
        "atoms_forgotten": list(heard.forgotten),
        "error": heard.failure or None,
    }
