"""Pure: reads how far a request to forget goes: what it leaves, how many things it means, what its words ask for.

"Everything about my sister but her birthday" leaves the birthday; "all three" means three; "my sister's address" asks
what that address is. A language without these patterns reads none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory.text.forgetting.detail_words import DetailWords
from memory.text.language_file import Data, table, texts
from memory.text.lazy_pattern import PatternReader, lazy_pattern

_EDGES = " \t\n,;:.!?–—-"


@dataclass(frozen=True, slots=True)
class Counted:
    """How many things a request means, and about what; empty for those that were told last."""

    count: int
    topic: str = ""


class ForgetScope(PatternReader):
    """The patterns of one language, compiled once."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_scope", {}))
        self.known, self.details = bool(said), DetailWords(data)
        if not self.known:
            return
        self._numbers = {word: int(str(number)) for word, number in table(said["numbers"]).items()}
        count = rf"(?P<count>{'|'.join(self._numbers)}|[2-9])"
        self._except = [_compiled(pattern) for pattern in table(said["except"]).values()]
        self._counted = [
            _compiled(str(pattern).replace("<count>", count)) for pattern in table(said["counted"]).values()
        ]
        self._keep_only = [_compiled(pattern) for pattern in table(said.get("keep_only", {})).values()]
        self._all, self._all_but = _compiled(said["all"]), str(said["all_but"])
        pointing = ("points_back", "points_alone", "goes_on")
        self._back, self._alone, self._on = (_compiled(said.get(name, r"(?!x)x")) for name in pointing)
        self._states = _compiled(said.get("states", r"(?!x)x"))
        self._universal = _compiled(said.get("universal", r"(?!x)x"))
        self._kind, self._every = _compiled(said["kind"]), _compiled(said["every"])
        self._asking, self._owned, self._whose = (_compiled(said[name]) for name in ("asking", "owned", "whose"))
        self._asks, self._of = [str(asked) for asked in table(said["asks"]).values()], str(said["of"])
        self._clause, self._label = str(said["clause"]), _compiled(said["label"])
        self._reason, self._because = _compiled(said["reason"]), _compiled(said["because"])
        self._measure, self._how_much = _compiled(said["measure"]), _compiled(said["how_much"])
        self._name = _compiled(said["name"])
        self._ahead, self._joints = _compiled(said["ahead"]), _compiled(said["joints"])
        self._dated, self._told = _compiled(said["dated"]), _compiled(said["told"])
        self._particles = texts(said.get("particles", []))
        self._verbs = {noun: str(verb) for noun, verb in table(said.get("verbs", {})).items()}
        self._asks_of = {_compiled(noun): str(asked) for noun, asked in table(said["asks_of"]).items()}

    def exception(self, topic: str) -> tuple[str, str]:
        """Returns a topic without its exception, and the exception; empty without one."""
        found = (pattern.fullmatch(topic.strip(_EDGES)) for pattern in self._except) if self.known else iter(())
        cut = next((each for each in found if each is not None), None)
        return (topic, "") if cut is None else (cut["topic"].strip(_EDGES), cut["kept"].strip(_EDGES))

    def keep_only(self, text: str) -> str:
        """Returns what alone is to be kept: "keep the bins and my sister, forget the rest"; empty when nothing is."""
        found = (pattern.fullmatch(text.strip(_EDGES)) for pattern in self._keep_only) if self.known else iter(())
        return next((each["kept"].strip(_EDGES) for each in found if each is not None), "")

    def all_but(self, kept: str) -> str:
        """Returns the topic of all that is known without what is kept."""
        return self._all_but.format(kept)

    def is_all(self, topic: str) -> bool:
        """Says whether a topic is all that is known: "everything"."""
        return self.known and self._all.fullmatch(topic.strip(_EDGES)) is not None

    def says_all(self, request: str) -> bool:
        """Says whether a request means all of what it names, however much that is: "forget everything about Darren"."""
        return self.known and self._universal.search(request) is not None

    def tells_state(self, lemma: str) -> bool:
        """Says whether a verb tells what somebody is or has, and not what happens: "live"."""
        return self.known and self._states.fullmatch(lemma) is not None

    def points_back(self, word: str) -> bool:
        """Says whether a word points at what was told before it, as an "it" does: "davon"."""
        return self.known and self._back.fullmatch(word) is not None

    def points_alone(self, word: str) -> bool:
        """Says whether a word that is all of a subject points at what was told before it: "that"."""
        return self.known and self._alone.fullmatch(word) is not None

    def goes_on(self, said: str) -> bool:
        """Says whether words go on from what was told before them: "then", "that's why"."""
        return self.known and self._on.search(said) is not None

    def kind_in(self, topic: str) -> str:
        """Returns the kind of thing that a topic names: "medical" for "anything medical"."""
        found = self._kind.fullmatch(topic.strip(_EDGES)) if self.known else None
        return found["kind"] if found else topic

    def names_kind(self, topic: str) -> bool:
        """Says whether a topic is all of a kind, "anything medical", "the money stuff", and no one thing: "my job"."""
        found = self._kind.fullmatch(topic.strip(_EDGES)) if self.known else None
        if found is None:
            return False
        before, after = found.string[: found.start("kind")], found.string[found.end("kind") :]
        whole = bool(after.strip(_EDGES)) or bool(self._owned.sub("", before))
        return whole or any(self.is_label(word) for word in found["kind"].split())

    def means_every(self, topic: str) -> bool:
        """Says whether a topic is every thing of a name: "all my allergies"."""
        return self.known and self._every.match(topic.strip(_EDGES)) is not None

    def counted(self, topic: str) -> Counted | None:
        """Returns how many things a topic means: "all three", "the last two things i said", "both things about X"."""
        found = (pattern.fullmatch(topic.strip(_EDGES)) for pattern in self._counted) if self.known else iter(())
        read = next((each for each in found if each is not None), None)
        if read is None:
            return None
        word = read["count"].casefold()
        return Counted(self._numbers.get(word) or int(word), read.groupdict().get("topic") or "")

    def questions_of(self, topic: str) -> tuple[str, ...]:
        """Returns the questions that a topic stands for; none for a single word, which is a name or a thing."""
        bare = topic.strip(_EDGES)
        if not self.known or " " not in bare:
            return ()
        if self._asking.match(bare):
            return (self._clause.format(bare),)
        plain = (
            asked.format(bare[found.end() :]) for noun, asked in self._asks_of.items() if (found := noun.match(bare))
        )
        return (*plain, *(asked.format(bare) for asked in self._asks))

    def verbs_of(self, noun: str) -> tuple[tuple[str, str], ...]:
        """Returns the verbs that a noun is made of, each after its particle: "Auszug" tells that one moves out."""
        if not self.known:
            return ()
        parted = ((each, noun.removeprefix(each)) for each in ("", *self._particles) if noun.startswith(each))
        return tuple((particle, self._verbs[bare]) for particle, bare in parted if bare in self._verbs)

    def is_clause(self, topic: str) -> bool:
        """Says whether a topic is a question in itself: "where the spare key is"."""
        return self.known and self._asking.match(topic.strip(_EDGES)) is not None

    def without_asking(self, topic: str) -> str:
        """Returns a topic without the question word that opens it: "bei wem mein bruder arbeitet"."""
        bare = topic.strip(_EDGES)
        found = self._asking.match(bare) if self.known else None
        return bare[found.end() :] if found is not None and bare[found.end() :].strip() else topic

    def is_label(self, word: str) -> bool:
        """Says whether a word only says what sort of thing another one names: "the blood sugar reading"."""
        return self.known and self._label.fullmatch(word) is not None

    def asks_date(self, topic: str) -> bool:
        """Says whether a topic is no more than a date: "the date"."""
        return self.known and self._dated.fullmatch(topic.strip(_EDGES)) is not None

    def asks_name(self, topic: str) -> bool:
        """Says whether a topic is what somebody or something is called: "my sister's name"."""
        return self.known and self._name.search(topic) is not None

    def asks_reason(self, topic: str) -> bool:
        """Says whether a topic means why something is so: "the reason for the delay"."""
        return self.known and self._reason.match(topic.strip(_EDGES)) is not None

    def asks_amount(self, topic: str) -> bool:
        """Says whether a topic means how much something is: "the budget figure", "der Kassenstand"."""
        return self.known and (self._measure.search(topic) is not None or self.only_asks_amount(topic))

    def only_asks_amount(self, topic: str) -> bool:
        """Says whether a topic is no more than the question how much it is: "what it costs"."""
        return self.known and self._how_much.fullmatch(topic.strip(_EDGES)) is not None

    def tells_reason(self, text: str) -> bool:
        """Says whether a text tells why something is so: "late because of the snow"."""
        return self.known and self._because.search(text) is not None

    def joints(self, text: str) -> Iterator[re.Match[str]]:
        """Returns the words that join one clause to another: "and"."""
        return self._joints.finditer(text) if self.known else iter(())

    def bars_ahead(self, text: str) -> bool:
        """Says whether words ask not to keep something, which may be what follows: "don't write this down"."""
        return self.known and self._ahead.search(text) is not None

    def tells(self, part: str) -> bool:
        """Says whether a part is told as a sentence: "that she is ill"."""
        return self.known and self._told.match(part.strip(_EDGES)) is not None

    def owned_by(self, part: str, owner: str) -> str:
        """Says whose a part is: "her birthday" and "where she lives" are of "my sister"."""
        if not self.known:
            return part
        if self._asking.match(part):
            return self._whose.sub(owner, part)
        return self._of.format(self._owned.sub("", part), owner)


def _compiled(pattern: Data) -> re.Pattern[str]:
    return lazy_pattern(str(pattern))
