"""The merged table is the same for every order of arrival, every hash seed and every locale."""

from __future__ import annotations

import locale
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.core.errors import PackageError
from packages.core.names import Version, check_name
from packages.core.policy import PackagePolicy
from packages.documents.documents import Package, PackageKind, PayloadFile
from packages.documents.merge import EMPTY_DIGEST, VerifiedPackage, apply_order, merge_packages
from packages.documents.terms import Term, TermOrigin, TermRole
from tests.budgets import MERGES

POLICY = PackagePolicy()
ADDED = TermOrigin("ops", "2026-08-01T00:00:00Z", "asked for")
FILE = PayloadFile("terms.json", 1, "0" * 64)
ROOT = Path(__file__).resolve().parents[3]


def package(name: str, priority: int = 50, requires: tuple[str, ...] = (), version: str = "1.0") -> Package:
    needs = dict.fromkeys(requires, Version(1))
    moment = "2026-08-01T00:00:00Z"
    return Package(
        name, Version.parse(version), PackageKind.COMPANY, moment, FILE, "en", priority=priority, requires=needs
    )  # fmt: skip


def verified(one: Package, *terms: Term, catalog: int = 1) -> VerifiedPackage:
    return VerifiedPackage(one, terms, b"", b"", "", catalog)


def sample() -> list[VerifiedPackage]:
    """Five packages that overlap, with Turkish letters, for which `I` and `i` are not the same in every locale."""
    return [
        verified(package("base"), Term("Istanbul", ADDED, heard=("Is tan bul",)), Term("ıstanbul", ADDED)),
        verified(package("zeta", 50, ("base",)), Term("ISTANBUL", ADDED, weight=7), Term("Straße", ADDED)),
        verified(package("alpha", 50, ("base",)), Term("Istanbul", ADDED, weight=9, heard=("easy tan bull",))),
        verified(package("high", 90), Term("İstanbul", ADDED, heard=("IS TAN BUL",))),
        verified(package("low", 10, ("high",)), Term("Istanbul", ADDED, role=TermRole.PLACE, pronunciations=("IH S",))),
    ]


def code(call: object) -> str:
    with pytest.raises(PackageError) as caught:
        call()  # type: ignore[operator]
    return caught.value.code


def test_every_order_of_arrival_makes_the_same_table() -> None:
    tables = [merge_packages(order, POLICY) for order in permutations(sample())]
    assert len(set(tables)) == 1
    assert [name for name, _ in tables[0].order] == ["base", "alpha", "zeta", "high", "low"]


def test_what_is_applied_later_wins_and_takes_over_a_heard_form() -> None:
    entries = {entry.spelling: entry for entry in merge_packages(sample(), POLICY).entries}
    assert (entries["Istanbul"].package, entries["Istanbul"].weight) == ("low", 100)
    assert entries["Istanbul"].heard == ("easy tan bull",)
    assert entries["İstanbul"].heard == ("IS TAN BUL",)


def test_the_order_of_terms_in_a_package_decides_nothing() -> None:
    terms = [Term("Ana", ADDED, heard=("anna",)), Term("Anna-Lena", ADDED, heard=("anna",))]
    tables = [merge_packages([verified(package("one"), *order)], POLICY) for order in (terms, terms[::-1])]
    assert tables[0] == tables[1]
    assert [entry.heard for entry in tables[0].entries] == [(), ("anna",)]


def test_priority_then_name_breaks_ties() -> None:
    found = apply_order([package("b", 10), package("a", 20), package("c", 10), package("d", 5, ("c",))])
    assert [one.name for one in found] == ["b", "c", "d", "a"]


def test_hash_seed_and_locale_decide_nothing() -> None:
    program = "from tests.packages.documents.test_merge import print_digest; print_digest()"
    found = set()
    pairs = (("0", "C"), ("1", "tr_TR.UTF-8"), ("4242", "tr_TR.UTF-8"), ("4242", "C.UTF-8"), ("1", "C"))
    for seed, language in pairs:
        environment = {
            **os.environ, "PYTHONHASHSEED": seed, "LC_ALL": language, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0",
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert found == {merge_packages(sample(), POLICY).digest + "\n"}


def print_digest() -> None:
    """What the other process says, with packages arriving in the order of its hash seed."""
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        locale.setlocale(locale.LC_ALL, "C")
    arrived = {hash(one.package.name): one for one in sample()}
    print(merge_packages([arrived[number] for number in sorted(arrived)], POLICY).digest)


def test_a_set_of_nothing_is_the_empty_vocabulary() -> None:
    assert merge_packages((), POLICY).digest == EMPTY_DIGEST


def test_a_package_twice_is_once_and_two_contents_of_one_name_are_no_set() -> None:
    one = sample()[0]
    assert merge_packages([one, one], POLICY) == merge_packages([one], POLICY)
    other = verified(package("base"), Term("Ankara", ADDED))
    assert code(lambda: merge_packages([one, other], POLICY)) == "VOCAB_MIXED_SET"


def test_packages_of_two_catalogues_or_two_people_are_no_set() -> None:
    one, two = verified(package("one")), verified(package("two"), catalog=2)
    assert code(lambda: merge_packages([one, two], POLICY)) == "VOCAB_MIXED_SET"
    mine, yours = (
        VerifiedPackage(
            Package(name, Version(1), PackageKind.USER, "2026-08-01T00:00:00Z", FILE, scope=name), (), b"", b"", name, 1
        )
        for name in ("mine", "yours")
    )  # fmt: skip
    assert code(lambda: merge_packages([mine, yours], POLICY)) == "VOCAB_MIXED_SET"


def test_the_merged_table_is_bounded() -> None:
    terms = [Term(f"word {letter}", ADDED) for letter in "abc"]
    assert (
        code(lambda: merge_packages([verified(package("one"), *terms)], PackagePolicy(max_merged_terms=2)))
        == "VOCAB_POLICY"
    )


NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
WORDS = st.text("aAiIıİßſ ", min_size=1, max_size=4).map(str.strip).filter(bool)
TERMS = st.builds(Term, WORDS, st.just(ADDED), weight=st.integers(1, 9), heard=st.lists(WORDS, max_size=3).map(tuple))


@given(
    st.lists(
        st.tuples(NAMES, st.integers(0, 2), st.lists(NAMES, max_size=2), st.lists(TERMS, max_size=4)),
        unique_by=lambda row: row[0],
        max_size=5,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=MERGES.now, deadline=None, derandomize=True, database=None)
def test_any_set_is_refused_or_merged_alike_in_any_order(rows: object, chance: object) -> None:
    made = [
        verified(package(check_name(name), priority, tuple(set(needs) - {name})), *terms)
        for name, priority, needs, terms in rows  # type: ignore[attr-defined]
    ]
    shuffled = list(made)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    results = []
    for order in (made, shuffled):
        try:
            results.append(merge_packages(order, POLICY).digest)
        except PackageError as error:
            results.append(error.code)
    assert results[0] == results[1]


def test_the_digest_of_the_sample_is_what_it_was() -> None:
    assert merge_packages(sample(), POLICY).digest == "7fa57778d6a57db6d3e739bf951605f38b507929c74030e3ef3bf364e744c748"
