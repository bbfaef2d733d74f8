"""Adapter: reads the language files of `device` and `memory`. A language is added by adding a file to each folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from device.core.errors import UnknownLanguage
from memory.text.language_file import Data, language_from, table, texts
from memory.text.language_rules import Language

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NAMES = re.compile(r"[{<][^}>]*[}>]")
_PARTS = ("device.languages.manners", "device.languages.forgetting")
"""The packages with parts of the file for understanding and replying."""


@dataclass(frozen=True)
class LanguageFiles:
    """The files of a language: for understanding and replying, with their parts, and for remembering."""

    code: str
    device: Mapping[str, Data]

    @cached_property
    def memory(self) -> Language:
        """Compiled when first needed: checking whether a phrase is a command seldom needs it."""
        return language_from(_read("memory.languages", self.code))


@cache
def load_language(code: str) -> LanguageFiles:
    """Reads the files of a language. Raises `UnknownLanguage`."""
    data = _read("device.languages", code)
    for part in _PARTS:
        data = _with_part(data, _read(part, code))
    return LanguageFiles(code, data)


def known_languages() -> tuple[str, ...]:
    """Returns the codes for which every file is there."""
    folders = (files(package) for package in ("device.languages", *_PARTS, "memory.languages"))
    names = [{file.name for file in folder.iterdir() if file.name.endswith(".yaml")} for folder in folders]
    return tuple(sorted(name.removesuffix(".yaml") for name in set.intersection(*names)))


@cache
def command_words(code: str) -> frozenset[str]:
    """Returns every word of a command, and every number that answers a question. Raises `UnknownLanguage`."""
    data = load_language(code).device
    named = (table(words) for name, words in table(data["lists"]).items() if name != "wildcards")
    listed = (*table(data["intents"]).values(), *(words for each in named for words in each.values()))
    said = [text for one in listed for text in texts(one)] + [str(rule) for rule in table(data["rules"]).values()]
    return frozenset(word for text in said for word in _WORD.findall(_NAMES.sub(" ", text.casefold())))


def _with_part(data: Mapping[str, Data], part: Mapping[str, Data]) -> Mapping[str, Data]:
    """Adds a part to a language file: the entries of its sections, and more sentences of an entry that is there."""
    return _table_continued(data, {name: one for name, one in part.items() if name != "language"})


def _continued(section: Data, more: Data) -> Data:
    """Returns a section with more entries; an entry that both have is a list that is continued."""
    if isinstance(section, Mapping):
        return _table_continued(section, table(more))
    return [*texts(section), *texts(more)]


def _table_continued(data: Mapping[str, Data], more: Mapping[str, Data]) -> Mapping[str, Data]:
    return {**data, **{name: _continued(data[name], one) if name in data else one for name, one in more.items()}}


def _read(package: str, code: str) -> Mapping[str, Data]:
    import yaml

    if code not in known_languages():
        raise UnknownLanguage(
            f"There is no language {code[:20]!r}; nothing was changed. Known: {', '.join(known_languages())}."
        )
    text = (files(package) / f"{code}.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: Mapping[str, Data] = yaml.load(text, Loader=loader)
    return data
