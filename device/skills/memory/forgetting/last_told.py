"""Pure: finds what a request means of what was told last: the telling about a person, the one amount, the one code.

"Vera would rather that wasn't kept" means the last telling of Vera, "the amount" the fact with an amount, and "they
changed the padlock so the old combination can go" the code that was told of a padlock.
"""

from __future__ import annotations

from device.core.policy import MAX_FOUND_ATOMS
from device.skills.memory.forgetting.forget_ladder import phrases_outcome
from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.forgetting.told_apart import older_facts
from device.skills.memory.memory_controls import ask_which_atom, atoms_of_topic
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import MENTION_LOOK_BACK_TURNS
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.model.atoms import Atom
from memory.rules.mention_target import TELLING, MentionTarget
from memory.text.dates import mentions_day
from memory.text.forgetting.named_values import codes_in
from memory.text.stemming import split_words, stems


def forget_last_told_of(context: TurnContext) -> TurnOutcome | None:
    """Forgets what the newest turn told of who the topic names; None when nothing was told of them."""
    atoms = [atom for atom in atoms_of_topic(context) if atom.sources]
    if not atoms:
        return None
    newest = max(atoms, key=lambda atom: (atom.learned_at_ms, atom.atom_id)).sources[0].turn_id
    made = context.queries.mentioned_in(context.turn.user_id, newest)
    beside = tuple(atom for atom in made if any(one.turn_id == newest for one in atom.sources))
    return forget_outcome(context, beside or tuple(atom for atom in atoms if atom.sources[0].turn_id == newest))


def forget_one_of_its_sort(context: TurnContext) -> TurnOutcome | None:
    """Forgets the amount, the code or the date of what was told last, where the topic says no more than that; asks when
    there are several. None when the topic says more, or none was told.
    """
    topic = context.understood.slot("topic")
    amount, code = context.requests.scope.asks_amount(topic), context.requests.is_code(topic)
    day = context.requests.scope.asks_date(topic)
    if not (day or ((amount or code) and not _naming_words(context, topic))):
        return None
    said = telling_stems(stems(context.understood.slot("request") or context.turn.text)) - telling_stems(stems(topic))
    about = _holding_one(context, said)
    near = [atom for atom in about or _told(context) if _holds(context, atom, amount=amount, day=day)]
    near = list(older_facts(context, near)) or near
    if len({atom.key for atom in near}) != 1:
        return ask_which_atom(context, tuple(near)) if near else None
    if amount or day:
        return forget_outcome(context, tuple(near))
    return phrases_outcome(context, tuple(dict.fromkeys(value for atom in near for value in codes_in(atom.text))))


def ask_of_last_told(context: TurnContext) -> TurnOutcome | None:
    """Asks about what was told last, where the request names in words of its own what nothing was told in."""
    told = _told(context) if context.understood.slot("scope") else ()
    return ask_which_atom(context, told) if told else None


def is_just_told(context: TurnContext, mentioned: MentionTarget) -> bool:
    """Says whether what was mentioned last was told by the person, and not by an answer."""
    return context.queries.intents((mentioned.turn_id,)).get(mentioned.turn_id, "") in TELLING


def _naming_words(context: TurnContext, topic: str) -> tuple[str, ...]:
    """Returns the words of a topic that name something, and not only a sort of value."""
    scope = context.requests.scope
    if scope.only_asks_amount(topic):
        return ()
    words = split_words(context.requests.telling(topic))
    return tuple(word for word in words if telling_words(word) and not scope.is_label(word))


def _holding_one(context: TurnContext, said: frozenset[str]) -> tuple[Atom, ...]:
    """Returns the readable atoms that hold one of these stems: "they changed the padlock so the old code can go"."""
    user_id = context.turn.user_id
    found = (atom for one in sorted(said) for atom in context.queries.atoms_holding(user_id, (one,), MAX_FOUND_ATOMS))
    return context.reader.atoms_by_id(context.control, tuple(dict.fromkeys(atom.atom_id for atom in found)))


def _holds(context: TurnContext, atom: Atom, *, amount: bool, day: bool) -> bool:
    if day:
        return mentions_day(atom.text, context.language)
    return context.language.amounts.search(atom.text) is not None if amount else bool(codes_in(atom.text))


def _told(context: TurnContext) -> tuple[Atom, ...]:
    """Returns what may be seen of what the person told in the last turns of the talk, the newest first."""
    user_id = context.turn.user_id
    turns = context.queries.recent_turns(user_id, context.turn.session_id, MENTION_LOOK_BACK_TURNS)
    intents = context.queries.intents(turns)
    made = (
        atom.atom_id
        for turn in turns
        if intents.get(turn, "") in TELLING
        for atom in context.queries.mentioned_in(user_id, turn)
        if any(one.turn_id == turn for one in atom.sources)
    )
    return context.reader.atoms_by_id(context.control, tuple(dict.fromkeys(made)))
