"""Pure: reads case files, and lists the lines that a case says.

A file is read strictly: every scalar is text until a field asks for a number or a boolean, an unknown or repeated field
is refused, and so is a case without an expectation.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import yaml

from acceptance.cases.client_cases import ClientCase, ClientCaseFile, check_client_case
from acceptance.cases.journeys import Journey, JourneyFile, check_journey
from acceptance.cases.memory_cases import (
    GATES,
    CaseTurn,
    EndExpectation,
    InvalidCase,
    MemoryCase,
    MemoryCaseFile,
    SpokenLine,
    TurnExpectation,
)
from acceptance.cases.vocab_cases import VocabCase, VocabCaseFile, check_vocab_case

_STEP = re.compile(r"\+(\d+)(s|m|h|d)")
JOURNEY_GATE = "Q15-MEM"
"""The gate whose cases are journeys of several devices."""
VOCAB_GATES = ("Q13-VOCAB-MEM", "Q13-PACKAGE-MEM")
"""The gates whose cases are about vocabulary."""
CLIENT_GATE = "CLIENTS"
"""The gate whose cases have several clients of one daemon."""
CaseFile = MemoryCaseFile | JourneyFile | VocabCaseFile | ClientCaseFile
_CASE_FILE_TYPES: dict[str, type[CaseFile]] = {
    JOURNEY_GATE: JourneyFile,
    CLIENT_GATE: ClientCaseFile,
    **dict.fromkeys(VOCAB_GATES, VocabCaseFile),
}
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def gate_of(test_id: str) -> str:
    """`AT_Q13_MEM_…` belongs to the ledger row `Q13-MEM`."""
    parts = test_id.split("_")
    found = [gate for gate in ("-".join(parts[1:end]) for end in (2, 3, 4)) if gate in GATES]
    if parts[0] != "AT" or not found:
        raise InvalidCase(f"{test_id} names no gate of {', '.join(GATES)}.")
    return found[0]


def parse_case_file(test_id: str, text: str) -> CaseFile:
    """Parses a file's text. Raises `InvalidCase` with the place and the reason."""
    sort = _CASE_FILE_TYPES.get(gate_of(test_id), MemoryCaseFile)
    try:
        fixture = msgspec.convert(yaml.load(text, Loader=_TextOnlyLoader), sort, strict=False)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise InvalidCase(f"{test_id}: {error}") from error
    _check(test_id, fixture)
    return fixture


def script_of(case: MemoryCase) -> tuple[SpokenLine, ...]:
    """Returns the lines of a case in order, each with its moment."""
    lines: list[SpokenLine] = []
    now = datetime.fromisoformat(case.now) - timedelta(seconds=20)
    for number, turn in enumerate(case.turns, 1):
        if turn.replay_of is not None:
            lines += _replayed(lines, turn, number)
            continue
        for count in range(1, turn.times + 1):
            now = _moved(now, turn.now)
            text = pad_text(turn.text.replace("{n}", str(count)), turn.pad_to)
            restart = turn.restart and count == 1
            user = turn.user or case.user
            lines.append(
                SpokenLine(
                    turn=number,
                    now=_told(now, case.zone),
                    session=turn.session.replace("{n}", str(count)),
                    user=user,
                    text=text,
                    guest=turn.guest,
                    aloud=turn.aloud,
                    restart=restart,
                )
            )
    return tuple(lines)


def _replayed(lines: list[SpokenLine], turn: CaseTurn, number: int) -> Iterator[SpokenLine]:
    """Returns the lines of an earlier turn again: the same words at the same moment are the same turn."""
    for line in lines:
        if line.turn == turn.replay_of:
            yield msgspec.structs.replace(line, turn=number, restart=turn.restart)


def _moved(now: datetime, to: str) -> datetime:
    step = _STEP.fullmatch(to)
    if step is None:
        return datetime.fromisoformat(to)
    return now + timedelta(**{_UNITS[step[2]]: int(step[1])})


def _told(now: datetime, zone: str) -> str:
    """Returns a moment as it is told: on the wall clock of the zone, with its name."""
    return f"{now.astimezone(ZoneInfo(zone)).isoformat()}[{zone}]" if zone else now.isoformat()


def pad_text(text: str, length: int) -> str:
    """Repeats the text until it has `length` characters."""
    if len(text) >= length:
        return text
    return (text * (length // len(text) + 1))[:length]


def _check(test_id: str, fixture: CaseFile) -> None:
    names = [case.id for case in fixture.cases]
    if len(set(names)) != len(names):
        raise InvalidCase(f"{test_id}: two cases have one id.")
    for case in fixture.cases:
        if isinstance(case, Journey):
            check_journey(f"{test_id}/{case.id}", case)
        elif isinstance(case, VocabCase):
            check_vocab_case(f"{test_id}/{case.id}", case)
        elif isinstance(case, ClientCase):
            check_client_case(f"{test_id}/{case.id}", case)
        else:
            _check_case(f"{test_id}/{case.id}", case)


def _check_case(place: str, case: MemoryCase) -> None:
    if not case.turns:
        raise InvalidCase(f"{place}: nobody says anything.")
    expects = any(turn.expect != TurnExpectation() for turn in case.turns)
    if not expects and case.after == EndExpectation() and case.repeats < 2 and not case.canaries:
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")
    for number, turn in enumerate(case.turns, 1):
        _check_turn(f"{place} turn {number}", number, turn)
    try:
        script_of(case)
    except (ValueError, OverflowError) as error:
        raise InvalidCase(f"{place}: a moment cannot be read: {error}") from error


def _check_turn(place: str, number: int, turn: CaseTurn) -> None:
    for pointer in (turn.replay_of, turn.expect.same_as_turn):
        if pointer is not None and not 0 < pointer < number:
            raise InvalidCase(f"{place}: points at turn {pointer}, which is not an earlier one.")
    if turn.pad_to and not turn.text:
        raise InvalidCase(f"{place}: an empty text cannot be padded.")


class _TextOnlyLoader(yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader):  # type: ignore[misc]
    """Loads YAML with all scalars as text, and refuses a repeated name."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        """Builds a mapping; a repeated key would silently drop an expectation."""
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} stands twice", key.start_mark)
            seen.add(key.value)
        built: dict[Hashable, object] = super().construct_mapping(node, deep=deep)
        return built
