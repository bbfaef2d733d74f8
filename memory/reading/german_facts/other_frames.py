"""Pure: says a German statement again in the ways in which people ask for it.

Who says "schlager kann ich nicht ab" is asked "mag ich schlager", and who says "die wohnung haben wir von herrn kunze
gemietet" is asked for the landlord. The table is `memory/languages/restating_de.yaml`; what is said again only answers
questions, and the words of the answer stay those that were told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from memory.core.policy import MAX_RESTATED_CHARS
from memory.reading.words.everyday_words import in_plain_words

_SPEAKERS = {"ich": "mir", "wir": "uns"}
_ENTERED = {"auf der": "auf die", "auf dem": "auf das", "in der": "in die", "im": "in das", "auf ner": "auf eine"}
_INTO = re.compile(rf"^(?:{'|'.join(_ENTERED)})(?= )")
_SUBJECT = {"dem": "der", "der": "die", "meinem": "mein", "meiner": "meine", "unserem": "unser", "unserer": "unsere"}


@dataclass(frozen=True, slots=True)
class _Frame:
    told: re.Pattern[str]
    means: tuple[str, ...]
    only: str


@dataclass(frozen=True, slots=True)
class _Frames:
    verbs: Mapping[str, tuple[str, ...]]
    frames: tuple[_Frame, ...]
    asked: tuple[_Frame, ...]


def said_otherwise(text: str) -> Iterator[str]:
    """Returns the sentences that say the same as a German sentence in another frame."""
    told = " ".join(text.lower().replace(",", " ").strip(" .!?").split())
    if len(told) > MAX_RESTATED_CHARS:
        return
    table, plain = _load(), in_plain_words(told)
    if plain != told:
        yield plain
    for frame in table.frames:
        found = frame.told.fullmatch(plain)
        if found is not None and frame.only in plain:
            yield from (_filled(meant, found.groupdict(), table) for meant in frame.means)


def asked_otherwise(text: str) -> Iterator[str]:
    """Returns the questions that ask the same as a German question in another frame, or in plainer words."""
    asked = " ".join(text.lower().replace(",", " ").strip(" .!?").split())
    if len(asked) > MAX_RESTATED_CHARS:
        return
    table, plain = _load(), in_plain_words(asked)
    if plain != asked:
        yield plain
    for frame in table.asked:
        found = frame.told.fullmatch(plain)
        if found is not None and frame.only in plain:
            yield from (_filled(meant, found.groupdict(), table) for meant in frame.means)


def _filled(meant: str, parts: Mapping[str, str | None], table: _Frames) -> str:
    """Puts the parts into a sentence, and its verb into the person of the told one."""
    who, verb = parts.get("who") or "", parts.get("v") or ""
    person = 0 if who == "ich" else 2 if who == "wir" or verb.endswith("en") or verb == "sind" else 1
    filled = {name: forms[person] for name, forms in table.verbs.items()}
    filled |= {name: words or "" for name, words in parts.items()}
    filled["giver"] = _SPEAKERS.get(filled.get("giver", ""), "")
    filled["to"] = _SUBJECT.get(filled.get("to", ""), filled.get("to", ""))
    filled["into"] = _INTO.sub(lambda found: _ENTERED[found[0]], filled.get("x", ""))
    filled["whom"] = _nominative(filled.get("whom", ""))
    return meant.format_map(filled)


def _nominative(words: str) -> str:
    """Returns "herr kunze" of "einem herrn kunze"."""
    spoken = [word for word in words.split() if word not in ("einem", "einer", "nem", "ner", "dem", "der")]
    return " ".join("herr" if word == "herrn" else word for word in spoken)


@cache
def _load() -> _Frames:
    """Loads the table, once, when it is first needed. Raises `KeyError` for a missing part."""
    import yaml

    text = (files("memory.languages") / "restating_de.yaml").read_text(encoding="utf-8")
    data: Mapping[str, Any] = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    parts = data["parts"]
    frames, asked = (
        tuple(
            _Frame(re.compile(_with_parts(each["told"], parts)), tuple(each["means"]), each.get("only", ""))
            for each in data[name]
        )
        for name in ("frames", "questions")
    )
    return _Frames({name: tuple(forms) for name, forms in data["verbs"].items()}, frames, asked)


def _with_parts(told: str, parts: Mapping[str, str]) -> str:
    """Puts the named parts into the place of <who> and the like."""
    return re.sub(r"(?<!\?P)<(\w+)>", lambda found: parts[found[1]], told)
