"""Pure: obeys an instruction on how to answer, or keeps it and says that it cannot be obeyed, or declines it."""

from __future__ import annotations

from dataclasses import replace

from device.skills.instructions.manner import (
    LANGUAGE,
    OBEYED,
    PACES,
    REPLACED,
    WAIT_NORMALLY,
    manner_key,
    name_of,
    read_manner,
)
from device.skills.memory.corrections import revise_or_store
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from device.skills.voices.pause_profile import PAUSE_TYPE, pause_profiles
from memory.extraction.extract import atom_from_fact, statement_fact
from memory.model.atoms import Atom, Channel, Kind
from memory.rules.conflict import confirm_atom, make_outdated
from memory.rules.controls import is_barred
from memory.text.normalise import subject_key

INSTRUCTED = "INSTRUCTED"
CANNOT = "CANNOT_DO"


def obey(context: TurnContext) -> TurnOutcome:
    """Files the instruction as one that holds from now on, and ends those that it replaces."""
    name = context.understood.intent
    if context.turn.who:
        return revise_or_store(context)
    declined = _declined(context)
    if declined and declined != _NO_PACE:
        return TurnOutcome(name, (CANNOT, declined))
    code = context.understood.slot("tongue")
    held = [atom for atom in read_manner(context.queries, context.control).atoms if name_of(atom) in REPLACED[name]]
    wanted = manner_key(name, code) if name in OBEYED and code != context.language.code else ""
    same = next((atom for atom in held if atom.key == wanted), None)
    changed = tuple(
        confirm_atom(atom, context.turn.at.at_ms, context.policy)
        if atom is same
        else make_outdated(atom, context.policy)
        for atom in held
    )
    new = (told_atom(context, wanted),) if wanted and same is None else ()
    focus = tuple(atom.atom_id for atom in new) or ((same.atom_id,) if same else ())
    reasons = (INSTRUCTED, _NO_PACE) if declined else (INSTRUCTED,)  # a voice of another device may obey it
    return TurnOutcome(name, reasons, new=new, changed=changed, focus=focus, drop_records=_unlearned(context))


def _unlearned(context: TurnContext) -> tuple[tuple[str, str], ...]:
    """Returns the pause profiles that "wait as long as usual again" drops: what was learned is no usual wait."""
    if context.understood.intent != WAIT_NORMALLY:
        return ()
    known = pause_profiles(context.reader, context.turn.user_id)
    return tuple((PAUSE_TYPE, one.pause_profile_id) for one in known)


def _declined(context: TurnContext) -> str:
    """Returns the reason why it cannot be obeyed; empty when it can."""
    name, code = context.understood.intent, context.understood.slot("tongue")
    if is_barred(context.turn.text, context.rules):
        return "DO_NOT_STORE"
    if name in REPLACED and set(REPLACED[name]) == set(PACES) and not context.paces:
        return _NO_PACE
    spoken = context.turn.channel is Channel.VOICE
    return "NOT_ALOUD" if name == LANGUAGE and spoken and code != context.language.code else ""


_NO_PACE = "NO_PACE"
_DECLINING = {"DO_NOT_STORE": "do_not_store", _NO_PACE: "no_pace", "NOT_ALOUD": "not_aloud"}


def tell_obeyed(view: ReplyContext) -> SkillReply:
    """Says what holds from now on, or why it cannot be obeyed."""
    reasons = view.heard.reason_codes
    declined = next((_DECLINING[reason] for reason in reasons if reason in _DECLINING), "")
    return Reply(view.say(declined or view.heard.intent), reasons or (INSTRUCTED,)), view.look_up("")


def keep_units(context: TurnContext) -> TurnOutcome:
    """Keeps an instruction about units, which Selene knows of and cannot obey."""
    return keep_wish(context, "units")


def keep_wish(context: TurnContext, about: str) -> TurnOutcome:
    """Keeps an instruction that is not obeyed; one about the same replaces it."""
    key = f"instruction:{subject_key(about, context.language)}"
    if context.turn.who or is_barred(context.turn.text, context.rules):
        return revise_or_store(context)
    atom = told_atom(context, key)
    ended = tuple(make_outdated(one, context.policy) for one in context.known(key) if one.text != atom.text)
    if len(ended) < len(context.known(key)):
        return TurnOutcome(context.understood.intent, (CANNOT,), changed=ended)
    return TurnOutcome(context.understood.intent, (CANNOT,), new=(atom,), changed=ended, focus=(atom.atom_id,))


def told_atom(context: TurnContext, key: str, slot: str = "") -> Atom:
    """Builds the atom of an instruction with the words of the turn; its value is the slot, else the whole."""
    text = context.turn.text.strip()
    start = len(context.turn.text) - len(context.turn.text.lstrip())
    fact = replace(
        statement_fact(context.turn, context.language, context.policy),
        kind=Kind.INSTRUCTION,
        key=key,
        value=context.understood.slot(slot) or text,
        text=text,
        start=start,
        end=start + len(text),
    )
    return atom_from_fact(fact, context.turn, 0, context.policy)
