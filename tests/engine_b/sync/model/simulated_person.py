"""Rules of the model's person: what is said, corrected, forgotten and set on a household's devices, and what may be
expected of them afterwards. Every atom, and every change of one, has a word that occurs nowhere else, and so has every
key, which both sides of a conflict share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine_b.core.sync_errors import SyncError
from memory.model.atoms import Exposure
from tests.engine_b.change_builders import ANA
from tests.sim.household import Household, copy_household
from tests.sim.in_process_mirror import Fault

MOST_DEVICES = 4
WORD = re.compile(r"zq\d+")
KEY = re.compile(r"kq\d{4}")
WHO = st.integers(min_value=0, max_value=MOST_DEVICES - 1)
WHICH = st.integers(min_value=0, max_value=30)
TOPICS = ("the party", "the doctor", "money")
KEYS = ("voice", "pace", "units")


def code_of(act: Callable[[], object]) -> str:
    """The code that it is refused with; empty when it is not."""
    try:
        act()
    except SyncError as error:
        return error.code
    return ""


class Person(RuleBasedStateMachine):
    """One person's household, and what the person knows of it."""

    template: Path
    disk: Path

    def __init__(self) -> None:
        super().__init__()
        self._copied = copy_household(self.template, self.disk / "model")
        self.house: Household = self._copied.__enter__()
        self.count = 0
        self.joined = 0
        self.subject: dict[str, str] = {}
        """Word to the atom that it was said of."""
        self.replaced: set[str] = set()
        self.forgotten: dict[str, str] = {}
        """Word to the op of its forgetting: it is nowhere on a device that heard of that, and after quiet on none."""
        self.tombstones: set[str] = set()
        self.stands: dict[str, str] = {}
        """Words that live on by themselves, as the other side of a conflict whose one side was forgotten."""
        self.handled: set[str] = set()
        """Words whose memory was only handled otherwise: they stand beside what replaced them elsewhere meanwhile."""
        self.torn: set[tuple[str, int, bytes]] = set()
        """Pages, and the keys that may no longer be theirs after quiet, because an op of theirs was forgotten."""
        self.hushed: set[str] = set()
        self.outsiders: set[bytes] = set()
        """Content keys that a device knew when it was revoked."""
        self.turns: dict[str, str] = {}
        """Atom to the line of its turn."""
        self.versions: dict[tuple[str, str], int] = {}
        self.backup: Path | None = None
        self.lost_ops = False
        self.seed = 0

    # Names and words -----------------------------------------------------------------------------------------------

    def device(self, who: int) -> str:
        names = sorted(self.house.vaults)
        return names[who % len(names)]

    def word(self) -> str:
        self.count += 1
        return f"zq{self.count:04d}"

    def shown(self, name: str) -> dict[str, str]:
        """Atom to its word, on a device."""
        return {atom: WORD.findall(text)[0] for atom, text in self.house.texts(name).items()}

    def some_atom(self, name: str, which: int) -> tuple[str, str] | None:
        shown = sorted(self.shown(name).items())
        return shown[which % len(shown)] if shown else None

    def tick(self, name: str, faults: list[Fault | None]) -> None:
        """An exchange; its refusal is only that the mirror was not reached, and only when there was a fault."""
        self.house.mirror.faults.clear()
        self.house.mirror.faults.extend(faults)
        try:
            refused = code_of(lambda: self.house.sync(name))
        finally:
            self.house.mirror.faults.clear()
        assert refused in (("", "MIRROR_UNREACHABLE") if any(faults) else ("",)), f"14: {refused}"

    def settle(self) -> None:
        """Quiet: nothing is refused, and everything comes to rest."""
        code = code_of(self.house.settle)
        assert not code, f"14: {code}, and nothing was wrong"

    @initialize(seed=st.integers(min_value=0, max_value=1 << 16))
    def begin(self, seed: int) -> None:
        """Something is known to all from the start, or half the steps would have nothing to change."""
        self.seed = seed
        for who in range(seed % 4):
            self.remember(who, twice=False)
        self.settle()

    # What a person does --------------------------------------------------------------------------------------------

    @rule(who=WHO, twice=st.booleans())
    def remember(self, who: int, twice: bool) -> None:
        for _ in range(1 + twice):
            name, word = self.device(who), self.word()
            atom = self.house.remember(
                name, f"About {word} it is so", f"key:{word.replace('z', 'k')}", word, reply="Noted."
            )
            self.subject[word] = atom.atom_id
            self.turns[atom.atom_id] = atom.sources[0].turn_id
            assert word in self.shown(name).values(), "1 and 7: what was just said is there"

    @rule(who=WHO, which=WHICH, told=st.booleans())
    def correct(self, who: int, which: int, told: bool) -> None:
        name = self.device(who)
        found = self.some_atom(name, which)
        if found is None:
            return
        self.correct_one(name, found[0], told=told)

    def correct_one(self, name: str, atom_id: str, *, told: bool) -> None:
        before, word = self.shown(name)[atom_id], self.word()
        if told:
            self.house.correct(name, atom_id, before, f"Now about {word}")
        else:
            self.house.edit(name, atom_id, text=f"Now about {word}", value=word)
        self.subject[word] = atom_id
        self.replaced.add(before)
        assert self.shown(name)[atom_id] == word, "7: a device reads its own writes"

    @rule(who=WHO, other=WHO, which=WHICH)
    def say_two_things(self, who: int, other: int, which: int) -> None:
        """Two devices are told different things about one memory, and hear of each other's."""
        one, two = self.device(who), self.device(other)
        found = self.some_atom(one, which)
        if found is None or one == two or found[0] not in self.shown(two):
            return
        for name in (one, two):
            self.correct_one(name, found[0], told=False)
        for name in (one, two, one):
            self.tick(name, [])

    @precondition(lambda self: len(self.house.vaults) > 2)
    @rule(who=WHO, which=WHICH, again=st.booleans())
    def forget_one_side_of_two(self, who: int, which: int, again: bool) -> None:
        """A device that has heard one side of a conflict forgets it, while another handles that side, or changes it."""
        one, two, unaware = (self.device(who + each) for each in range(3))
        for name in (one, two, unaware):
            self.tick(name, [])
        found = self.some_atom(unaware, which)
        if found is None or not all(found[0] in self.shown(name) for name in (one, two)):
            return
        for name in (one, two, two):
            self.correct_one(name, found[0], told=False)
        for name in (one, unaware, two, one):
            self.tick(name, [])
        sides = self.house.vaults[one].database.rows("SELECT rival_id FROM rival WHERE atom_id = ?", (found[0],))
        for (side,) in sides:
            self.handle_one(one, side, Exposure.SAFE_TO_SPEAK, pinned=True)
            if again:
                self.correct_one(one, side, told=False)
        if found[0] in self.shown(unaware):
            self.forget_one(unaware, found[0])

    @rule(who=WHO, which=WHICH, exposure=st.sampled_from(Exposure), pinned=st.booleans())
    def handle_otherwise(self, who: int, which: int, exposure: Exposure, pinned: bool) -> None:
        name = self.device(who)
        found = self.some_atom(name, which)
        if found is None:
            return
        self.handle_one(name, found[0], exposure, pinned=pinned)

    def handle_one(self, name: str, atom_id: str, exposure: Exposure, *, pinned: bool) -> None:
        word = self.shown(name)[atom_id]
        after = self.house.edit(name, atom_id, exposure=exposure, pinned=pinned)
        self.subject[word] = atom_id
        self.handled.add(word)
        assert self.house.atom(name, atom_id) == after, "7: a device reads its own writes"

    @rule(who=WHO, which=WHICH)
    def forget(self, who: int, which: int) -> None:
        name = self.device(who)
        found = self.some_atom(name, which)
        if found is None:
            return
        self.forget_one(name, found[0])

    def forget_one(self, name: str, atom_id: str) -> None:
        word = self.shown(name)[atom_id]
        rivals = self.house.vaults[name].database.rows("SELECT rival_id FROM rival WHERE atom_id = ?", (atom_id,))
        for (rival_id,) in rivals:
            self.stands[self.shown(name)[rival_id]] = rival_id
        with self.tearing(name):
            self.house.forget(name, atom_id)
        assert not self.saying(name, atom_id), "2: an op still says what was forgotten"
        self.subject[word] = atom_id
        self.forgotten[word] = self.newest_erasing(name, atom_id)
        self.tombstones.add(atom_id)
        assert atom_id not in self.house.texts(name)

    def newest_erasing(self, name: str, atom_id: str) -> str:
        row = self.house.vaults[name].database.row(
            "SELECT op_id FROM op WHERE device_id = (SELECT device_id FROM identity) AND subject_id = ?"
            " AND erases <> '[]' ORDER BY seq DESC LIMIT 1",
            (atom_id,),
        )
        assert row, "11: a forgetting is told"
        return str(row[0])

    def saying(self, name: str, atom_id: str) -> list[tuple[str]]:
        """The ops that say something of an atom. One that only erases does not, and stays: who was away needs it."""
        return self.house.vaults[name].database.rows(
            "SELECT op_id FROM op WHERE subject_id = ? AND dek IS NOT NULL AND erases = '[]'", (atom_id,)
        )

    @contextmanager
    def tearing(self, name: str) -> Iterator[None]:
        """The pages of all ops that a device forgets meanwhile are torn."""
        before = self.pages_by_op(name)
        yield
        after = self.pages_by_op(name)
        self.torn |= {page for op_id, page in before.items() if op_id not in after}

    def pages_by_op(self, name: str) -> dict[str, tuple[str, int, bytes]]:
        rows = self.house.vaults[name].database.rows(
            "SELECT o.op_id, p.device_id, p.page, p.key FROM page_key p JOIN op o ON o.device_id = p.device_id"
            " AND (o.seq - 1) / 256 = p.page WHERE o.dek IS NOT NULL"
        )
        return {row[0]: row[1:] for row in rows}

    @rule(who=WHO, topic=st.sampled_from(TOPICS))
    def do_not_mention(self, who: int, topic: str) -> None:
        self.hushed.add(self.house.hush(self.device(who), topic))

    @rule(who=WHO, which=WHICH)
    def mention_again(self, who: int, which: int) -> None:
        name = self.device(who)
        held = sorted(each.rule_id for each in self.house.vaults[name].reader.rules(ANA))
        if held:
            with self.tearing(name):
                self.house.unhush(name, held[which % len(held)])
            self.hushed.discard(held[which % len(held)])

    @rule(who=WHO, key=st.sampled_from(KEYS), value=st.sampled_from(("soft", "clear")))
    def set(self, who: int, key: str, value: str) -> None:
        self.house.set(self.device(who), key, value)

    @rule(who=WHO, key=st.sampled_from(KEYS), up=st.booleans())
    def flag(self, who: int, key: str, up: bool) -> None:
        (self.house.flag if up else self.house.drop_flag)(self.device(who), key)
