"""Pure: what a skill is. Each declares its intents once: how each is decided and answered, and what kind it is."""

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
    """The reply template that is used when there is no answering rule, and no reason that tells more."""
    reasons: tuple[str, ...] = ()
    """Why, when there is no deciding rule."""
    recalls: bool = False
    """It asks the memory: what is "only if asked" may surface for it."""
    idle: bool = False
    """It may pass between a question and its answer."""
    writes_nothing: bool = False
    """It is answered although the vault cannot be written."""
    asks: bool = False
    """It only asks, so that it may follow what is told in one utterance."""
    follows: bool = False
    """It may follow another command in one utterance."""


@dataclass(frozen=True, slots=True)
class DueContext:
    """What a skill may look at to see what is due. `now` is given; no skill reads a clock."""

    now: Moment
    user_id: str
    memory: MemoryAccess
    replies: ReplyTemplates


class Skill(Protocol):
    """Something Selene can do. It keeps its state as records of the vault, and none of its own.

    It decides and phrases; it commits nothing itself. Nothing that is remembered gives it authority.
    """

    @property
    def name(self) -> str:
        """Tells it from every other skill."""
        ...

    @property
    def intents(self) -> tuple[Intent, ...]:
        """What it can be asked for."""
        ...

    @property
    def templates(self) -> Mapping[str, Mapping[str, Data]]:
        """By language: parts of a language file that it brings. The core skills' are in `device/languages/`."""
        ...

    def decide(self, context: TurnContext) -> TurnOutcome | None:
        """What a turn of one of its intents changes; None when it changes nothing."""
        ...

    def answer(self, view: ReplyContext) -> SkillReply:
        """What is said about it. Reads only."""
        ...

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """What it wants to say unasked, now. It is asked again and again, until that was announced."""
        ...

    def announced(self, announcement: Announcement, turn: Turn) -> Change | None:
        """What to commit when the first sample of an announcement has sounded; then it is not due any more."""
        ...


def say_sentence(view: ReplyContext, sentence: str) -> SkillReply:
    """The reply template of an intent that has no answering rule."""
    return Reply(view.say(sentence), view.heard.reason_codes or ("UNDERSTOOD",)), view.look_up("")


@dataclass(frozen=True)
class IntentSkill:
    """A skill that decides and answers by its intents' rules, and has nothing to say unasked."""

    name: str
    intents: tuple[Intent, ...]
    templates: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    acknowledge: Callable[[ReplyContext, str], SkillReply] = say_sentence
    """What is said where an intent has no answering rule."""

    def decide(self, context: TurnContext) -> TurnOutcome | None:
        """By the rule of the intent."""
        rule = self._intent(context.understood.intent).decide
        return rule(context) if rule else None

    def answer(self, view: ReplyContext) -> SkillReply:
        """By the rule of the intent, else by its sentence."""
        intent = self._intent(view.heard.intent)
        return intent.answer(view) if intent.answer else self.acknowledge(view, intent.sentence)

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """Nothing."""
        return ()

    def announced(self, announcement: Announcement, turn: Turn) -> Change | None:
        """Nothing."""
        return None

    def _intent(self, name: str) -> Intent:
        return next((intent for intent in self.intents if intent.name == name), Intent(name))
