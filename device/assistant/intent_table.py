"""Pure: the one table of intents, built from the registered skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from device.core.errors import SkillConflict
from device.skills.continuity.skill import CONTINUITY
from device.skills.feelings.skill import FEELINGS
from device.skills.instructions.skill import INSTRUCTIONS
from device.skills.limits.skill import LIMITS
from device.skills.lists.skill import LISTS
from device.skills.memory.skill import MEMORY
from device.skills.recall.skill import RECALL
from device.skills.reply_context import ReplyContext
from device.skills.schedules.skill import SCHEDULES
from device.skills.skill import Intent, Skill, SkillReply
from device.skills.small_talk.skill import SMALL_TALK
from device.skills.turn_context import TurnContext, TurnOutcome
from device.skills.voices.skill import VOICES
from memory.text.language_file import Data, table, texts

CORE_SKILLS: tuple[Skill, ...] = (
    MEMORY,
    VOICES,
    RECALL,
    SMALL_TALK,
    INSTRUCTIONS,
    CONTINUITY,
    FEELINGS,
    SCHEDULES,
    LISTS,
    LIMITS,
)
"""The skills of every device. An intent that no skill declares belongs to the first: it is archived and
acknowledged.
"""


class IntentTable:
    """Each intent with its skill. An intent belongs to one skill."""

    def __init__(self, skills: Sequence[Skill]) -> None:
        """Raises `SkillConflict` when two skills have one name, or declare one intent."""
        self.skills = tuple(skills)
        self._intents: dict[str, tuple[Intent, Skill]] = {}
        for skill in self.skills:
            for intent in skill.intents:
                self._add(intent, skill)
        self._names = {skill.name: skill for skill in self.skills}
        if len(self._names) != len(self.skills):
            raise SkillConflict("Two skills have the same name. Nothing was started.")
        self.recalls = self._named(lambda intent: intent.recalls)
        self.asks = self._named(lambda intent: intent.asks)
        self.follows = self._named(lambda intent: intent.follows)

    def intent(self, name: str) -> Intent:
        """Returns the intent of this name; one that only archives where no skill declares it."""
        found = self._intents.get(name)
        return found[0] if found else Intent(name)

    def skill(self, name: str) -> Skill:
        """Returns the skill of this name."""
        return self._names[name]

    def decide(self, context: TurnContext) -> TurnOutcome:
        """Returns what the turn changes, decided by a skill that it goes on with, else by that of its intent."""
        for skill in self.skills:
            followed = skill.follow_up(context)
            if followed is not None:
                return followed
        intent = self.intent(context.understood.intent)
        outcome = self._skill_of(intent).decide(context)
        return TurnOutcome(intent.name, intent.reasons) if outcome is None else outcome

    def answer(self, view: ReplyContext) -> SkillReply:
        """Returns the reply of the skill of the intent."""
        return self._skill_of(self.intent(view.heard.intent)).answer(view)

    def with_templates(self, language: str, data: Mapping[str, Data]) -> Mapping[str, Data]:
        """Returns a language file with the parts of the skills: intents, rules, wildcards, replies, reasons."""
        for skill in self.skills:
            brought = skill.templates.get(language)
            data = _merged(data, brought) if brought else data
        return data

    def _add(self, intent: Intent, skill: Skill) -> None:
        if intent.name in self._intents:
            other = self._intents[intent.name][1].name
            raise SkillConflict(
                f"The skills {other!r} and {skill.name!r} both declare {intent.name!r}. Nothing was started."
            )
        self._intents[intent.name] = intent, skill

    def _skill_of(self, intent: Intent) -> Skill:
        found = self._intents.get(intent.name)
        return found[1] if found else self.skills[0]

    def _named(self, is_meant: Callable[[Intent], bool]) -> frozenset[str]:
        return frozenset(name for name, (intent, _) in self._intents.items() if is_meant(intent))


def _merged(data: Mapping[str, Data], more: Mapping[str, Data]) -> Mapping[str, Data]:
    """Adds the sections of a skill to those of a language file; replaces nothing."""
    sections: dict[str, Data] = {
        name: {**table(section), **table(data[name])} for name, section in more.items() if name != "lists"
    }
    if "lists" in more:
        lists, wildcards = table(data["lists"]), texts(table(more["lists"])["wildcards"])
        sections["lists"] = {**lists, "wildcards": [*texts(lists["wildcards"]), *wildcards]}
    return {**data, **sections}
