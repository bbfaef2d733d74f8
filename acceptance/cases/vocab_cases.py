"""Pure: the cases about vocabulary: a person's own words, and packages that an operator publishes or forges."""

from __future__ import annotations

from msgspec import Struct

from acceptance.cases.memory_cases import DEFAULT_NOW, InvalidCase

MIRROR_VERBS = ("pair", "sync", "restore", "revoke", "mirror_stop", "mirror_start")
VOCAB_VERBS = (
    "say",
    "listen",
    "publish",
    "verify",
    "apply",
    "rollback",
    "look",
    "spoil",
    "keep",
    "put_back",
    *MIRROR_VERBS,
)
REPOSITORY_ROUTES = ("folder", "mirror")
FILE_CORRUPTIONS = ("flip", "cut", "grow", "drop", "link")


class WordExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word that a person's memory must have taught."""

    spelling: str
    heard: tuple[str, ...] = ()
    count: int | None = None


class VocabTask(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One command, or an event of a repository. `error` is the expected code.

    After a refusal the vocabulary in use, its digest and all trusted versions must be unchanged.
    """

    do: str
    on: str = "kitchen"
    """The device."""
    of: str = "repo"
    """The repository."""
    via: str = "folder"
    """How the repository is read: from its folder, or from the mirror that the device is paired with."""
    whose: str = "kitchen"
    """The device whose words are used for a restore, or that is revoked."""
    now: str = DEFAULT_NOW
    error: str = ""

    text: str = ""
    user: str = ""
    guest: bool = False
    times: int = 1
    session: str = "s1"

    name: str = "acme.products"
    version: str = "1.0"
    terms: tuple[str, ...] = ()
    terms_times: int = 1
    """`{n}` in a term counts."""
    key: str = "acme"
    """Who signs: acme, globex, or stranger."""
    forged: str = ""
    """Skips the operator's content gate: a JSON object that is merged into each term, or `{"payload": {…}}`."""
    personal_names: bool = False
    retire: str = ""
    catalog_key: str = "catalog"

    file: str = ""
    how: str = "flip"
    to: str = ""
    names: tuple[str, ...] = ()
    root: bool = True
    again: bool = False

    changed: bool | None = None
    packages: tuple[str, ...] | None = None
    """`name version`, in the order of application, of the packages in use after it."""
    on_trial: bool | None = None
    in_use: int | None = None
    """The number of terms of packages."""
    last: str = ""
    """`EVENT REASON`: the latest ledger event about the vocabulary."""
    words: tuple[WordExpectation, ...] | None = None
    """Exactly these words."""
    words_lack: tuple[str, ...] = ()
    hints: tuple[str, ...] | None = None
    hints_have: tuple[str, ...] = ()
    hints_lack: tuple[str, ...] = ()
    hints_max: int | None = None
    hint_bytes_max: int | None = None
    elsewhere: str | None = None
    """The digest's device: this one was told of its vocabulary and does not have it; empty: none."""
    missing: tuple[str, ...] | None = None
    """`name version` of packages that this device was told of and does not have."""
    same_digest: tuple[str, ...] = ()
    """Devices that must have the same vocabulary in use as `on`."""


class VocabCase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case about vocabulary."""

    id: str
    why: str
    user: str = "ana"
    tasks: tuple[VocabTask, ...]
    canaries: tuple[str, ...] = ()
    """Words that no file of the state folder may contain readably at the end."""
    forgotten: tuple[str, ...] = ()
    """Words that no table in the vault of `kitchen` may contain at the end."""


class VocabCaseFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[VocabCase, ...]


def check_vocab_case(place: str, practice: VocabCase) -> None:
    """Raises InvalidCase for an unknown word, or a case that could not fail."""
    for number, task in enumerate(practice.tasks, 1):
        for word, known in ((task.do, VOCAB_VERBS), (task.how, FILE_CORRUPTIONS), (task.via, REPOSITORY_ROUTES)):
            if word not in known:
                raise InvalidCase(f"{place} task {number}: {word} is none of {', '.join(known)}.")
        if task.do == "say" and not task.text:
            raise InvalidCase(f"{place} task {number}: nothing is said.")
    if not any(states_expectation(task) for task in practice.tasks) and not practice.forgotten:
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")


def states_expectation(task: VocabTask) -> bool:
    """Says whether a task has an expectation."""
    plain = (
        task.error, task.last, task.words_lack, task.hints_have, task.hints_lack, task.same_digest,
    )  # fmt: skip
    given = (
        task.changed, task.packages, task.on_trial, task.in_use, task.words, task.hints, task.hints_max,
        task.hint_bytes_max, task.elsewhere, task.missing,
    )  # fmt: skip
    return any(plain) or any(one is not None for one in given)
