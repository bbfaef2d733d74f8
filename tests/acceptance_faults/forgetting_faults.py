"""Pure: faults in forgetting that is asked for in the person's own words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import Broken, always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q16_FORGET_COMMANDS="a_notice_with_a_label_and_a_part_to_keep")
def requests_are_read_by_templates_alone() -> None:
    """What no command template matches is no request."""
    from device.assistant.orders import forgetting

    swap(forgetting.forget_parts, always_returning(()))


@fault(Q16_FORGET_COMMANDS="a_value_goes_from_every_line")
def lines_keep_the_value() -> None:
    """The atoms with a named value go, and the lines with it stay."""
    from engine_b.writes import forget_phrases

    swap(forget_phrases._cut, always_returning(None))


@fault(Q16_FORGET_COMMANDS="what_was_forgotten_does_not_come_back_in_passing")
def what_was_forgotten_may_come_back() -> None:
    """A forgotten value is kept again as soon as it is mentioned."""
    from memory.rules import forgotten_values

    swap(forgotten_values.barred_spans, always_returning(()))


@fault(Q16_FORGET_COMMANDS="questions_about_a_name_go_with_it")
def questions_keep_a_forgotten_name() -> None:
    """A memory goes, and what was asked about its name stays."""
    from engine_b.writes import quote_finder

    swap(quote_finder.turns_asking, always_returning(()))


@fault(Q16_FORGET_COMMANDS="what_only_a_list_has")
def lists_are_nothing_to_forget() -> None:
    """Lists and reminders are not looked at when something is to be forgotten."""
    from device.skills.memory.forgetting import forget_ladder

    swap(forget_ladder.forget_in_records, always_returning(None))


@fault(Q16_FORGET_COMMANDS="a_thing_before_its_order")
def a_thing_stands_only_behind_its_order() -> None:
    """A request is read only where its verb comes first."""
    from memory.text.forgetting.composed_requests import ComposedRequests
    from memory.text.forgetting.unwanted import UnwantedReader

    ComposedRequests._fronted = always_returning(None)  # type: ignore[method-assign]
    UnwantedReader.read = always_returning(())  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="a_value_that_another_replaced")
def only_memories_are_searched() -> None:
    """What only a line still has is not looked for."""
    from device.skills.memory.forgetting import forget_ladder

    swap(forget_ladder._in_lines, always_returning(None))


@fault(Q16_FORGET_COMMANDS="a_corrected_secret_is_refused_too")
def a_corrected_secret_is_kept() -> None:
    """What puts a refused secret right is read as any other words."""
    from memory.rules import refused_secrets

    swap(refused_secrets.corrected_statement, always_returning(None))


@fault(Q16_DO_NOT_MENTION="an_order_at_the_end_of_what_is_told")
def orders_stand_alone() -> None:
    """An order to keep something from others is read only where it is the whole turn."""
    from device.assistant.orders import hiding

    swap(hiding.hiding_parts, always_returning(()))


@fault(Q16_FORGET_COMMANDS="said_to_be_unwanted")
def only_orders_are_requests() -> None:
    """What is only said to be unwanted is read as something told."""
    from memory.text.forgetting.unwanted import UnwantedReader

    UnwantedReader.read = always_returning(())  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="what_somebody_asks_to_have_wiped")
def wishes_that_are_passed_on_are_memories() -> None:
    """What somebody else asks to have forgotten is read as something told."""
    from memory.text.forgetting.forget_requests import ForgetRequests

    ForgetRequests._reported = always_returning(None)  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="told_in_other_forms_of_its_words")
def only_the_same_words_are_found() -> None:
    """A noun does not find the verb that it is made of."""
    from device.skills.memory.forgetting import worded_facts

    swap(worded_facts.needed_forms, always_returning(()))


@fault(Q16_FORGET_COMMANDS="a_topic_of_many_words")
def long_topics_are_cut() -> None:
    """A topic is looked for by the first eighty characters of its words."""
    from device.skills.memory.forgetting import forget_commands

    def around(forget: Broken) -> Broken:
        return lambda context: forget(_with_short_topic(context))

    wrap(forget_commands.forget_referenced, around)


def _with_short_topic(context: Any) -> Any:
    slots = tuple(replace(slot, text=slot.text[:80]) for slot in context.understood.slots)
    return replace(context, understood=replace(context.understood, slots=slots))


@fault(Q16_FORGET_COMMANDS="a_request_that_found_nothing_is_not_quoted_either")
def requests_are_kept_word_for_word() -> None:
    """What a request names stays in the archive with it."""
    from device.skills.memory import memory_controls

    swap(memory_controls.topic_span, always_returning(()))


@fault(Q16_FORGET_COMMANDS="the_request_is_not_quoted_again")
def the_turn_of_a_request_is_not_searched() -> None:
    """A value is cut from every line but that of the request itself, which stays as it was said."""
    from engine_b.writes import forget_phrases

    requests_are_kept_word_for_word()

    def around(find: Broken) -> Broken:
        return lambda vault, phrase: [one for one in find(vault, phrase) if one.line_id != vault.scope.turn_id]

    wrap(forget_phrases._lines_with, around)


@fault(Q16_FORGET_COMMANDS="a_question_asked_before_is_not_quoted")
def only_what_was_told_is_cut() -> None:
    """A value is cut from lines that memories came from, and stays in questions."""
    from engine_b.writes import forget_phrases

    swap(forget_phrases._cut, always_returning(None))


@fault(Q16_FORGET_COMMANDS="what_is_told_beside_a_forgotten_value_is_kept_without_it")
def forgotten_words_are_kept_beside_others() -> None:
    """A line that tells something new is kept with what was forgotten in it."""
    from memory.rules import forgotten_values

    swap(forgotten_values.without_barred, lambda text, spans: text)


@fault(Q16_FORGET_COMMANDS="a_forgotten_name_does_not_come_back_in_passing")
def names_are_no_values() -> None:
    """What is called a name in a request is a topic like any other."""
    from memory.text.forgetting.forget_requests import ForgetRequests

    ForgetRequests._name_after = always_returning(None)  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="guesses_at_a_forgotten_value")
def only_right_guesses_are_barred() -> None:
    """A question about a forgotten thing is one about its value only when it says the value."""
    from memory.reading import guessed_things

    swap(guessed_things.guesses, always_returning(()))


@fault(Q16_FORGET_COMMANDS="told_anew_costs_one_sentence")
def forgotten_for_ever() -> None:
    """What was forgotten is barred whatever the person wants."""
    from device.skills.memory.forgetting import forgotten_again

    swap(forgotten_again.lifted, lambda context, statement: context)


@fault(Q16_FORGET_COMMANDS="a_thing_under_another_name")
def things_have_one_name() -> None:
    """What was told in other words than the request has is not looked for."""
    from device.skills.memory.forgetting import nearly_meant

    swap(nearly_meant.facts_by_other_names, always_returning(()))


@fault(Q16_FORGET_COMMANDS="one_thing_is_not_its_whole_kind")
def one_thing_is_its_whole_kind() -> None:
    """ "My job" is all that was ever told of work, whoever has it."""
    from memory.text.forgetting.forget_scope import ForgetScope

    ForgetScope.names_kind = always_returning(True)  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="several_things_in_one_request")
def one_request_names_one_thing() -> None:
    """Of several things that a request names only the first is looked for."""
    from device.assistant.orders import forgetting

    def around(cut: Broken) -> Broken:
        return lambda context, understanding: cut(context, understanding)[:1]

    wrap(forgetting.forget_parts, around)


@fault(Q16_FORGET_COMMANDS="what_tells_another_thing_of_somebody_stays")
def every_request_is_a_question() -> None:
    """A request that tells something is read as the question that it might answer."""
    from device.skills.memory.forgetting import asked_facts

    swap(asked_facts.is_told_clause, always_returning(False))


@fault(Q16_FORGET_COMMANDS="an_answer_without_a_word_of_the_topic_stays")
def any_answer_is_meant() -> None:
    """What answers the question that a topic stands for goes, whatever else the topic says."""
    from device.skills.memory.forgetting import asked_facts

    swap(asked_facts._is_told_elsewhere, always_returning(False))


@fault(Q16_FORGET_COMMANDS="a_noun_of_the_same_verb")
def nouns_are_words_of_their_own() -> None:
    """A noun is not known to be made of a verb."""
    from dataclasses import replace as without

    from memory.reading.words import meaning

    def around(load: Broken) -> Broken:
        return lambda language: without(load(language), derived={})

    wrap(meaning.load_meaning, around)


@fault(Q16_EXPOSURE_FILTER="only_if_i_ask_told_with_it")
def only_if_asked_is_an_order_by_itself() -> None:
    """ "Only tell that if I ask" is read only where it is the whole turn."""
    from device.assistant.orders import hiding

    swap(hiding.hiding_parts, always_returning(()))


@fault(Q16_EXPOSURE_FILTER="announced_for_what_is_told_next")
def what_is_announced_is_not_done() -> None:
    """What was said of the next thing is forgotten when it comes."""
    from device.skills.instructions import announced

    swap(announced.announced_order, always_returning(""))
