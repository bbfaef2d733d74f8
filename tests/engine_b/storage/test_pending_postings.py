"""Promise: a document whose postings are not written yet is found as it will be afterwards, and forgotten as wholly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine_b.core.policy import VaultPolicy
from engine_b.storage.postings import count_unposted, write_pending_postings
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault, VaultPolicies
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Exposure
from memory.model.changes import Change, Rule, RuleKind, Scope
from memory.model.ports import Gate
from memory.retrieval.retrieve import Ranked
from memory.text.stemming import stems
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.engine_b.storage.test_postings import talks
from tests.memory.retrieval.talk_vault import ANA, TalkLine, find, index_of, tell_lines, vault_with_talk

QUESTIONS = ("Where is the garden?", "dentist violin", "What did I say in 2024?", "yesterday in Lisbon", "vioxx", "4x")
GATES = (Gate(ANA, identified=True), Gate(ANA, identified=True, asked=True))
FEW = MemoryPolicy(max_postings_read=2)
"""So little is read that every word is too common."""
SECRET = TalkLine(2, "My safe word is Quetzalcoatl", "s-1", "Xochitl", atom="safe word")


def hear(vault: Vault, said: TalkLine) -> None:
    """Commit it as what a person waits for."""
    scope = Scope(said.user, said.session, said.turn_id, said.line.at.at_ms)
    vault.commit(Change(scope, lines=(said.line,), new_atoms=said.atoms), awaited=True)


def answers(vault: Vault) -> list[object]:
    """All that searches say, and what the index counts."""
    ranked: list[Ranked] = [
        find(vault, text, gate, policy) for text in QUESTIONS for gate in GATES for policy in (None, FEW)
    ]
    everything = tuple(stem for text in QUESTIONS for stem in stems(text))
    counted = [sorted(vault.reader.census(gate, everything).counts) for gate in GATES]
    hidden = [VaultControlQueries(vault).hidden_stems(gate, everything) for gate in GATES]
    return [*ranked, counted, hidden, vault.reader.stems_like(GATES[0], "viol", 8)]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(talks(), st.integers(0, 8))
def test_the_answers_are_the_same_before_and_after_and_as_if_it_had_never_waited(
    talk: list[TalkLine], kept: int
) -> None:
    with vault_with_talk(talk[:kept]) as vault, vault_with_talk(talk) as other:
        for said in talk[kept:]:
            hear(vault, said)
        before = answers(vault)
        assert vault.verify().ok
        write_pending_postings(vault.database)
        assert before == answers(vault) == answers(other)
        assert index_of(vault) == index_of(other)


def test_a_change_to_what_waits_is_a_change_to_what_is_found() -> None:
    with vault_with_talk([TalkLine(1, "the tulip in the garden", atom="tulip")]) as vault:
        rose = TalkLine(2, "the rose in the garden", atom="rose")
        hear(vault, rose)
        inside = replace(rose.atoms[0], version=2, exposure=Exposure.INTERNAL_ONLY)
        topic = Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "tulip", 1, "USER_CONTROL")
        change = Change(Scope(ANA, "s-9", "t-9", 9), changed_atoms=(inside,), new_rules=(topic,))
        vault.commit(change, awaited=True)
        assert count_unposted(vault.database) == 2
        assert find(vault, "garden").items == ()
        assert vault.reader.hits(GATES[0], ("garden",)) == vault.reader.newest_hits(GATES[0], "garden", 9) == ()
        assert vault.reader.newest_documents(GATES[0], ("garden", "rose"), 9) == frozenset()
        assert VaultControlQueries(vault).hidden_stems(GATES[0], ("rose", "tulip")) == {"rose"}


def test_what_is_forgotten_while_it_waits_is_nowhere(tmp_path: Path) -> None:
    with (
        Vault.open(tmp_path, now_ms=1) as vault,
        vault_with_talk([TalkLine(1, "Good morning", "s-1", "Maria")]) as other,
    ):
        tell_lines(vault, [TalkLine(1, "Good morning", "s-1", "Maria")])
        hear(vault, SECRET)
        forgetting = Change(Scope(ANA, "s-1", "t-3", 9_000), forget_atoms=(SECRET.atoms[0].atom_id,))
        assert vault.commit(forgetting, awaited=True).scrubbed
        assert count_unposted(vault.database) == 0
        assert index_of(vault) == index_of(other)
        assert find_in_pages(tmp_path, vault._opened.key.key, page_needles("Quetzalcoatl")) == []
        assert vault.verify().ok


def test_what_was_not_posted_before_a_restart_waits_on_and_no_more_wait_than_may(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        hear(vault, SECRET)
    with Vault.open(tmp_path, now_ms=2, policy=VaultPolicies(VaultPolicy(max_waiting_docs=3))) as vault:
        assert count_unposted(vault.database) == 2
        hear(vault, TalkLine(3, "Good morning"))
        assert count_unposted(vault.database) == 3
        hear(vault, TalkLine(4, "Good night"))
        assert count_unposted(vault.database) == 0
        assert vault.verify().ok


def test_verifying_sees_what_waits_though_it_has_postings_and_what_has_none_and_does_not_wait() -> None:
    for spoil in ("INSERT INTO waiting VALUES (2)", "DELETE FROM waiting"):
        with vault_with_talk([TalkLine(1, "Good morning")]) as vault:
            hear(vault, SECRET)
            assert vault.verify().ok
            vault.connection.execute(spoil)
            assert vault.verify().problems == ("INDEX_DIFFERS",)


def test_documents_of_several_stems_are_those_of_each_posted_or_waiting() -> None:
    with vault_with_talk([TalkLine(1, "the tulip in the garden", atom="tulip")]) as vault:
        hear(vault, TalkLine(2, "the rose in the garden", atom="rose"))
        terms = ("garden", "rose", "tulip", "willow")
        each = {hit >> 9 for term in terms for _, hit in vault.reader.newest_hits(GATES[0], term, 9)}
        assert vault.reader.newest_documents(GATES[0], terms, 9) == each != set()


def test_of_a_frequent_stem_the_newest_documents_are_read() -> None:
    lines = [TalkLine(number, f"the garden on day {number}") for number in range(1, 6)]
    with vault_with_talk([*lines, TalkLine(6, "the rose")]) as vault:
        newest = {hit >> 9 for _, hit in vault.reader.newest_hits(GATES[0], "garden", 3)}
        rose = {hit >> 9 for _, hit in vault.reader.newest_hits(GATES[0], "rose", 3)}
        assert len(newest) == 3
        assert vault.reader.newest_documents(GATES[0], ("garden", "rose"), 3) == newest | rose
