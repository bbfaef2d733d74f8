"""Pure: answers what a person asked Selene to do when she answers, which clock she uses, and her languages."""

from __future__ import annotations

from collections.abc import Mapping

from device.core.policy import MAX_MANNERS
from device.languages.reply_templates import ReplyTemplates
from device.skills.instructions.manner import BRIEFLY, LANGUAGE, OBEYED
from device.skills.instructions.standing_wish import WISH
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply

ASKED = "CURRENT_STATE"


def tell_manner(view: ReplyContext) -> SkillReply:
    """Tells the instructions that hold, in one sentence, and quotes the wishes that are only kept."""
    manner = view.manner
    named = tongues(view.replies)
    asked = [
        view.say(f"manner_{name}", **({"language": named[manner.language]} if name == LANGUAGE else {}))
        for name in OBEYED
        if manner.holds(name)
    ]
    wishes = view.living(view.memory.queries.atoms_filed_under(view.gate, WISH, MAX_MANNERS))
    asked += [view.say("quoted", text=atom.text) for atom in wishes]
    if not asked:
        return Reply(view.say("manner_not_asked"), ("NOTHING_FOUND",)), view.look_up("")
    items = view.replies.join_words(asked)
    brief = manner.atom(BRIEFLY) if len(asked) == 1 else None  # "to one sentence" says more than "briefly"
    told = view.say("manner_asked_so", items=items, text=view.say("quoted", text=brief.text)) if brief else ""
    told = told or view.say("manner_asked", items=items)
    return Reply(told, (ASKED,), (*manner.atoms, *wishes)), view.look_up("")


def tell_language(view: ReplyContext) -> SkillReply:
    """Names the language that Selene answers in."""
    code = view.manner.language or view.replies.language
    return Reply(view.say("language_of_answers", language=tongues(view.replies)[code]), (ASKED,)), view.look_up("")


def tell_clock(view: ReplyContext) -> SkillReply:
    """Tells which clock the person asked for."""
    clock = view.manner.clock
    atom = view.manner.atom(clock)
    if atom is None:
        return Reply(view.say("clock_not_asked"), ("NOTHING_FOUND",)), view.look_up("")
    return Reply(view.say(f"clock_of_{clock}"), (ASKED,), (atom,)), view.look_up("")


def tell_languages(view: ReplyContext) -> SkillReply:
    """Names the languages that Selene answers in."""
    items = view.replies.join_words(list(tongues(view.replies).values()))
    sentence = "no_such_language" if view.heard.intent == "answer_in_other" else "languages"
    reason = "CANNOT_DO" if sentence == "no_such_language" else ASKED
    return Reply(view.say(sentence, items=items), (reason,)), view.look_up("")


def tongues(replies: ReplyTemplates) -> Mapping[str, str]:
    """Returns the names of the installed languages, by code."""
    return replies.named("tongues")
