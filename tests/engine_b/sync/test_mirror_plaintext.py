"""Promise: nothing that a person says, names or sets stands anywhere at the mirror: not in its store, its journal of
writes, its log or its counts (research: reliability 2.4, 4). A thousand canaries are looked for, and the search is
shown to find them where they are."""

from __future__ import annotations

import base64
import re
from pathlib import Path

from device.daemon.current_user import account_user_settings
from engine_b.account.enrollment import begin_account, name_device, pair_with_mirror, sync_once
from engine_b.account.restore import restore_account
from engine_b.crypto.certificates import parse_token
from engine_b.vault.vault import Vault
from memory.model.changes import Change, CorrectionPair, Flag, Rule, RuleKind, Scope, Setting
from tests.engine_b.change_builders import ANA, atom_of, selene_line, user_line
from tests.sim.household import ENTROPY
from tests.sim.mirror_process import RunningMirror, running_mirror

CANARIES = 1_000
NOW_MS = 1_790_000_000_000
BIRD = "ZQCANARY"
_PLACES = 5
"""Each turn puts one canary in each of five places."""


def canary(number: int) -> str:
    return f"{BIRD}{number:04d}"


def _needles(text: str) -> list[bytes]:
    """`text` as it may stand in a file, whatever stands around it."""
    plain = text.encode()
    found = [plain, plain.lower(), text.encode("utf-16-le"), plain.hex().encode(), plain.hex().upper().encode()]
    for shift in range(3):
        padded = base64.b64encode(b"_" * shift + plain)
        found.append(padded[4 if shift else 0 : len(padded) - 4])
    return found


def hits(files: list[Path], text: str) -> list[str]:
    """The files in which `text` stands, in any form."""
    search = re.compile(b"|".join(re.escape(needle) for needle in _needles(text)))
    return [path.name for path in files if search.search(path.read_bytes())]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _live(vault: Vault) -> None:
    """Put the canaries into atoms, lines, rules, corrections, flags, settings and the device's name."""
    for turn in range(CANARIES // _PLACES):
        one, two, three, four, five = (canary(turn * _PLACES + at) for at in range(_PLACES))
        at_ms = NOW_MS + turn * 1_000
        line = user_line(f"Remember that {one} is {two}", at_ms)
        atom = atom_of(line, f"thing:{one.lower()}", two)
        pair_kept = CorrectionPair(f"c-{turn}", ANA, line.turn_id, atom.atom_id, four, two, "USER_CORRECTED", -500)
        rule = Rule(f"r-{turn}", ANA, RuleKind.DO_NOT_STORE, f"the {three}", at_ms, "USER_CONTROL")
        change = Change(
            Scope(ANA, "s-1", line.turn_id, at_ms),
            lines=(line, selene_line(f"Noted: {five}", line)),
            new_atoms=(atom,),
            used_atoms=(atom.atom_id,),
            corrections=(pair_kept,),
            new_rules=(rule,) if turn % 2 else (),
            flags=(Flag(ANA, f"thing:{three.lower()}", at_ms, "TOLD"),) if not turn % 2 else (),
            settings=(Setting(f"setting_{turn}", five),),
        )
        vault.commit(change)
        if turn % 50 == 0:
            with vault.recording(Scope("", "", "", at_ms)) as recorder:
                name_device(recorder, f"The {four}")
            sync_once(vault, at_ms)
    vault.commit(Change(Scope(ANA, "s-1", "t-forget", NOW_MS + 1), forget_atoms=(atom.atom_id,)))
    sync_once(vault, NOW_MS)


def _lived(mirror: RunningMirror, folder: Path) -> str:
    """A device that says it all, another that is restored; what the device holds, decrypted."""
    with Vault.open(folder / "device", now_ms=NOW_MS) as vault:
        begin_account(vault, ENTROPY, canary(0), NOW_MS, account_user_settings(vault, BIRD))
        pair_with_mirror(vault, mirror.address, parse_token(mirror.invite()), NOW_MS)
        _live(vault)
        tables = [row[0] for row in vault.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        dump = repr([vault.database.rows(f'SELECT * FROM "{table}"') for table in tables])
    restored = restore_account(
        folder / "other", mirror.address, parse_token(mirror.invite()), ENTROPY, canary(1), NOW_MS
    )
    assert restored.memories == CANARIES // _PLACES - 1
    return dump


def test_no_canary_stands_anywhere_at_the_mirror(tmp_path: Path) -> None:
    with running_mirror(tmp_path / "mirror") as mirror:
        dump = _lived(mirror, tmp_path)
        running = _files(tmp_path / "mirror")
        assert {"mirror.db", "mirror.db-wal", "mirror.db.tokens", "mirror.log"} <= {path.name for path in running}
        assert hits(running, BIRD) == []
        mirror.stop()
        stopped = _files(tmp_path / "mirror")
        assert "metrics" in {path.name for path in stopped}
        assert hits(stopped, BIRD) == []
    decrypted = tmp_path / "decrypted"
    decrypted.write_text(dump)
    there = {number for number in range(CANARIES) if canary(number) in dump or canary(number).lower() in dump}
    assert len(there) >= CANARIES - _PLACES, "the canaries were there to be found, but for the forgotten turn"
    assert hits([decrypted], BIRD) == ["decrypted"], "and the search finds them"
    for number, form in enumerate(_needles(canary(7))):
        planted = tmp_path / f"planted-{number}"
        planted.write_bytes(b"\0\1\2" + form + b"\3")
        assert hits([planted], canary(7)), "in every form"
    assert hits(_files(tmp_path / "device") + _files(tmp_path / "other"), BIRD) == [], "nor in a vault's own files"
