"""A talk with the assistant on a real SQLCipher vault. Time moves only when told."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from device.assistant.assistant import Assistant
from device.assistant.conversation import Conversation
from device.core.messages import Answer, TurnResult
from device.core.ports import HintBundle, Mind
from device.session.minds.mind_desk import MindDesk
from device.session.session import SessionTable
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.core.policy import DAY_MS, MemoryPolicy
from memory.model import ids
from memory.model.atoms import Atom, Channel, Moment, Turn
from memory.model.ports import Gate
from memory.model.timestamps import from_iso
from memory.reading.rendering import render_to_person, render_within_sentence

START = from_iso("2026-03-02T10:00:00+01:00")


def told(words: str, language: str = "en") -> str:
    """Says `words` as a reply tells them to their speaker: "Your name is Ana" for "my name is Ana"."""
    rendered = render_to_person(words, language)
    assert rendered is not None, f"quoted, not turned: {words}"
    return rendered


def echoed(words: str, language: str = "en") -> str:
    """Says `words` as an acknowledgement does, inside its sentence: "your name is Ana" for "my name is Ana"."""
    rendered = render_within_sentence(words, language)
    assert rendered is not None, f"quoted, not turned: {words}"
    return rendered


class MindedAssistant:
    """An assistant whose turns of text ask a mind, as the daemon's do."""

    def __init__(self, assistant: Assistant, desk: MindDesk) -> None:
        self._assistant, self._desk = assistant, desk
        self.hints, self.hear, self.record_spoken = assistant.hints, assistant.hear, assistant.record_spoken
        self.due, self.record_due = assistant.due, assistant.record_due

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        answer, after = self._assistant.answer(heard, conversation)
        return self._desk.ask(answer), after


class Talk:
    """One vault and the people who talk. `say` is a whole turn; the last one is kept in `heard` and `answer`."""

    def __init__(
        self, vault: Vault, language: str = "en", policy: MemoryPolicy | None = None, mind: Mind | None = None
    ) -> None:
        self.vault = vault
        self.assistant = Assistant(vault, language, policy, with_mind=mind is not None)
        self.desk = MindDesk(mind, None) if mind is not None else None
        minded = MindedAssistant(self.assistant, self.desk) if self.desk is not None else self.assistant
        self.sessions = SessionTable(minded)
        self.queries = VaultControlQueries(vault)
        self.now = START
        self.session = "s1"
        self.heard: TurnResult
        self.answer: Answer

    def say(
        self,
        text: str,
        *,
        user: str = "Ana",
        channel: Channel = Channel.TEXT,
        identified: bool = True,
        who: str = "",
        spoken: str | None = None,
    ) -> str:
        """Says one thing a minute after the last; returns the reply."""
        self.now = replace(self.now, at_ms=self.now.at_ms + 60_000)
        return self.again(self.turn(text, user, channel, identified, who), spoken)

    def turn(
        self, text: str, user: str = "Ana", channel: Channel = Channel.TEXT, identified: bool = True, who: str = ""
    ) -> Turn:
        """Builds a turn of this moment."""
        user_id = ids.user_id(user)
        turn_id = ids.turn_id(user_id, self.session, self.now.at_ms, text)
        return Turn(turn_id, self.session, user_id, text, self.now, channel, who, identified)

    def again(self, turn: Turn, spoken: str | None = None) -> str:
        """Runs a whole turn, for the first or another time."""
        session = self.sessions.session(turn.user_id, turn.session_id)
        self.heard, self.answer = session.take_turn(turn, spoken)
        return self.answer.reply

    def hints(self, user: str = "Ana") -> HintBundle:
        """What the recogniser is told before this person's next turn in this session."""
        return self.sessions.session(ids.user_id(user), self.session).hints()

    def say_all(self, *texts: str) -> str:
        """Several turns; the last reply."""
        return [self.say(text) for text in texts][-1]

    def go_on(self, begun: BegunTalk) -> None:
        """Goes on where another talk on a copy of this vault ended, in the same conversation."""
        self.now, self.heard, self.answer = begun.now, begun.heard, begun.answer
        self.sessions.session(ids.user_id("Ana"), self.session).conversation = begun.conversation

    def new_session(self, days: int = 0) -> None:
        """Begins a new session, some days later."""
        self.session = f"s{int(self.session[1:]) + 1}"
        self.now = replace(self.now, at_ms=self.now.at_ms + days * DAY_MS)

    def restart(self) -> None:
        """Restarts the process: only the vault is kept."""
        self.assistant = Assistant(self.vault)
        self.sessions = SessionTable(self.assistant)

    def gate(self, user: str = "Ana", channel: Channel = Channel.TEXT) -> Gate:
        """All that the person may see."""
        return Gate(ids.user_id(user), True, channel)

    def atoms(self, user: str = "Ana") -> tuple[Atom, ...]:
        """The atoms that the person may see in writing, by key."""
        return tuple(
            sorted(self.vault.reader.atoms(self.gate(user), 1_000), key=lambda atom: (atom.key, atom.learned_at_ms))
        )

    def texts(self, user: str = "Ana") -> list[str]:
        """Their words."""
        return [atom.text for atom in self.atoms(user)]

    def dump(self) -> str:
        """Returns every cell of every table as text: the decrypted content of the vault."""
        connection = self.vault.connection
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = (row for table in tables for row in connection.execute(f'SELECT * FROM "{table}"'))
        return "\n".join(
            cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell) for row in rows for cell in row
        )


@dataclass(frozen=True)
class BegunTalk:
    """A talk after its first turns: the vault that they left, and what the process knows of it."""

    vault: Path
    now: Moment
    heard: TurnResult
    answer: Answer
    conversation: Conversation


def _kept_folder() -> Path:
    """A folder until the process ends."""
    place = Path(tempfile.mkdtemp(prefix="selene-talk-"))
    atexit.register(shutil.rmtree, place)
    return place


@cache
def _empty_vault() -> Path:
    """An empty vault, made once: making it is half of the time of a short talk."""
    place = _kept_folder()
    Vault.open(place, now_ms=START.at_ms).close()
    return place


@cache
def _begun_talk(language: str, said: tuple[str, ...]) -> BegunTalk:
    """The talk that begins with these turns, held once: they are most of the time of many tests."""
    place = _kept_folder()
    with talk_in(place, language) as talk:
        talk.say_all(*said)
        conversation = talk.sessions.session(ids.user_id("Ana"), talk.session).conversation
    return BegunTalk(place, talk.now, talk.heard, talk.answer, conversation)


@contextmanager
def talk_in(
    folder: Path, language: str = "en", policy: MemoryPolicy | None = None, mind: Mind | None = None
) -> Iterator[Talk]:
    """A talk on a vault of its own in `folder`, which is copied from an empty one when it has none yet."""
    if not (folder.is_dir() and any(folder.iterdir())):
        shutil.copytree(_empty_vault(), folder, dirs_exist_ok=True)
    with Vault.open(folder, now_ms=START.at_ms) as vault:
        yield Talk(vault, language, policy, mind)


@contextmanager
def talk_after(folder: Path, said: Sequence[str], language: str = "en") -> Iterator[Talk]:
    """A talk in which Ana said these turns first, on a vault of its own in `folder`.

    They are said once for all talks that begin so, as a person's are before Selene starts again; what the process knew
    of the conversation goes on. For turns that several tests begin with: a copy costs as much as half a turn.
    """
    begun = _begun_talk(language, tuple(said))
    shutil.copytree(begun.vault, folder, dirs_exist_ok=True)
    with talk_in(folder, language) as talk:
        talk.go_on(begun)
        yield talk
