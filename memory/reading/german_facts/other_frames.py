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
from typing import Any

from memory.languages import read_table
from memory.reading.words.everyday_words import in_plain_words
from memory.reading.words.sentence_frames import compile_frame, plain_sentence

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
    """Returns the sentences that say the same as a German sentence in another frame, or in plainer words."""
    yield from _again(text, _load().frames)


def asked_otherwise(text: str) -> Iterator[str]:
    """Returns the questions that ask the same as a German question in another frame, or in plainer words."""
    yield from _again(text, _load().asked)


def _again(text: str, frames: tuple[_Frame, ...]) -> Iterator[str]:
    said = plain_sentence(text)
    plain = in_plain_words(said)
    if plain != said:
        yield plain
    for frame in frames:
        found = frame.told.fullmatch(plain)
        if found is not None and frame.only in plain:
            yield from (_filled(meant, found.groupdict(), _load().verbs) for meant in frame.means)


def _filled(meant: str, parts: Mapping[str, str | None], verbs: Mapping[str, tuple[str, ...]]) -> str:
    """Puts the parts into a sentence, and its verb into the person of the told one."""
    who, verb = parts.get("who") or "", parts.get("v") or ""
    person = 0 if who == "ich" else 2 if who == "wir" or verb.endswith("en") or verb == "sind" else 1
    filled = {name: forms[person] for name, forms in verbs.items()}
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
    data: Mapping[str, Any] = read_table("restating_de")
    parts = data["parts"]
    frames, asked = (
        tuple(
            _Frame(compile_frame(each["told"], parts), tuple(each["means"]), each.get("only", ""))
            for each in data[name]
        )
        for name in ("frames", "questions")
    )
    return _Frames({name: tuple(forms) for name, forms in data["verbs"].items()}, frames, asked)
