"""A skill is added by handing it to the assistant: its intents, its sentences, and what it says unasked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.assistant.intent_table import CORE_SKILLS, IntentTable
from device.core.errors import SkillConflict
from device.core.messages import Announcement
from device.platform.language_files import known_languages, load_language
from device.session.session import Session
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import DueContext, Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Turn
from memory.model.changes import Change, Scope, Setting
from memory.retrieval.context_builder import MemoryAccess
from memory.text.language_file import Data, table
from tests.sim.assistant_talk import START, Talk, talk_in
from tests.sim.simulated_room import Room, ScriptedMicrophone, voice_session

ANA = ids.user_id("Ana")
LID: dict[str, dict[str, Data]] = {
    "en": {
        "intents": {"open_lid": ["open the lid [of {jar}]"]},
        "lists": {"wildcards": ["jar"]},
        "replies": {"lid_open": "The lid of {jar} is open.", "lid_due": "Close the lid."},
    }
}


def _open(context: TurnContext) -> TurnOutcome:
    return TurnOutcome("open_lid", ("LID_OPENED",), settings=(Setting("lid", "open"),))


def _tell(view: ReplyContext) -> SkillReply:
    jar = dict(view.heard.slots).get("jar", "it")
    return Reply(view.say("lid_open", jar=jar), ("LID_OPENED",)), view.look_up("")


@dataclass(frozen=True)
class LidSkill(IntentSkill):
    """Keeps the state of a lid in the vault, and says that it should be closed."""

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        open_lid = context.memory.queries.current_state().get("lid") == "open"
        return (Announcement(self.name, "lid", context.replies.say("lid_due")),) if open_lid else ()

    def announced(self, announcement: Announcement, turn: Turn, memory: MemoryAccess) -> Change | None:
        scope = Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms)
        return Change(scope, settings=(Setting("lid", "closed"),))


TOY = LidSkill("lid", (Intent("open_lid", _open, _tell),), LID)


def test_a_skill_is_understood_decided_and_answered_beside_the_core_skills(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=START.at_ms) as vault:
        session = Session(Assistant(vault, skills=(*CORE_SKILLS, TOY)), ANA, "s1")
        heard, answer = session.say("open the lid of the jam", START)
        assert (heard.intent, answer.reply) == ("open_lid", "The lid of the jam is open.")
        assert session.say("my name is Ana", START)[1].reply == "Noted: your name is Ana."
        assert session.say("what is my name", START)[1].reply == "Your name is Ana."


def test_without_the_skill_its_words_are_not_understood(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("open the lid of the jam")
        assert talk.heard.intent != "open_lid"


def test_what_is_due_is_spoken_in_a_session_once_and_recorded(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=START.at_ms) as vault:
        room = Room(30_000, wakes=[1_000], speech=[(1_500, 2_500, "open the lid")])
        session, lines = voice_session(room, Session(Assistant(vault, skills=(*CORE_SKILLS, TOY)), ANA))
        session.begin()
        for frame in ScriptedMicrophone(room).frames():
            session.feed(frame)
        session.finish(lambda: None)
        session.close()
        assert [line["text"] for line in lines if line["type"] == "reply"] == [
            "The lid of it is open.",
            "Close the lid.",
        ]
        assert {setting.key: setting.value for setting in vault.current_state()}["lid"] == "closed"


@pytest.mark.parametrize("language", known_languages())
def test_every_intent_of_a_language_is_declared_by_one_core_skill(language: str) -> None:
    intents = IntentTable(CORE_SKILLS)
    declared = {intent.name for skill in CORE_SKILLS for intent in skill.intents}
    built_in = {"statement", "question", "nothing", "forget_values", "forget_likely", "not_kept"}
    built_in |= {"asks_forgotten", "tells_forgotten"}
    assert set(table(load_language(language).device["intents"])) | built_in == declared
    replies = table(load_language(language).device["replies"])
    assert all(intents.intent(name).sentence in replies for name in declared)


def test_two_skills_cannot_declare_one_intent_or_have_one_name() -> None:
    with pytest.raises(SkillConflict, match="open_lid"):
        IntentTable((*CORE_SKILLS, TOY, LidSkill("other", TOY.intents)))
    with pytest.raises(SkillConflict, match="same name"):
        IntentTable((*CORE_SKILLS, LidSkill("recall", ())))


def test_nothing_of_the_core_skills_is_due(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        _talk_of_everything(talk)
        assert talk.assistant.due(ANA, START) == ()


def _talk_of_everything(talk: Talk) -> None:
    talk.say_all("my name is Ana", "what is my name", "hello", "forget that")
