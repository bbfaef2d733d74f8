"""Pure: keeps how long a person pauses within a turn as a record of the vault, learned from turns that were cut off.

A turn was cut off where its person went on before a reply could be understood. Each such pause draws the wait half way
towards itself, so that one sound that was taken for speech does little, and what is learned fades where no pause needs
it any more. It holds numbers alone.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from device.audio.end_of_turn import drawn_wait, faded_wait
from device.core.policy import DevicePolicy
from device.skills.turn_context import TurnContext
from memory.model.changes import Record
from memory.model.ports import MemoryReader
from memory.rules.controls import BLANK

PAUSE_TYPE = "pause_profile"
"""The name of the record type."""
_USUAL_MS = DevicePolicy().end_silence_ms


@dataclass(frozen=True, slots=True)
class PauseProfile:
    """How long a silence ends a turn of a person. Its fields are those of `PauseProfileSchema`."""

    pause_profile_id: str
    user_id: str
    wait_ms: int
    cuts: int
    learned_ms: int
    turn_id: str = ""

    def wait_at(self, now_ms: int) -> int:
        """Returns what is left of it by now."""
        return faded_wait(self.wait_ms, _USUAL_MS, now_ms - self.learned_ms)


def pause_profiles(reader: MemoryReader, user_id: str) -> tuple[PauseProfile, ...]:
    """Reads the profiles of a person, the latest last; another device of theirs may have one of its own."""
    names = [each.name for each in fields(PauseProfile)]
    found: list[dict[str, Any]] = [
        {name: one.content[name] for name in names if name in one.content}
        for one in reader.records(user_id, PAUSE_TYPE)
    ]
    profiles = (PauseProfile(**told) for told in found)
    return tuple(sorted(profiles, key=lambda one: (one.learned_ms, one.pause_profile_id)))


def known_wait(reader: MemoryReader, user_id: str, now_ms: int) -> int:
    """Returns how long a silence ends a turn of a person by what was learned; 0 where nothing was."""
    known = pause_profiles(reader, user_id)
    return known[-1].wait_at(now_ms) if known else 0


def paused_records(context: TurnContext, dropped: tuple[tuple[str, str], ...], kept: str) -> tuple[Record, ...]:
    """Returns the profile after a turn of which `kept` is archived; nothing where it teaches none.

    Only the person teaches it, and no turn of which something is not kept, or that forgets what is learned.
    """
    turn, pauses = context.turn, context.pauses
    if not (pauses.cut_ms or pauses.inside_ms > _USUAL_MS) or turn.who or not turn.identified or BLANK in kept:
        return ()
    if any(kind == PAUSE_TYPE for kind, _ in dropped):
        return ()
    known = pause_profiles(context.reader, turn.user_id)
    if not known and not pauses.cut_ms:
        return ()
    before = known[-1] if known else PauseProfile(f"pause-{turn.turn_id}", turn.user_id, _USUAL_MS, 0, turn.at.at_ms)
    after = replace(
        before,
        wait_ms=drawn_wait(before.wait_at(turn.at.at_ms), pauses),
        cuts=before.cuts + bool(pauses.cut_ms),
        learned_ms=max(before.learned_ms, turn.at.at_ms),
        turn_id=turn.turn_id,
    )
    return (Record(PAUSE_TYPE, asdict(after)),)
