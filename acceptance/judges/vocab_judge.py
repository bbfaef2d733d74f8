"""Pure: compares the observation of a case about vocabulary with its expectations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acceptance.cases.vocab_cases import VocabCase, VocabTask
from acceptance.observations.vocab_observation import TaskObservation, VocabObservation

HINT_TERMS, HINT_BYTES = 100, 4 * 1024
_UNTOUCHED = ("active", "committed", "terms", "packages")
_HEALTH_ROLLBACK = "VOCAB_ROLLED_BACK"
"""Verified packages that the device's self-test refused: then the newer catalogue is trusted."""
_NO_VAULT_STATUS: dict[str, Any] = {"active": "none", "committed": "none", "terms": 0, "packages": [], "trusted": []}
"""The digest of a device without a vault."""


def judge_vocab_case(practice: VocabCase, played: VocabObservation) -> tuple[str, ...]:
    """Returns what is wrong; empty when it passed."""
    wrong = [f"readable outside the vault: {needle[:60]!r}" for needle in played.exposed]
    wrong += [f"still in the vault: {word!r}" for word in played.left]
    for task, seen in zip(practice.tasks, played.seen, strict=True):
        wrong += [f"task {seen.number}: {what}" for what in _task(task, seen)]
    return tuple(wrong)


def _task(task: VocabTask, seen: TaskObservation) -> Iterator[str]:
    if "Traceback" in seen.messages:
        yield f"showed a traceback: {seen.messages[-300:]}"
    if seen.code != task.error:
        yield f"ended with {seen.code or 'no error'}, not {task.error or 'well'}: {seen.messages[-200:]}"
    if task.error:
        yield from _untouched(seen)
    yield from _always(seen)
    yield from _status(task, seen)
    yield from _judge_learned_words(task, seen)
    for name in task.same_digest:
        if seen.others[name] != seen.after.get("digest"):
            yield f"{name} has another vocabulary in use"
    if task.elsewhere is not None and seen.after.get("elsewhere") != seen.others.get(task.elsewhere, ""):
        yield f"it was told of the vocabulary {seen.after.get('elsewhere')!r}, not of that of {task.elsewhere!r}"


def _untouched(seen: TaskObservation) -> Iterator[str]:
    before = seen.before or _NO_VAULT_STATUS
    after = seen.after or _NO_VAULT_STATUS
    for name in _UNTOUCHED:
        if before[name] != after[name]:
            yield f"it was refused, and {name} is {after[name]!r}, not {before[name]!r}"
    had = {one["repository"]: (one["root_version"], one["catalog_version"]) for one in before["trusted"]}
    for one in after["trusted"] if seen.code != _HEALTH_ROLLBACK else ():
        root, catalog = had.get(one["repository"], (one["root_version"], None))
        if (one["root_version"], one["catalog_version"]) != (root, catalog):
            yield f"it was refused, and what is trusted of {one['repository']} has changed"


def _always(seen: TaskObservation) -> Iterator[str]:
    hints = seen.words.get("hints", [])
    size = sum(len(hint.encode()) + 1 for hint in hints)
    if len(hints) > HINT_TERMS or size > HINT_BYTES:
        yield f"the Hint Bundle has {len(hints)} terms and {size} bytes"
    if len({hint.casefold() for hint in hints}) != len(hints):
        yield "a term stands twice in the Hint Bundle"


def _status(task: VocabTask, seen: TaskObservation) -> Iterator[str]:
    after = seen.after
    packages, missing = (
        tuple(f"{one['name']} {one['version']}" for one in after.get(group, [])) for group in ("packages", "missing")
    )
    last = after.get("last") or {}
    found = {
        "changed": seen.report.get("changed"),
        "packages": packages,
        "missing": missing,
        "on_trial": after.get("on_trial"),
        "in_use": after.get("terms"),
    }
    for name, value in found.items():
        wanted = getattr(task, name)
        if wanted is not None and value != wanted:
            yield f"{name} is {value!r}, not {wanted!r}"
    if task.last and f"{last.get('event')} {last.get('reason_code')}" != task.last:
        yield f"the last event is {last.get('event')} {last.get('reason_code')}, not {task.last}"


def _judge_learned_words(task: VocabTask, seen: TaskObservation) -> Iterator[str]:
    words = {one["spelling"]: one for one in seen.words.get("words", [])}
    hints = tuple(seen.words.get("hints", []))
    if task.words is not None and sorted(words) != sorted(word.spelling for word in task.words):
        yield f"the words are {sorted(words)}"
    for word in task.words or ():
        taught = words.get(word.spelling, {"heard": [], "count": 0})
        if word.heard and tuple(taught["heard"]) != word.heard:
            yield f"{word.spelling} was heard as {taught['heard']}"
        if word.count is not None and taught["count"] != word.count:
            yield f"{word.spelling} was taught {taught['count']} times"
    yield from (f"{word} is a word" for word in task.words_lack if word in words)
    if task.hints is not None and hints != task.hints:
        yield f"the hints are {hints}"
    yield from (f"{word} is not hinted" for word in task.hints_have if word not in hints)
    yield from (f"{word} is hinted" for word in task.hints_lack if word.casefold() in {h.casefold() for h in hints})
    if task.hints_max is not None and len(hints) > task.hints_max:
        yield f"there are {len(hints)} hints"
    if task.hint_bytes_max is not None and sum(len(h.encode()) + 1 for h in hints) > task.hint_bytes_max:
        yield "the hints are too long"
