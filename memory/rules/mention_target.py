"""Pure: resolves "that": the last thing mentioned in the session, by either side.

A turn mentions the atoms that it told, used, changed or asked about, and the line that its reply quoted. Words without
a durable fact are a mention too: "forget that" right after them means them, not an older memory. Small talk in between
is skipped. After a question or a command without a result, and in a session without any mention, the target is a guess:
Selene may ask about `maybe`, and never acts upon it.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import MENTION_LOOK_BACK_TURNS
from memory.model.atoms import Atom
from memory.model.ports import ControlQueries

TELLING = frozenset({"statement", "remember", "insist"})
"""Intents whose words tell something that can be quoted or forgotten."""
SMALL_TALK = frozenset({
    "affection", "apology", "break_off", "farewell", "good_night", "greeting", "how_are_you", "smalltalk", "thanks",
    "wishes",
})  # fmt: skip
"""Intents that are answered with a short courtesy, a reply of the same name."""
PASSING = SMALL_TALK | {
    "answer_in_other", "are_you_sure", "ask_called", "ask_clock", "ask_language", "ask_manner",
    "cannot_buy", "cannot_call", "cannot_know_outside", "cannot_look_up", "cannot_play", "cannot_switch",
    "and_then", "confirm", "deny", "go_on", "help",
    "how_known", "keep_again", "keep_nothing_more", "keep_nothing_next", "list_schedules", "not_for_you",
    "nothing", "recall_as_needed", "recall_only_if_asked", "remember_as_usual", "remember_everything",
    "repeat_that", "request", "resume_automatically", "resume_only_if_asked", "snooze", "sound_otherwise",
    "stop", "stop_ringing", "tell_privacy", "tell_time", "time_left", "what_forgotten", "which_languages",
    "who_are_you", "why"
}  # fmt: skip
"""Intents that mention nothing and keep the earlier mention."""


@dataclass(frozen=True, slots=True)
class MentionTarget:
    """The atoms meant by "that", or the turns when their words gave none; or a guess, `maybe`."""

    atoms: tuple[Atom, ...] = ()
    turn_ids: tuple[str, ...] = ()
    maybe: tuple[Atom, ...] = ()
    turn_id: str = ""
    """The turn that mentioned it."""


def last_mentioned(
    queries: ControlQueries, user_id: str, session_id: str, passing: frozenset[str] = PASSING
) -> MentionTarget:
    """Returns what "that" refers to now; intents that are `passing` keep the earlier mention."""
    turns = queries.recent_turns(user_id, session_id, MENTION_LOOK_BACK_TURNS)
    intents = queries.intents(turns)
    sure = True
    for turn_id in turns:
        found = _mentioned_in(queries, user_id, turn_id, intents.get(turn_id, ""))
        if found.atoms or found.turn_ids:
            return found if sure else MentionTarget(maybe=found.atoms)
        sure = sure and intents.get(turn_id) in passing
    return MentionTarget(maybe=queries.latest_learned(user_id))


def recently_told(queries: ControlQueries, user_id: str, session_id: str, most: int) -> tuple[MentionTarget, ...]:
    """Returns what the person told last, of at most `most` turns, the latest first: the target of "what I just said".

    It ends at the first turn that neither told anything nor was small talk.
    """
    turns = queries.recent_turns(user_id, session_id, MENTION_LOOK_BACK_TURNS)
    intents = queries.intents(turns)
    told: list[MentionTarget] = []
    for turn_id in turns:
        intent = intents.get(turn_id, "")
        if intent in TELLING:
            told.append(_told_in(queries, user_id, turn_id))
        elif intent not in PASSING:
            break
        if len(told) == most:
            break
    return tuple(told)


def _mentioned_in(queries: ControlQueries, user_id: str, turn_id: str, intent: str) -> MentionTarget:
    atoms = queries.mentioned_in(user_id, turn_id)
    if atoms:
        return MentionTarget(atoms, turn_id=turn_id)
    if intent in TELLING:
        return MentionTarget((), (turn_id,), turn_id=turn_id)
    quoted = queries.quoted_in(user_id, turn_id)
    if not quoted:
        return MentionTarget()
    of_line = tuple(atom for each in quoted for atom in queries.mentioned_in(user_id, each))
    return MentionTarget(of_line, () if of_line else (*quoted, turn_id), turn_id=turn_id)


def _told_in(queries: ControlQueries, user_id: str, turn_id: str) -> MentionTarget:
    """Returns the atoms that came from the turn's own words, or the turn itself."""
    atoms = queries.mentioned_in(user_id, turn_id)
    own = tuple(atom for atom in atoms if any(source.turn_id == turn_id for source in atom.sources))
    return MentionTarget(own, () if own else (turn_id,), turn_id=turn_id)
