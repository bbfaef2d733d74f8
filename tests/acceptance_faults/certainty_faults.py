"""Pure: faults in what is relied on: Current State, the order of preference, and memory that was left in doubt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q12_ONE_QUESTION_RULE="current_state_wins_without_a_question")
def current_state_answers_nothing() -> None:
    """A question for what Current State knows is answered from memory."""
    from engine_b.vault import control_queries

    control_queries.VaultControlQueries.current_state = lambda self: {}  # type: ignore[method-assign]


@fault(Q12_ONE_QUESTION_RULE="current_state_wins_without_a_question")
def current_state_contradicts_nothing() -> None:
    """A memory that disagrees with Current State is tagged as if it did not."""
    from memory.retrieval import context_bundle

    wrap(
        context_bundle._tag,
        lambda tag: lambda atom, candidates, *rest: tag(atom, replace(candidates, state={}), *rest),
    )


@fault(Q12_ONE_QUESTION_RULE="current_state_wins_without_a_question")
def current_state_is_asked_about() -> None:
    """A memory that disagrees with Current State costs a question."""
    from device.skills.recall import fact_lookup
    from memory.model.atoms import Tag

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def ask(view: Any, *rest: Any) -> Any:
            found = right(view, *rest)
            if found is None or found[0].reasons != ("CURRENT_STATE",):
                return found
            atoms = view.memory.reader.atoms_with_key(view.gate, "language")
            return (fact_lookup._ask_about_atoms(view, atoms[0], atoms, Tag.CONFLICT, "CONFLICT"), found[1])

        return ask

    wrap(fact_lookup.recall_one, around)


@fault(
    Q12_ONE_QUESTION_RULE="unanswered_it_is_left_out",
    Q14_UNRESOLVED_SUPPRESS="it_is_not_used_either",
)
def what_was_left_open_is_told() -> None:
    """A memory whose question nobody answered is told all the same."""
    from device.skills.recall import fact_lookup
    from device.skills.reply_context import Reply

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def tell(view: Any, atoms: Any, reason: str) -> Any:
            reply = right(view, atoms, reason)
            open_again = "UNRESOLVED" in reply.reasons
            return Reply(fact_lookup.quote_atom(view, atoms[0]), reply.reasons, (atoms[0],)) if open_again else reply

        return tell

    wrap(fact_lookup.reply_from_atoms, around)


def _taken_for_confirmed(tag: str, **seen: str) -> None:
    """Register a fault: what carries this tag is told as if it were CONFIRMED."""

    def apply() -> None:
        from device.skills.reply_context import ReplyContext
        from memory.model.atoms import Tag

        right = ReplyContext.tag

        def tagged(self: Any, atom: Any) -> Any:
            found = right(self, atom)
            return Tag.CONFIRMED if found is Tag[tag] else found

        ReplyContext.tag = tagged  # type: ignore[method-assign]

    apply.__name__ = f"{tag.lower()}_is_told_as_confirmed"
    apply.__doc__ = f"A memory that is tagged {tag} is told without a question."
    fault(**seen)(apply)


_taken_for_confirmed("TENTATIVE", Q14_UNRESOLVED_SUPPRESS="ignored_once")
_taken_for_confirmed("STALE", Q12_ONE_QUESTION_RULE="stale_costs_one_question")
_taken_for_confirmed("CONFLICT", Q12_ONE_QUESTION_RULE="a_conflict_costs_one_question")


_SIGNALS = ("pinned", "verified", "recency", "confidence", "provenance", "id")


def _preferred_without(place: int) -> None:
    """Register a fault: the order of preference is made without one of its signals."""

    def apply() -> None:
        from memory.rules import order

        def around(key: Callable[..., Any]) -> Callable[..., Any]:
            return lambda atom: tuple(0 if number == place else part for number, part in enumerate(key(atom)))

        wrap(order.conflict_order, around)

    apply.__name__ = f"{_SIGNALS[place]}_prefers_nothing"
    apply.__doc__ = f"Of two memories of one thing, {_SIGNALS[place]} does not decide which comes first."
    fault(Q12_ORDERING_TIEBREAK="which_of_two_comes_first")(apply)


for _place in range(len(_SIGNALS) - 1):
    _preferred_without(_place)


def _exchanged(place: int, order_of: str, case_id: str) -> None:
    """Register a fault: two neighbouring signals of an order have changed places."""

    def apply() -> None:
        from engine_b.vault import control_queries, vault_reader
        from memory.rules import order

        def around(key: Callable[..., Any]) -> Callable[..., Any]:
            return lambda atom: _turned(key(atom), place)

        wrap(getattr(order, f"{order_of}_order"), around)
        if order_of == "retrieval":
            turned = ", ".join(_turned(tuple(order.RETRIEVAL_ORDER_SQL.split(", ")), place))
            for names in (vars(vault_reader), vars(control_queries)):
                names["RETRIEVAL_ORDER_SQL"] = turned

    apply.__name__ = f"{order_of}_signals_{place}_and_{place + 1}_change_places"
    apply.__doc__ = f"In the order of {order_of} the signals {place} and {place + 1} have changed places."
    fault(Q12_ORDERING_TIEBREAK=case_id)(apply)


def _turned(parts: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    """Returns the signals with two neighbours exchanged; the key of retrieval has two parts for the latest use."""
    groups = [parts[:1], parts[1:2], parts[2:3], parts[3:5], parts[5:6], parts[6:]]
    if len(parts) == 6:
        groups = [parts[number : number + 1] for number in range(6)]
    groups[place], groups[place + 1] = groups[place + 1], groups[place]
    return tuple(part for group in groups for part in group)


for _place in range(4):
    _exchanged(_place, "retrieval", "the_whole_chain_at_once")
    _exchanged(_place, "conflict", "which_of_two_comes_first")


@fault(Q12_ORDERING_TIEBREAK="id_is_the_last_word")
def the_last_id_comes_first() -> None:
    """Of two memories that are alike, the one with the later id comes first."""
    from engine_b.vault import control_queries, vault_reader
    from memory.rules import order

    class Reversed(str):
        def __lt__(self, other: str) -> bool:
            return str.__gt__(self, other)

    wrap(order.retrieval_order, lambda key: lambda atom: (*key(atom)[:-1], Reversed(key(atom)[-1])))
    for names in (vars(vault_reader), vars(control_queries)):
        names["RETRIEVAL_ORDER_SQL"] = names["RETRIEVAL_ORDER_SQL"].replace("a.atom_id", "a.atom_id DESC")


@fault(Q12_ORDERING_TIEBREAK="the_cut_takes_the_lowest")
def the_best_are_cut() -> None:
    """Where too much is relevant the last of it is kept."""
    from memory.retrieval import context_bundle

    def around(compose: Callable[..., Any]) -> Callable[..., Any]:
        def last(gate: Any, candidates: Any, *rest: Any) -> Any:
            return compose(gate, replace(candidates, ranked=tuple(candidates.ranked)[::-1]), *rest)

        return last

    wrap(context_bundle.compose_bundle, around)


def _never_a_reason(reason: str, **seen: str) -> None:
    """Register a fault: for this reason what is known is not asked about again."""

    def apply() -> None:
        from memory.rules import clarification

        right = clarification.may_ask

        def silent(key: str, reason_code: str, *rest: Any) -> bool:
            return reason_code != reason and right(key, reason_code, *rest)

        swap(right, silent)

    apply.__name__ = f"{reason.lower()}_is_no_reason_to_ask"
    apply.__doc__ = f"What is known is not asked about again for the reason {reason}."
    fault(**seen)(apply)


_never_a_reason("CONFLICT", Q14_REASK_GUARDS="conflict")
_never_a_reason("STALE", Q14_REASK_GUARDS="staleness")
_never_a_reason("LOW_CONFIDENCE", Q14_REASK_GUARDS="low_confidence")
_never_a_reason("DEVICE_RESTORE", Q14_REASK_GUARDS="after_a_restore_one_question")


@fault(Q14_REASK_GUARDS="after_a_restore_one_question")
def a_restore_is_asked_about_for_ever() -> None:
    """A replacement device asks at the beginning of every talk."""
    from device.assistant import dispatcher

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        return lambda context, outcome, *rest: replace(right(context, outcome, *rest), settings=outcome.settings)

    wrap(dispatcher._with_restore_question, around)


def _never_flagged(kind: str, **seen: str) -> None:
    """Register a fault: a known fact of this kind raises no do-not-repeat flag."""

    def apply() -> None:
        from memory.model.atoms import Kind
        from memory.rules import clarification

        vars(clarification)["STABLE_KINDS"] = clarification.STABLE_KINDS - {Kind(kind)}

    apply.__name__, apply.__doc__ = f"{kind}_is_not_flagged", f"A known {kind} raises no do-not-repeat flag."
    fault(**seen)(apply)


_never_flagged("name", Q14_DO_NOT_REPEAT="a_known_name")
for _kind in ("language", "contact_preference", "project"):
    _never_flagged(_kind, Q14_DO_NOT_REPEAT="language_and_contact")
