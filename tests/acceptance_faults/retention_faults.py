"""Pure: faults in what a person prefers about retention and recall, and in whose threads and work orders are read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q18_RETENTION_MODES="as_usual_again")
def everything_is_for_ever() -> None:
    """ "Remember things as usual" is only said."""
    from device.skills.continuity import preferences

    def around(right: Any) -> Any:
        def set_(context: Any) -> Any:
            outcome = right(context)
            return replace(outcome, settings=()) if outcome.intent == "remember_as_usual" else outcome

        return set_

    wrap(preferences.set_preference, around)


@fault(Q18_RETENTION_MODES="stronger_resume")
def everything_resumes_as_usual() -> None:
    """With "remember everything" a thread comes up after a greeting alone."""
    from device.skills.continuity import resuming

    vars(resuming)["TELLING"] = frozenset()


@fault(Q18_RETENTION_MODES="no_thread_either")
def recalling_is_not_resuming() -> None:
    """Who wants nothing recalled unasked is told of threads all the same."""
    from memory.continuity.preferences import Preferences, ResumeMode

    Preferences.resumes_unasked = property(  # type: ignore[method-assign,assignment]
        lambda self: self.resume is ResumeMode.AUTOMATIC
    )


@fault(Q18_RETENTION_MODES="this_is_another_order")
def one_memory_is_all_of_them() -> None:
    """ "Only recall this if I ask" is taken for "only recall if I ask"."""
    from device.skills.continuity import preferences
    from device.skills.memory import memory_controls

    def around(right: Any) -> Any:
        def marked(context: Any) -> Any:
            if context.understood.intent != "only_if_asked":
                return right(context)
            meant = replace(context.understood, intent="recall_only_if_asked")
            return preferences.set_preference(replace(context, understood=meant))

        return marked

    wrap(memory_controls.mark_memory, around)


@fault(Q18_THREAD_KEPT="of_one_person")
def threads_are_the_households() -> None:
    """The threads of a person are those of the household, and are read with the eyes of whom they are of."""
    from memory.continuity import kept_threads, thread_words
    from memory.model import ids

    ana = ids.user_id("ana")
    for read in (kept_threads.own_threads, kept_threads.latest_threads, kept_threads.resume_candidates):
        wrap(read, lambda right: lambda reader, user_id, *rest: right(reader, ana, *rest))
    wrap(
        thread_words.read_threads,
        lambda right: lambda memory, gate, threads: right(memory, replace(gate, user_id=ana), threads),
    )


@fault(Q18_WORK_PENDING="only_if_asked")
def work_comes_up_unasked() -> None:
    """Nobody looks at what the person prefers about work orders."""
    from memory.continuity.preferences import Preferences

    Preferences.resumes_unasked = property(always_returning(True))  # type: ignore[method-assign,assignment]
