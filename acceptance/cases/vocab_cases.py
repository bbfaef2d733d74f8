"""Pure: what a case about words may say: a person's own words, and packages that an operator publishes, or forges."""

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
    """A word that must be among those that a person's memory taught."""

    spelling: str
    heard: tuple[str, ...] = ()
    count: int | None = None


class VocabTask(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One command, or something that happens to a repository. `error` is the code that must come.

    Whatever is refused must leave the vocabulary in use, its digest and all trusted versions as they were.
    """

    do: str
    on: str = "kitchen"
    """The device."""
    of: str = "repo"
    """The repository."""
    via: str = "folder"
    """How it is read: from its folder, or from the mirror that the device is paired with."""
    whose: str = "kitchen"
    """The device whose words a restore is given, or that is revoked."""
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
    """Built past the operator's own gate: a JSON object that is laid over each term, or `{"payload": {…}}`."""
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
    """`name version`, in the order of apply, that are in use after it."""
    on_trial: bool | None = None
    in_use: int | None = None
    """How many terms of packages are."""
    last: str = ""
    """`EVENT REASON`: the latest ledger event about the vocabulary."""
    words: tuple[WordExpectation, ...] | None = None
    """Exactly these."""
    words_lack: tuple[str, ...] = ()
    hints: tuple[str, ...] | None = None
    hints_have: tuple[str, ...] = ()
    hints_lack: tuple[str, ...] = ()
    hints_max: int | None = None
    hint_bytes_max: int | None = None
    elsewhere: str | None = None
    """The device whose vocabulary this one was told of and does not have; empty: none."""
    missing: tuple[str, ...] | None = None
    """`name version` of packages that it was told of and does not have."""
    same_digest: tuple[str, ...] = ()
    """Devices that must have the same vocabulary in use as `on`."""


class VocabCase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One story with its proof."""

    id: str
    why: str
    user: str = "ana"
    tasks: tuple[VocabTask, ...]
    canaries: tuple[str, ...] = ()
    """Words that may be readable in no file of the state folder at the end."""
    forgotten: tuple[str, ...] = ()
    """Words that may stand in no table of the vault of `kitchen` at the end."""


class VocabCaseFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[VocabCase, ...]


def check_vocab_case(place: str, practice: VocabCase) -> None:
    """Raise BadCase for a word that means nothing, or a case that could not fail."""
    for number, task in enumerate(practice.tasks, 1):
        for word, known in ((task.do, VOCAB_VERBS), (task.how, FILE_CORRUPTIONS), (task.via, REPOSITORY_ROUTES)):
            if word not in known:
                raise InvalidCase(f"{place} task {number}: {word} is none of {', '.join(known)}.")
        if task.do == "say" and not task.text:
            raise InvalidCase(f"{place} task {number}: nothing is said.")
    if not any(states_expectation(task) for task in practice.tasks) and not practice.forgotten:
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")


def states_expectation(task: VocabTask) -> bool:
    """Whether a task could turn out otherwise."""
    plain = (
        task.error, task.last, task.words_lack, task.hints_have, task.hints_lack, task.same_digest,
    )  # fmt: skip
    given = (
        task.changed, task.packages, task.on_trial, task.in_use, task.words, task.hints, task.hints_max,
        task.hint_bytes_max, task.elsewhere, task.missing,
    )  # fmt: skip
    return any(plain) or any(one is not None for one in given)
