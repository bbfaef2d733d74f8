"""Pure: the 24 words as people may enter them, right and wrong, and invalid invitations."""

from __future__ import annotations

FOREIGN_PHRASE = "abandon " * 23 + "art"
"""24 valid words that belong to no account here."""
_NO_WORD = "zzzzz"


def alter_recovery_phrase(paper: str, how: str) -> str:
    """Returns a changed version of the words."""
    words = [word for word in paper.split() if not word.isdigit()]
    match how:
        case "one_wrong":
            words[6] = _NO_WORD
        case "one_missing":
            words.pop()
        case "one_more":
            words.append(words[0])
        case "turned":
            words = _swap_neighbours(words)
        case "of_another":
            words = FOREIGN_PHRASE.split()
        case "abbreviated":
            words = [word[:4] for word in words]
        case "loud":
            words = [f"{number}. {word.upper()}," for number, word in enumerate(words, 1)]
        case _:
            return paper
    return "\n".join(words) + "\n"


def spoil_invitation(token: str, how: str) -> str:
    """Returns an invitation with a part missing, or a text that is none."""
    return token[: len(token) // 2] if how == "cut" else "there is no invitation in this file"


def _swap_neighbours(words: list[str]) -> list[str]:
    """Swaps two different neighbours so that the checksum is wrong."""
    from engine_b.core.sync_errors import WordChecksum
    from engine_b.crypto.recovery_phrase import entropy_from_phrase

    for at in range(len(words) - 1):
        other = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
        try:
            entropy_from_phrase(" ".join(other))
        except WordChecksum:
            return other
    raise AssertionError("every order of these words belongs together")
