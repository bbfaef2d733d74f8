"""Pure: the 24 words as people give them, rightly and wrongly, and invitations that are none."""

from __future__ import annotations

FOREIGN_PHRASE = "abandon " * 23 + "art"
"""24 words that belong together, and to nobody here."""
_NO_WORD = "zzzzz"


def alter_recovery_phrase(paper: str, how: str) -> str:
    """What is given instead of the words on the paper."""
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
    """An invitation of which a part is missing, or none."""
    return token[: len(token) // 2] if how == "cut" else "there is no invitation in this file"


def _swap_neighbours(words: list[str]) -> list[str]:
    """Two different neighbours changed places, such that the words do not belong together any more."""
    from engine_b.core.sync_errors import WordChecksum
    from engine_b.crypto.recovery_phrase import entropy_from_phrase

    for at in range(len(words) - 1):
        other = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
        try:
            entropy_from_phrase(" ".join(other))
        except WordChecksum:
            return other
    raise AssertionError("every order of these words belongs together")
