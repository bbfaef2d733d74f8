"""Pure: faults in threads, in how they are resumed, in how long they are kept, and in the history of facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q18_THREAD_KEPT="over_after_half_an_hour")
def conversations_leave_nothing() -> None:
    """No conversation is ever over."""
    from memory.continuity import stretches

    swap(stretches.closed_stretches, always_returning(()))


@fault(Q18_THREAD_KEPT="digested_once")
def conversations_are_digested_again() -> None:
    """Nobody notes up to where was read, and each thread has a new id."""
    from itertools import count

    from memory.continuity import closing, thread

    seen = count()
    swap(closing._place_in, always_returning(0))
    wrap(thread.thread_id_of, lambda right: lambda user, session, turn: right(user, session, f"{turn}{next(seen)}"))


@fault(Q18_THREAD_KEPT="resumed_by_its_topic")
def a_thread_is_its_last_words() -> None:
    """What was decided, is open or comes next is not told apart."""
    from memory.continuity import thread_words

    swap(thread_words._bullets, always_returning(()))


@fault(Q18_THREAD_KEPT="forget_this_thread")
def the_archive_keeps_the_conversation() -> None:
    """A thread is forgotten without what was said in it."""
    from device.skills.continuity import thread_commands

    wrap(
        thread_commands.forget_thread_outcome,
        lambda right: lambda *said: replace(right(*said), forget_turns=(), forget=()),
    )


@fault(Q18_THREAD_KEPT="told_elsewhere_too")
def what_was_told_twice_goes_too() -> None:
    """Every memory that a conversation told goes with it."""
    from engine_b.vault.control_queries import VaultControlQueries

    def told_in(self: Any, user_id: str, turn_ids: tuple[str, ...]) -> Any:
        atoms = self._vault.reader.atoms_for_control(user_id, self.all_atom_ids(user_id))
        return tuple(one for one in atoms if any(source.turn_id in turn_ids for source in one.sources))

    VaultControlQueries.told_only_in = told_in  # type: ignore[method-assign]


@fault(Q18_THREAD_KEPT="nothing_goes_on_a_guess")
def the_latest_thread_is_this_one() -> None:
    """ "This thread" is the latest one where none was resumed."""
    from device.skills.continuity import own_threads

    swap(own_threads.present_thread, lambda context: getattr(own_threads.latest_thread(context), "thread", None))


@fault(Q18_THREAD_KEPT="not_to_be_mentioned", Q18_WORK_PENDING="forgotten_words")
def threads_say_what_is_silenced() -> None:
    """The words of a thread are read past the gate."""
    from engine_b.vault import vault_reader
    from memory.retrieval import context_builder

    vars(vault_reader)["visible_lines"] = lambda gate: ("l.user_id = ?", (gate.user_id,))
    swap(context_builder.sayable_lines, lambda memory, gate, lines: lines)


@fault(Q18_RESUME_TIERS="hot_is_told")
def nothing_comes_up() -> None:
    """A session opens as if there were no threads."""
    from device.skills.continuity import resuming

    swap(resuming.with_resume, lambda view, reply: reply)


@fault(Q18_RESUME_TIERS="warm_is_one_question")
def a_month_is_hot() -> None:
    """What would be asked about is told."""
    from memory.continuity.tiers import Tier

    _tiers(lambda thread, tier: Tier.HOT if tier is Tier.WARM else tier)


@fault(Q18_RESUME_TIERS="warm_ends")
def a_month_never_ends() -> None:
    """What was decided is asked about for a year."""
    _limits(WARM_MS=365 * 86_400_000)


@fault(Q18_RESUME_TIERS="unresolved_ends")
def what_is_open_never_decays() -> None:
    """What is open is asked about for a year."""
    _limits(UNRESOLVED_MS=365 * 86_400_000)


@fault(Q18_RESUME_TIERS="pinning_warms_nothing")
def a_pin_is_a_wish_to_resume() -> None:
    """A pinned thread comes up however old it is."""
    from memory.continuity.tiers import Tier

    _limits(WARM_MS=365 * 86_400_000)
    _tiers(lambda thread, tier: Tier.HOT if thread.pinned else tier)


@fault(Q18_RESUME_TIERS="unresolved_before_newer")
def the_latest_is_first() -> None:
    """Threads are ranked by their last use alone."""
    from memory.continuity import tiers

    swap(tiers.rank_threads, lambda threads, now_ms: tuple(sorted(threads, key=lambda one: -one.active_ms)))


@fault(Q18_RESUME_TIERS="after_a_greeting_alone")
def it_comes_up_after_anything() -> None:
    """Whoever wants something else is told where it was left too."""
    from device.skills.continuity import resuming

    swap(resuming._may_come_up, always_returning(True))


@fault(Q18_RESUME_TIERS="put_aside")
def nothing_is_put_aside() -> None:
    """Who wants something new is asked again."""
    from device.skills.continuity import resuming

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def settled(*said: Any) -> Any:
            outcome = right(*said)
            return outcome and replace(outcome, records=())

        return settled

    wrap(resuming.settle_resume, around)


@fault(Q18_RESUME_TIERS="only_resume_if_i_ask")
def it_comes_up_unasked() -> None:
    """Nobody looks at what the person prefers."""
    from memory.continuity.preferences import Preferences

    Preferences.resumes_unasked = property(always_returning(True))  # type: ignore[method-assign,assignment]


@fault(Q18_RESUME_TIERS="who_is_not_known")
def every_voice_is_known() -> None:
    """Whoever speaks at the microphone is told."""
    from device.assistant.assistant import Assistant

    right = Assistant.answer
    Assistant.answer = lambda self, heard, conversation: right(  # type: ignore[method-assign]
        self, heard, replace(conversation, known=True)
    )


@fault(Q18_RETENTION_MODES="two_years")
def threads_are_kept_for_ever() -> None:
    """No thread ends."""
    from memory.continuity import kept_threads

    swap(kept_threads.threads_to_drop, always_returning(()))


@fault(Q18_RETENTION_MODES="ten_years")
def everything_is_two_years() -> None:
    """The mode changes nothing."""
    from memory.core.policy import RETENTION_MS

    _limits(RETENTION_MS=dict.fromkeys(RETENTION_MS, RETENTION_MS["DEFAULT"]))


@fault(Q18_RETENTION_MODES="pinned_for_ever")
def a_pin_falls_out() -> None:
    """What is pinned ends as all does."""
    from memory.continuity import tiers

    wrap(
        tiers.expired_threads,
        lambda right: lambda threads, *rest: right([replace(one, pinned=False) for one in threads], *rest),
    )


@fault(Q18_RETENTION_MODES="nothing_unasked")
def only_if_asked_is_only_said() -> None:
    """ "Only recall if I ask" is acknowledged and not looked at."""
    from memory.continuity.preferences import Preferences

    Preferences.only_if_asked = property(always_returning(False))  # type: ignore[method-assign,assignment]


@fault(Q18_RETENTION_MODES="of_one_person")
def preferences_are_the_households() -> None:
    """What one prefers, all have."""
    from memory.rules import current_state

    swap(current_state.person_code, always_returning("0" * 16))


@fault(Q18_TIME_HISTORY="what_changed")
def nothing_ever_changed() -> None:
    """What changed is not looked up."""
    from engine_b.vault.history_queries import HistoryQueries

    HistoryQueries.changed_between = always_returning(())  # type: ignore[method-assign]


@fault(Q18_TIME_HISTORY="known_at")
def all_was_always_known() -> None:
    """What is known now was known then."""
    from engine_b.vault.history_queries import HistoryQueries

    right = HistoryQueries.known_at
    HistoryQueries.known_at = lambda self, gate, at_ms, *rest: right(  # type: ignore[method-assign]
        self, gate, 1 << 62, *rest
    )


@fault(Q18_TIME_HISTORY="so_before")
def the_past_is_the_present() -> None:
    """A question about the past is answered with what is so now."""
    from device.skills.recall.history import held_then

    swap(held_then.recall_held_then, always_returning(None))


@fault(Q18_TIME_HISTORY="when_did_it_change")
def a_change_has_no_moment() -> None:
    """Nobody knows when something changed."""
    from device.skills.recall.history import known_changes

    swap(known_changes.changes_ever, always_returning(()))


@fault(Q18_TIME_HISTORY="valid_since")
def told_is_begun() -> None:
    """What is told began when it was told, whatever its words say."""
    from device.skills.recall.history import asked_time

    swap(asked_time.begun_ms, always_returning(None))


@fault(Q18_TIME_HISTORY="not_to_be_mentioned")
def the_past_may_be_mentioned() -> None:
    """What is over is read past the gate."""
    from device.skills.recall.history import asked_time
    from engine_b.vault import history_queries

    vars(history_queries)["gate_mask"] = always_returning(0)
    swap(asked_time.mentionable_periods, lambda view, periods: tuple(periods))


@fault(Q18_WORK_PENDING="a_draft_is_no_memory")
def what_is_to_be_done_is_a_fact() -> None:
    """The words of a draft are kept as a memory too."""
    from device.skills.continuity import work_commands
    from memory.extraction.extract import atom_from_fact, statement_fact

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def made(context: Any) -> Any:
            fact = statement_fact(context.turn, context.language, context.policy)
            return replace(right(context), new=(atom_from_fact(fact, context.turn, 0, context.policy),))

        return made

    wrap(work_commands.make_work, around)


@fault(Q18_WORK_PENDING="hot_is_told")
def work_is_kept_to_herself() -> None:
    """A session opens as if nothing were pending."""
    from device.skills.continuity import resuming

    swap(resuming._pending_work, always_returning(()))


@fault(Q18_WORK_PENDING="warm_ends")
def work_is_pending_for_ever() -> None:
    """What is pending is asked about for a year."""
    from memory.continuity import work_order

    vars(work_order)["WARM_MS"] = 365 * 86_400_000


@fault(Q18_WORK_PENDING="warm_is_one_question")
def work_is_always_hot() -> None:
    """What would be asked about is told."""
    from memory.continuity import work_order
    from memory.continuity.tiers import Tier

    swap(work_order.work_tier, always_returning(Tier.HOT))


@fault(Q18_WORK_PENDING="forget_that")
def forgetting_is_cancelling() -> None:
    """ "Forget that" ends a work order."""
    from memory.continuity.work_order import WorkOrder, WorkStatus

    WorkOrder.suppressed = lambda self: self.moved(  # type: ignore[method-assign]
        WorkStatus.CANCELED, "CANCELED_BY_USER", self.touched_ms
    )


@fault(Q18_WORK_PENDING="cancel_that")
def cancelling_is_forgetting() -> None:
    """ "Cancel that" only keeps a work order from coming up."""
    from device.skills.continuity import work_commands
    from memory.continuity.work_order import WorkOrder

    right = work_commands.settle_pointed

    def settled(context: Any, order: WorkOrder | None) -> Any:
        cancels = order is not None and work_commands.cancels_pointing(context)
        return work_commands.suppressed_outcome(order) if order and cancels else right(context, order)

    swap(right, settled)


@fault(Q18_WORK_PENDING="made_clear")
def a_no_confirms_work() -> None:
    """Whatever is answered, a work order is confirmed."""
    from device.skills.continuity import work_commands

    vars(work_commands)["_YES"] = work_commands._YES | work_commands._NO
    vars(work_commands)["_NO"] = frozenset()


@fault(Q18_WORK_PENDING="of_one_person")
def work_is_the_households() -> None:
    """The work orders of a person are those of the household, and are read with the eyes of whom they are of."""
    from memory.continuity import read_work, work_order
    from memory.model import ids

    ana = ids.user_id("ana")
    wrap(work_order.own_work, lambda right: lambda reader, user_id: right(reader, ana))
    wrap(
        read_work.read_work,
        lambda right: lambda memory, gate, orders: right(memory, replace(gate, user_id=ana), orders),
    )


def _tiers(change: Callable[[Any, Any], Any]) -> None:
    """Change what tier a thread has."""
    from memory.continuity import tiers

    wrap(tiers.resume_tier, lambda right: lambda thread, now_ms: change(thread, right(thread, now_ms)))


def _limits(**limits: Any) -> None:
    """The rules about threads have other limits."""
    from memory.continuity import kept_threads, tiers

    for module in (kept_threads, tiers):
        vars(module).update(limits)
