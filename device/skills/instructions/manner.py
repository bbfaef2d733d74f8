"""Pure: the manner in which a person wants to be answered: which instructions hold, and which ones they replace.

An instruction that is obeyed is an atom with the words of the person, so that it syncs and can be forgotten. What it
means stands in its key, which is made by the intent and never by words: no sentence that is told in passing, and none
of an imported file, changes how Selene answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.core.policy import (
    FASTER_PERCENT,
    LONGER_PERCENT,
    MAX_MANNERS,
    SLOWER_PERCENT,
    SOONER_PERCENT,
    USUAL_PERCENT,
)
from memory.model.atoms import Atom, Status
from memory.model.ports import ControlQueries, Gate

BRIEFLY, FULLY, LANGUAGE = "answer_briefly", "answer_fully", "answer_in"
SLOWER, FASTER, NORMALLY = "speak_slower", "speak_faster", "speak_normally"
CLOCK_24, CLOCK_12 = "use_24_hours", "use_12_hours"
UNSOURCED, SOURCED = "leave_out_source", "name_source_again"
LONGER, SOONER, WAIT_NORMALLY = "wait_longer", "answer_sooner", "wait_normally"
CLOCKS, PACES, PAUSES = (CLOCK_24, CLOCK_12), (SLOWER, FASTER), (LONGER, SOONER)
OBEYED = (BRIEFLY, LANGUAGE, *PACES, *PAUSES, *CLOCKS, UNSOURCED)
"""The instructions that change how Selene answers, in the order in which they are told when asked for."""
REPLACED = {
    BRIEFLY: (BRIEFLY,),
    FULLY: (BRIEFLY,),
    LANGUAGE: (LANGUAGE,),
    SLOWER: PACES,
    FASTER: PACES,
    NORMALLY: PACES,
    LONGER: PAUSES,
    SOONER: PAUSES,
    WAIT_NORMALLY: PAUSES,
    CLOCK_24: CLOCKS,
    CLOCK_12: CLOCKS,
    UNSOURCED: (UNSOURCED,),
    SOURCED: (UNSOURCED,),
}
"""What each instruction ends."""
_FILED = "instruction:manner_"
_HOLDING = (Status.ACTIVE, Status.USER_APPROVED)


@dataclass(frozen=True, slots=True)
class Manner:
    """The instructions of one person that hold."""

    atoms: tuple[Atom, ...] = ()

    def atom(self, name: str) -> Atom | None:
        """Returns the atom of an instruction that holds."""
        return next((atom for atom in self.atoms if name_of(atom) == name), None)

    def holds(self, name: str) -> bool:
        """Says whether an instruction holds."""
        return self.atom(name) is not None

    @property
    def language(self) -> str:
        """The code of the language to answer in; empty for that of the device."""
        atom = self.atom(LANGUAGE)
        return atom.key.rpartition(".")[2] if atom else ""

    @property
    def clock(self) -> str:
        """The instruction about the clock; empty without one."""
        return next((name for name in CLOCKS if self.holds(name)), "")

    @property
    def pace(self) -> str:
        """The instruction about how fast to speak; empty without one."""
        return next((name for name in PACES if self.holds(name)), "")

    @property
    def pace_percent(self) -> int:
        """How fast to speak, as a share of the usual pace."""
        return {SLOWER: SLOWER_PERCENT, FASTER: FASTER_PERCENT}.get(self.pace, USUAL_PERCENT)

    @property
    def pause_percent(self) -> int:
        """How long a silence ends a turn of the person, as a share of the usual one."""
        pause = next((name for name in PAUSES if self.holds(name)), "")
        return {LONGER: LONGER_PERCENT, SOONER: SOONER_PERCENT}.get(pause, USUAL_PERCENT)


def read_manner(queries: ControlQueries, gate: Gate) -> Manner:
    """Returns the instructions that hold for a person."""
    filed = queries.atoms_filed_under(gate, _FILED, MAX_MANNERS) if gate.identified else ()
    return Manner(tuple(atom for atom in filed if atom.status in _HOLDING))


def manner_key(name: str, code: str = "") -> str:
    """Returns the key of an instruction; `code` says which language."""
    return f"{_FILED}{name}.{code}" if code else f"{_FILED}{name}"


def name_of(atom: Atom) -> str:
    """Returns the name of the instruction that an atom is filed as."""
    return atom.key.removeprefix(_FILED).partition(".")[0]
