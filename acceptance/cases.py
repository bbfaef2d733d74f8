"""Rules: what a case file may say (acceptance/README.md explains each word to whoever adds a case).

A file is read without guessing: every scalar is text until a field asks for a number or a truth value, an unknown or
repeated field is refused, and so is a case that states nothing that could turn out false.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta

import msgspec
import yaml
from msgspec import Struct

GATES = ("Q12-MEM", "Q13-MEM", "Q14-MEM", "Q16-MEM", "Q17-MEM")
DEFAULT_NOW = "2026-03-02T09:00:00+01:00"
_STEP = re.compile(r"\+(\d+)(s|m|h|d)")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class BadCase(Exception):
    """A case file that cannot be used; the sentence says where and why."""


class InBundle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One atom that must stand in the bundle."""

    text_has: str
    tag: str = ""


class AtomLike(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Atoms whose text holds `text_has`: how many there are, and what all of them look like."""

    text_has: str
    user: str = ""
    count: int = 1
    kind: str = ""
    key: str = ""
    value: str = ""
    provenance: str = ""
    confidence_bp: int | None = None
    status: str = ""
    exposure: str = ""
    recall: str = ""
    reason_code: str = ""
    pinned: bool | None = None
    version: int | None = None
    use_count: int | None = None


class Event(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ledger events with this name (and reason): how many there are."""

    event: str
    reason_code: str = ""
    count: int | None = None
    """None: at least one."""


class Pair(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction pair."""

    heard: str
    meant: str
    user: str = ""
    count: int = 1
    reason_code: str = ""
    delta_bp: int | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true of one turn as `selene say --json` prints it."""

    reply_has: tuple[str, ...] = ()
    reply_lacks: tuple[str, ...] = ()
    reply_bytes_max: int | None = None
    intent: str = ""
    question: bool | None = None
    reason_has: tuple[str, ...] = ()
    reason_lacks: tuple[str, ...] = ()
    bundle_atoms: int | None = None
    bundle_atoms_min: int | None = None
    bundle_atoms_max: int | None = None
    bundle_bytes_max: int | None = None
    bundle_bytes_min: int | None = None
    bundle_has: tuple[InBundle, ...] = ()
    bundle_lacks: tuple[str, ...] = ()
    bundle_order: tuple[str, ...] = ()
    bundle_tags: tuple[str, ...] = ()
    excerpts_max: int | None = None
    excerpts_min: int | None = None
    excerpts_has: tuple[str, ...] = ()
    created: int | None = None
    updated: int | None = None
    forgotten: int | None = None
    created_max: int | None = None
    updated_max: int | None = None
    nowhere: tuple[str, ...] = ()
    same_as_turn: int | None = None
    error: str = ""
    metrics: dict[str, int] = {}


class After(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true when all turns are over."""

    atoms: tuple[AtomLike, ...] = ()
    atoms_lack: tuple[str, ...] = ()
    stored: tuple[AtomLike, ...] = ()
    vault_lacks: tuple[str, ...] = ()
    vault_has: tuple[str, ...] = ()
    ledger: tuple[Event, ...] = ()
    ledger_lacks: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    flags_max: int | None = None
    flags_has: tuple[str, ...] = ()
    flags_lack: tuple[str, ...] = ()
    metrics: dict[str, int] = {}
    metrics_names: tuple[str, ...] = ()
    metrics_bytes_max: int | None = None
    metrics_lack: tuple[str, ...] = ()
    current_state: dict[str, str] = {}


class Turn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that somebody says. `{n}` in `text` counts from 1 when it is said `times` times."""

    text: str = ""
    now: str = "+20s"
    session: str = "s1"
    user: str = ""
    guest: bool = False
    aloud: bool = False
    times: int = 1
    pad_to: int = 0
    restart: bool = False
    replay_of: int | None = None
    expect: Expect = Expect()


class SeedAtom(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An atom that is in the vault before anybody speaks. `{n}` counts from 1 when there are `times` of it."""

    text: str
    user: str = ""
    kind: str = "statement"
    key: str = ""
    value: str = ""
    provenance: str = "user_stated"
    confidence_bp: int = 9_000
    status: str = "active"
    exposure: str = "SAFE_TO_SPEAK"
    recall: str = "pull"
    pinned: bool = False
    learned_at: str = "2026-03-01T09:00:00+01:00"
    confirmed_at: str = ""
    used_at: str = ""
    use_count: int = 0
    id: str = ""
    times: int = 1


class SeedFlag(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A do-not-repeat flag that is set before anybody speaks."""

    key: str
    user: str = ""
    touched_at: str = "2026-03-01T09:00:00+01:00"
    times: int = 1


class Case(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One story with its proof."""

    id: str
    why: str
    user: str = "ana"
    now: str = DEFAULT_NOW
    seed: tuple[SeedAtom, ...] = ()
    flags: tuple[SeedFlag, ...] = ()
    current_state: dict[str, str] = {}
    turns: tuple[Turn, ...]
    after: After = After()
    canaries: tuple[str, ...] = ()
    repeats: int = 1


class Fixture(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[Case, ...]


class Spoken(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn with everything filled in: one line of a script. `turn` is its number in the file, from 1."""

    turn: int
    now: str
    session: str
    user: str
    text: str
    guest: bool
    aloud: bool
    restart: bool


def gate_of(test_id: str) -> str:
    """`AT_Q13_MEM_…` belongs to the ledger row `Q13-MEM`."""
    parts = test_id.split("_")
    gate = "-".join(parts[1:3])
    if parts[0] != "AT" or gate not in GATES:
        raise BadCase(f"{test_id} names no gate of {', '.join(GATES)}.")
    return gate


def parse(test_id: str, text: str) -> Fixture:
    """The cases in a file's text. Raises `BadCase` with the place and the reason."""
    gate_of(test_id)
    try:
        fixture = msgspec.convert(yaml.load(text, Loader=_Plain), Fixture, strict=False)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise BadCase(f"{test_id}: {error}") from error
    _check(test_id, fixture)
    return fixture


def spoken(case: Case) -> tuple[Spoken, ...]:
    """The lines of a case in order, each with its moment."""
    lines: list[Spoken] = []
    now = datetime.fromisoformat(case.now) - timedelta(seconds=20)
    for number, turn in enumerate(case.turns, 1):
        if turn.replay_of is not None:
            lines += _replayed(lines, turn, number)
            continue
        for count in range(1, turn.times + 1):
            now = _moved(now, turn.now)
            text = _padded(turn.text.replace("{n}", str(count)), turn.pad_to)
            restart = turn.restart and count == 1
            user = turn.user or case.user
            lines.append(
                Spoken(
                    turn=number,
                    now=now.isoformat(),
                    session=turn.session,
                    user=user,
                    text=text,
                    guest=turn.guest,
                    aloud=turn.aloud,
                    restart=restart,
                )
            )
    return tuple(lines)


def _replayed(lines: list[Spoken], turn: Turn, number: int) -> Iterator[Spoken]:
    """The lines of an earlier turn once more: the same words at the same moment are the same turn."""
    for line in lines:
        if line.turn == turn.replay_of:
            yield msgspec.structs.replace(line, turn=number, restart=turn.restart)


def _moved(now: datetime, to: str) -> datetime:
    step = _STEP.fullmatch(to)
    if step is None:
        return datetime.fromisoformat(to)
    return now + timedelta(**{_UNITS[step[2]]: int(step[1])})


def _padded(text: str, length: int) -> str:
    """The text said over and over until it has `length` characters."""
    if len(text) >= length:
        return text
    return (text * (length // len(text) + 1))[:length]


def _check(test_id: str, fixture: Fixture) -> None:
    names = [case.id for case in fixture.cases]
    if len(set(names)) != len(names):
        raise BadCase(f"{test_id}: two cases have one id.")
    for case in fixture.cases:
        _check_case(f"{test_id}/{case.id}", case)


def _check_case(place: str, case: Case) -> None:
    if not case.turns:
        raise BadCase(f"{place}: nobody says anything.")
    expects = any(turn.expect != Expect() for turn in case.turns)
    if not expects and case.after == After() and case.repeats < 2 and not case.canaries:
        raise BadCase(f"{place}: nothing is expected, so nothing could fail.")
    for number, turn in enumerate(case.turns, 1):
        _check_turn(f"{place} turn {number}", number, turn)
    try:
        spoken(case)
    except (ValueError, OverflowError) as error:
        raise BadCase(f"{place}: a moment cannot be read: {error}") from error


def _check_turn(place: str, number: int, turn: Turn) -> None:
    for pointer in (turn.replay_of, turn.expect.same_as_turn):
        if pointer is not None and not 0 < pointer < number:
            raise BadCase(f"{place}: points at turn {pointer}, which is not an earlier one.")
    if turn.pad_to and not turn.text:
        raise BadCase(f"{place}: an empty text cannot be padded.")


class _Plain(yaml.BaseLoader):
    """YAML whose scalars are all text, and which refuses to read one name twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        """A mapping; a repeated key would silently drop an expectation."""
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} stands twice", key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)
