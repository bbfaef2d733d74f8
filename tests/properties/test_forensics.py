"""Promise: what a person asks to be forgotten is nowhere any more: in no page, free page, journal, log or file of their
devices, in nothing that the mirror keeps, in no spelling. What should stay stays, and all devices agree.

Canaries of twenty kinds are told on one device, asked about and told again on another, and forgotten in ten wordings.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.vocabulary.personal_package import PersonalPackage
from memory.model import ids
from tests.budgets import FORENSIC_WORDINGS
from tests.device.vocabulary.installer_steps import hears
from tests.engine_b.page_scanner import decrypted_pages, page_needles
from tests.properties.forensic_canaries import KEPT, KINDS, WORDINGS, canary
from tests.sim.assistant_talk import Talk
from tests.sim.household import FIRST, SECOND, THIRD, Household, copy_household, raise_household

MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
STAYS_PERCENT = 97


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="selene-forensic-", dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None))
    raise_household(folder / "pair", FIRST, SECOND)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def house(disk: Path) -> Iterator[Household]:
    with copy_household(disk / "pair", disk / "house") as made:
        yield made


def spellings(text: str) -> set[bytes]:
    """The text, its stems and long words, in every case, normal form and escape that may be written."""
    found: set[bytes] = set()
    for cased in {text, text.casefold(), text.upper(), text.title()}:
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            normal = unicodedata.normalize(form, cased)
            escaped = json.dumps(normal)[1:-1]
            found |= page_needles(normal) | {escaped.encode(), escaped.upper().encode()}
    return {each for each in found if len(each) > len("\\u0041")}


def everything(house: Household) -> list[tuple[str, bytes]]:
    """All that is kept, opened: the pages and other files of each device, and the ops, files and log of the mirror."""
    kept = [(each.name, each.read_bytes()) for each in house.folder.rglob("*") if each.is_file()]
    kept.append(("log", house.mirror.log.getvalue().encode()))
    for name, vault in house.vaults.items():
        kept += [(f"{name}: {file}", page) for file, _, page in decrypted_pages(vault._state, vault._opened.key.key)]
    name = min(house.vaults)
    kept.append(("op at the mirror", repr(house.streams(name)).encode()))
    return [(place, content.lower()) for place, content in kept]


def hits(house: Household, *texts: str) -> dict[str, set[str]]:
    """Where a spelling of each text stands; texts that stand nowhere are left out."""
    kept = everything(house)
    found = {
        text: {place for place, content in kept if any(each in content for each in wanted)}
        for text in texts
        for wanted in [{each.lower() for each in spellings(text)}]
    }
    return {text: places for text, places in found.items() if places}


@dataclass
class Story:
    """A person on two devices, who tells, asks and asks to forget."""

    house: Household
    turn: int
    """Which wording the first kind is forgotten in."""

    def __post_init__(self) -> None:
        self.talks = {name: Talk(self.house.vaults[name]) for name in (FIRST, SECOND)}
        self.talks[SECOND].session = "s500"
        pairs = [(canary(2 * at + 1, kind.form), canary(2 * at + 2, kind.form)) for at, kind in enumerate(KINDS)]
        self.told = list(zip(KINDS, pairs, strict=True))

    @property
    def canaries(self) -> list[tuple[str, str]]:
        """Each canary, and a wording to forget it in."""
        wordings = [WORDINGS[(at + self.turn) % len(WORDINGS)] for at in range(len(KINDS))]
        return [
            (value, wording)
            for wording, (kind, pair) in zip(wordings, self.told, strict=True)
            for value in pair[: 1 + kind.second]
        ]

    def live(self) -> None:
        """Everything is told on the first device, asked on the second, and told again there."""
        self.talks[FIRST].say_all(*(fact for fact, _, _ in KEPT))
        for kind, pair in self.told:
            self.talks[FIRST].say_all(*(text.format(*pair) for text in kind.told))
        adapting = PersonalPackage(
            self.house.vaults[FIRST], ids.user_id("Ana"), self.talks[FIRST].now.at_ms + 86_400_000
        )
        adapting.renew(hears)
        self.house.settle()
        self.talks[SECOND].now = self.talks[FIRST].now
        for kind, pair in self.told:
            self.talks[SECOND].say_all(*(text.format(*pair) for text in (*kind.asked, *kind.again)), "okay")
        self.house.settle()

    def forget(self) -> None:
        """Everything is forgotten on the first device, and she is answered."""
        talk = self.talks[FIRST]
        talk.now = self.talks[SECOND].now
        for value, wording in self.canaries:
            talk.say(wording.format(value=value))
            for _ in range(2):
                if "AMBIGUOUS" in talk.heard.reason_codes or talk.answer.question:
                    talk.say("all of them" if "Which one" in talk.answer.reply else "yes")
        self.house.settle()

    def found(self, name: str) -> set[str]:
        """The questions about what stays that a device answers."""
        return {question for _, question, word in KEPT if word in self.talks[name].say(question)}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("turn", range(FORENSIC_WORDINGS.now))
def test_what_is_forgotten_is_nowhere_and_what_should_stay_stays(house: Household, turn: int) -> None:
    story = Story(house, turn)
    story.live()
    findable = story.found(FIRST)
    values = [value for value, _ in story.canaries]
    before = hits(house, *values)
    for name in (FIRST, SECOND):
        unseen = [value for value in values if not before.get(value, set()) & {f"{name}: db", f"{name}: wal"}]
        assert unseen == [], f"the search must find them on {name} first"
    assert all("op at the mirror" in places for places in before.values())
    story.forget()
    assert hits(house, *values) == {}
    house.require_equal()
    assert len(story.found(SECOND) & findable) * 100 >= STAYS_PERCENT * len(findable) > 0
    house.join(THIRD)
    house.settle()
    house.require_equal()
    assert hits(house, *values) == {}
    assert all(vault.verify().ok for vault in house.vaults.values())


def test_it_stays_barred_on_the_second_and_on_a_restored_device(house: Household) -> None:
    first = Talk(house.vaults[FIRST])
    first.say("the side gate is bay 7719731")
    house.settle()
    first.say("delete the number 7719731 from your notes")
    house.settle()
    house.join(THIRD)
    house.settle()
    for name, session in ((SECOND, "s500"), (THIRD, "s900")):
        talk = Talk(house.vaults[name])
        talk.session, talk.now = session, first.now
        talk.say_all("so the old 7719731 is gone now", "was it 7719731?", "the side gate had 7719731 on it")
    house.settle()
    house.require_equal()
    assert hits(house, "7719731") == {}


def test_devices_agree_after_forgetting_and_editing_at_once(house: Household) -> None:
    first, second = Talk(house.vaults[FIRST]), Talk(house.vaults[SECOND])
    second.session = "s500"
    first.say_all("my sister is called Vontharix", "the side gate is bay 7719731", "my bicycle is green")
    house.settle()
    second.now = first.now
    second.say_all("my sister is called Annabel", "yes", "my bicycle is red", "yes")
    first.say_all("delete the number 7719731 from your notes", "forget my sister's name")
    house.settle()
    house.require_equal()
    assert hits(house, "7719731") == {}
    house.join(THIRD)
    house.settle()
    house.require_equal()
