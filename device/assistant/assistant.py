"""Composition: one turn: `hear` understands and remembers in one commit, `answer` only reads, `record_spoken` records.

Everything that must outlive the process is in the vault: questions, mentions, reasons of replies. The state between two
turns is a `Conversation`, which is passed in and returned. The assistant keeps nothing between turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from device.assistant.compound_commands import CommandPart, CommandSplitter, drop_empty_statements, drop_filler
from device.assistant.conversation import (
    Conversation,
    RefusedTurn,
    as_kept,
    as_was_meant,
    begun_by,
    left_unanswered,
    refused_turn,
    rest_after,
    with_state,
    without_secrets,
)
from device.assistant.dispatcher import decide_turn, told_first
from device.assistant.hint_source import HintBuilder
from device.assistant.imported_turn import imported_change
from device.assistant.intent_table import CORE_SKILLS, IntentTable
from device.assistant.orders.hiding import hiding_parts
from device.assistant.orders.likely import memory_parts, with_likely_order
from device.assistant.responder import compose_reply, in_tone, prefers_speech, refuse_stranger
from device.assistant.spoken_parts import mended_context, tells_of_somebody, with_original_spans
from device.assistant.turn_records import (
    PendingAnswer,
    bundle_view,
    failed_result,
    guest_change,
    heard_change,
    said_change,
    slot_pairs,
    turn_result,
)
from device.core.messages import Announcement, Answer, TurnResult
from device.core.ports import HintBundle
from device.languages.reply_templates import ReplyTemplates
from device.languages.reply_variants import ReplyManner, ReplyVariants
from device.mind.mind_prompt import request_in_place
from device.nlu.intent_matcher import IntentMatch
from device.nlu.intent_registry import load_question_types, load_sentence_readers, load_understanding
from device.platform.language_files import load_language
from device.skills.continuity.resuming import with_resume
from device.skills.feelings.turn_mood import read_tone
from device.skills.instructions.manner import BRIEFLY, UNSOURCED, Manner, read_manner
from device.skills.memory.bare_answers import as_told_answer
from device.skills.memory.correcting.spelling import SPELLING
from device.skills.memory.forgetting.asked_facts import FORGET_WAITING
from device.skills.memory.forgetting.forgotten_again import TOLD as TOLD_AGAIN
from device.skills.memory.forgetting.forgotten_again import lifted, with_barred_words, with_lifted_bars
from device.skills.memory.forgetting.spoken_requests import asked_before
from device.skills.reply_context import ReplyContext
from device.skills.skill import DueContext, Skill
from device.skills.turn_context import TurnContext, TurnOutcome
from engine_b.core.errors import VaultError
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.turn_reads import reads_once
from engine_b.vault.vault import Vault
from memory.continuity.closing import closing_change
from memory.continuity.preferences import read_preferences
from memory.continuity.stretches import is_new_stretch
from memory.core.errors import TextTooLong
from memory.core.policy import MemoryPolicy
from memory.emotion.tone import Tone
from memory.extraction.extract import Fact
from memory.model.atoms import Channel, Moment, Turn
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.clarification import OPEN, is_guarded
from memory.text.dates import resolve_date
from memory.text.lazy_pattern import compile_patterns
from memory.text.secret_detector import MASK
from memory.text.word_caches import clear_word_caches


class Assistant:
    """Hears and answers turns on a vault, for every session of this device. Stateless: see `TurnAssistant`."""

    def __init__(
        self,
        vault: Vault,
        language: str = "en",
        policy: MemoryPolicy | None = None,
        skills: Sequence[Skill] = CORE_SKILLS,
        with_mind: bool = False,
    ) -> None:
        """Raises `UnknownLanguage`, `SkillConflict`. `policy` holds every limit of the memory."""
        files = load_language(language)
        self._policy, self._with_mind = policy or MemoryPolicy(), with_mind
        self.vault = vault
        """The vault."""
        self._memory = MemoryAccess(vault.reader, VaultControlQueries(vault), self._policy, files.memory)
        self._language = files
        self._intents = IntentTable(skills)
        data = self._intents.with_templates(language, files.device)
        self._understanding = load_understanding(files, data, self._policy)
        readers = load_sentence_readers(language)
        self._requests, self._privacy, self._naming = readers.requests, readers.privacy, readers.naming
        self._joints = CommandSplitter(files.device, self._understanding, self._intents, self._naming.several)
        self._concepts = load_question_types(language)
        self._replies = ReplyTemplates(data)
        self._variants = ReplyVariants(lambda code: self._intents.with_templates(code, load_language(code).device))
        self._alphabet = readers.alphabet
        self._hints = HintBuilder(vault.database, self._language.code, self._policy)

    def hints(self, conversation: Conversation) -> HintBundle:
        """See `TurnAssistant`: hints for the last speaker. A vault that cannot be read costs the hints, not the
        turn.
        """
        if conversation.spelling:
            return HintBundle(self._language.code, only=self._alphabet.spoken)
        try:
            return self._hints.build(conversation.user_id)
        except VaultError:
            return HintBundle(self._language.code)

    def warm_up(self) -> None:
        """Loads what the first turns would otherwise wait for: patterns, the date reader, ranking, templates."""
        import memory.retrieval.candidates  # noqa: F401

        compile_patterns(self._language.memory)
        self._requests.warm_up()
        self._concepts.warm_up()
        self._naming.warm_up()
        resolve_date("2026-03-03", Moment(0), self._language.memory)
        self._understanding.warm_up()
        self._understanding.match_intent("hello")

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """See `TurnAssistant`. One commit; a turn that was heard before changes nothing."""
        if len(turn.text) > self._policy.max_text_chars:
            return TurnResult(replace(turn, text=""), "nothing", failure=TextTooLong.code), conversation
        if not turn.identified:
            return self._hear_guest(turn), conversation
        conversation = begun_by(turn, conversation)
        meant = as_was_meant(turn, conversation, self._memory.queries, self._language.memory)
        context = replace(self._turn_context(meant), puts_right=meant is not turn)
        if context.understood.intent == "nothing":
            return TurnResult(context.turn, "nothing", reason_codes=("NO_WORDS",)), conversation
        try:
            if context.queries.knows_turn(turn.turn_id):
                return turn_result(context, TurnOutcome(context.understood.intent, ("REPLAYED_TURN",))), conversation
        except VaultError as error:
            return failed_result(context, error), conversation
        conversation = replace(conversation, opens=self._close_silent(context))
        context, conversation = with_state(context, conversation), replace(conversation, unanswered="")
        context = lifted(context, conversation.refused.statement if conversation.refused else "")
        return self._decide_and_commit(
            context, replace(conversation, refused=refused_turn(context, meant, conversation, self._understanding))
        )

    def _close_silent(self, context: TurnContext) -> bool:
        """Says whether a turn begins a conversation; those that are over get their threads then (2.18)."""
        turn = context.turn
        opens = is_new_stretch(context.queries.last_heard_ms(turn.user_id, turn.session_id), turn.at.at_ms)
        if opens:
            self.close_silent(turn.user_id, turn.at)
        return opens

    def close_silent(self, user_id: str, now: Moment) -> None:
        """Gives the conversations of a person that are over by silence their threads. What cannot be written now is
        closed later, with the same threads.
        """
        try:
            read = self._understanding.match_intent
            change = closing_change(self._memory, user_id, now, lambda words: read(words).intent)
            if change is not None:
                self.vault.commit(change, awaited=True)
        except VaultError:
            return

    def _hear_guest(self, turn: Turn) -> TurnResult:
        """Lets an unknown speaker do what an intent allows guests. Only its record is kept, nothing that was said."""
        context = self._turn_context(turn)
        if refused := refuse_stranger(turn, self._intents.intent(context.understood.intent)):
            return refused
        try:
            outcome = self._intents.decide(context)
            change = guest_change(context, outcome)
            if change.records:
                self.vault.commit(change, awaited=True)
        except VaultError as error:
            return failed_result(context, error)
        return TurnResult(context.turn, outcome.intent, slot_pairs(context.understood), outcome.reasons)

    def _decide_and_commit(self, context: TurnContext, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """Decides what the turn does, and commits it in one transaction."""
        try:
            said, context = context.turn.text, self._with_records(context)
            context, meant, parts_said = self._cut(context)
            outcome, each = decide_turn(meant, parts_said, self._intents)
            asked = asked_before(context, self._understanding)
            first, outcome, each = told_first(asked, self._intents, self._view) or ("", outcome, each)
            outcome = with_lifted_bars(context, with_original_spans(context, meant, outcome))
            if outcome.intent == TOLD_AGAIN:
                told = context.opened or self._understanding.match_intent(said).slot("statement") or said
                conversation = replace(conversation, refused=RefusedTurn(context.turn, told))
            self.vault.commit(heard_change(context, outcome), awaited=True)
            if outcome.forget or outcome.forget_turns or outcome.forget_words or outcome.forget_phrases:
                clear_word_caches()
        except VaultError as error:
            return failed_result(context, error), conversation
        spelling = any(asked.reason_code == SPELLING and asked.state == OPEN for asked in outcome.questions)
        parts = tuple(turn_result(part, one) for part, one in each)
        heard = replace(turn_result(context, outcome), parts=parts, first=first)
        return heard, replace(conversation, spelling=spelling, rest=rest_after(conversation, heard))

    def store_imported(self, turn: Turn, facts: tuple[Fact, ...] | None, now: Moment) -> TurnResult:
        """Archives a turn of an imported conversation, and stores its facts as tentative. Its words command nothing.

        One commit; a turn that is known changes nothing. `facts` are those that the file names; None reads them from
        the words. Raises a `VaultError`.
        """
        if len(turn.text) > self._policy.max_text_chars:
            return TurnResult(replace(turn, text=""), "nothing", failure=TextTooLong.code)
        context = self._turn_context(turn)
        if not context.turn.text.strip():
            return TurnResult(context.turn, "nothing", reason_codes=("NO_WORDS",))
        if context.queries.knows_turn(turn.turn_id):
            return turn_result(context, TurnOutcome("statement", ("REPLAYED_TURN",)))
        change, outcome = imported_change(self._with_records(context), facts, now.at_ms)
        self.vault.commit(change, awaited=True)  # the index of many turns is written at once
        return turn_result(context, outcome)

    @property
    def memory(self) -> MemoryAccess:
        """What answers questions about the memory of this device."""
        return self._memory

    def command_context(self, turn: Turn, understood: IntentMatch) -> TurnContext:
        """Returns the context of a command that a program gives for the person, with what it means as `understood`."""
        return replace(self._with_records(self._turn_context(turn)), understood=understood)

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """See `TurnAssistant`. Reads only."""
        try:
            view = replace(self._view(heard), rest=conversation.rest)
            answered = compose_reply(view, self._intents)
            plain, bundle = answered.reply, answered.bundle
            opens = conversation.opens and (conversation.known or heard.turn.channel is not Channel.VOICE)
            reply = with_resume(view, plain) if opens else plain
            replies = self._replies_in(view.manner, heard.turn.channel, view.tone)
            toned = in_tone(replace(view, replies=replies), plain, self._intents)
            spoken = toned + reply.text.removeprefix(plain.text)
            wanted = self._with_mind and reply is plain
            request = request_in_place(view, plain, conversation.mind_talk) if wanted else None
        except VaultError as error:
            text = self._replies.say("could_not_read")
            return Answer(heard.turn, text, heard.intent, reason_codes=(error.code,)), conversation
        answer = Answer(
            turn=heard.turn,
            reply=f"{heard.first} {spoken}".strip(),
            intent=heard.intent,
            question=reply.question is not None,
            reason_codes=tuple(dict.fromkeys((*heard.reason_codes, *reply.reasons))),
            bundle=bundle_view(bundle),
            used=tuple(atom.atom_id for atom in reply.used),
            expects_reply=reply.question is not None or reply.waits,
            guarded=reply.question is not None and is_guarded(reply.question),
            request=request,
        )
        return answer, replace(
            conversation,
            opens=False,
            unanswered=left_unanswered(heard, reply),
            pace_percent=view.manner.pace_percent if view.manner.pace else view.tone.pace_percent,
            pitch_percent=view.tone.pitch_percent,
            pending=PendingAnswer(
                heard, reply, bundle, view.questions, self._intents.intent(heard.intent).recalls, spoken
            ),
        )

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """See `TurnAssistant`. What was not spoken was not used. An unwritable vault loses only this record."""
        pending, conversation = conversation.pending, replace(conversation, pending=None)
        if pending is None or pending.heard.turn.turn_id != answer.turn.turn_id or not pending.may_be_recorded:
            return conversation
        with suppress(VaultError):
            rules = self.vault.reader.rules(answer.turn.user_id)
            pending = as_kept(pending, spoken, rules, self.vault.reader, self._language.memory)
            self.vault.commit(said_change(pending, pending.archived(spoken), rules, self._language.code))
        return conversation

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """See `TurnAssistant`. Reads only; a vault that cannot be read has nothing due."""
        try:
            gate = Gate(user_id, identified=True, channel=Channel.TEXT)
            replies = self._replies_in(read_manner(self._memory.queries, gate), Channel.VOICE)
            context = DueContext(now, user_id, self._memory, replies)
            return tuple(one for skill in self._intents.skills for one in skill.due(context))
        except VaultError:
            return ()

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """See `TurnAssistant`. Raises a `VaultError` when that cannot be written: it is then due again."""
        change = self._intents.skill(announcement.skill).announced(announcement, turn, self._memory)
        if change is not None:
            self.vault.commit(change, awaited=True)

    def _turn_context(self, turn: Turn) -> TurnContext:
        """Cleans and parses the turn, and removes its secrets, unless the person insisted on one."""
        cleaned = without_secrets(turn.text, self._language.memory, self._understanding)
        reader, queries = reads_once(self.vault.reader, self._memory.queries)
        return TurnContext(
            turn=replace(turn, text=cleaned.text),
            understood=cleaned.understood,
            reader=reader,
            queries=queries,
            language=self._language.memory,
            policy=self._policy,
            fact_keys=self._naming,
            alphabet=self._alphabet,
            times=self._understanding.times,
            list_words=self._understanding.list_words,
            requests=self._requests,
            pointers=self._understanding.pointers,
            secret_statement=cleaned.insisted,
            opened="" if turn.who else cleaned.opened,
            masked=cleaned.secrets,
        )

    def _cut(self, context: TurnContext) -> tuple[TurnContext, TurnContext, tuple[CommandPart, ...]]:
        """Returns the context without words that were forgotten, the same as it was meant, and its commands."""
        requests = memory_parts(context, self._understanding)
        asking = self._intents.asks | self._intents.recalls
        context = with_barred_words(
            context, asking, tuple((part.start, part.end) for part in requests if part.requests)
        )
        meant = context if requests else mended_context(context, self._understanding)
        meant = as_told_answer(context) if meant is context and not requests else meant
        hidden = () if requests else hiding_parts(meant, self._privacy, self._understanding)
        return context, meant, requests or hidden or with_likely_order(context, meant, self._parts(meant))

    def _parts(self, context: TurnContext) -> tuple[CommandPart, ...]:
        """Returns the commands of the utterance. One with a secret in it, too long for a command, or of which every
        word is the command's ("this thread, forget it", "unless I ask, don't mention it") is taken as a whole.
        """
        text = context.turn.text
        whole = (CommandPart(context.understood, 0, len(text)),)
        every_word = not context.understood.slots and context.understood.intent in {"insist", *self._intents.follows}
        start, end = context.understood.span("topic")
        last = context.understood.intent == "only_if_asked" and start > 0 and "," not in text[start:end]
        if MASK in text or every_word or last or len(text) > self._policy.max_command_chars:
            return whole
        parts = self._joints.parts(text, context.understood)
        if len(parts) > 1 and not tells_of_somebody(text[parts[0].start : parts[0].end], context.language.code):
            parts = drop_filler(parts, text, self._understanding.pointers, self._intents)
        return drop_empty_statements(parts, context, self._intents)

    def _with_records(self, context: TurnContext) -> TurnContext:
        turn = context.turn
        return replace(
            context,
            asked=self.vault.reader.questions(turn.user_id, turn.session_id),
            rules=self.vault.reader.rules(turn.user_id),
        )

    def _view(self, heard: TurnResult) -> ReplyContext:
        turn = heard.turn
        asked = self._intents.intent(heard.intent).recalls
        waits = (asked and not heard.question_id) or FORGET_WAITING in heard.reason_codes
        withholds = waits and bool(self._memory.queries.offered_to_forget(turn.user_id))
        gate = Gate(turn.user_id, turn.identified, turn.channel, asked, withholds=withholds)
        questions = self.vault.reader.questions(turn.user_id, turn.session_id) if turn.identified else ()
        if turn.identified and turn.channel is Channel.VOICE:
            gate = replace(gate, text_allowed_aloud=prefers_speech(self._memory, turn))
        reader, queries = reads_once(self.vault.reader, self._memory.queries)
        manner, tone = read_manner(queries, gate), read_tone(reader, turn)
        return ReplyContext(
            heard,
            replace(self._memory, reader=reader, queries=queries),
            gate,
            self._replies_in(manner, turn.channel),
            self._naming,
            self._concepts,
            self._understanding.list_words,
            questions,
            manner,
            tone=tone,
            only_if_asked=read_preferences(queries.current_state(), turn.user_id).only_if_asked,
        )

    def _replies_in(self, manner: Manner, channel: Channel, tone: Tone | None = None) -> ReplyTemplates:
        """Returns the reply sentences as the person wants them; the voice speaks only the language of the device."""
        name = tone.name if tone else ""
        if not manner.atoms and not name:
            return self._replies
        code = manner.language if channel is Channel.TEXT and manner.language else self._language.code
        return self._variants.replies(
            ReplyManner(code, manner.holds(BRIEFLY), manner.holds(UNSOURCED), manner.clock, name)
        )
