"""Pure: keeps a standing wish that Selene cannot always follow, and tells it: "frag mich nie nach meinem gewicht".

Whoever asks what she shall do or not is told the wish in the words in which it was said.
"""

from __future__ import annotations

from device.core.policy import MAX_MANNERS
from device.skills.instructions.obey import CANNOT, INSTRUCTED, told_atom
from device.skills.memory.corrections import revise_or_store
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Status
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.rules.controls import is_barred
from memory.text.normalise import subject_key
from memory.text.stemming import stems

INSTRUCTION = "instruction:"
"""Begins the key of every instruction."""
WISH = f"{INSTRUCTION}standing wish "
"""Begins the key of a standing wish."""
FORM_CHARS = len("sag")
"""So many letters at the beginning are the same in all forms of a word."""


def keep_standing_wish(context: TurnContext) -> TurnOutcome:
    """Keeps the wish with the words of the turn; the same words again are kept once."""
    if context.turn.who or is_barred(context.turn.text, context.rules):
        return revise_or_store(context)
    wish = told_atom(context, f"{WISH}{subject_key(context.turn.text, context.language)}")
    new = () if any(atom.status is not Status.OUTDATED for atom in context.known(wish.key)) else (wish,)
    return TurnOutcome("standing_wish", (CANNOT,), new=new, focus=tuple(atom.atom_id for atom in new))


def tell_wish(view: ReplyContext) -> SkillReply | None:
    """Quotes the instructions that have the words of a question for what Selene shall do, or the only one that was ever
    given, where it is asked what the person bade; None for any other question.
    """
    text, code = f" {view.heard.turn.text.casefold().strip(' ?.!')} ", view.memory.language.code
    openings = load_meaning(code).set_of("asked of selene") if has_reading(code) else frozenset[str]()
    longest_first = sorted(openings, key=lambda phrase: (-len(phrase), phrase))
    said = next((phrase for phrase in longest_first if f" {phrase} " in text), "")
    if not said:
        return None
    asked = telling_stems(stems(text.replace(f" {said} ", " ", 1))) - load_closed_words(code).questions
    given = view.living(view.memory.queries.atoms_filed_under(view.gate, INSTRUCTION, MAX_MANNERS))
    shared = {atom: _count_shared(asked, frozenset(stems(atom.text))) for atom in given}
    best = max(shared.values(), default=0)
    if best and 2 * best >= len(asked):
        held = [atom for atom, count in shared.items() if count == best]
    elif len(given) == 1 and _asks_only_what_was_bidden(text, asked, code):
        held = list(given)
    else:
        return None
    items = view.replies.join_words([view.say("quoted", text=atom.text) for atom in held])
    return Reply(view.say("manner_asked", items=items), (INSTRUCTED,), tuple(held)), view.look_up("")


def _asks_only_what_was_bidden(text: str, asked: frozenset[str], code: str) -> bool:
    """Says whether a question has a deed that Selene may be bidden, and nothing else: "how did i ask you to speak"."""
    deeds = load_meaning(code).set_of("bidden deeds")
    return not deeds.isdisjoint(text.split()) and not asked - frozenset(stems(" ".join(deeds)))


def _count_shared(asked: frozenset[str], told: frozenset[str]) -> int:
    """Counts the words of a question that stand in a wish in some form: "machen" of "mach"."""
    return sum(any(word[:FORM_CHARS] == other[:FORM_CHARS] for other in told) for word in asked)
