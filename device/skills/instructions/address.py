"""Pure: how a person wants to be called. A nickname stands beside the name, so that it is told and forgotten like it.

"Call me Dee" is kept under a key of its own: the name stays as it was, and nothing has to be asked.
"""

from __future__ import annotations

from device.core.policy import MAX_MANNERS
from device.skills.instructions.obey import CANNOT, INSTRUCTED, told_atom
from device.skills.memory.corrections import revise_or_store
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Atom, Status
from memory.rules.conflict import make_outdated, sibling_prefix
from memory.rules.controls import is_barred
from memory.text.normalise import same_value, subject_key

NAME = "name"
NICKNAME = f"{sibling_prefix(NAME)}called"
"""The key of what a person wants to be called."""
NEVER_CALLED = "instruction:never called "
"""Begins the key of what a person does not want to be called."""
OTHERS_CALLED = "instruction:others called "
"""Begins the key of what Selene should call somebody else."""


def call_by(context: TurnContext) -> TurnOutcome:
    """Keeps what to call the person; it replaces what they wanted to be called before."""
    name = context.understood.slot("nickname")
    if context.points("nickname"):
        return TurnOutcome("statement", ("NOTHING_MEANT",))  # "call me that" names nothing
    if context.turn.who or is_barred(context.turn.text, context.rules):
        return revise_or_store(context)
    before = _living(context, NICKNAME)
    same = next((atom for atom in (*before, *_living(context, NAME)) if _is_called(context, atom, name)), None)
    ended = tuple(make_outdated(atom, context.policy) for atom in before if atom is not same)
    if same is not None:
        return TurnOutcome("call_me", (INSTRUCTED,), changed=ended, focus=(same.atom_id,))
    atom = told_atom(context, NICKNAME, "nickname")
    return TurnOutcome("call_me", (INSTRUCTED,), new=(atom,), changed=ended, focus=(atom.atom_id,))


def call_no_more(context: TurnContext) -> TurnOutcome:
    """Ends every name of the person with these words; what was never one is kept as a wish."""
    name, known = context.understood.slot("nickname"), (*_living(context, NICKNAME), *_living(context, NAME))
    if context.points("nickname"):
        gone = _living(context, NICKNAME) or known[:1]
    else:
        gone = tuple(atom for atom in known if _is_called(context, atom, name))
    ended = tuple(make_outdated(atom, context.policy) for atom in gone)
    if ended or context.points("nickname") or context.turn.who or is_barred(context.turn.text, context.rules):
        return TurnOutcome("stop_calling_me", (INSTRUCTED,), changed=ended)
    wish = told_atom(context, f"{NEVER_CALLED}{subject_key(name, context.language)}")
    new = () if _living(context, wish.key) else (wish,)
    return TurnOutcome("stop_calling_me", (INSTRUCTED,), new=new, focus=tuple(atom.atom_id for atom in new))


def call_other(context: TurnContext) -> TurnOutcome:
    """Keeps what somebody else is called: as a fact where the words state one, else as a wish with these words."""
    stored = revise_or_store(context)
    if stored.new or stored.changed or context.turn.who or is_barred(context.turn.text, context.rules):
        return stored
    about = context.understood.slot("other_called").split()[:1]
    key = f"{OTHERS_CALLED}{subject_key(' '.join(about), context.language)}"
    wish = told_atom(context, key)
    ended = tuple(make_outdated(atom, context.policy) for atom in _living(context, key) if atom.text != wish.text)
    new = () if any(atom.text == wish.text for atom in _living(context, key)) else (wish,)
    return TurnOutcome("call_other", (CANNOT,), new=new, changed=ended, focus=tuple(atom.atom_id for atom in new))


def tell_called(view: ReplyContext) -> SkillReply:
    """Quotes what a person asked Selene to call somebody, or never to call them."""
    about = dict(view.heard.slots).get("about", "")
    key = subject_key(about, view.memory.language)
    prefix = f"{OTHERS_CALLED}{key}" if about else NEVER_CALLED
    wishes = view.memory.queries.atoms_filed_under(view.gate, prefix, MAX_MANNERS)
    held = [atom for atom in wishes if atom.status is not Status.OUTDATED and (not about or atom.key == prefix)]
    if not held:
        return Reply(view.say("nothing_found"), ("NOTHING_FOUND",)), view.look_up("")
    items = view.replies.join_words([view.say("quoted", text=atom.text) for atom in held])
    return Reply(view.say("manner_asked", items=items), (INSTRUCTED,), tuple(held)), view.look_up("")


def tell_address(view: ReplyContext) -> SkillReply:
    """Says what the person is called from now on, or no more."""
    said = spelled_name(dict(view.heard.slots).get("nickname", ""))
    return Reply(view.say(view.heard.intent, nickname=said), (INSTRUCTED,)), view.look_up("")


def spelled_name(name: str) -> str:
    """Returns a name with its first letters large, as a recogniser does not print it; one with a large letter as is."""
    return name if any(letter.isupper() for letter in name) else name.title()


def _living(context: TurnContext, key: str) -> tuple[Atom, ...]:
    return tuple(atom for atom in context.known(key) if atom.status is not Status.OUTDATED)


def _is_called(context: TurnContext, atom: Atom, name: str) -> bool:
    return same_value(atom.value, name, context.language)
