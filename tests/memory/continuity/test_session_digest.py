"""Promise: a conversation is digested by pointer: bounded, the same each time, with what was decided and is open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from memory.continuity.preferences import RetentionMode
from memory.continuity.session_digest import SaidTurn, digest_session
from memory.continuity.stretches import closed_stretches, is_new_stretch, latest_stretch
from memory.continuity.thread import Pointer, Thread, thread_from
from memory.core.policy import DIGEST_ENTRIES, MAX_CLAUSE_CHARS, MAX_EVIDENCE, SOFT_CLOSE_MS
from tests.memory.atom_builders import ENGLISH, GERMAN

MINUTE = 60_000
_ROWS = (Path(__file__).parent / "cases" / "fields.txt").read_text(encoding="utf-8").splitlines()[1:]
FIELDS = [(code, text, "" if field == "-" else field) for code, field, text in (row.split(" | ", 2) for row in _ROWS)]


def said(*texts: str, session: str = "s1", begin: int = 0) -> list[SaidTurn]:
    """Turns a minute apart."""
    return [SaidTurn(f"t-{begin + at}", session, (begin + at) * MINUTE, text) for at, text in enumerate(texts)]


def words(turns: Sequence[SaidTurn], pointers: tuple[Pointer, ...]) -> list[str]:
    """What pointers point at."""
    texts = {one.turn_id: one.text for one in turns}
    return [texts[one.turn_id][one.start : one.end] for one in pointers]


def digest(turns: Sequence[SaidTurn], language: str = "en") -> Thread:
    """The thread of these turns."""
    thread = digest_session("u-1", turns, ENGLISH if language == "en" else GERMAN)
    assert thread is not None
    return thread


@pytest.mark.parametrize(
    ("language", "text", "field"),
    [
        ("en", "we decided on cedar for the fence", "decisions"),
        ("en", "we've agreed to paint the shed green", "decisions"),
        ("en", "let's go with the oak door", "decisions"),
        ("en", "it's settled that the shed stays", "decisions"),
        ("en", "I'm going with the blue curtains", "decisions"),
        ("en", "I still don't know which gate fits", "questions"),
        ("en", "we haven't decided on the curtains", "questions"),
        ("en", "should we sell the piano", "questions"),
        ("en", "not sure whether the piano fits", "questions"),
        ("en", "we still have to find out who tunes the piano", "questions"),
        ("en", "the colour of the curtains is still open", "questions"),
        ("en", "next I call the carpenter", "next_step"),
        ("en", "I need to order the curtains", "next_step"),
        ("en", "the next step is the permit for the shed", "next_step"),
        ("en", "my sister has a piano", ""),
        ("de", "wir haben uns für Zeder entschieden", "decisions"),
        ("de", "wir nehmen die blauen Vorhänge", "decisions"),
        ("de", "es bleibt beim Klavier", "decisions"),
        ("de", "ich weiß noch nicht welches Tor passt", "questions"),
        ("de", "wir haben die Vorhänge noch nicht entschieden", "questions"),
        ("de", "sollen wir das Klavier verkaufen", "questions"),
        ("de", "die Farbe der Vorhänge ist noch offen", "questions"),
        ("de", "als nächstes rufe ich den Schreiner an", "next_step"),
        ("de", "ich muss die Vorhänge bestellen", "next_step"),
        ("de", "meine Schwester hat ein Klavier", ""),
        *FIELDS,
    ],
)
def test_a_clause_is_recognised_by_what_it_says(language: str, text: str, field: str) -> None:
    thread = digest(said(text), language)
    fields = {name: getattr(thread, name) for name in ("decisions", "questions", "next_step")}
    assert {name for name, found in fields.items() if found} == ({field} if field else set())
    if field:
        assert words(said(text), fields[field]) == [text]


def test_what_is_decided_later_is_no_open_question() -> None:
    turns = said("should we take cedar for the fence", "should we sell the piano", "we decided on cedar for the fence")
    thread = digest(turns)
    assert words(turns, thread.questions) == ["should we sell the piano"]
    earlier = digest(said("we decided on cedar for the fence", "should we really take cedar for the fence"))
    assert len(earlier.questions) == 1


@pytest.mark.parametrize(
    ("language", "texts", "title"),
    [
        ("en", ("the move is on the first of May", "next I have to get boxes"), "move"),
        ("en", ("this spring we are redoing the garden",), "garden"),
        ("en", ("the red car has to go to the garage",), "car"),
        ("en", ("when is the concert", "the shed needs a roof"), "shed"),
        ("en", ("I decided to rent a car",), "car"),
        ("en", ("in June we fly to Norway", "June is cold there"), "Norway"),
        ("de", ("ich plane im Juni eine Reise", "im Juni nehmen wir die Fähre"), "Reise"),
        ("de", ("ich mache mir Sorgen wegen dem Umzug", "wir haben beschlossen im Mai umzuziehen"), "Umzug"),
        ("de", ("wir machen im Frühjahr den Garten neu", "wir haben uns für Zeder entschieden"), "Garten"),
        ("de", ("der Termin des Umzugs steht", "der Umzug wird teuer"), "Umzug"),
        ("de", ("wann ist das Konzert", "der Schuppen braucht ein Dach"), "Schuppen"),
    ],
)
def test_a_title_is_what_was_spoken_of(language: str, texts: tuple[str, ...], title: str) -> None:
    turns = said(*texts)
    assert words(turns, digest(turns, language).title)[:1] == [title]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("we decided on a red piano", "piano"),
        ("my piano needs new strings", "piano"),
        ("we want a green garden", "garden"),
        ("the red is too dark", "red"),
    ],
)
def test_a_word_that_is_a_noun_at_times_gives_way_to_one_that_is_always(text: str, title: str) -> None:
    assert words(said(text), digest(said(text)).title) == [title]


@pytest.mark.parametrize("word", ["wedding", "bins", "wells", "den"])
def test_a_noun_with_the_stem_of_a_small_word_is_a_title(word: str) -> None:
    turns = said(f"the {word} needs some work", f"we decided on marble for the {word}")
    assert words(turns, digest(turns).title)[:1] == [word]


def test_the_title_is_what_most_turns_speak_of() -> None:
    turns = said("the fence is old", "the garden needs water", "my garden is wild", "the fence of the garden is red")
    assert words(turns, digest(turns).title) == ["garden"]


def test_a_title_outlives_that_the_turn_which_spoke_of_it_first_is_corrected() -> None:
    turns = said("the bathroom needs tiles", "we chose white for the bathroom", "which tap do we take")
    thread = digest(turns)
    places = [one.turn_id for one in (*thread.title, *thread.entities) if words(turns, (one,)) == ["bathroom"]]
    assert places == ["t-0", "t-0", "t-1"]
    assert words(turns, thread.entities)[:3] == ["bathroom", "bathroom", "tiles"]


def test_a_pronoun_with_its_verb_is_no_topic() -> None:
    turns = said("the floor is uneven", "next I'll measure the floor")
    assert words(turns, digest(turns).entities) == ["floor", "floor", "measure"]


def test_no_two_clauses_of_a_turn_that_follow_each_other_are_pointed_at() -> None:
    turns = said("we decided on cedar for the fence and I need to call the carpenter and we agreed on Friday")
    thread = digest(turns)
    spans = sorted((one.start, one.end) for one in (*thread.decisions, *thread.questions, *thread.next_step))
    assert len(spans) >= 1
    assert all(after[0] - before[1] > len(" and ") for before, after in pairwise(spans))


def test_a_clause_is_cut_at_a_whole_word_within_the_limit() -> None:
    turns = said("we decided that " + "the wonderful cedar fence " * 12)
    (pointer,) = digest(turns).decisions
    assert MAX_CLAUSE_CHARS - 12 < pointer.end - pointer.start <= MAX_CLAUSE_CHARS
    assert turns[0].text[pointer.end] == " "


@pytest.mark.parametrize("mode", list(RetentionMode))
def test_every_field_is_bounded_and_richer_when_everything_is_remembered(mode: RetentionMode) -> None:
    nouns = ("fence", "piano", "garden", "kitchen", "window", "carpet", "ladder", "bottle", "bridge", "candle")
    decided, asked = (
        (f"we decided on the {noun}" for noun in nouns * 3),
        (f"should we sell the {noun}" for noun in nouns),
    )
    turns = said(*decided, *asked)
    thread = digest_session("u-1", turns, ENGLISH, mode)
    assert thread is not None
    most = DIGEST_ENTRIES[mode.value]
    assert [len(one) for one in (thread.entities, thread.decisions, thread.questions)] == [most] * 3
    assert (len(thread.title), len(thread.next_step) <= 1, len(thread.evidence)) == (1, True, MAX_EVIDENCE)


def test_the_same_turns_make_the_same_thread_and_the_record_holds_no_word() -> None:
    turns = said("we decided on cedar for the fence", "should we sell the piano")
    assert digest(turns) == digest(list(turns))
    content = digest(turns).record().content
    assert thread_from(content) == digest(turns)
    assert not any(word in str(content) for word in ("cedar", "fence", "piano"))


def test_talk_without_a_topic_has_no_thread() -> None:
    assert digest_session("u-1", said("yes", "no thanks", "hm"), ENGLISH) is None
    assert digest_session("u-1", [], ENGLISH) is None


@pytest.mark.parametrize(("silence", "closed"), [(SOFT_CLOSE_MS - 1, 0), (SOFT_CLOSE_MS, 1)])
def test_a_conversation_is_over_after_silence(silence: int, closed: int) -> None:
    turns = said("the garden is wild")
    assert len(closed_stretches(turns, silence)) == closed
    assert is_new_stretch(0, silence) is bool(closed)
    assert bool(latest_stretch(turns, silence)) is not bool(closed)
    assert is_new_stretch(None, silence)


def test_a_session_that_goes_on_after_silence_is_two_conversations() -> None:
    turns = [*said("the garden is wild"), *said("the piano is old", begin=31), *said("hello", session="s2", begin=32)]
    found = closed_stretches(turns, 10**9)
    assert [[one.turn_id for one in each] for each in found] == [["t-0"], ["t-31"], ["t-32"]]
