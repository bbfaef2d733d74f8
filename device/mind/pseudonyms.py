"""Pure: replaces names and numbers of the memory in what leaves the device, and puts them back in what is replied.

A name is what the reader takes for one, a given name of the list, and a word with a capital inside a sentence; a number
is anything with a digit, and a number in words. The same word has the same pseudonym in the whole prompt, what the
person says included. In a language that has no reading nothing of the memory leaves at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from device.core.messages import MindRequest
from device.mind.mind_prompt import memory_tag
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading
from memory.reading.words.given_names import is_given_name
from memory.retrieval.context_bundle import ContextBundle

_WORD = re.compile(r"\w+(?:[-'’.:]\w+)*")
_QUOTED = re.compile(r'(?<=[>:])\s?"((?:[^"\\]|\\.)*)"')
"""What was said, in the tags and the replies of a prompt."""
_PSEUDONYM = re.compile(r"\b(?:Name|Number)\d+\b")


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """What stands for what, in one request."""

    by_word: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The pseudonym of each folded word."""
    by_pseudonym: Mapping[str, str] = field(default_factory=dict, repr=False)

    def hide(self, text: str) -> str:
        """Returns a text with pseudonyms."""
        return _WORD.sub(lambda found: self._of(found[0]), text)

    def _of(self, word: str) -> str:
        known = self.by_word.get(word.casefold())
        if known is not None:
            return known
        bare, mark, ending = re.split(r"(['’])", word, maxsplit=1) if "'" in word or "’" in word else (word, "", "")
        return self.by_word.get(bare.casefold(), bare) + mark + ending

    def show(self, text: str) -> str:
        """Returns a text with the words again that its pseudonyms stand for; nothing where one stands for none."""
        if not self.by_pseudonym.keys() >= set(_PSEUDONYM.findall(text)):
            return ""
        return _PSEUDONYM.sub(lambda found: self.by_pseudonym[found[0]], text)


def with_pseudonyms(request: MindRequest) -> tuple[MindRequest, Pseudonyms]:
    """Returns the request as it may leave the device, and what puts the words back."""
    if not has_reading(request.language):
        bare = replace(request.prompt, talk=(), memory=memory_tag(ContextBundle()), facts=0)
        return replace(request, prompt=bare, bundle=ContextBundle(), facts=()), Pseudonyms()
    found = Pseudonyms(*_numbered(request))
    prompt = replace(
        request.prompt,
        talk=tuple((found.hide(said), found.hide(replied)) for said, replied in request.prompt.talk),
        words=found.hide(request.prompt.words),
        memory=memory_tag(request.bundle, found.hide),
    )
    return replace(request, prompt=prompt), found


def _numbered(request: MindRequest) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the pseudonyms of the memory in a request, in both directions, numbered as they come."""
    by_word, by_pseudonym, counts = dict[str, str](), dict[str, str](), {"Name": 0, "Number": 0}
    for kind, word in _hidden(request):
        if word.casefold() not in by_word:
            counts[kind] += 1
            by_word[word.casefold()] = f"{kind}{counts[kind]}"
            by_pseudonym[f"{kind}{counts[kind]}"] = word
    return by_word, by_pseudonym


def _hidden(request: MindRequest) -> Iterator[tuple[str, str]]:
    """Returns the names and numbers of the memory, and of the talk before, in their order."""
    texts = [item.atom.text for item in request.bundle.items]
    texts += [piece for excerpt in request.bundle.excerpts for piece in (excerpt.text, *excerpt.pieces)]
    texts += [words for pair in request.prompt.talk for line in pair for words in _QUOTED.findall(line)]
    for text in texts:
        line, read = line_of(text, request.language), statements(text, request.language)
        counted = line.words.numbers | line.words.ordinals
        named = {word for one in read for each in one.entities for word in each.name.split()}
        for found in _WORD.finditer(text):
            word, folded = found[0], found[0].casefold()
            bare = re.split(r"['’]", folded)[0]
            if any(letter.isdigit() for letter in word) or folded in counted:
                yield "Number", word
            elif folded in named or (found.start() and word[:1].isupper()):
                yield "Name", word
            elif bare in named or is_given_name(bare, request.language):
                yield "Name", word[: len(bare)]
