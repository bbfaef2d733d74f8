"""Pure: the Skill protocol. A skill declares its intents once: how each is decided and answered, and its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.core.messages import Announcement
from device.languages.reply_templates import ReplyTemplates
from device.skills.reply_context import Reply, ReplyContext
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Moment, Turn
from memory.model.changes import Change
from memory.retrieval.context_builder import AssembledContext, MemoryAccess
from memory.text.language_file import Data

SkillReply = tuple[Reply, AssembledContext]
DecideRule = Callable[[TurnContext], TurnOutcome | None]
AnswerRule = Callable[[ReplyContext], SkillReply]


@dataclass(frozen=True, slots=True)
class Intent:
    """One intent. Its name is that of its sentence templates; without a rule it only archives, and says `sentence`."""

    name: str
    decide: DecideRule | None = None
    answer: AnswerRule | None = None
    sentence: str = "acknowledged"
    """The reply template without an answering rule, when no reason has a template of its own."""
    reasons: tuple[str, ...] = ()
    """The reason code, when there is no deciding rule."""
    recalls: bool = False
    """It asks the memory: `only_if_asked` atoms may surface for it."""
    idle: bool = False
    """It may come between a question and its answer."""
    writes_nothing: bool = False
    """It is answered although the vault cannot be written."""
    asks: bool = False
    """It only asks, so that it may follow a statement in one utterance."""
    follows: bool = False
    """It may follow another command in one utterance."""
    for_guests: bool = False
    """A speaker who is not known may ask for it. It then changes records of skills that say so, and nothing else."""


@dataclass(frozen=True, slots=True)
class DueContext:
    """What a skill may read to find what is due. `now` is an argument; no skill reads a clock."""

    now: Moment
    user_id: str
    memory: MemoryAccess
    replies: ReplyTemplates


class Skill(Protocol):
    """One ability of Selene. It keeps its state as records of the vault, and none of its own.

    It decides and phrases; it commits nothing itself. No memory gives it authority.
    """

    @property
    def name(self) -> str:
        """The name that identifies the skill."""
        ...

    @property
    def intents(self) -> tuple[Intent, ...]:
        """The intents that it handles."""
        ...

    @property
    def templates(self) -> Mapping[str, Mapping[str, Data]]:
        """Parts of a language file by language. Those of the core skills are in `device/languages/`."""
        ...

    def decide(self, context: TurnContext) -> TurnOutcome | None:
        """Returns what a turn of one of its intents changes; None for nothing."""
        ...

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Returns what a turn changes that goes on with what this skill just did, though its words alone would be for
        another: "also eggs". None for all other turns; it is asked of each.
        """
        ...

    def answer(self, view: ReplyContext) -> SkillReply:
        """Returns the reply. Reads only."""
        ...

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """Returns what it wants to say unasked, now. It is called at intervals, until that was announced."""
        ...

    def announced(self, announcement: Announcement, turn: Turn, memory: MemoryAccess) -> Change | None:
        """Returns what to commit when the first sample of an announcement has sounded; then it is not due any more."""
        ...


def say_sentence(view: ReplyContext, sentence: str) -> SkillReply:
    """Renders the reply template of an intent without an answering rule."""
    return Reply(view.say(sentence), view.heard.reason_codes or ("UNDERSTOOD",)), view.look_up("")


@dataclass(frozen=True)
class IntentSkill:
    """A skill that decides and answers by its intents' rules, and has nothing due."""

    name: str
    intents: tuple[Intent, ...]
    templates: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    acknowledge: Callable[[ReplyContext, str], SkillReply] = say_sentence
    """The reply template where an intent has none."""

    def decide(self, context: TurnContext) -> TurnOutcome | None:
        """Applies the rule of the intent."""
        rule = self._intent(context.understood.intent).decide
        return rule(context) if rule else None

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Returns nothing."""
        return None

    def answer(self, view: ReplyContext) -> SkillReply:
        """Applies the rule of the intent, else renders its sentence."""
        intent = self._intent(view.heard.intent)
        return intent.answer(view) if intent.answer else self.acknowledge(view, intent.sentence)

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """Returns nothing."""
        return ()

    def announced(self, announcement: Announcement, turn: Turn, memory: MemoryAccess) -> Change | None:
        """Returns nothing."""
        return None

    def _intent(self, name: str) -> Intent:
        return next((intent for intent in self.intents if intent.name == name), Intent(name))
