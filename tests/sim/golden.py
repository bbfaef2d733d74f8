"""The household whose first device is the golden vault, made by ordinary calls.

Used once, by `fixtures/regenerate_golden.py`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.vocabulary.personal_package import PersonalPackage
from engine_b.protocol.core_types import ATOM, SETTING
from engine_b.protocol.op_decoder import VerifiedOp
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.sync import outbox
from engine_b.vocabulary import held_words
from memory.model.atoms import ArchivedLine, Atom, Exposure, Kind, Moment, Provenance, Recall, Source, Speaker, Status
from memory.model.changes import Change, CorrectionPair, Flag, Note, Question, Rule, RuleKind, Scope, Setting
from memory.model.ids import atom_id, turn_id
from protos.canonical_json import canonical_bytes
from tests.device.vocabulary.installer_steps import hears
from tests.engine_b.change_builders import ANA, BEN
from tests.sim.household import FIRST, SECOND, Household
from tests.sim.vault_contents import all_records

DAY_MS = 86_400_000
BACKUP = "backup"

EVERY_KIND = (
    (Kind.NAME, "name", "Ana", "My name is Ana"),
    (Kind.LANGUAGE, "language", "Português", "Please speak Português with me"),
    (Kind.CONTACT_PREFERENCE, "contact_preference", "by letter", "Write to me by letter"),
    (Kind.INSTRUCTION, "instruction:answers", "short", "Keep your answers short"),
    (Kind.PROJECT, "project:boat", "the boat", "I am building the boat"),
    (Kind.PREFERENCE, "preference:favorite color", "green", "my favorite color is green"),
    (Kind.RELATIONSHIP, "relationship:sister", "Siobhan", "my sister is called Siobhan"),
    (Kind.PLACE, "place:key", "under the mat", "The key is under the mat"),
    (Kind.DATE, "date:dentist", "June 14", "The dentist is on June 14"),
    (Kind.RITUAL, "ritual:evening", "tea at nine", "I have tea at nine"),
    (Kind.VOCABULARY, "vocabulary:selene", "Selène", "It is written Selène"),
    (Kind.DECISION, "decision:car", "no car", "We decided: no car"),
    (Kind.STATEMENT, "note", "", 'She said "nö\\n": 東京 🌙 e\u0301\t—'),
)
ODD = (
    {"provenance": Provenance.INFERRED, "confidence_bp": 0, "status": Status.UNCERTAIN},
    {"provenance": Provenance.TOOL_DERIVED, "exposure": Exposure.SAFE_TO_TEXT, "recall": Recall.PUSH},
    {"provenance": Provenance.VERIFIED, "confidence_bp": 10_000, "pinned": True},
    {"exposure": Exposure.INTERNAL_ONLY, "recall": Recall.ONLY_IF_ASKED},
    {"status": Status.CONTRADICTED, "valid_from_ms": 0, "valid_until_ms": 1_900_000_000_000},
    {"status": Status.USER_APPROVED, "last_confirmed_at_ms": 1_790_000_000_500, "reason_code": "APPROVED_BY_USER"},
    {"status": Status.OUTDATED, "valid_until_ms": 1_700_000_000_000},
)


def told(house: Household, folder: Path) -> None:
    """All that the household lives through."""
    kept = _told_every_kind(house)
    _told_of_others(house)
    _controls(house, kept)
    house.settle()
    _replaced(house, kept["preference:favorite color"])
    _corrected(house, kept["relationship:sister"])
    house.settle()
    _forgotten(house)
    house.settle()
    _conflicts(house)
    _said_again(house, folder)
    _parked(house)
    house.settle()
    _own_vocabulary(house)
    _still_waiting(house, kept["place:key"])


def known_ops(house: Household, name: str) -> list[tuple[VerifiedOp, bool]]:
    """All ops that the device has heard of or made, and whether the op still waits to be sent."""
    vault = house.vaults[name]
    found = [(arrival.op, False) for stream in house.streams(name).values() for arrival in stream]
    own, end = vault.device_id, outbox.load_chain_positions(vault.database).get(vault.device_id, ChainPosition())
    for op in outbox.queued_ops(vault.database, own, end.seq, 10_000):
        found.append(
            (VerifiedOp(op.op_id, own, op.seq, op.txn_id, op.payload, op.payload_hash, op.erases, op.dek), True)
        )
    return sorted(found, key=lambda each: (each[0].device_id, each[0].seq))


def _line(house: Household, text: str, user: str = ANA, session: str = "s-1", **parts: Any) -> ArchivedLine:
    at = Moment(house.now(), 120)
    turn = turn_id(user, session, at.at_ms, text)
    line = ArchivedLine(turn, turn, session, user, Speaker.USER, "", text, at, len(text.split()))
    return replace(line, **parts)


def _reply(line: ArchivedLine, text: str) -> ArchivedLine:
    return replace(line, line_id=f"{line.turn_id}/reply", speaker=Speaker.SELENE, who="", text=text)


def _atom(line: ArchivedLine, kind: Kind, key: str, value: str, **parts: Any) -> Atom:
    number = atom_id(line.user_id, kind.value, key, line.turn_id, line.at.at_ms, 0)
    sources = (Source(line.turn_id, 0, len(line.text)),)
    return Atom(number, line.user_id, kind, key, value or line.text, line.text, sources, line.at.at_ms, **parts)


def _scope(line: ArchivedLine) -> Scope:
    return Scope(line.user_id, line.session_id, line.turn_id, line.at.at_ms)


def _told_every_kind(house: Household) -> dict[str, Atom]:
    """One atom of every kind, each in another state; the last one came from two lines, and each has a reply."""
    kept: dict[str, Atom] = {}
    before = ""
    for at, (kind, key, value, text) in enumerate(EVERY_KIND):
        line = _line(house, text)
        atom = _atom(line, kind, key, value, **ODD[at % len(ODD)])
        if kind is Kind.STATEMENT:
            atom = replace(atom, sources=(*atom.sources, Source(before, 0, 2)))
        change = Change(
            _scope(line),
            notes=(Note("TURN_UNDERSTOOD", "REMEMBER_THAT", atom.atom_id, (("atoms", 1), ("kind", kind.value))),),
            lines=(line, _reply(line, f"I will remember: {value or 'that'}.")),
            new_atoms=(atom,),
            used_atoms=(atom.atom_id,),
            metrics=(("atoms", 1), ("bytes", len(text))),
        )
        house.vaults[FIRST].commit(change)
        kept[key], before = atom, line.turn_id
    return kept


def _told_of_others(house: Household) -> None:
    """Another person, in a session whose name is free text; and a guest's line that no atom follows from."""
    line = _line(house, "My bicycle is in the cellar", BEN, "Ben's evening")
    atom = _atom(line, Kind.PLACE, "place:bicycle", "the cellar")
    house.vaults[FIRST].commit(Change(_scope(line), lines=(line, _reply(line, "Noted.")), new_atoms=(atom,)))
    guest = _line(house, "What a nice kitchen", who="Carla")
    house.vaults[FIRST].commit(Change(_scope(guest), lines=(guest,)))
    house.remember(SECOND, "The boat is blue", "colour:boat", "blue", reply="Blue, then.")


def _controls(house: Household, kept: dict[str, Atom]) -> None:
    """Rules, flags, questions, settings."""
    scope = house.scope()
    rule = Rule("r-quiet-car", ANA, RuleKind.DO_NOT_MENTION, "car", scope.at_ms, "USER_CONTROL")
    never = Rule("r-never-money", ANA, RuleKind.DO_NOT_STORE, "money", scope.at_ms, "USER_CONTROL")
    ids = (kept["date:dentist"].atom_id, kept["name"].atom_id)
    asked = [
        Question(f"q-{n}", ANA, "s-1", scope.turn_id, "name", "CONFLICT", state, ids[: n + 1], scope.at_ms, proposal)
        for n, (state, proposal) in enumerate((("open", ""), ("resolved", "Anna"), ("unresolved", "“Âna”")))
    ]
    settings = (Setting("pace", "soft"), Setting("speech.on_bp", "6200"), Setting("own.x", "none"))
    change = Change(scope, new_rules=(rule, never), questions=tuple(asked), settings=settings)
    house.vaults[FIRST].commit(change)
    house.unhush(FIRST, house.hush(FIRST, "the party"))
    for name in (FIRST, SECOND):
        house.flag(name, "voice")
    house.flag(FIRST, "name")
    house.flag(FIRST, "name")
    house.flag(FIRST, "address")
    house.drop_flag(FIRST, "address")
    house.vaults[FIRST].commit(Change(house.scope(), flags=(Flag(BEN, "name", house.now(), "TOLD"),)))
    house.set(SECOND, "mood", "calm")
    house.settle()
    house.set(FIRST, "pace", "brisk")
    house.set(SECOND, "pace", "slow")


def _replaced(house: Household, green: Atom) -> None:
    """A favourite colour that took the place of another."""
    line = _line(house, "my favorite color is blue now")
    blue = replace(_atom(line, Kind.PREFERENCE, green.key, "blue"), supersedes=green.atom_id)
    stored = house.atom(FIRST, green.atom_id)
    assert stored
    older = replace(
        stored, version=stored.version + 1, status=Status.REPLACED, superseded_by=blue.atom_id, reason_code="SUPERSEDED"
    )
    change = Change(_scope(line), lines=(line,), new_atoms=(blue,), changed_atoms=(older,))
    house.vaults[FIRST].commit(change)


def _corrected(house: Household, sister: Atom) -> None:
    """A name that was misheard, put right; and another one put right on the second device."""
    stored = house.atom(FIRST, sister.atom_id)
    assert stored
    line = _line(house, "No, her name is Shivon")
    pair = CorrectionPair("c-sister", ANA, line.turn_id, sister.atom_id, "Siobhan", "Shivon", "USER_CORRECTED", -500)
    text = stored.text.replace("Siobhan", "Shivon")
    after = replace(stored, version=stored.version + 1, text=text, value="Shivon", reason_code="CORRECTED_BY_USER")
    change = Change(_scope(line), lines=(line,), changed_atoms=(after,), corrections=(pair,))
    house.vaults[FIRST].commit(change)
    other = house.remember(SECOND, "Her cat is called Mitzy", "relationship:cat", "Mitzy")
    house.correct(SECOND, other.atom_id, "Mitzy", "Mitzi")


def _forgotten(house: Household) -> None:
    """Atoms forgotten here, there and by both; a turn; words out of a line that also feeds a living atom."""
    gone = [house.remember(FIRST, f"Secret number {n} is {n * 111}", f"secret:{n}", reply="Noted.") for n in range(3)]
    mixed = house.remember_parts(FIRST, "The roof leaks and the safe is behind it", ("roof leaks", "safe is behind"))
    partly = house.remember_parts(FIRST, "Lisa comes on Friday and sings badly", ("Lisa comes on Friday",))
    small = _line(house, "The weather is dull today")
    house.vaults[FIRST].commit(Change(_scope(small), lines=(small, _reply(small, "It is."))))
    house.settle()
    house.forget(FIRST, gone[0].atom_id)
    house.forget(SECOND, gone[1].atom_id)
    for name in (FIRST, SECOND):
        house.forget(name, gone[2].atom_id)
    house.forget(FIRST, mixed[2])
    house.vaults[FIRST].commit(Change(house.scope(), forget_turns=(small.turn_id,)))
    house.vaults[FIRST].commit(Change(house.scope(), forget_words=((partly[0], 25, 36),)))
    never_sent = house.remember(FIRST, "Nobody ever heard this", "note:unheard")
    house.forget(FIRST, never_sent.atom_id)


def _conflicts(house: Household) -> None:
    """Four atoms that both devices changed at once: left so, the rival changed, one side forgotten, only handled."""
    every = [house.remember(FIRST, f"Train {n} leaves at {n}", f"date:train {n}", str(n)).atom_id for n in range(4)]
    house.settle()
    for n, number in enumerate(every[:3]):
        house.edit(FIRST, number, text=f"Train {n} leaves at {n + 10}", value=str(n + 10))
        house.edit(SECOND, number, text=f"Train {n} leaves at {n + 20}", value=str(n + 20))
    house.edit(FIRST, every[3], exposure=Exposure.INTERNAL_ONLY)
    house.edit(SECOND, every[3], pinned=True)
    house.settle()
    rivals: dict[str, str] = dict(house.vaults[FIRST].database.rows("SELECT atom_id, rival_id FROM rival"))
    house.edit(SECOND, rivals[every[1]], pinned=True)
    house.forget(FIRST, every[2])
    house.settle()


def _said_again(house: Household, folder: Path) -> None:
    """What the mirror lost and one device tells again under another id, forgotten in part by the other meanwhile."""
    at = house.remember(FIRST, "Ana lives in Lisbon", "place:ana", "Lisbon").atom_id
    both = house.remember(FIRST, "The meeting is on Monday", "date:meeting", "Monday").atom_id
    house.settle()
    house.mirror.back_up(folder / BACKUP)
    house.edit(FIRST, at, text="Ana lives in Porto", value="Porto")
    house.edit(FIRST, both, text="The meeting is on Tuesday", value="Tuesday")
    house.edit(SECOND, both, text="The meeting is on Sunday", value="Sunday")
    house.settle()
    house.mirror.come_back_from(folder / BACKUP)
    house.edit(SECOND, at, text="Ana lives in Braga", value="Braga")
    house.sync(FIRST)
    house.settle()


def _parked(house: Household) -> None:
    """Ops that are no record of their sort: set aside where they arrive."""
    vault = house.vaults[SECOND]
    subject, content = next((s, json.loads(c)) for sort, s, _, c in all_records(vault.database) if sort == ATOM.name)
    spoiled = canonical_bytes({**content, "kind": "martian"})
    local = canonical_bytes({"key": "welcome", "value": "x"})
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        recorder.put(ATOM, subject + "z", 1, spoiled, new=True)
        recorder.put(SETTING, "setting:welcome", 1, local, new=True)


def _own_vocabulary(house: Household) -> None:
    """A version of the person's own words, and these words held back as where it was taken back out."""
    vault = house.vaults[FIRST]
    PersonalPackage(vault, ANA, house.now() + DAY_MS).renew(hears)
    ((digest,),) = vault.database.rows("SELECT digest FROM vocabulary")
    with vault.recording(house.scope()) as recorder:
        held_words.hold_back_words(recorder, ANA, digest, "")


def _still_waiting(house: Household, key: Atom) -> None:
    """What the mirror has not heard of yet: something new, a change, and something forgotten before it was sent."""
    house.remember(FIRST, "The lamp is broken", "note:lamp", reply="Noted, the lamp.")
    house.edit(FIRST, key.atom_id, text="The key is under the pot", value="under the pot")
    unsent = house.remember(FIRST, "The vase is cracked", "note:vase")
    house.forget(FIRST, unsent.atom_id)
