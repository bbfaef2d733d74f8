"""Composition: Selene's brain: `hear` understands and remembers in one commit, `answer` only reads, `said` records.

All that must outlive the process is in the vault: questions, what was mentioned, why something was said. The brain
keeps only what one turn hands from `answer` to `said`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from device.assistant.compound_commands import CommandPart, CommandSplitter, drop_empty_statements, drop_filler
from device.assistant.dispatcher import RECALLS, decide_parts
from device.assistant.hint_source import HintBuilder
from device.assistant.responder import compose_reply
from device.assistant.turn_records import PendingAnswer, heard_change, said_change
from device.core.messages import Answer, BundleAtom, BundleView, TurnResult
from device.core.ports import HintBundle
from device.languages.reply_templates import ReplyTemplates
from device.nlu.alphabet import SpellingAlphabet
from device.nlu.fact_keys import FactKeys
from device.nlu.intent_matcher import IntentMatch
from device.nlu.intent_registry import load_intent_matcher
from device.nlu.question_types import QuestionTypes
from device.platform.language_files import load_language
from device.skills.memory.spelling import SPELLING
from device.skills.recall.fact_lookup import ReplyContext
from device.skills.turn_context import TurnContext, TurnOutcome
from engine_b.core.errors import VaultError
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.core.errors import TextTooLong
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Channel, Moment, Status, Turn
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.retrieval.context_bundle import ContextBundle
from memory.rules.clarification import OPEN
from memory.text.dates import resolve_date
from memory.text.language_file import table
from memory.text.normalise import same_value, tidy
from memory.text.secret_detector import MASK, find_secrets, mask_secrets


@dataclass(frozen=True, slots=True)
class _RefusedTurn:
    """A turn without its secret, and its words with it."""

    turn: Turn
    told: str


class MemoryAssistant:
    """Implements `device.core.messages.Brain` on a vault, for everyone who talks to this device."""

    def __init__(self, vault: Vault, language: str = "en", policy: MemoryPolicy | None = None) -> None:
        """Raises `UnknownLanguage`. `policy` holds every limit of the memory."""
        files = load_language(language)
        self._policy = policy or MemoryPolicy()
        self.vault = vault
        """What is remembered."""
        self._memory = MemoryAccess(vault, VaultControlQueries(vault), self._policy, files.memory)
        self._language = files
        self._understanding = load_intent_matcher(language, self._policy.max_command_chars)
        self._joints = CommandSplitter(files.device, self._understanding)
        self._naming = FactKeys(files.device, files.memory)
        self._concepts = _load_question_types(language)
        self._replies = ReplyTemplates(files.device)
        self._alphabet = SpellingAlphabet(table(files.device["spelling"]))
        self._spelling = False
        self._last: PendingAnswer | None = None
        self._speaker = ""
        self._refused: _RefusedTurn | None = None
        self._hints = HintBuilder(vault.database, self._language.code, self._policy)

    def hints(self) -> HintBundle:
        """See `Assistant`: for the last speaker. A vault that cannot be read costs the hints, not the turn."""
        if self._spelling:
            return HintBundle(self._language.code, only=self._alphabet.spoken)
        try:
            return self._hints.bundle(self._speaker)
        except VaultError:
            return HintBundle(self._language.code)

    def expect(self, user_id: str) -> None:
        """Before anybody has spoken: whose words the first turn's hints have."""
        self._speaker = user_id

    def warm_up(self) -> None:
        """Load what the first turn would otherwise wait for: the date reader and the compiled templates."""
        resolve_date("tomorrow", Moment(0), self._language.memory)
        self._understanding.match_intent("hello")

    def hear(self, turn: Turn) -> TurnResult:
        """See `Assistant`. One commit; a turn that was heard before changes nothing."""
        if len(turn.text) > self._policy.max_text_chars:
            return TurnResult(replace(turn, text=""), "nothing", failure=TextTooLong.code)
        if not turn.identified:
            return TurnResult(turn, "unidentified", reason_codes=("SPEAKER_UNKNOWN",))
        self._speaker = turn.user_id
        scene = self._scene(turn)
        if scene.understood.intent == "nothing":
            return TurnResult(scene.turn, "nothing", reason_codes=("NO_WORDS",))
        try:
            if scene.oversight.knows_turn(turn.turn_id):
                return _turn_result(scene, TurnOutcome(scene.understood.intent, ("REPLAYED_TURN",)))
            scene = self._with_records(self._with_refused(scene, turn))
            outcome, each = decide_parts(scene, self._parts(scene))
            self.vault.commit(heard_change(scene, outcome), awaited=True)
            self._spelling = any(asked.reason_code == SPELLING and asked.state == OPEN for asked in outcome.questions)
        except VaultError as error:
            return TurnResult(scene.turn, scene.understood.intent, _slot_pairs(scene.understood), failure=error.code)
        parts = tuple(_turn_result(part, one) for part, one in each)
        return replace(_turn_result(scene, outcome), parts=parts)

    def answer(self, heard: TurnResult) -> Answer:
        """See `Assistant`. Reads only."""
        try:
            view = self._view(heard)
            answered = compose_reply(view)
        except VaultError as error:
            text = self._replies.say("could_not_read")
            return Answer(heard.turn, text, heard.intent, reason_codes=(error.code,))
        reply, bundle = answered.reply, answered.bundle
        self._last = PendingAnswer(heard, reply, bundle, view.questions)
        return Answer(
            turn=heard.turn,
            reply=reply.text,
            intent=heard.intent,
            question=reply.question is not None,
            reason_codes=tuple(dict.fromkeys((*heard.reason_codes, *reply.reasons))),
            bundle=bundle_view(bundle),
            used=tuple(atom.atom_id for atom in reply.used),
            expects_reply=reply.question is not None,
        )

    def said(self, answer: Answer, spoken: str) -> None:
        """See `Assistant`. What was not spoken was not used. A vault that cannot be written loses this record, no
        more."""
        last, self._last = self._last, None
        if last is None or last.heard.turn.turn_id != answer.turn.turn_id or not last.may_be_recorded:
            return
        try:
            rules = self.vault.rules(answer.turn.user_id)
            self.vault.commit(said_change(last, spoken, rules))
        except VaultError:
            return

    def _scene(self, turn: Turn) -> TurnContext:
        """The turn made safe and understood; its secrets are gone from here on, but for the one insisted on."""
        text = tidy(turn.text)
        secrets = find_secrets(text, self._language.memory)
        clean = mask_secrets(text, secrets)
        understood = self._understanding.match_intent(clean)
        told = ""
        if secrets and understood.intent == "insist":
            told = self._understanding.match_intent(text).slot("statement")
        return TurnContext(
            turn=replace(turn, text=clean),
            understood=understood,
            recollection=self.vault,
            oversight=self._memory.oversight,
            language=self._language.memory,
            policy=self._policy,
            fact_keys=self._naming,
            alphabet=self._alphabet,
            pointers=self._understanding.pointers,
            secret_statement=told,
        )

    def _parts(self, scene: TurnContext) -> tuple[CommandPart, ...]:
        """The commands in the utterance. One with a secret in it, or too long for a command, is taken as a whole."""
        text = scene.turn.text
        whole = (CommandPart(scene.understood, 0, len(text)),)
        if MASK in text or len(text) > self._policy.max_command_chars:
            return whole
        parts = drop_filler(self._joints.parts(text, scene.understood), text, self._understanding.pointers)
        return drop_empty_statements(parts, scene)

    def _with_refused(self, scene: TurnContext, turn: Turn) -> TurnContext:
        """With the secret that the same person was refused in the turn right before. It is held for one turn, in
        memory only.
        """
        before, self._refused = self._refused, None
        if MASK in scene.turn.text and scene.understood.intent != "insist":
            told = self._understanding.match_intent(tidy(turn.text)).slot("statement") or tidy(turn.text)
            self._refused = _RefusedTurn(scene.turn, told)
        elif scene.understood.intent == "remember" and scene.points("statement"):
            self._refused = before
        if before is None or (turn.user_id, turn.session_id) != (before.turn.user_id, before.turn.session_id):
            return scene
        return replace(scene, refused=before.turn, secret_statement=scene.secret_statement or before.told)

    def _with_records(self, scene: TurnContext) -> TurnContext:
        turn = scene.turn
        return replace(
            scene,
            asked=self.vault.questions(turn.user_id, turn.session_id),
            rules=self.vault.rules(turn.user_id),
        )

    def _view(self, heard: TurnResult) -> ReplyContext:
        turn = heard.turn
        asked = heard.intent in RECALLS
        gate = Gate(turn.user_id, turn.identified, turn.channel, asked)
        questions = self.vault.questions(turn.user_id, turn.session_id) if turn.identified else ()
        if turn.identified and turn.channel is Channel.VOICE and self._prefers_speech(turn):
            gate = replace(gate, text_allowed_aloud=True)
        return ReplyContext(heard, self._memory, gate, self._replies, self._naming, self._concepts, questions)

    def _prefers_speech(self, turn: Turn) -> bool:
        """Whether the person's own contact preference allows SAFE_TO_TEXT to be spoken (2.11.11)."""
        gate = Gate(turn.user_id, turn.identified, turn.channel)
        known = self.vault.atoms_with_key(gate, "contact_preference")
        return len(known) == 1 and all(
            atom.status in (Status.ACTIVE, Status.USER_APPROVED)
            and same_value(atom.value, "speak", self._language.memory)
            for atom in known
        )


@cache
def _load_question_types(language: str) -> QuestionTypes:
    """The concepts of a language, compiled once in a process."""
    files = load_language(language)
    return QuestionTypes(files.device, files.memory)


def bundle_view(bundle: ContextBundle) -> BundleView:
    """The bundle as it is reported."""
    atoms = tuple(BundleAtom(item.atom.atom_id, item.tag, item.atom.text) for item in bundle.items)
    return BundleView(len(bundle.payload), atoms, tuple(excerpt.text for excerpt in bundle.excerpts), bundle.digest)


def _slot_pairs(understood: IntentMatch) -> tuple[tuple[str, str], ...]:
    return tuple((slot.name, slot.text) for slot in understood.slots)


def _turn_result(scene: TurnContext, outcome: TurnOutcome) -> TurnResult:
    return TurnResult(
        turn=scene.turn,
        intent=outcome.intent,
        slots=_slot_pairs(scene.understood),
        reason_codes=outcome.reasons,
        created=tuple(atom.atom_id for atom in outcome.new),
        updated=tuple(atom.atom_id for atom in outcome.changed),
        forgotten=outcome.forget,
        focus=outcome.focus,
        question_id=outcome.question_id,
    )
