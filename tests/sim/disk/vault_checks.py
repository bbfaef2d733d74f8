"""What must be true of a vault after any fault: whole, nothing acknowledged lost, nothing forgotten readable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.sync import outbox
from engine_b.vault.vault import Vault
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.sim.disk.scripted_session import Step, facts
from tests.sim.vault_contents import state_follows_ledger


def problems(vault: Vault, allowed: Sequence[str], done: Sequence[Step], *, pages: bool = True) -> list[str]:
    """What is wrong with an open vault; `allowed` are the facts that it may have, `done` the steps acknowledged.

    `pages` also decrypts every page to look for what was forgotten, which takes as long as all the rest.
    """
    found = []
    if facts(vault) not in allowed:
        found.append("FACTS: lost, doubled, or there by halves")
    found += [f"VERIFY: {each}" for each in vault.verify().problems]
    if not state_follows_ledger(vault.database):
        found.append("STATE: not what the ledger tells")
    found += _queue(vault)
    forgotten = [step.forgets for step in done if step.forgets] if pages else []
    if forgotten and vault.scrub_pending:
        found.append("FORGET: not scrubbed")
    return found + [f"FORGET: readable after {len(done)} steps" for each in forgotten if readable(vault, each)]


def readable(vault: Vault, text: str) -> bool:
    """True while `text`, or a long word of it, is in any page."""
    return bool(find_in_pages(vault._state, vault._opened.key.key, page_needles(text)))


def _queue(vault: Vault) -> Iterator[str]:
    """The ops of this device have no gap, and what the mirror did not acknowledge waits."""
    own = vault.device_id
    made = [row[0] for row in vault.database.rows("SELECT seq FROM op WHERE device_id = ? ORDER BY seq", (own,))]
    waiting = [row[0] for row in vault.database.rows("SELECT seq FROM outbox ORDER BY seq")]
    acknowledged = outbox.load_chain_positions(vault.database).get(own, ChainPosition()).seq
    if made != list(range(1, len(made) + 1)):
        yield "OUTBOX: a gap"
    if waiting != made[acknowledged:]:
        yield "OUTBOX: not what waits"
