"""Promise: what is read of many threads by an index is what a walk over all of them finds, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from memory.continuity.kept_threads import (
    latest_threads,
    own_threads,
    read_unresolved,
    thread_with_id,
    threads_since,
    threads_to_drop,
)
from memory.continuity.resume import build_resume_bundle
from memory.continuity.thread import Thread, pack_pointers
from memory.continuity.tiers import Tier, expired_threads
from memory.core.policy import DAY_MS, RETENTION_MS, THREADS_AT_ONCE, THREADS_LOOKED_AT, UNRESOLVED_MS
from memory.model import ids
from memory.model.changes import Change, Scope
from memory.model.ports import Gate
from tests.memory.continuity.generated_threads import in_order, random_threads, walked_bundle
from tests.sim.assistant_talk import Talk, talk_in

ANA, BEN = ids.user_id("Ana"), ids.user_id("Ben")
GATE = Gate(ANA, identified=True, asked=False)
THREADS = 60


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A talk of Ana's, with threads of a day each over its few turns; Ben has as many."""
    with talk_in(tmp_path_factory.mktemp("threads") / "vault", "en") as talk:
        talk.say_all("the garden needs a new fence", "we decided on cedar", "the gate is green", "it is raining")
        turns = talk.queries.all_turn_ids(ANA) * THREADS
        for number, user in enumerate((ANA, BEN)):
            made = random_threads(user, turns, 4, Random(number), step_ms=DAY_MS)
            records = tuple(one.record() for one in made)
            talk.vault.commit(Change(Scope(user, "s", f"t-{number}", 1), records=records))
        yield talk


def test_the_bundle_is_that_of_the_walk_at_every_moment(talk: Talk) -> None:
    memory, tiers = talk.assistant.memory, set()
    for day in range(-1, 2 * THREADS + 100, 7):
        for now in (day * DAY_MS, day * DAY_MS + 1):
            bundle = build_resume_bundle(memory, GATE, now)
            assert bundle == walked_bundle(memory, GATE, now), now
            tiers.add((bundle.tier, len(bundle.candidates)))
    assert {tier for tier, _ in tiers} == set(Tier)
    assert {count for _, count in tiers} >= {0, 1, 5}


def test_the_latest_are_those_of_the_walk(talk: Talk) -> None:
    reader, every = talk.vault.reader, in_order(talk.assistant.memory, GATE)
    assert len(every) == THREADS
    assert list(latest_threads(reader, ANA)) == every
    assert list(islice(latest_threads(reader, ANA), 1)) == every[:1]
    for since in {one.active_ms + more for one in every for more in (0, 1)}:
        assert list(threads_since(reader, ANA, since)) == [one for one in every if one.active_ms >= since]


@pytest.mark.parametrize("mode", sorted(RETENTION_MS))
def test_the_dropped_are_those_of_the_walk(talk: Talk, mode: str) -> None:
    reader, every = talk.vault.reader, own_threads(talk.vault.reader, ANA)
    for now in {RETENTION_MS[mode] + one.active_ms + more for one in every[::3] for more in (0, 1)}:
        assert set(threads_to_drop(reader, ANA, mode, now)) == set(expired_threads(every, mode, now))


@pytest.mark.parametrize(("latest", "most"), [(THREADS_LOOKED_AT, THREADS_AT_ONCE), (20, 3), (1, 1)])
def test_what_is_open_is_that_of_the_walk(talk: Talk, latest: int, most: int) -> None:
    reader, every = talk.vault.reader, in_order(talk.assistant.memory, GATE)
    counts = set()
    for now in {one.active_ms + UNRESOLVED_MS + more for one in every[::3] for more in (0, 1)}:
        since = now - UNRESOLVED_MS
        found = reader.open_questions(ANA, since, latest, most)
        assert found == walked_open(every, since, latest, most)
        if latest == THREADS_LOOKED_AT:
            assert found == read_unresolved(reader, ANA, now)
        counts.add(len(found))
    assert len(counts) > 1


def test_what_is_open_is_that_of_the_walk_wherever_it_is_cut(talk: Talk) -> None:
    turns = talk.queries.all_turn_ids(ANA) * 3 * THREADS
    user = ids.user_id("Cem")
    made = [
        replace(one, questions=one.evidence[:1], pinned=number % 3 == 0, muted=number % 4 == 0)
        for number, one in enumerate(random_threads(user, turns, 12, Random(5), step_ms=DAY_MS))
    ]
    talk.vault.commit(Change(Scope(user, "s", "t-9", 1), records=tuple(one.record() for one in made)))
    every = in_order(talk.assistant.memory, replace(GATE, user_id=user))
    for since in (0, *sorted({one.active_ms for one in every})[::5]):
        for most in range(1, 9):
            found = talk.vault.reader.open_questions(user, since, most, most)
            assert found == walked_open(every, since, most, most), (since, most)


def walked_open(every: list[Thread], since_ms: int, latest: int, most: int) -> tuple[tuple[str, str], ...]:
    """What threads leave open, from every thread of the person, the latest first."""
    lately = [one for one in every if one.active_ms >= since_ms]
    ranked = sorted(lately, key=lambda one: (-one.active_ms, -one.use_count, one.thread_id))
    resumable = [one for one in ranked if one.questions and not one.muted]
    found = [one for one in resumable if one.pinned][:most] + [one for one in resumable if not one.pinned][:most]
    found += [one for one in lately[:latest] if one.questions][:most]
    return tuple(sorted({(one.thread_id, pack_pointers(one.questions)) for one in found}))


def test_one_is_read_by_its_id_for_its_person_alone(talk: Talk) -> None:
    for one in own_threads(talk.vault.reader, ANA)[::9]:
        assert thread_with_id(talk.vault.reader, ANA, one.thread_id) == one
        assert thread_with_id(talk.vault.reader, BEN, one.thread_id) is None
    assert thread_with_id(talk.vault.reader, ANA, "thread-") is None


def test_no_read_walks_over_all_threads(talk: Talk) -> None:
    from engine_b.storage import thread_rows

    lines = [
        row[3]
        for sql in (
            f"SELECT * FROM thread t WHERE {thread_rows._BETWEEN}",
            f"SELECT * FROM thread t WHERE t.thread_id IN ({thread_rows._RESUMABLE})",
            thread_rows._OPEN,
        )
        for row in talk.vault.connection.execute(
            f"EXPLAIN QUERY PLAN {sql}", (0,) * (4 if "?4" in sql else sql.count("?"))
        )
    ]
    assert [
        line for line in lines if line.startswith("SCAN") and "subquery" not in line.casefold() and line != "SCAN y"
    ] == []
    assert sum("thread_by_use" in line for line in lines) == 2
    assert sum("thread_by_rank (user_id=? AND pinned=? AND <expr>=? AND <expr>>?)" in line for line in lines) == 6
