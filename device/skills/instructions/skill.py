"""Pure: the skill of instructions: how Selene shall answer and address the person, and what she shall not keep."""

from __future__ import annotations

from device.skills.instructions import address, announced, ask_back, contact, manner, obey, off_record, standing_wish
from device.skills.memory.acknowledgement import acknowledge
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import AnswerRule, Intent, IntentSkill, SkillReply


def _declined(view: ReplyContext) -> SkillReply:
    """Says in a sentence what cannot be done, and what can."""
    return Reply(view.say(view.heard.intent), ("CANNOT_DO",)), view.look_up("")


def _question(name: str, answer: AnswerRule) -> Intent:
    return Intent(name, answer=answer, asks=True, writes_nothing=True)


def _told(name: str, *, for_guests: bool = False) -> Intent:
    """Declares a question about Selene that has one answer."""
    return Intent(name, sentence=name, asks=True, writes_nothing=True, for_guests=for_guests)


INSTRUCTIONS = IntentSkill(
    "instructions",
    (
        *(Intent(name, obey.obey, obey.tell_obeyed, follows=True) for name in manner.REPLACED),
        Intent("call_me", address.call_by, address.tell_address, follows=True),
        Intent("stop_calling_me", address.call_no_more, address.tell_address, follows=True),
        Intent("prefer_contact", contact.prefer_contact, contact.tell_contact, follows=True),
        Intent("use_units", obey.keep_units, _declined, follows=True),
        Intent("standing_wish", standing_wish.keep_standing_wish, _declined, follows=True),
        Intent("sound_otherwise", answer=_declined, reasons=("CANNOT_DO",), follows=True),
        Intent("answer_in_other", answer=ask_back.tell_languages, reasons=("CANNOT_DO",), follows=True),
        _question("ask_manner", ask_back.tell_manner),
        _question("ask_called", address.tell_called),
        _question("ask_language", ask_back.tell_language),
        _question("ask_clock", ask_back.tell_clock),
        _question("which_languages", ask_back.tell_languages),
        Intent("call_other", address.call_other, sentence="noted", follows=True),
        Intent("off_the_record", off_record.keep_off_the_record, off_record.tell_kept_nothing, follows=True),
        Intent("keep_nothing_next", off_record.keep_nothing, sentence="keep_nothing_next", follows=True),
        Intent("keep_nothing_more", off_record.keep_nothing, sentence="keep_nothing_more", follows=True),
        Intent("only_if_asked", announced.only_if_asked, sentence="only_if_asked", follows=True),
        *(
            Intent(name, announced.announce, sentence=name, follows=True)
            for name in ("only_if_asked_next", "keep_to_text_next", "stop_mentioning_next")
        ),
        Intent("keep_again", off_record.keep_again, sentence="keep_again", follows=True),
        _told("tell_privacy", for_guests=True),
    ),
    acknowledge=acknowledge,
)
