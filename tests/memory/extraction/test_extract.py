"""Promise: facts come out of a turn deterministically, verbatim, with their span; most turns hold none."""

from __future__ import annotations

import datetime as datetime_module
import time
from datetime import datetime, tzinfo
from types import SimpleNamespace

import pytest
from dateutil.parser import _parser
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.extraction.correction_rules import is_critical
from memory.extraction.extract import extract_facts, extract_remembered
from memory.model.atoms import Exposure, Kind, Moment
from memory.model.timestamps import from_iso, to_iso
from memory.text.dates import resolve_date
from tests.memory.atom_builders import ENGLISH, GERMAN, NOW, POLICY, atom, turn

FACTS = [
    ("my name is Ana", "name", "Ana"),
    ("my name's Ana Lucía", "name", "Ana Lucía"),
    ("call me ana", "name", "ana"),
    ("my favourite colour is green", "preference:favorite color", "green"),
    ("green is my favorite color", "preference:favorite color", "green"),
    ("i really love tea", "preference:tea", "love"),
    ("I don't like coffee", "preference:coffee", "don't like"),
    ("i prefer tea over coffee", "preference:coffee or tea", "tea"),
    ("my sister is called Ana", "relationship:sister", "Ana"),
    ("my sister's name is Anna", "relationship:sister", "Anna"),
    ("my sisters name is anna", "relationship:sister", "anna"),
    ("Dr. Smith is my doctor", "relationship:doctor", "Dr. Smith"),
    ("my sister lives in Berlin", "place:sister", "Berlin"),
    ("we moved to Lisbon", "place:home", "Lisbon"),
    ("my keys are in the drawer", "place:keys", "in the drawer"),
    ("my flight is at nine", "date:flight", "nine"),
    ("my birthday is on may 3rd", "date:birthday", "may 3rd"),
    ("i have a meeting with Bob tomorrow at 3 pm", "date:meeting with bob", "tomorrow at 3 pm"),
    ("i prefer text", "contact_preference", "text"),
    ("please speak to me in german", "language", "german"),
    ("i am working on the garden shed project", "project:garden shed project", "garden shed project"),
    ("every morning i drink green tea", "ritual:morning", "i drink green tea"),
    ("zorbo means a small lamp", "vocabulary:zorbo", "a small lamp"),
    ("we decided to buy the red car", "decision:buy red car", "buy the red car"),
    ("from now on answer briefly", "instruction:answer briefly", "answer briefly"),
    ("my car is red", "statement:car color", "red"),
    ("my budget is 500 euros", "statement:budget", "500 euros"),
    ("i'm allergic to nuts", "statement:allergy nuts", "nuts"),
    ("my favorite song is Yesterday", "preference:favorite song", "Yesterday"),
    ("my mum's a nurse at the clinic", "statement:mother", "a nurse at the clinic"),
    ("I live at 12 Rose Street, Leeds", "place:home", "12 Rose Street, Leeds"),
    ("I've got a dentist appointment tomorrow at nine", "date:dentist appointment", "tomorrow at nine"),
    ("on Friday I'm meeting Lisa for lunch", "date:meeting lisa for lunch", "on Friday"),
    ("I'm learning Italian", "statement:im learning italian", "I'm learning Italian"),
    ("By the way, my name is Ana!", "name", "Ana"),
]
NOTHING = [
    "i'm tired",
    "i like it",
    "my sister is tired",
    "call me later",
    "my name is not Anna",
    "what is my name",
    "is my name Ana?",
    "if my name is Ana then",
    "your backing means a lot",
    "it is raining today",
    "thank you so much",
    "he said my name is silly and left",
]
TURNS = "'’ \n.,!?\u0301😀אabcIMYmyis"


@pytest.mark.parametrize(("said", "key", "value"), FACTS)
def test_a_fact_is_filed_under_its_key(said: str, key: str, value: str) -> None:
    facts = extract_facts(turn(said), ENGLISH, POLICY)
    assert [(fact.key, fact.value) for fact in facts] == [(key, value)]


@pytest.mark.parametrize("said", NOTHING)
def test_what_is_no_fact_yields_nothing(said: str) -> None:
    assert extract_facts(turn(said), ENGLISH, POLICY) == ()


def test_a_fact_stands_verbatim_at_its_span() -> None:
    said = "Hello! Well, my name is Ana, and my dog is called Rex. I live in Rome; my car is red."
    facts = extract_facts(turn(said), ENGLISH, POLICY)
    assert [fact.key for fact in facts] == ["name", "relationship:dog", "place:home", "statement:car color"]
    assert all(said[fact.start : fact.end] == fact.text for fact in facts)


def test_every_spelling_of_an_apostrophe_says_the_same() -> None:
    plain, curly = (extract_facts(turn(f"my sister{mark}s name is Ana"), ENGLISH, POLICY) for mark in "'\u2019")
    assert plain[0].key == curly[0].key


def test_doubt_lowers_confidence_to_a_fixed_value() -> None:
    (fact,) = extract_facts(turn("I think my favorite color is green"), ENGLISH, POLICY)
    assert (fact.confidence_bp, fact.text) == (4_000, "I think my favorite color is green")


def test_what_is_private_is_kept_to_writing() -> None:
    (fact,) = extract_facts(turn("my salary is 5000 euros"), ENGLISH, POLICY)
    assert fact.exposure is Exposure.SAFE_TO_TEXT


def test_a_guests_words_are_never_the_owners() -> None:
    (fact,) = extract_facts(turn("my name is Tom", who="Tom"), ENGLISH, POLICY)
    assert (fact.kind, fact.key) == (Kind.STATEMENT, "statement:tom name")


def test_what_is_to_be_remembered_is_never_nothing() -> None:
    for said in ("buy milk", "😀", "anna borrowed my ladder", "my name is Ana and my sister lives in Berlin"):
        facts = extract_remembered(turn(said), 0, len(said), ENGLISH, POLICY)
        assert facts
        assert all(said[fact.start : fact.end] == fact.text for fact in facts)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=TURNS, max_size=300) | st.text(max_size=300))
def test_any_text_gives_at_most_five_facts_each_verbatim(said: str) -> None:
    facts = extract_facts(turn(said), ENGLISH, POLICY)
    assert len(facts) <= 5
    assert all(said[fact.start : fact.end] == fact.text for fact in facts)
    assert facts == extract_facts(turn(said), ENGLISH, POLICY)


@pytest.mark.parametrize("said", ["my " * 30_000, "i like " * 15_000, "a is my b " * 9_000, "every " * 16_000])
def test_no_text_is_slow(said: str) -> None:
    extract_facts(turn("my name is Ana"), ENGLISH, POLICY)
    began = time.process_time()
    extract_facts(turn(said[:100_000]), ENGLISH, POLICY)
    assert time.process_time() - began < 0.5


DATES = [
    ("tomorrow", "2026-03-03T00:00"),
    ("next friday", "2026-03-06T00:00"),
    ("on monday", "2026-03-09T00:00"),
    ("in two weeks", "2026-03-16T00:00"),
    ("is on the third of march at four thirty", "2026-03-03T04:30"),
    ("on the twenty first of april", "2026-04-21T00:00"),
    ("on december twenty fourth at noon", "2026-12-24T12:00"),
    ("tomorrow at 3 pm", "2026-03-03T15:00"),
    ("at four thirty in the afternoon", "2026-03-02T16:30"),
    ("on friday at quarter to five", "2026-03-06T04:45"),
    ("on the fifth", "2026-03-05T00:00"),
    ("two days ago", "2026-02-28T00:00"),
    ("2026-05-01", "2026-05-01T00:00"),
    ("on 3/4/26", "2026-03-04T00:00"),
    ("in may", "2026-05-01T00:00"),
    ("on thursday week", "2026-03-12T00:00"),
    ("my scan's a week on thursday", "2026-03-12T00:00"),
    ("the friday after next", "2026-03-13T00:00"),
    ("the fair's a fortnight on friday", "2026-03-20T00:00"),
    ("a week tomorrow", "2026-03-10T00:00"),
]


@pytest.mark.parametrize(("said", "day"), DATES)
def test_a_date_is_seen_from_the_turns_own_time(said: str, day: str) -> None:
    when = resolve_date(said, NOW, ENGLISH)
    assert when is not None
    assert to_iso(Moment(when.from_ms, NOW.utc_offset_min)).startswith(day)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("am dritten märz um 16 uhr", "2026-03-03T16:00"),
        ("nächsten freitag", "2026-03-06T00:00"),
        ("übermorgen", "2026-03-04"),
        ("am funften marz", "2026-03-05"),
        ("heut abend", "2026-03-02"),
    ],
)
def test_dates_in_german(said: str, day: str) -> None:
    when = resolve_date(said, NOW, GERMAN)
    assert when is not None
    assert to_iso(Moment(when.from_ms, NOW.utc_offset_min)).startswith(day)


@pytest.mark.parametrize(("meant", "critical"), [("fünf", True), ("zwölf", True), ("vier", True), ("weich", False)])
def test_a_number_is_critical_with_its_umlaut(meant: str, critical: bool) -> None:
    assert is_critical(atom(kind=Kind.STATEMENT, value="hart"), meant, GERMAN) is critical


@pytest.mark.parametrize("year", [1970, 2011, 2099])
def test_no_wall_clock_has_a_say(monkeypatch: pytest.MonkeyPatch, year: int) -> None:
    """dateutil gets its defaults from us; a clock elsewhere in its parser would show here."""

    class Elsewhen(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(year, 7, 7, 7, 7, tzinfo=tz)

        utcnow = today = now  # type: ignore[assignment]

    def local(_: float | None = None) -> time.struct_time:
        return Elsewhen.now().timetuple()

    before = [resolve_date(said, NOW, ENGLISH) for said, _ in DATES]
    monkeypatch.setattr(_parser, "datetime", SimpleNamespace(**{**vars(datetime_module), "datetime": Elsewhen}))
    monkeypatch.setattr(_parser, "time", SimpleNamespace(**{**vars(time), "localtime": local, "tzname": ("at", "at")}))
    assert [resolve_date(said, NOW, ENGLISH) for said, _ in DATES] == before


def test_a_date_outside_all_years_is_no_date() -> None:
    assert resolve_date("tomorrow", from_iso("9999-12-29T10:00:00+00:00"), ENGLISH) is None
    assert resolve_date("in 9999 years", NOW, ENGLISH) is None
