"""Promise: no bundle is above its caps (32 KB, 20 atoms, 2 excerpts), for any vault and any text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from device.assistant.assistant import Assistant
from device.platform.language_files import load_language
from device.session.session import Session
from engine_b.vault.vault import Vault, VaultPolicies
from memory.core.policy import MemoryPolicy
from memory.model import ids
from memory.model.atoms import ArchivedLine, Atom, Channel, Kind, Moment, Provenance, Recall, Source, Speaker
from memory.model.changes import Change, Flag, Rule, RuleKind, Scope
from memory.model.ports import Gate
from memory.retrieval.context_bundle import BundleCandidates, ContextBundle, compose_bundle
from protos.canonical_json import canonical_bytes
from tests.budgets import CAPPED_BUNDLES, CAPPED_TALKS

KILOBYTES_32, ATOMS, EXCERPTS = 32 * 1024, 20, 2
ANA = ids.user_id("ana")
NOW = Moment(1_772_438_400_000)
LANGUAGE = load_language("en").memory
POLICY = MemoryPolicy()

hostile = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
swelling = st.sampled_from(['"', "\\", "🌷", "\u202e", "a\u0301", "\n", "牡丹 ", "tulip "])


def long_text(most: int) -> st.SearchStrategy[str]:
    return st.builds(lambda piece, times: (piece * times)[:most], hostile | swelling, st.integers(1, most))


@st.composite
def atoms(draw: st.DrawFn, most: int) -> list[Atom]:
    texts = draw(st.lists(long_text(3_000), min_size=0, max_size=most))
    return [
        Atom(
            atom_id=f"a-{number:024x}",
            user_id=ANA,
            kind=draw(st.sampled_from(list(Kind))),
            key=draw(st.sampled_from(["name", "project:x", f"statement:tulip {number}", text[:200]])),
            value=text[:500],
            text=text,
            sources=(Source(f"t-{number}", 0, len(text)),),
            learned_at_ms=NOW.at_ms - draw(st.integers(0, 10**11)),
            provenance=draw(st.sampled_from(list(Provenance))),
            confidence_bp=draw(st.integers(0, 10_000)),
            recall=draw(st.sampled_from([Recall.PUSH, Recall.PULL])),
            pinned=draw(st.booleans()),
        )
        for number, text in enumerate(texts)
    ]


def line(number: int, text: str) -> ArchivedLine:
    return ArchivedLine(f"l-{number}", f"l-{number}", "s", ANA, Speaker.USER, "", text, NOW, len(text.split()))


def assert_within_caps(bundle: ContextBundle) -> None:
    assert len(bundle.payload) <= KILOBYTES_32
    assert len(bundle.items) <= ATOMS
    assert len(bundle.excerpts) <= EXCERPTS


@settings(max_examples=CAPPED_BUNDLES.now, deadline=None, derandomize=True)
@given(
    pushed=atoms(25),
    ranked=atoms(40),
    lines=st.lists(long_text(20_000), max_size=6),
    keys=st.lists(hostile, max_size=200),
    state=st.dictionaries(hostile, long_text(200), max_size=20),
)
def test_whatever_is_offered_is_cut_to_the_caps(
    pushed: Sequence[Atom], ranked: Sequence[Atom], lines: list[str], keys: list[str], state: dict[str, str]
) -> None:
    offered = BundleCandidates(
        pushed=pushed,
        ranked=ranked,
        lines=[line(number, text) for number, text in enumerate(lines)],
        flags=[Flag(ANA, key, NOW.at_ms, "X") for key in keys],
        rules=[Rule("r-1", ANA, RuleKind.DO_NOT_STORE, "tulip", NOW.at_ms, "X")],
        state=state,
    )
    bundle = compose_bundle(Gate(ANA, True), offered, NOW.at_ms, POLICY, LANGUAGE)
    assert_within_caps(bundle)
    assert bundle == compose_bundle(Gate(ANA, True), offered, NOW.at_ms, POLICY, LANGUAGE), "two runs give one bundle"
    texts = [item.atom.text for item in bundle.items]
    assert all(canonical_bytes(text) in bundle.payload for text in texts), (
        "an atom is in the bundle whole or not at all"
    )


@settings(max_examples=CAPPED_TALKS.now, deadline=None, derandomize=True)
@given(
    known=atoms(60),
    texts=st.lists(
        hostile | long_text(110_000) | st.sampled_from(["what do you know about tulips", "tulip", "what is my name"]),
        min_size=1,
        max_size=4,
    ),
    channel=st.sampled_from(list(Channel)),
)
def test_every_turn_on_any_vault_stays_within_the_caps(known: list[Atom], texts: list[str], channel: Channel) -> None:
    with TemporaryDirectory() as folder, _vault(Path(folder), known) as vault:
        session = Session(Assistant(vault), ANA, "s")
        for number, text in enumerate(texts):
            at = Moment(NOW.at_ms + number * 60_000)
            _, answer = session.say(text, at, channel)
            assert answer.bundle.size_bytes <= KILOBYTES_32
            assert len(answer.bundle.atoms) <= ATOMS
            assert len(answer.bundle.excerpts) <= EXCERPTS
            assert answer.reason_codes


def _vault(folder: Path, known: list[Atom]) -> Vault:
    vault = Vault.open(
        folder,
        now_ms=0,
        policy=VaultPolicies(memory=MemoryPolicy(max_new_atoms_per_turn=1_000, max_changed_atoms_per_turn=5)),
    )
    lines = tuple(_source_line(atom) for atom in known)
    vault.commit(Change(Scope(ANA, "before", "t-before", 0), lines=lines, new_atoms=tuple(known)))
    return vault


def _source_line(atom: Atom) -> ArchivedLine:
    turn_id = atom.sources[0].turn_id
    return ArchivedLine(turn_id, turn_id, "before", ANA, Speaker.USER, "", atom.text, Moment(atom.learned_at_ms), 1)
