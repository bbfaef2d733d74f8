"""Composition: measures retrieval on conversations with known answers, with the code of a live turn.

Each episode gets a vault of its own in a temporary folder. The owner's turns and those of other voices go through the
assistant, those of the episode's assistant are archived as Selene's replies; then every question is asked through
`memory.retrieval.retrieve` and `memory.retrieval.context_builder`. An item counts for the turn it came from, and a turn
once. A question without gold turns has no recall: it is counted in `without_gold` and left out of everything else.
"""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from device.assistant.assistant import Assistant
from device.core.errors import BadScript
from device.evaluation.episodes import Episode, EpisodeTurn, GoldQuestion, RetrievalRow, parse_episode
from device.platform.clock import monotonic_ns
from device.platform.language_files import load_language
from device.session.session import SessionTable
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.model import ids
from memory.model.atoms import ArchivedLine, Speaker, Turn
from memory.model.changes import Change, Scope
from memory.model.encoder import Encoder
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess, build_context
from memory.retrieval.context_bundle import ContextBundle
from memory.retrieval.retrieve import Ranked, retrieve
from memory.text.normalise import token_count

OWNER = ids.user_id("owner")
_OWNER_VOICE, _SELENE_VOICE = "user", "assistant"


@dataclass(frozen=True, slots=True)
class RetrievalEvaluation:
    """The results of all questions."""

    rows: tuple[RetrievalRow, ...]
    without_gold: int


@dataclass(slots=True)
class _TurnIds:
    """Maps lines and turns of the vault to turns of the episode."""

    lines: dict[str, str] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)


def evaluate_retrieval(path: Path, kinds: frozenset[str], encoder: Encoder | None = None) -> RetrievalEvaluation:
    """Asks every question of the file, or only those of `kinds`, with an encoder or without. Raises `BadScript`,
    `VaultError`.
    """
    rows: list[RetrievalRow] = []
    without_gold = 0
    for episode in read_episodes(path):
        asked = [question for question in episode.questions if not kinds or question.kind in kinds]
        told = [question for question in asked if question.gold]
        without_gold += len(asked) - len(told)
        rows += evaluate_episode(episode, told, encoder) if told else []
    return RetrievalEvaluation(tuple(rows), without_gold)


def read_episodes(path: Path) -> Iterator[Episode]:
    """Reads the episodes of a gzipped file of JSON lines. Raises `BadScript`."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield parse_episode(line, number)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise BadScript("The file of episodes cannot be read as gzipped JSON lines. Nothing was evaluated.") from error


def evaluate_episode(
    episode: Episode, questions: list[GoldQuestion], encoder: Encoder | None = None
) -> list[RetrievalRow]:
    """Captures one episode and asks its questions."""
    began = episode.turns[0].at.at_ms if episode.turns else 0
    with tempfile.TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=began) as vault:
        names = capture_episode(episode, vault)
        vault.use_encoder(encoder)
        while vault.make_vectors():
            pass
        return [_evaluate_question(episode.episode_id, question, vault, names) for question in questions]


def capture_episode(episode: Episode, vault: Vault) -> _TurnIds:
    """Captures every turn in order: archive line, extraction, commit."""
    sessions, names = SessionTable(Assistant(vault)), _TurnIds()
    before: Turn | None = None
    for said in episode.turns:
        turn = _turn_of(said)
        if said.speaker != _SELENE_VOICE:
            sessions.session(OWNER, turn.session_id).hear(turn)
            names.lines[turn.turn_id] = names.turns[turn.turn_id] = said.turn_id
            before = turn
        else:
            answered = before if before and before.session_id == turn.session_id else turn
            reply = _reply_line(turn, answered.turn_id)
            vault.commit(Change(Scope(OWNER, turn.session_id, reply.turn_id, turn.at.at_ms), lines=(reply,)))
            names.lines[reply.line_id] = said.turn_id
            before = None
    return names


def _evaluate_question(episode_id: str, question: GoldQuestion, vault: Vault, names: _TurnIds) -> RetrievalRow:
    """Asks one question: the ranked list, timed, and the bundle."""
    gate, policy = Gate(OWNER, identified=True), MemoryPolicy()
    began = monotonic_ns()
    ranked = retrieve(vault.reader, gate, question.text, question.asked_at, policy)
    taken_ns = monotonic_ns() - began
    memory = MemoryAccess(vault.reader, VaultControlQueries(vault), policy, load_language("en").memory)
    bundle = build_context(memory, gate, question.text, question.asked_at).bundle
    items = _turns_of_items(bundle, names)
    return RetrievalRow(
        episode_id,
        question,
        _turns_of(ranked, names),
        question.gold & frozenset().union(*items),
        taken_ns / 1e6,
        bundle_bytes=len(bundle.payload),
        items=len(items),
        gold_items=sum(not question.gold.isdisjoint(turns) for turns in items),
    )


def _turns_of_items(bundle: ContextBundle, names: _TurnIds) -> list[frozenset[str]]:
    """Returns for each atom and each piece of a line in the bundle the turns of the episode that it came from."""
    atoms = [frozenset(names.turns.get(source.turn_id, "") for source in item.atom.sources) for item in bundle.items]
    return atoms + [frozenset({names.lines.get(line.line_id, "")}) for one in bundle.excerpts for line in one.lines]


def _turns_of(ranked: Ranked, names: _TurnIds) -> tuple[str, ...]:
    """Returns the turns of the episode that the items came from, each once."""
    turns = (names.lines.get(item.ref) or names.turns.get(item.turn_id, "") for item in ranked.items)
    return tuple(dict.fromkeys(turn for turn in turns if turn))


def _turn_of(said: EpisodeTurn) -> Turn:
    turn_id = ids.turn_id(OWNER, said.session_id, said.at.at_ms, said.text)
    who = "" if said.speaker in (_OWNER_VOICE, _SELENE_VOICE) else said.speaker
    return Turn(turn_id, said.session_id, OWNER, said.text, said.at, who=who)


def _reply_line(turn: Turn, answered: str) -> ArchivedLine:
    return ArchivedLine(
        line_id=f"{answered}/reply",
        turn_id=answered,
        session_id=turn.session_id,
        user_id=OWNER,
        speaker=Speaker.SELENE,
        who="",
        text=turn.text,
        at=turn.at,
        tokens=token_count(turn.text),
    )
