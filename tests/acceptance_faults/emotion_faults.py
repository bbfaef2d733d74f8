"""Pure: faults in the mood of a person: in what makes it, in what it changes, and in how it is forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q18_EMO_TONE_ONLY="low")
def every_tone_is_plain() -> None:
    """Nobody is spoken to differently."""
    from memory.emotion import tone

    swap(tone.tone_of, always_returning(tone.Tone()))


@fault(Q18_EMO_TONE_ONLY="fades")
def a_mood_stays_for_ever() -> None:
    """Nothing that was felt fades."""
    from memory.emotion import mood

    swap(mood._halved, lambda number, age_ms, half_life_ms: number)


@fault(Q18_EMO_TONE_ONLY="of_one_person")
def one_mood_for_everybody() -> None:
    """Whoever speaks has the mood of Ana."""
    from device.skills import feelings
    from device.skills.feelings import turn_mood
    from memory.model import ids

    wrap(turn_mood._mood, lambda right: lambda reader, user_id: right(reader, ids.user_id("ana")))
    assert feelings


@fault(Q18_EMO_NO_FACTS="of_another")
def everybody_feels_for_the_speaker() -> None:
    """Whoever is sad, the speaker is."""
    from memory.emotion import feeling

    wrap(
        feeling.read_feeling, lambda right: lambda text, language: right(text.replace("my sister is", "I am"), language)
    )


@fault(Q18_EMO_NO_FACTS="no_question")
def questions_tell_a_feeling() -> None:
    """A question makes a mood."""
    from device.skills.feelings import turn_mood

    class EveryIntent:
        """Holds whatever is asked for."""

        def __contains__(self, intent: object) -> bool:
            return True

    vars(turn_mood)["_TOLD"] = EveryIntent()


@fault(Q18_EMO_NO_FACTS="no_memory_of_it")
def feelings_leave_nothing() -> None:
    """No mood is kept."""
    from device.skills.feelings import turn_mood

    swap(turn_mood.felt_records, always_returning(()))


@fault(Q18_EMO_FORGET="alone after_a_restart in_a_later_session said_twice")
def a_mood_is_said_to_be_forgotten() -> None:
    """It is confirmed, and stays."""
    from device.skills.feelings import skill

    wrap(skill.forget_feelings, lambda right: lambda context: replace(right(context), drop_records=()))


@fault(Q18_EMO_FORGET="nothing_felt")
def forgetting_is_always_confirmed() -> None:
    """Whether there was a mood or not."""
    from device.skills.feelings import skill
    from device.skills.turn_context import TurnOutcome

    swap(skill.forget_feelings, lambda context: TurnOutcome(context.understood.intent, (skill.FEELINGS_FORGOTTEN,)))


@fault(Q18_EMO_FORGET="felt_again")
def no_second_mood(seen: Any = None) -> None:
    """After a first mood nobody feels anything."""
    from memory.emotion import mood

    wrap(mood.after_feeling, lambda right: lambda before, felt, *more: right(before, before.lasting, *more))


@fault(Q18_EMO_TONE_ONLY="glad")
def nobody_is_glad() -> None:
    """Who is glad is spoken to plainly."""
    from memory.emotion import tone

    def around(right: Any) -> Any:
        return lambda felt: tone.Tone() if felt.valence > 0 else right(felt)

    wrap(tone.tone_of, around)


@fault(Q18_EMO_TONE_ONLY="upset")
def who_is_upset_is_low() -> None:
    """How strongly somebody feels does not matter."""
    from memory.emotion import tone

    wrap(tone.tone_of, lambda right: lambda felt: right(replace(felt, activation=-100)))


@fault(Q18_EMO_FORGET="with_everything")
def moods_outlive_their_person() -> None:
    """Who is forgotten as a whole is felt for still."""
    from engine_b.writes import record_writes

    wrap(
        record_writes.drop_record,
        lambda right: (
            lambda recorder, kind, subject, *rest: (
                None if str(kind) == "mood" else right(recorder, kind, subject, *rest)
            )
        ),
    )


@fault(Q18_EMO_FORGET="ones_own")
def everybodys_mood_is_anas() -> None:
    """Whoever says so, the mood of Ana goes."""
    from device.skills.feelings import skill
    from memory.model import ids

    ana = ids.user_id("ana")
    wrap(
        skill.forget_feelings,
        lambda right: lambda context: right(replace(context, turn=replace(context.turn, user_id=ana))),
    )


@fault(Q18_EMO_NO_FACTS="no_order")
def orders_tell_a_feeling() -> None:
    """Whatever is said is felt, orders too."""
    from device.skills.feelings import turn_mood

    wrap(
        turn_mood.felt_records,
        lambda right: (
            lambda context, kept: right(
                replace(context, understood=replace(context.understood, intent="statement")), kept
            )
        ),
    )
