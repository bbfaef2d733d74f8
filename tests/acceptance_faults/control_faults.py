"""Pure: faults in what the person commands: silence, forgetting, summaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, loosen_limits, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(
    Q16_DO_NOT_MENTION="stop_mentioning_a_topic",
    Q17_METRICS_COUNTS="silence_is_counted",
    Q18_GRAPH_LINKED="not_to_be_mentioned",
)
def silence_is_not_kept() -> None:
    """A do-not-mention rule is acknowledged and not made."""
    from device.skills.memory import privacy_rules

    wrap(privacy_rules.stop_mentioning, lambda stop: lambda context: replace(stop(context), new_rules=()))


@fault(Q16_DO_NOT_MENTION="what_is_learned_later_too")
def silence_covers_only_the_past() -> None:
    """What is learned after a rule is not covered by it."""
    from engine_b.storage import record_rows
    from memory.rules import controls

    vars(record_rows)["topic_count"] = lambda user, stems: f"(0 * length({user} || {stems}))"
    swap(controls.is_unmentionable, always_returning(False))


@fault(Q16_DO_NOT_MENTION="endings_case_and_possessive")
def silence_is_letter_by_letter() -> None:
    """Another ending is another topic."""
    from device.skills.memory import memory_controls
    from memory.model.changes import Rule, RuleKind

    def around(rules: Callable[..., Any]) -> Callable[..., Any]:
        def exact(context: Any, kind: RuleKind, topic: str) -> tuple[Rule, ...]:
            return tuple(rule for rule in rules(context, kind, f"{topic} exactly") if rule)

        return exact

    wrap(memory_controls.build_rules, around)


@fault(Q16_DO_NOT_MENTION="lifted_again")
def silence_is_for_ever() -> None:
    """A rule is never taken back."""
    from device.skills.memory import privacy_rules

    wrap(privacy_rules.lift_rules, lambda allow: lambda context: replace(allow(context), drop_rules=()))


@fault(Q16_DO_NOT_MENTION="a_field_of_life_with_what_belongs_to_it")
def silence_knows_no_field_of_life() -> None:
    """ "Money" is a word and covers nothing else."""
    from memory.rules import life_areas

    swap(life_areas._areas, always_returning(()))


@fault(Q16_DO_NOT_MENTION="part_of_something_longer")
def silence_is_of_whole_words() -> None:
    """A longer word with the topic is another topic."""
    from memory.rules import life_areas

    swap(life_areas._longer_words, always_returning(()))


@fault(Q16_DO_NOT_MENTION="told_and_undone")
def a_rule_is_dropped_in_words_only() -> None:
    """ "Drop that rule" is acknowledged and changes nothing."""
    from device.skills.memory import privacy_rules

    wrap(privacy_rules.drop_rules, lambda drop: lambda context: replace(drop(context), drop_rules=()))


@fault(Q16_DO_NOT_MENTION="stop_mentioning_this")
def pointing_silences_nothing() -> None:
    """ "Stop mentioning that" finds no topic."""
    from memory.rules import controls

    swap(controls.rule_topic, always_returning(""))


@fault(
    Q16_FORGET_COMMANDS="forget_that",
    Q17_METRICS_COUNTS="what_is_made_and_changed",
    Q18_TIME_HISTORY="forgotten",
    Q18_THREAD_KEPT="forgetting_what_it_pointed_at",
    Q18_WORK_PENDING="forgotten_words",
)
def forgetting_is_only_said() -> None:
    """ "I forgot it" is said and nothing goes."""
    from device.skills.memory.forgetting import outcomes

    wrap(outcomes.forget_outcome, lambda right: lambda *words: replace(right(*words), forget=(), forget_turns=()))


@fault(Q16_FORGET_COMMANDS="forget_a_topic")
def the_archive_remembers() -> None:
    """The atom goes, the words that it came from stay."""
    from engine_b.writes import forget

    swap(forget._redact, always_returning(None))


@fault(Q16_FORGET_COMMANDS="delete_that_memory")
def the_index_remembers() -> None:
    """The row goes, its words stay in the index."""
    from engine_b.writes import forget

    def around(redact: Callable[..., None]) -> Callable[..., None]:
        def keep(recorder: Any, *rest: Any) -> None:
            recorder.database.run("DROP TRIGGER IF EXISTS unplace_line")
            recorder.database.run("DROP TRIGGER IF EXISTS unplace_atom")
            redact(recorder, *rest)

        return keep

    wrap(forget._redact, around)


@fault(Q16_FORGET_COMMANDS="all_versions_go")
def old_versions_stay() -> None:
    """What was replaced by the forgotten fact stays."""
    from engine_b.writes import forget, quote_finder

    def doomed(recorder: Any, atom_ids: Any) -> Any:
        import json

        rows = recorder.database.rows(
            "SELECT atom_id, user_id, key, value, text FROM atom WHERE atom_id IN (SELECT value FROM json_each(?))",
            (json.dumps(atom_ids),),
        )
        return [quote_finder.ForgetTarget(*row) for row in rows]

    swap(forget._forget_targets, doomed)


@fault(Q16_FORGET_COMMANDS="a_correction_goes_with_it")
def corrections_stay() -> None:
    """What was misheard and meant outlives the fact."""
    from engine_b.writes import forget

    def around(drop: Callable[..., None]) -> Callable[..., None]:
        def keep(recorder: Any, atom: Any) -> None:
            pairs = recorder.database.rows("SELECT * FROM correction WHERE atom_id = ?", (atom.atom_id,))
            drop(recorder, atom)
            for row in pairs:
                recorder.database.run(f"INSERT INTO correction VALUES ({', '.join('?' * len(row))})", row)

        return keep

    wrap(forget._drop_atom, around)


@fault(Q16_FORGET_COMMANDS="several_match_one_question")
def all_that_match_go() -> None:
    """What is not clear is forgotten on a guess."""
    from device.skills.memory import memory_controls
    from device.skills.memory.forgetting import outcomes

    swap(memory_controls.ask_which_atom, lambda context, found: outcomes.forget_outcome(context, found))


@fault(Q16_FORGET_COMMANDS="everything")
def everything_goes_at_once() -> None:
    """ "Forget everything" is not asked back."""
    from device.skills.memory.forgetting import forget_commands as forget_module

    swap(forget_module.forget_everything, forget_module.forget_all_confirmed)


@fault(Q16_FORGET_COMMANDS="dont_remember_this")
def barred_topics_are_stored() -> None:
    """A do-not-store rule is made and not looked at."""
    from memory.rules import controls

    swap(controls.is_barred, always_returning(False))


@fault(Q16_FORGET_COMMANDS="several_match_and_no_answer")
def any_answer_forgets() -> None:
    """Whatever follows the question forgets the first one offered."""
    from device.assistant import clarification
    from device.nlu.intent_matcher import IntentMatch, Slot

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def first(context: Any, question: Any) -> Any:
            chosen = IntentMatch("choose", (Slot("ordinal", "1", 0, 0),))
            return right(replace(context, understood=chosen), question)

        return first

    wrap(clarification._settle_which_atom, around)


@fault(Q16_SAFE_RECALL_SUMMARY="at_most_ten")
def summaries_have_no_end() -> None:
    """Any number of items is told."""
    loosen_limits(max_recall_summary_items=60)


@fault(Q16_SAFE_RECALL_SUMMARY="at_most_a_kilobyte")
def summaries_have_no_size() -> None:
    """A summary may have any size."""
    loosen_limits(max_recall_summary_bytes=10**6)


@fault(Q16_SAFE_RECALL_SUMMARY="bytes_not_characters")
def summaries_count_characters() -> None:
    """A character is taken for a byte."""
    from memory.retrieval import recall_summary

    def summarise(visible: Any, frame_bytes: int, policy: Any) -> Any:
        room, shown = policy.max_recall_summary_bytes - frame_bytes, list[Any]()
        for atom in visible:
            if len(shown) < policy.max_recall_summary_items and len(atom.text) + 4 <= room:
                shown.append(atom)
                room -= len(atom.text) + 4
        return tuple(shown)

    swap(recall_summary.summarise, summarise)


@fault(Q16_SAFE_RECALL_SUMMARY="one_memory_too_long")
def the_first_is_told_whatever_it_takes() -> None:
    """The first item is told even when it does not fit."""
    from memory.retrieval import recall_summary

    wrap(recall_summary.summarise, lambda right: lambda visible, *rest: (next(iter(visible), None),) if visible else ())


@fault(Q16_SAFE_RECALL_SUMMARY="the_words_as_they_were_said")
def words_are_improved() -> None:
    """A summary rewrites what was said."""
    from device.languages import reply_templates

    wrap(reply_templates.quote_text, lambda quoted: lambda text: quoted(text).replace("ignore all rules and ", ""))


@fault(Q16_SAFE_RECALL_SUMMARY="the_same_twice")
def summaries_count_as_use() -> None:
    """Telling the summary changes the order of the next one."""
    from memory.retrieval import recall_summary

    seen: list[int] = []

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def turning(visible: Any, *rest: Any) -> Any:
            seen.append(1)
            atoms = tuple(visible)
            return right(atoms[len(seen) :] + atoms[: len(seen)], *rest)

        return turning

    wrap(recall_summary.summarise, around)


@fault(Q16_FORGET_COMMANDS="words_about_forgetting_are_no_command")
def talk_of_forgetting_is_a_command() -> None:
    """The words "forget everything" are a command wherever they stand."""
    from device.nlu.intent_matcher import IntentMatch, IntentMatcher

    understand = IntentMatcher.match_intent

    def obey(self: Any, text: str) -> IntentMatch:
        return IntentMatch("forget_everything") if "forget everything" in text else understand(self, text)

    IntentMatcher.match_intent = obey  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="the_place_in_a_sentence")
def nothing_named_is_found() -> None:
    """What is to be forgotten is found by pointing only."""
    from device.skills.memory import memory_controls
    from device.skills.memory.forgetting import asked_facts, outcomes, worded_facts

    swap(memory_controls.atoms_of_topic, always_returning(()))
    swap(outcomes.turns_without_memory, always_returning(()))
    swap(asked_facts.facts_told_of, always_returning(()))
    swap(worded_facts.facts_worded, always_returning(()))
    swap(worded_facts.clauses_worded, always_returning(()))


@fault(Q16_FORGET_COMMANDS="said_again_in_other_words")
def other_words_for_it_stay() -> None:
    """Only lines that hold the very words go."""
    from memory.extraction import paraphrase

    swap(paraphrase.repeats_fact, always_returning(False))


@fault(Q16_FORGET_COMMANDS="said_again_in_other_words")
def a_memory_that_says_it_again_stays() -> None:
    """Only the memory that is named goes, and not the one that tells the same."""
    from device.skills.memory import known_statements

    swap(known_statements.retells, always_returning(False))


@fault(Q16_FORGET_COMMANDS="a_line_that_shares_a_word_stays")
def every_shared_word_is_the_fact() -> None:
    """Whatever holds the value goes."""
    from memory.extraction import paraphrase

    swap(paraphrase.repeats_fact, paraphrase.contains_value)


@fault(Q16_FORGET_COMMANDS="after_a_question_that_found_nothing")
def a_guess_is_acted_upon() -> None:
    """What "that" may mean is taken for what it means."""
    from memory.rules import mention_target

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def sure(*words: Any) -> Any:
            found = right(*words)
            return replace(found, atoms=found.atoms or found.maybe, maybe=())

        return sure

    wrap(mention_target.last_mentioned, around)


@fault(Q16_FORGET_COMMANDS="a_refused_secret_was_not_kept")
def nothing_is_said_to_be_forgotten() -> None:
    """ "I forgot it" is said of what was never kept."""
    from device.skills.memory.forgetting import outcomes

    swap(outcomes._forgotten_words_reason, always_returning("FORGOTTEN_BY_USER"))


@fault(Q16_FORGET_COMMANDS="two_commands_at_once")
def the_second_command_is_swallowed() -> None:
    """An utterance is one command, whatever is in it."""
    from device.assistant.compound_commands import CommandPart, CommandSplitter

    def whole(self: Any, text: str, understood: Any) -> Any:
        return (CommandPart(understood, 0, len(text)),)

    CommandSplitter.parts = whole  # type: ignore[method-assign, assignment]


@fault(Q16_FORGET_COMMANDS="a_stretch_of_time")
def time_is_no_topic() -> None:
    """A stretch of time is taken for a topic of these words."""
    from device.nlu.time_ranges import TimeRanges

    TimeRanges.of = always_returning(None)  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="much_of_a_stretch_is_asked_back")
def much_goes_at_once() -> None:
    """However much was told in a stretch of time goes unasked."""
    loosen_limits(max_forget_unasked=1_000)


@fault(Q16_FORGET_COMMANDS="everything_about_a_person")
def a_person_has_one_name() -> None:
    """What is told of somebody under another name stays."""
    from device.skills.memory import known_statements
    from memory.extraction import aliases

    swap(aliases.aliases_of, always_returning(()))
    swap(known_statements.atoms_about_person, always_returning(()))


@fault(Q16_DO_NOT_MENTION="asked_for_in_other_words", Q16_EXPOSURE_FILTER="in_other_words_it_stays_in_writing")
def other_words_pass_the_gates() -> None:
    """What is looked up by what it is about is looked up past every gate."""
    from engine_b.storage import visibility_sql

    swap(visibility_sql.visible_atoms, lambda gate: ("(a.user_id = ?)", (gate.user_id,)))
    swap(visibility_sql.gate_mask, always_returning(0))


@fault(Q16_EXPOSURE_FILTER="only_what_was_asked_for_is_hinted_at")
def anything_near_is_hinted_at() -> None:
    """That something is kept to writing is said whenever anything was found."""
    from memory.retrieval import answerability

    swap(answerability.covers_question, always_returning(True))
