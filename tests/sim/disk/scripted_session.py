"""A session that a disk may cut off anywhere: what a person says and does, step by step, with a mirror.

Every step can be done again when it is not known whether it was done. Whatever is random in a step is not in `facts`.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from engine_b.account import enrollment
from engine_b.account.restore import restore_account
from engine_b.core.policy import VaultPolicy
from engine_b.core.sync_errors import AccountExists, StateNotEmpty, TokenInvalid
from engine_b.crypto.certificates import InvitationToken
from engine_b.protocol.core_types import DEVICE, FLAG
from engine_b.vault.vault import Vault, VaultPolicies
from memory.model.atoms import Atom
from memory.model.changes import Change, CorrectionPair, Flag, Rule, RuleKind, Setting
from tests.engine_b.change_builders import (
    ANA,
    atom_of,
    forget_change,
    next_atom_version,
    remember_change,
    scope,
    selene_line,
    user_line,
)
from tests.sim.vault_contents import all_records

ENTROPY = bytes(range(32))
"""The account's 24 words."""
START_MS = 1_790_000_000_000
SMALL = VaultPolicies(VaultPolicy(journal_bytes=150_000))
"""A small journal, so that it is moved into the vault within a session."""
KEPT, CORRECTED, DOOMED, FAR = (
    "my bicycle is in the cellar",
    "the dentist is on june 14",
    "zanzibar quokka ingots",
    "my sister lives in lisbon",
)


@dataclass(slots=True)
class Person:
    """Who does the steps, and on which state folder."""

    state: Path
    invitation: Callable[[], InvitationToken]
    vault: Vault | None = None

    @property
    def open_vault(self) -> Vault:
        assert self.vault
        return self.vault

    def open(self) -> None:
        if self.vault is None:
            self.vault = Vault.open(self.state, now_ms=START_MS, policy=SMALL)

    def close(self) -> None:
        vault, self.vault = self.vault, None
        if vault:
            vault.close()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done when it has returned. `forgets` is a text that is nowhere afterwards."""

    name: str
    work: Callable[[Person], None]
    forgets: str = ""


def turn(number: int, text: str, key: str) -> Change:
    """A turn that leaves a line, an answer, an atom and a setting."""
    at_ms = START_MS + 1_000 * number
    line = user_line(text, at_ms)
    return Change(
        scope(at_ms, turn=line.turn_id),
        lines=(line, selene_line("I'll remember that.", line)),
        new_atoms=(atom_of(line, key),),
        settings=(Setting("turn.count", str(number)),),
    )


def corrected(atom: Atom, number: int) -> Change:
    """The day was heard wrongly."""
    act = scope(START_MS + 1_000 * number)
    pair = CorrectionPair(f"c-{number}", ANA, act.turn_id, atom.atom_id, "14", "15", "USER_CORRECTED", -500)
    after = next_atom_version(atom, text="the dentist is on june 15", value="june 15")
    return Change(act, changed_atoms=(after,), corrections=(pair,), flags=(Flag(ANA, "date", act.at_ms, "TOLD"),))


def hushed(number: int, topic: str) -> Change:
    """Do not mention."""
    act = scope(START_MS + 1_000 * number)
    rule = Rule(f"r-{number}", ANA, RuleKind.DO_NOT_MENTION, topic, act.at_ms, "USER_CONTROL")
    return Change(act, new_rules=(rule,), settings=(Setting("voice.speed", "1.1"),))


def commits(change: Change) -> Callable[[Person], None]:
    """A step that commits."""

    def work(person: Person) -> None:
        person.open_vault.commit(change)

    return work


def syncs(number: int) -> Callable[[Person], None]:
    """A step that syncs."""

    def work(person: Person) -> None:
        enrollment.sync_once(person.open_vault, START_MS + 1_000 * number)

    return work


def begins(person: Person) -> None:
    """An account, once."""
    with suppress(AccountExists):
        enrollment.begin_account(person.open_vault, ENTROPY, "kitchen", START_MS)


def invited(person: Person) -> InvitationToken:
    """The one invitation that the person was given: for it, the mirror says the same again."""
    given = person.state.parent / "invitation"
    if not given.exists():
        given.write_bytes(pickle.dumps(person.invitation()))
    found: InvitationToken = pickle.loads(given.read_bytes())
    return found


def pair_mirror(person: Person) -> None:
    """The mirror."""
    enrollment.pair_with_mirror(person.open_vault, "sim", invited(person), START_MS)


def restores(person: Person) -> None:
    """The words bring it back, with one invitation: without it when that is enough, and once only."""
    try:
        restore_account(person.state, "sim", None, ENTROPY, "laptop", START_MS + 90_000)
    except TokenInvalid:
        restore_account(person.state, "sim", invited(person), ENTROPY, "laptop", START_MS + 90_000)
    except StateNotEmpty:
        return


_KEPT, _DATE, _DOOMED = turn(1, KEPT, "place:bicycle"), turn(2, CORRECTED, "date:dentist"), turn(3, DOOMED, "note")

FIRST = (
    Step("open", Person.open),
    Step("remember", commits(_KEPT)),
    Step("account", begins),
    Step("pair", pair_mirror),
    Step("remember a date", commits(_DATE)),
    Step("sync", syncs(10)),
    Step("correct", commits(corrected(_DATE.new_atoms[0], 11))),
    Step("close", Person.close),
)
"""A device's first hour."""

_TOLD = turn(20, "the yellow umbrella stands behind the door", "place:umbrella")
_SECRET = turn(21, "gryphon marzipan vault", "note")
DAY = (
    Step("open", Person.open),
    Step("remember", commits(_TOLD)),
    Step("correct", commits(corrected(_DATE.new_atoms[0], 22))),
    Step("do not mention", commits(hushed(23, "umbrella"))),
    Step("remember a secret", commits(_SECRET)),
    Step(
        "forget a secret", commits(forget_change(*_SECRET.new_atoms, at_ms=START_MS + 24_000)), "gryphon marzipan vault"
    ),
    Step("forget", commits(forget_change(*_DOOMED.new_atoms, at_ms=START_MS + 25_000)), DOOMED),
    Step("sync", syncs(30)),
    Step("remember more", commits(turn(31, "the gate code hangs in the hall", "place:code"))),
    Step("close", Person.close),
    Step("open again", Person.open),
    Step("forget what is far", commits(forget_change(*turn(5, FAR, "home:sister").new_atoms, at_ms=START_MS + 32_000))),
    Step("sync again", syncs(33)),
    Step("close again", Person.close),
)
"""A day of a device that has a household: another device has told things meanwhile."""

RESTORE = (Step("restore", restores), Step("open", Person.open), Step("close", Person.close))
"""A new device."""

SESSIONS = {"first": FIRST, "day": DAY, "restore": RESTORE}


def before_the_day() -> tuple[Change, ...]:
    """What the kitchen knew in the morning."""
    return (_KEPT, _DATE, _DOOMED)


def meanwhile() -> tuple[Change, ...]:
    """What the laptop was told meanwhile."""
    kept = next_atom_version(_KEPT.new_atoms[0], pinned=True)
    return (
        turn(5, FAR, "home:sister"),
        Change(scope(START_MS + 6_000), changed_atoms=(kept,)),
        hushed(7, "lisbon"),
        replace(remember_change("i like tea", START_MS + 8_000), settings=(Setting("voice.speed", "0.9"),)),
    )


def facts(vault: Vault) -> str:
    """A digest of all records, without the ids of devices and flags, which are random."""
    told = sorted(
        sort.value.encode() + b"\0" + (subject.encode() if sort != FLAG.name else b"") + b"\0" + content
        for sort, subject, _, content in all_records(vault.database)
        if sort != DEVICE.name
    )
    return hashlib.blake2b(b"\n".join(told), digest_size=16).hexdigest()
