"""Pure: how a rule of the running program is replaced by a broken one, in a process that has loaded everything.

Production code has no switches for this: a fault swaps a function for another wherever a module holds it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

ROOMS = ("device", "engine_b", "memory", "packages")
Broken = Callable[..., Any]
_HOLDERS: dict[int, list[tuple[dict[Any, Any], Any]]] = {}
"""By the identity of a function or class, where it is held."""
_NOTED: set[str] = set()
"""The modules that were looked through."""


def swap(original: Broken, broken: Broken) -> None:
    """Put `broken` wherever a module of the rooms, or a table in one, holds `original`. Fails when none does."""
    found = 0
    note_holders()
    for names, name in _HOLDERS.pop(id(original), []):
        if names.get(name) is original:
            names[name] = broken
            _HOLDERS.setdefault(id(broken), []).append((names, name))
            found += 1
    for intent in _intents():
        for rule in ("decide", "answer"):
            if getattr(intent, rule) is original:
                object.__setattr__(intent, rule, broken)
                found += 1
    if not found:
        raise LookupError(f"nothing holds {original!r}; this fault breaks nothing")


def wrap(original: Broken, around: Callable[[Broken], Broken]) -> None:
    """Put `around(original)` in the place of `original`."""
    swap(original, around(original))


def always_returning(value: object) -> Broken:
    """A function that gives the same whatever it is asked."""
    return lambda *_, **__: value


def loosen_limits(**limits: object) -> None:
    """The assistant and the vault work with these limits instead of the policy's."""
    from device.assistant.assistant import Assistant
    from engine_b.vault.vault import Vault

    build, opened = Assistant.__init__, Vault.__init__

    def assistant(self: Assistant, *words: Any, **named: Any) -> None:
        build(self, *words, **named)
        policy = replace(self._policy, **limits)  # type: ignore[arg-type]
        self._policy, self._memory = policy, replace(self._memory, policy=policy)

    def vault(self: Vault, state: Any, found: Any, policies: Any, *words: Any, **named: Any) -> None:
        opened(self, state, found, replace(policies, memory=replace(policies.memory, **limits)), *words, **named)

    Assistant.__init__ = assistant  # type: ignore[method-assign]
    Vault.__init__ = vault  # type: ignore[method-assign,assignment]


def _intents() -> tuple[Any, ...]:
    """The intents of the core skills; each holds its rules."""
    from device.assistant.intent_table import CORE_SKILLS

    return tuple(intent for skill in CORE_SKILLS for intent in skill.intents)


def note_holders() -> None:
    """Notes which module, or table in one, holds what, for modules that were loaded since.

    A process does so before it forks: looking through all of them copies their memory in each fork.
    """
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ROOMS and name not in _NOTED:
            _NOTED.add(name)
            for names in _namespaces(module):
                for key, value in names.items():
                    if callable(value):
                        _HOLDERS.setdefault(id(value), []).append((names, key))


def _namespaces(module: ModuleType) -> Iterator[dict[Any, Any]]:
    yield vars(module)
    yield from [table for table in vars(module).values() if isinstance(table, dict) and table is not vars(module)]
