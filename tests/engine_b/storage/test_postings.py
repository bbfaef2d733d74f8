"""Promise: the index says what archive and atoms say, no more; a forgotten word is in no part of it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.model.changes import Change, Scope
from memory.retrieval.query import parse_query
from memory.text.stemming import stems
from memory.text.synonyms import STOP_WORDS
from tests.memory.retrieval.talk_vault import ANA, BEN, TalkLine, find, index_of, tell_lines, vault_with_talk

WORDS = ("dentist", "garden", "violin", "Lisbon", "Always", "2024", "two", "yesterday", "the", "?")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


@st.composite
def talks(draw: st.DrawFn) -> list[TalkLine]:
    """Up to eight lines of two people in three sessions, some of them atoms."""
    size = draw(st.integers(1, 8))
    return [
        TalkLine(
            number,
            f"{draw(TEXTS)} {number}x",
            draw(st.sampled_from(("s-1", "s-2", "s-3"))),
            draw(st.sampled_from(("", "Maria"))),
            draw(st.sampled_from((ANA, BEN))),
            atom=draw(st.sampled_from(("", f"note:{number}"))),
        )
        for number in range(1, size + 1)
    ]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(talks(), st.sets(st.integers(1, 8)))
def test_after_forgetting_the_index_is_that_of_a_vault_that_was_never_told(
    talk: list[TalkLine], gone: set[int]
) -> None:
    forgotten = [one for one in talk if one.number in gone and one.atom]
    with vault_with_talk(talk) as vault, vault_with_talk([one for one in talk if one not in forgotten]) as other:
        for one in forgotten:
            scope = Scope(one.user, "s-9", f"t-9{one.number}", 9_000)
            vault.commit(Change(scope, forget_atoms=(one.atoms[0].atom_id,)))
        assert index_of(vault) == index_of(other)


def test_a_forgotten_word_and_a_forgotten_voice_leave_every_table_of_the_index() -> None:
    secret = TalkLine(1, "My safe word is Quetzalcoatl", "s-1", "Xochitl", atom="safe word")
    with vault_with_talk([secret, TalkLine(2, "Good morning", "s-1", "Maria")]) as vault:
        vault.commit(Change(Scope(ANA, "s-2", "t-2", 9_000), forget_atoms=(secret.atoms[0].atom_id,)))
        dump = str(index_of(vault)).casefold()
        assert "quetzalcoatl" not in dump
        assert "xochitl" not in dump
        assert stems("Quetzalcoatl")[0] not in dump
        assert vault.connection.execute("SELECT count(*) FROM posting WHERE doc_no = 2").fetchone() == (0,)


def test_words_that_were_cut_out_of_a_line_are_no_longer_found_in_it() -> None:
    both = TalkLine(1, "My bank is Monument and my dog is Rex", "s-1")
    whole = TalkLine(1, both.text, atom="bank").atoms[0]
    dog = TalkLine(1, both.text, atom="dog").atoms[0]
    bank_text, dog_text = "My bank is Monument", "my dog is Rex"
    at = both.text.index(dog_text)
    from dataclasses import replace

    from memory.model.atoms import Source

    bank = replace(whole, text=bank_text, value="Monument", sources=(Source("t-0001", 0, len(bank_text)),))
    dog = replace(dog, text=dog_text, value="Rex", sources=(Source("t-0001", at, at + len(dog_text)),))
    with vault_with_talk([]) as vault:
        vault.commit(Change(Scope(ANA, "s-1", "t-0001", 1), lines=(both.line,), new_atoms=(bank, dog)))
        assert "t-0001" in [item.ref for item in find(vault, "Monument").items]
        vault.commit(Change(Scope(ANA, "s-2", "t-2", 9_000), forget_atoms=(bank.atom_id,)))
        assert find(vault, "Monument").items == ()
        assert {item.ref for item in find(vault, "my dog").items} == {"t-0001", dog.atom_id}


def test_the_rules_and_the_index_are_quiet_about_the_same_stems() -> None:
    with vault_with_talk([]) as vault:
        rows = vault.connection.execute("SELECT stem FROM quiet_stem").fetchall()
    assert {row[0] for row in rows} == STOP_WORDS


def test_traits_and_months_are_written_as_stems_are() -> None:
    with vault_with_talk([]) as vault:
        months = [row[0] for row in vault.connection.execute("SELECT stem FROM month_stem ORDER BY month")]
        traits = {row[0] for row in vault.connection.execute("SELECT stem FROM trait_stem")}
    said = "January February March April May June July August September October November December"
    assert tuple(months) == stems(said)
    assert set(months) <= traits
    assert set(stems("yesterday tomorrow monday recently since twice dozen several couple")) <= traits


def test_a_line_is_found_by_the_day_it_was_said() -> None:
    with vault_with_talk(
        [TalkLine(1, "We went sailing", "s-1", at_ms=1_683_504_000_000), TalkLine(2, "We went home", "s-2")]
    ) as vault:
        assert find(vault, "What did I do on 8 May 2023?").items[0].ref == "t-0001"


def test_the_words_of_a_question_are_understood_once_each_and_not_without_end() -> None:
    assert [concept.stem for concept in parse_query("Dogs, dog and DOG's dogs").concepts] == ["dog"]
    assert parse_query("what is it, and who are you?").concepts == ()
    assert len(parse_query(" ".join(f"w{n}" for n in range(900))).concepts) == 32


def test_telling_the_same_again_changes_nothing() -> None:
    talk = [TalkLine(1, "Rex is my dog", atom="dog"), TalkLine(2, "He is four")]
    with vault_with_talk(talk) as vault:
        before = index_of(vault)
        tell_lines(vault, talk)
        assert index_of(vault) == before
