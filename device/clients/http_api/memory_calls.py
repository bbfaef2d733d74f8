"""Composition: what the API's clients see and change of their person's memory, behind the gate of a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from device.assistant.direct_commands import (
    TopicMatch,
    commit_remembered,
    find_topic,
    forget_found,
    propose_remembered,
)
from device.clients.client_tokens import ClientGrant
from device.clients.http_api.household import MemoryHousehold
from device.clients.http_api.operations import ForgetRequest, RememberRequest
from device.clients.http_api.problems import ApiRefusal
from device.core.errors import AmbiguousAtom, UnknownAtom
from device.core.policy import MAX_HTTP_LISTED, MAX_LISTED_ATOMS
from device.platform.language_files import load_language
from device.portability.formats.selene_export import atom_object
from device.portability.memory_answers import (
    changes_object,
    find_memories,
    found_object,
    receipt_object,
    snapshot_object,
    why_object,
)
from device.portability.thread_answers import find_threads, find_work
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.core.errors import TextTooLong
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Channel, Moment
from memory.model.ports import Gate
from memory.retrieval.mention_filter import mentionable_atoms

Answered = dict[str, object]


@dataclass(frozen=True, slots=True)
class MemoryCalls:
    """The calls about memory, each for one client. They may block, and run in threads."""

    household: MemoryHousehold
    now: Callable[[], Moment]
    language: str
    """The language of a call that names none."""

    def list(self, grant: ClientGrant, since: Moment | None, until: Moment | None, limit: int) -> Answered:
        """Returns the memories that were learned in a span, in the order of 2.11.9."""
        with self.household.reading() as vault:
            atoms = self._mentionable(vault, grant, vault.reader.atoms(client_gate(grant), MAX_LISTED_ATOMS))
        shown = [
            atom
            for atom in atoms
            if (since is None or atom.learned_at_ms >= since.at_ms)
            and (until is None or atom.learned_at_ms < until.at_ms)
        ]
        most = max(0, min(limit, MAX_HTTP_LISTED))
        return {"atoms": [atom_object(atom) for atom in shown[:most]], "more": len(shown) > most}

    def threads(self, grant: ClientGrant, limit: int) -> Answered:
        """Returns the latest threads."""
        with self.household.reading() as vault:
            return find_threads(vault, client_gate(grant), self.now(), load_language(self.language).memory, limit)

    def work(self, grant: ClientGrant, limit: int) -> Answered:
        """Returns the latest work orders."""
        with self.household.reading() as vault:
            return find_work(vault, client_gate(grant), self.now(), load_language(self.language).memory, limit)

    def map(self, grant: ClientGrant) -> Answered:
        """Returns the map of what is known."""
        with self.household.reading() as vault:
            return snapshot_object(vault, client_gate(grant), load_language(self.language).memory)

    def changes(self, grant: ClientGrant, since: Moment, until: Moment | None) -> Answered:
        """Returns what changed of what is known in a span; until now, if nothing else is said."""
        now = self.now()
        until_ms = min(until.at_ms, now.at_ms + 1) if until else now.at_ms + 1
        with self.household.reading() as vault:
            rules = load_language(self.language).memory
            return changes_object(vault, client_gate(grant), since.at_ms, until_ms, now, rules)

    def search(self, grant: ClientGrant, words: str, language: str | None) -> Answered:
        """Returns what words find."""
        if len(words) > MemoryPolicy().max_text_chars:
            raise TextTooLong("The words to look for are longer than a turn may be. Nothing was changed.")
        rules = load_language(language or self.language).memory
        with self.household.reading() as vault:
            return found_object(find_memories(vault, grant.user_id, words, self.now(), rules))

    def show(self, grant: ClientGrant, atom_id: str) -> Answered:
        """Returns one memory."""
        with self.household.reading() as vault:
            return dict(atom_object(self._visible(vault, grant, atom_id)))

    def why(self, grant: ClientGrant, atom_id: str) -> Answered:
        """Returns where a memory came from."""
        with self.household.reading() as vault:
            return why_object(vault, client_gate(grant), self._visible(vault, grant, atom_id))

    def remember(self, grant: ClientGrant, asked: RememberRequest) -> Answered:
        """Remembers a statement; no word of it is a command."""
        shared = self.household.assistant(asked.language or self.language)
        with shared.turn():
            proposed = propose_remembered(shared.assistant, grant.user_id, asked.text, self.now())
            outcome = proposed.outcome
            if not (outcome.new or outcome.changed or outcome.focus):
                reason = next(iter(outcome.reasons), "NOTHING_TO_KEEP")
                raise ApiRefusal(
                    HTTPStatus.UNPROCESSABLE_ENTITY, "NOT_REMEMBERED", f"Nothing was remembered ({reason})."
                )
            commit_remembered(shared.assistant, proposed)
        return {
            "atoms_created": [atom.atom_id for atom in outcome.new],
            "atoms_updated": [atom.atom_id for atom in outcome.changed],
            "atoms": list(outcome.focus),
            "reason_codes": list(outcome.reasons),
        }

    def forget(self, grant: ClientGrant, atom_id: str) -> Answered:
        """Forgets one memory, and the words that it came from."""
        shared = self.household.assistant(self.language)
        with shared.turn() as vault:
            found = TopicMatch((self._visible(vault, grant, atom_id),), ())
            return receipt_object(forget_found(shared.assistant, grant.user_id, found, self.now()))

    def forget_query(self, grant: ClientGrant, asked: ForgetRequest) -> Answered:
        """Forgets what a topic names: one memory, or all that it names when the client says so."""
        shared = self.household.assistant(asked.language or self.language)
        with shared.turn():
            found = find_topic(shared.assistant, grant.user_id, asked.query, self.now())
            if not found.atoms and not found.turn_ids:
                raise UnknownAtom("Nothing that is remembered goes by these words. Nothing was changed.")
            if found.is_several and not asked.all:
                raise AmbiguousAtom("Several memories go by these words. Nothing was changed; name one, or say all.")
            return receipt_object(forget_found(shared.assistant, grant.user_id, found, self.now()))

    def _visible(self, vault: Vault, grant: ClientGrant, atom_id: str) -> Atom:
        found = self._mentionable(vault, grant, vault.reader.atoms_by_id(client_gate(grant), (atom_id,)))
        if not found:
            raise UnknownAtom("There is no memory with this id. Nothing was changed.")
        return found[0]

    def _mentionable(self, vault: Vault, grant: ClientGrant, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
        rules, queries = load_language(self.language).memory, VaultControlQueries(vault)
        return mentionable_atoms(vault.reader, queries, rules, grant.user_id, atoms)


def client_gate(grant: ClientGrant) -> Gate:
    """Returns what a client may see: as a text, and nothing for a guest."""
    return Gate(grant.user_id, identified=not grant.guest, channel=Channel.TEXT)
