"""Pure: the cases of the row CLIENTS: several programs and people at one daemon."""

from __future__ import annotations

from msgspec import Struct

from acceptance.cases.memory_cases import InvalidCase

CLIENT_ROUTES = {
    "http": ("say", "list", "recall", "show", "remember", "forget", "erase", "raw"),
    "mcp": ("list", "recall", "show", "remember", "forget"),
    "wyoming": ("say",),
    "terminal": ("say", "revoke", "command", "kill"),
}
"""What can be done by each way to the daemon; `kill` ends it without a word, and starts it again."""


class KnownClient(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A client that is added before the daemon runs."""

    name: str
    user: str = "ana"
    guest: bool = False
    may: str = "talk,read,write,forget"


class ClientStep(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One request. `error` is the expected code; then nothing may have changed."""

    do: str
    via: str = "http"
    by: str = ""
    """The client whose token is used; without one there is no token, and `garbage` is a wrong one."""
    user: str = "ana"
    """Who types, at a terminal."""
    guest: bool = False
    text: str = ""
    """The words; the name for `revoke`; `{kept}` is the id that was kept."""
    aloud: bool = False
    keep: bool = False
    """Keeps the id of the first memory that this makes."""
    hours_ago: int = 0
    """How long ago it was said, at a terminal."""
    alone: bool = False
    """A command that must print the same without a daemon."""
    error: str = ""
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class ClientCase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case: clients of one daemon, whose own person is Ana, and what they do one after the other."""

    id: str
    why: str
    clients: tuple[KnownClient, ...] = ()
    wyoming_guest: bool = False
    steps: tuple[ClientStep, ...]


class ClientCaseFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[ClientCase, ...]


def check_client_case(place: str, case: ClientCase) -> None:
    """Raises InvalidCase for an unknown word, or a case that could not fail."""
    names = {"", "garbage", *(client.name for client in case.clients)}
    for number, step in enumerate(case.steps, 1):
        if step.do not in CLIENT_ROUTES.get(step.via, ()):
            raise InvalidCase(f"{place} step {number}: {step.do} cannot be done by {step.via}.")
        if step.by not in names:
            raise InvalidCase(f"{place} step {number}: there is no client {step.by}.")
    if not any(step.error or step.has or step.lacks or step.alone for step in case.steps):
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")
