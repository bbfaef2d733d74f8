"""Pure: faults in who a client is, whose memory it has, and what it may do there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(CLIENTS_OWN_MEMORY="no_token_and_a_wrong_one")
def any_token_will_do() -> None:
    """Whoever shows a token is the first client."""
    from device.clients.client_tokens import ClientTokens

    ClientTokens.find = lambda self, token: next(iter(self.grants()), None)  # type: ignore[method-assign]


@fault(CLIENTS_OWN_MEMORY="two_people")
def memory_is_the_households() -> None:
    """The calls about memory are made for the daemon's own person."""
    from device.clients.http_api.memory_calls import MemoryCalls
    from memory.model import ids

    def anas(right: Any) -> Any:
        return lambda self, grant, *said: right(self, replace_user(grant), *said)

    def replace_user(grant: Any) -> Any:
        from msgspec.structs import replace as replaced

        return replaced(grant, user_id=ids.user_id("ana"))

    for name in ("list", "search", "show", "why"):
        setattr(MemoryCalls, name, anas(getattr(MemoryCalls, name)))


@fault(CLIENTS_OWN_MEMORY="revoked")
def clients_are_read_once() -> None:
    """A token that was revoked goes on to be one while the daemon runs."""
    from device.clients.client_tokens import ClientTokens

    right = ClientTokens._version
    ClientTokens._version = lambda self: right(self) and (0, 0, 0)  # type: ignore[method-assign]


@fault(CLIENTS_OWN_MEMORY="rights")
def a_token_is_every_right() -> None:
    """Nobody looks at what a client may."""
    from device.clients.http_api import requests

    wrap(requests.authorise, lambda right: lambda tokens, headers, _: right(tokens, headers, None))


@fault(CLIENTS_OWN_MEMORY="rights")
def every_tool_is_everybodys() -> None:
    """A tool is called whatever the client may."""
    from device.clients.mcp_server import memory_tools

    swap(memory_tools.allowed_tools, lambda grant: memory_tools.MEMORY_TOOLS)


@fault(CLIENTS_OWN_MEMORY="a_guest")
def a_guest_is_taken_for_the_person() -> None:
    """Whoever comes through a client is known."""
    from device.session.session import Session

    right = Session.take_turn
    Session.take_turn = lambda self, turn, *said: right(  # type: ignore[method-assign]
        self, replace(turn, identified=True), *said
    )


@fault(CLIENTS_OWN_MEMORY="what_may_be_spoken")
def what_is_spoken_is_written() -> None:
    """A reply that is spoken holds what is for reading only."""
    from device.session.session import Session
    from memory.model.atoms import Channel

    right = Session.take_turn
    Session.take_turn = lambda self, turn, *said: right(  # type: ignore[method-assign]
        self, replace(turn, channel=Channel.TEXT), *said
    )


@fault(CLIENTS_OWN_MEMORY="a_programs_word")
def a_program_speaks_for_the_person() -> None:
    """What a program remembers counts as said by the person."""
    from device.assistant import direct_commands
    from device.skills.memory.fact_storage import store_on_request

    swap(direct_commands._told_by_program, lambda context, now: store_on_request(context))


@fault(CLIENTS_OWN_MEMORY="not_to_be_mentioned")
def programs_are_told_what_is_silenced() -> None:
    """What is not to be mentioned is mentioned to programs."""
    from memory.retrieval import mention_filter

    swap(mention_filter.mentionable_atoms, lambda reader, queries, rules, user_id, atoms: tuple(atoms))


@fault(CLIENTS_OWN_MEMORY="an_id_of_another_person")
def an_id_is_a_key() -> None:
    """Whoever knows the id of a memory sees it."""
    from device.clients.http_api.memory_calls import MemoryCalls

    def found(self: Any, vault: Any, grant: Any, atom_id: str) -> Any:
        from memory.model.ports import Gate

        rows = vault.connection.execute("SELECT user_id FROM atom WHERE atom_id = ?", (atom_id,)).fetchall()
        return vault.reader.atoms_by_id(Gate(rows[0][0], identified=True), (atom_id,))[0]

    MemoryCalls._visible = found  # type: ignore[method-assign]


@fault(CLIENTS_OWN_MEMORY="told_what_is_due")
def clients_are_told_of_nothing_due() -> None:
    """Whoever talks through a program hears of no reminder."""
    from device.session import due_telling

    swap(due_telling.due_texts, always_returning(()))
