"""Pure: replaces names and numbers of the memory in what leaves the device, and puts them back in what is replied.

A name is what the reader takes for one, a given name of the list, a word with a capital inside a sentence, a word that
no table of words has, and every word of what is not to be mentioned; a number is anything with a digit, and a number in
words. The same word has the same pseudonym in the whole prompt, what the person says included, inside a compound, too,
and before an ending. Words are hidden before they are quoted. In a language that has no reading nothing of the memory
leaves at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from device.core.messages import MindRequest
from device.mind.mind_prompt import memory_tag, said_tag, tagged_words
from device.mind.mind_talk import reply_as_json, words_replied
from device.mind.policy import MAX_ENDING, MIN_NAME_BEFORE_ENDING, MIN_NAME_INSIDE
from memory.model.changes import RuleKind
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading
from memory.reading.words.given_names import is_given_name
from memory.reading.words.word_table import load_word_table
from memory.retrieval.context_bundle import ContextBundle

_WORD = re.compile(r"\w+(?:[-'’.:]\w+)*")
_PART = re.compile(r"[^\W_]+")
_OWNING = re.compile(r"['’]s?$")
_PSEUDONYM = re.compile(r"(?:Name|Number)\d+")


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
        return known if known is not None else _PART.sub(lambda found: self._of_part(found[0]), word)

    def _of_part(self, part: str) -> str:
        """Returns a word that may have a name in it, as "annas", "kieler" and "kielurlaub" have."""
        folded = part.casefold()
        inside = [name for name in self.by_word if _is_inside(name, folded)]
        if not inside:
            return part
        longest = max(inside, key=lambda name: (len(name), name))
        whole, at = (part if len(part) == len(folded) else folded), folded.index(longest)
        before, after = whole[:at], whole[at + len(longest) :]
        return self._of_part(before) + self.by_word[longest] + self._of_part(after)

    def show(self, text: str) -> str:
        """Returns a text with the words again that its pseudonyms stand for; nothing where one stands for none."""
        if not self.by_pseudonym.keys() >= set(_PSEUDONYM.findall(text)):
            return ""
        return _PSEUDONYM.sub(lambda found: self.by_pseudonym[found[0]], text)


def with_pseudonyms(request: MindRequest) -> tuple[MindRequest, Pseudonyms]:
    """Returns the request as it may leave the device, and what puts the words back."""
    if not has_reading(request.language):
        bare = replace(request.prompt, talk=(), memory=memory_tag(ContextBundle()), facts=0)
        return replace(request, prompt=bare, bundle=ContextBundle(), facts=(), sources=()), Pseudonyms()
    found = Pseudonyms(*_numbered(request))
    prompt = replace(
        request.prompt,
        talk=tuple(
            (said_tag(found.hide(tagged_words(said))), reply_as_json(found.hide(words_replied(replied))))
            for said, replied in request.prompt.talk
        ),
        words=said_tag(found.hide(request.turn.text)),
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


def _is_inside(name: str, word: str) -> bool:
    """Says whether a word is a name, has a longer name in it, or is a short one with an ending."""
    ends = len(name) >= MIN_NAME_BEFORE_ENDING and word.startswith(name) and len(word) - len(name) <= MAX_ENDING
    return name == word or ends or (len(name) >= MIN_NAME_INSIDE and name in word)


def _hidden(request: MindRequest) -> Iterator[tuple[str, str]]:
    """Returns the names and numbers of the memory, and of the talk before, in their order, with the parts of each."""
    texts = [item.atom.text for item in request.bundle.items]
    texts += [piece for excerpt in request.bundle.excerpts for piece in (excerpt.text, *excerpt.pieces)]
    texts += [*request.known, *request.withheld, *request.unshown]
    found = [pair for text in texts for pair in _names_and_numbers(text, request.language, any_unknown=True)]
    for said, replied in request.prompt.talk:  # what nobody remembers of it went as it was said
        for words in (tagged_words(said), words_replied(replied)):
            found += _names_and_numbers(words, request.language, any_unknown=False)
    unmentioned = (rule.topic for rule in request.rules if rule.kind is RuleKind.DO_NOT_MENTION)
    found += [("Name", word) for topic in unmentioned for word in _WORD.findall(topic)]
    for kind, word in found:
        yield kind, word
        yield from ((kind, part) for part in _PART.findall(word) if len(part) > 1)


def _names_and_numbers(text: str, language: str, *, any_unknown: bool) -> Iterator[tuple[str, str]]:
    """Returns the names and numbers of a text; with `any_unknown` every word that no table has is a name."""
    line, read = line_of(text, language), statements(text, language)
    counted, table = line.words.numbers | line.words.ordinals, load_word_table(language)
    named = {word for one in read for each in one.entities for word in each.name.split()}
    for found in _WORD.finditer(text):
        word = _OWNING.sub("", found[0])
        folded = word.casefold()
        parts = _PART.findall(folded)
        known = not any_unknown or all(
            table.find(part) is not None or table.is_thing(part) for part in parts if len(part) > 1
        )
        if any(letter.isdigit() for letter in word) or folded in counted:
            yield "Number", word
        elif folded in named or not known or (found.start() and word[:1].isupper()) or is_given_name(folded, language):
            yield "Name", word
