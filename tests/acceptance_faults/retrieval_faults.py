"""Pure: faults in what a bundle holds, in which order, and how it is tagged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, loosen_limits, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q12_BUNDLE_BUDGETS="a_thousand_relevant_atoms")
def atoms_uncapped() -> None:
    """More than 20 atoms may stand in a bundle."""
    loosen_limits(max_bundle_atoms=60)


@fault(Q12_BUNDLE_BUDGETS="one_byte_more_than_fits")
def bytes_uncapped() -> None:
    """A bundle may have any size."""
    loosen_limits(max_bundle_bytes=10**9)


@fault(Q12_BUNDLE_BUDGETS="excerpts_stay_two_and_short")
def excerpts_uncapped() -> None:
    """More than 2 excerpts may stand in a bundle."""
    loosen_limits(max_bundle_excerpts=8)


@fault(Q12_BUNDLE_BUDGETS="the_push_slot_leaves_room")
def push_uncapped() -> None:
    """The push slot takes all there is."""
    from memory.retrieval import context_builder

    vars(context_builder)["MAX_PUSHED_PER_PREFIX"] = 1_000
    loosen_limits(max_push_atoms=1_000)


@fault(Q12_BUNDLE_BUDGETS="bytes_are_counted_not_characters")
def characters_for_bytes() -> None:
    """A character is taken for a byte when the bundle is cut."""
    from memory.retrieval import context_bundle

    class Short(bytes):
        def __len__(self) -> int:
            return len(self.decode("utf-8", "surrogatepass"))

    wrap(context_bundle._payload, lambda payload: lambda *words: Short(payload(*words)))


@fault(Q12_BUNDLE_BUDGETS="no_atom_is_cut_in_half")
def atoms_are_cut() -> None:
    """An atom is shortened instead of left out."""
    _first_words(40)


def _first_words(most_chars: int) -> None:
    from device.assistant import turn_records
    from device.core.messages import BundleAtom

    def around(view: Callable[..., Any]) -> Callable[..., Any]:
        def cut(bundle: Any) -> Any:
            shown = view(bundle)
            atoms = tuple(BundleAtom(atom.atom_id, atom.tag, atom.text[:most_chars]) for atom in shown.atoms)
            return replace(shown, atoms=atoms)

        return cut

    wrap(turn_records.bundle_view, around)


@fault(Q12_BUNDLE_BUDGETS="what_is_not_relevant_is_not_pulled")
def everything_is_relevant() -> None:
    """A bundle is filled with whatever there is."""
    from memory.retrieval import context_bundle

    def around(compose: Callable[..., Any]) -> Callable[..., Any]:
        def fill(gate: Any, candidates: Any, *rest: Any) -> Any:
            everything = _vault().reader.atoms(gate, 50)
            return compose(gate, replace(candidates, ranked=(*candidates.ranked, *everything)), *rest)

        return fill

    _keep_the_vault()
    wrap(context_bundle.compose_bundle, around)


@fault(Q12_BUNDLE_BUDGETS="a_stray_word_makes_nothing_relevant")
def every_word_is_relevant() -> None:
    """A memory that shares any word with a turn belongs to it."""
    from memory.reading import naming_words
    from memory.text.stemming import split_words

    swap(naming_words.naming_words, lambda text, language: frozenset(split_words(text)))


@fault(Q12_BUNDLE_BUDGETS="a_stray_word_makes_nothing_relevant")
def things_of_a_sort_are_one_thing() -> None:
    """What is told of a table belongs to a question about a chair."""
    from memory.retrieval import query

    wrap(query._concept, lambda right: lambda *words: replace(right(*words), related=right(*words).synonyms))


@fault(Q12_BUNDLE_BUDGETS="a_stray_word_makes_nothing_relevant")
def commands_are_excerpts() -> None:
    """What Selene was ordered to do is quoted as if it had been told."""
    from memory.retrieval import context_builder, telling_lines

    swap(context_builder._tells, lambda line, intent, *, asking: True)
    swap(telling_lines.telling_line, lambda line, *rest, asked: line)


@fault(Q12_BUNDLE_BUDGETS="a_vague_word_makes_nothing_relevant")
def vague_words_name_something() -> None:
    """What is bought belongs to all that was ever bought."""
    from memory.reading import naming_words

    swap(naming_words.vague_words, always_returning(frozenset()))


@fault(Q12_BUNDLE_BUDGETS="a_german_function_word_makes_nothing_relevant")
def function_words_name_something() -> None:
    """What shares an article, a pronoun or an auxiliary with a turn belongs to it."""
    from memory.reading import naming_words

    swap(naming_words._is_closed, always_returning(False))


@fault(Q12_BUNDLE_BUDGETS="a_question_beside_it_makes_nothing_relevant")
def what_was_asked_beside_counts() -> None:
    """A line is quoted for the words of a question in it that is left out."""
    from memory.retrieval import context_builder

    swap(context_builder._still_touches, always_returning(True))


@fault(Q18_GRAPH_LINKED="nothing_is_missing")
def the_graph_adds_to_what_is_whole() -> None:
    """The graph brings more although one memory has all that is named."""
    from memory.retrieval import context_builder

    swap(context_builder._covers, always_returning(False))


@fault(Q18_GRAPH_LINKED="nothing_is_missing")
def sums_connect() -> None:
    """Two things that cost money belong together."""
    from memory.graph import edges

    words = edges._graph_words()
    swap(edges._graph_words, always_returning(replace(words, no_node=frozenset())))


_VAULTS: list[Any] = []


def _keep_the_vault() -> None:
    from device.assistant.assistant import Assistant

    build = Assistant.__init__

    def keep(self: Assistant, vault: Any, *words: Any, **named: Any) -> None:
        build(self, vault, *words, **named)
        _VAULTS.append(vault)

    Assistant.__init__ = keep  # type: ignore[method-assign]


def _vault() -> Any:
    return _VAULTS[-1]


def _tags(change: Callable[[Any], Any]) -> None:
    from memory.rules import freshness

    wrap(freshness.tag_of, lambda tag_of: lambda *words: change(tag_of(*words)))


@fault(
    Q12_TAGGING="old_is_stale",
    Q12_ONE_QUESTION_RULE="stale_costs_one_question",
    Q14_REASK_GUARDS="staleness",
)
def nothing_is_stale() -> None:
    """Age does not count."""
    from memory.rules import freshness

    swap(freshness.is_stale, always_returning(False))


@fault(Q12_TAGGING="two_values_of_one_key_conflict", Q12_ONE_QUESTION_RULE="a_conflict_costs_one_question")
def nothing_contradicts() -> None:
    """Two values of one key are both taken for true."""
    from memory.rules import freshness

    swap(freshness._contradicts, always_returning(False))


@fault(Q12_TAGGING="low_confidence_is_tentative", Q14_REASK_GUARDS="low_confidence")
def everything_is_sure() -> None:
    """No confidence is too low."""
    loosen_limits(low_confidence_bp=0)


@fault(Q12_TAGGING="at_the_threshold_is_confirmed")
def threshold_excludes_itself() -> None:
    """The threshold itself is taken for too low."""
    loosen_limits(low_confidence_bp=5_001)


@fault(Q12_TAGGING="hedged_words_are_tentative", Q13_CONFIDENCE_DELTAS="as_stated")
def doubt_is_not_heard() -> None:
    """ "I think" is no doubt."""
    loosen_limits(hedged_bp=9_000)


@fault(Q12_TAGGING="each_kind_has_its_window")
def one_window_for_all() -> None:
    """Every kind is stale after a year."""
    from memory.rules import freshness

    wrap(freshness.is_stale, lambda stale: lambda atom, now_ms, policy: stale(atom, now_ms, _a_year(policy)))


def _a_year(policy: Any) -> Any:
    return replace(policy, freshness_days=dict.fromkeys(policy.freshness_days, 365))


@fault(Q12_TAGGING="the_last_day_of_the_window")
def the_window_is_a_day_short() -> None:
    """Stale a day too early."""
    from memory.core.policy import DAY_MS
    from memory.rules import freshness

    wrap(freshness.is_stale, lambda stale: lambda atom, now_ms, policy: stale(atom, now_ms + DAY_MS, policy))


@fault(Q12_TAGGING="using_keeps_fresh")
def use_keeps_nothing_fresh() -> None:
    """Only hearing and confirming count."""
    from memory.rules import freshness

    wrap(
        freshness.is_stale,
        lambda stale: lambda atom, now_ms, policy: stale(replace(atom, last_used_at_ms=None), now_ms, policy),
    )


@fault(Q12_TAGGING="a_clock_set_back_makes_nothing_stale")
def any_distance_is_age() -> None:
    """A fact from the future is as old as it is far away."""
    from memory.core.policy import DAY_MS
    from memory.rules import freshness

    swap(
        freshness.is_stale,
        lambda atom, now_ms, policy: abs(now_ms - atom.learned_at_ms) > policy.freshness_days[atom.kind] * DAY_MS,
    )


@fault(Q12_TAGGING="the_same_in_other_letters_is_no_conflict", Q14_REASK_GUARDS="the_same_again_is_no_conflict")
def letters_decide() -> None:
    """Another case is another value."""
    from memory.text import normalise

    swap(normalise.same_value, lambda one, other, language: one == other)


@fault(Q12_TAGGING="an_appointment_that_is_over_contradicts_nothing")
def nothing_is_ever_over() -> None:
    """A past appointment still contradicts a new one."""
    from memory.rules import freshness

    swap(freshness.has_ended, always_returning(False))


@fault(Q12_TAGGING="said_plainly_is_confirmed", Q12_ONE_QUESTION_RULE="certain_memory_is_never_asked_about")
def everything_is_tentative() -> None:
    """Nothing is ever confirmed."""
    from memory.model.atoms import Tag

    _tags(always_returning(Tag.TENTATIVE))


@fault(Q12_TAGGING="a_text_cannot_tag_itself", Q12_ONE_QUESTION_RULE="told_not_to_ask_it_still_asks")
def a_text_tags_itself() -> None:
    """Words in a memory are obeyed."""
    from memory.model.atoms import Tag
    from memory.rules import freshness

    def around(tag_of: Callable[..., Any]) -> Callable[..., Any]:
        def obey(atom: Any, *rest: Any) -> Any:
            ordered = "CONFIRMED" in atom.text or "never ask" in atom.text
            return Tag.CONFIRMED if ordered else tag_of(atom, *rest)

        return obey

    wrap(freshness.tag_of, around)


def _ordered_without(*signals: str) -> None:
    """The order of 2.11.9 with some of its signals levelled, wherever it is made."""
    from engine_b.vault import control_queries, vault_reader
    from memory.rules import order

    level = dict.fromkeys(signals, 0)
    wrap(order.retrieval_order, lambda key: lambda atom: key(atom._replace(**level)))
    for signal in signals:
        for names in (vars(vault_reader), vars(control_queries)):
            names["RETRIEVAL_ORDER_SQL"] = names["RETRIEVAL_ORDER_SQL"].replace(f"a.{signal} DESC", "0")


@fault(Q12_ORDERING_TIEBREAK="pinned_before_all")
def pins_do_not_rank() -> None:
    """A pin changes nothing in the order."""
    _ordered_without("pinned")


@fault(Q12_ORDERING_TIEBREAK="provenance_before_confidence")
def provenance_does_not_rank() -> None:
    """Inferred stands with verified."""
    _ordered_without("provenance")


@fault(Q12_ORDERING_TIEBREAK="confidence_before_recency")
def confidence_does_not_rank() -> None:
    """Sure stands with unsure."""
    _ordered_without("confidence_bp")


@fault(Q12_ORDERING_TIEBREAK="recency_before_use_count")
def recency_does_not_rank() -> None:
    """The last use changes nothing in the order."""
    _ordered_without("last_used_at_ms")


@fault(Q12_ORDERING_TIEBREAK="use_count_before_id")
def use_does_not_rank() -> None:
    """How often it was used changes nothing in the order."""
    _ordered_without("use_count")
