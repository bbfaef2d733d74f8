"""Pure: answers when the person felt something, from the words that tell it and their day (Q18).

No mood is read. The words are looked for as they were asked, and then with each word for the same feeling: who was
"besorgt" had "Sorgen". What tells of somebody else's feelings is no answer.
"""

from __future__ import annotations

from device.skills.recall.history_answer import first_told_of, tell_when
from device.skills.reply_context import Reply, ReplyContext
from memory.continuity.topics import noun_places
from memory.continuity.wordings import load_wordings
from memory.emotion.feeling import read_feeling, words_alike
from memory.retrieval.context_builder import AssembledContext


def recall_when_felt(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells the first words in which the person said so, with their moment; None where none are known."""
    code = view.memory.language.code
    felt = dict(view.heard.slots).get("felt") or view.heard.turn.text
    for about in (felt, *_in_other_words(felt, code)):
        told, found = first_told_of(view, about, lambda text: read_feeling(text, code) is not None)
        if told is not None:
            return tell_when(view, told), found
    return None


def _in_other_words(felt: str, code: str) -> tuple[str, ...]:
    """Returns what was felt by each word for it, with what it was about."""
    alike = words_alike(felt, code)
    about = [match.group() for root, match in noun_places(felt, code, load_wordings(code)) if root not in alike]
    return tuple(" ".join((word, *about)) for word in alike.values())
