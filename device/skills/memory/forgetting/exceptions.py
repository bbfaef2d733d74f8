"""Pure: cuts what is to be kept out of a request to forget: "forget everything about my sister but her birthday".

What is kept is named by its words or by what it tells: "where she lives" keeps "my sister lives in Leeds". An exception
that fits nothing known is no reason to forget all: Selene asks once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.skills.memory.forgetting.asked_facts import facts_answering
from device.skills.turn_context import TurnContext
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.model.atoms import Atom
from memory.text.stemming import stems


def kept_atoms(context: TurnContext, found: Sequence[Atom], topic: str, kept: str) -> tuple[Atom, ...]:
    """Returns the atoms of a topic that the exception names; none when it fits none of them."""
    about = telling_stems(stems(topic))
    each = context.fact_keys.each(kept) or (kept,)
    named = [_named(context, found, topic, about, one) for one in each]
    return tuple(dict.fromkeys(atom for atoms in named for atom in atoms)) if all(named) else ()


def _named(
    context: TurnContext, found: Sequence[Atom], topic: str, about: Iterable[str], kept: str
) -> tuple[Atom, ...]:
    own = telling_stems(stems(context.requests.telling(kept))) - frozenset(about)
    holding = tuple(atom for atom in found if own and own <= frozenset(stems(f"{atom.key} {atom.text}")))
    scope = context.requests.scope
    if holding or scope.tells(kept):
        return holding
    return facts_answering(context, found, scope.questions_of(scope.owned_by(kept, topic)))


def names_a_sort(context: TurnContext, kept: str) -> bool:
    """Says whether words name no more than a sort of detail: "the place", "where it is"."""
    words = telling_words(context.requests.telling(kept))
    return all(context.requests.scope.is_label(word) for word in words)
