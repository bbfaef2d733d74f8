"""Pure: what was forgotten does not come back by being told in passing (2.11.11).

Of a forgotten value a keyed digest of its words stays, and nothing that it can be read from. Words of a turn with such
a digest are barred until the person plainly asks to keep them again. One plain word bars only beside a word of the
thing that it was the value of, and so does an amount, which many things may have; what holds a digit, a name or several
words bars alone. The names of the thing itself stay as digests too, so that a question that guesses at its value is
known whether the guess is right or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from memory.model.canonical import canonical_digest
from memory.model.changes import Record
from memory.text.forgetting.named_values import is_amount
from memory.text.phrases import around_words
from memory.text.stemming import stems
from protos.canonical_json import Plain

TYPE = "forgotten_value"
Digest = Callable[[str], str]
"""Returns the keyed digest of some words, the same on every device of an account."""
Span = tuple[int, int]
Name = frozenset[str]
"""The words of a name, or their digests."""

_THING = "gone-of-"
_PIECE = re.compile(r"\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class ForgottenValue:
    """The digest of a forgotten value: of how many words it is, and of which words one must stand beside it."""

    value_id: str
    digest: str
    words: int
    about: frozenset[str] = frozenset()
    things: frozenset[Name] = frozenset()
    """The names of what it was the value of, word by word as digests."""
    bars: bool = True
    """Whether the value is barred; else only the thing is known."""


def forgotten_value(record: Record) -> ForgottenValue:
    """Reads one from its record."""
    said = record.content
    about, things = frozenset(str(said["about"]).split()), names_of(str(said.get("thing", "")))
    bars = not str(said["value_id"]).startswith(_THING)
    return ForgottenValue(str(said["value_id"]), str(said["digest"]), int(str(said["words"])), about, things, bars)


def forgotten_record(
    user_id: str, value: str, thing: str, digest: Digest, now_ms: int, names: Iterable[Name] = ()
) -> Record | None:
    """Builds the record of a value that is forgotten now, with the names of its thing; None for one without words."""
    pieces = _pieces(value)
    if not pieces:
        return None
    made = digest(_as_one(piece for piece, _ in pieces))
    alone = len(pieces) > 1 or any(letter.isdigit() or letter.isupper() for letter in value)
    alone = alone and not is_amount(value)
    beside = () if alone else sorted({digest(stem) for stem in stems(thing)} - {digest(stem) for stem in stems(value)})
    if is_amount(value) and not beside:
        return None
    number = canonical_digest([user_id, made], person="selene.gone.v1", size=12).hex()
    content: dict[str, Plain] = {
        "value_id": f"gone-{number}",
        "user_id": user_id,
        "digest": made,
        "words": len(pieces),
        "about": " ".join(beside),
        "forgot_ms": now_ms,
        "thing": written_names(names, digest),
    }
    return Record(TYPE, content)


def thing_record(user_id: str, names: Iterable[Name], digest: Digest, now_ms: int) -> Record | None:
    """Builds the record of a thing whose value bars nothing; None without a name. No words have its digest."""
    thing = written_names(names, digest)
    if not thing:
        return None
    made = digest(f"#{thing}")
    number = canonical_digest([user_id, made], person="selene.gone.v1", size=12).hex()
    content: dict[str, Plain] = {
        "value_id": f"{_THING}{number}",
        "user_id": user_id,
        "digest": made,
        "words": 1,
        "about": "",
        "forgot_ms": now_ms,
        "thing": thing,
    }
    return Record(TYPE, content)


def written_names(names: Iterable[Name], digest: Digest) -> str:
    """Writes names as sorted digests of their words: nothing of their order or number of letters stays."""
    return joined_names({frozenset(digest(word) for word in name) for name in names if name})


def joined_names(names: Iterable[Name]) -> str:
    """Writes names of digests as one text, equal for every order."""
    return ";".join(sorted({" ".join(sorted(name)) for name in names if name}))


def names_of(thing: str) -> frozenset[Name]:
    """Reads names of digests from their text."""
    return frozenset(frozenset(name.split()) for name in thing.split(";") if name.strip())


def with_known_names(record: Record, known: Iterable[ForgottenValue]) -> Record:
    """Returns a record with the names that earlier ones of the same value have."""
    earlier = (one.things for one in known if one.value_id == record.content["value_id"])
    thing = joined_names(names_of(str(record.content["thing"])).union(*earlier))
    return Record(record.type, {**record.content, "thing": thing})


def barred_spans(text: str, values: Iterable[ForgottenValue], digest: Digest) -> Iterator[tuple[ForgottenValue, Span]]:
    """Yields the forgotten values in a text, and where they stand."""
    known = tuple(value for value in values if value.bars)
    pieces = _pieces(text) if known else []
    near: frozenset[str] | None = None
    for size in sorted({value.words for value in known}):
        named = {value.digest: value for value in known if value.words == size}
        for at in range(len(pieces) - size + 1):
            found = named.get(digest(_as_one(piece for piece, _ in pieces[at : at + size])))
            if found is None:
                continue
            if found.about:
                near = near if near is not None else frozenset(digest(stem) for stem in stems(text))
            if not found.about or (near and found.about & near):
                yield found, (pieces[at][1][0], pieces[at + size - 1][1][1])


def without_barred(text: str, spans: Iterable[Span]) -> str:
    """Returns the text with these words, and the few around them, blanked; its length stays."""
    for start, end in (around_words(text, span) for span in spans):
        text = text[:start] + "\N{HORIZONTAL ELLIPSIS}".ljust(end - start)[: end - start] + text[end:]
    return text


def _pieces(text: str) -> list[tuple[str, Span]]:
    return [(found[0].casefold(), found.span()) for found in _PIECE.finditer(text)]


def _as_one(pieces: Iterable[str]) -> str:
    return " ".join(pieces)
