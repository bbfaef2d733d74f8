"""Pure: keeps how a person wants to be reached: "text me rather than calling". Another way than before costs a
question.
"""

from __future__ import annotations

from dataclasses import replace

from device.skills.memory.acknowledgement import acknowledge
from device.skills.memory.corrections import revise_or_store
from device.skills.memory.fact_storage import store_facts
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import statement_fact
from memory.model.atoms import Kind

_WAY = "way"
"""The slot with the code of the way."""


def prefer_contact(context: TurnContext) -> TurnOutcome:
    """Stores the way that the person names. What another voice says of itself is a plain statement."""
    if context.turn.who:
        return revise_or_store(context)
    told = statement_fact(context.turn, context.language, context.policy)
    kind = Kind.CONTACT_PREFERENCE
    return store_facts(context, (replace(told, kind=kind, key=kind.value, value=context.understood.slot(_WAY)),))


def tell_contact(view: ReplyContext) -> SkillReply:
    """Says which way was noted, or asks the question that another way than before costs."""
    heard, way = view.heard, dict(view.heard.slots).get(_WAY, "")
    kept = heard.created or heard.updated
    if heard.question_id or not kept or way not in view.replies.named("contact_ways"):
        return acknowledge(view, "noted")
    named = view.replies.named("contact_ways")[way]
    return Reply(view.say("prefers_contact", way=named), heard.reason_codes), view.look_up("")
