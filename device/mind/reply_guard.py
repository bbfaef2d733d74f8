"""Pure: says what of a mind's reply may be said. The words of a memory are put in by its number, and only so.

A sentence of its own is left out when it speaks of what is not to be mentioned, tells something of the person, tells a
memory in other words, or claims that Selene did something. After its first question nothing more is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from device.audio.sentence_splitter import split_sentences
from device.core.messages import MindRequest, MindSaid
from device.core.policy import DevicePolicy
from device.mind.heard_letters import has_strange_letters, joined_letters, lower_words
from device.mind.policy import MAX_CLAIM_WORDS, MAX_MIND_SENTENCES, MIN_RETOLD_STEMS
from device.mind.reply_reader import ReplyPart
from memory.model.atoms import Atom
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import Act, ActKind, Modality
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.retrieval.retrieve import question_stems
from memory.rules.controls import is_unmentionable
from memory.text.stemming import split_words, stems

_TOLD = (ActKind.TELL, ActKind.CORRECT)
_CLAIMED = (Modality.FACT, Modality.PLAN, Modality.PAST_ONLY, Modality.GENERAL, Modality.REPORTED)


@dataclass(slots=True)
class GuardedReply:
    """The reply of a mind to one request, part by part."""

    request: MindRequest
    sentences: list[str] = field(default_factory=list)
    used: list[Atom] = field(default_factory=list)
    asks: bool = False

    @property
    def complete(self) -> bool:
        """Says whether nothing more is said: after a question, and after enough sentences."""
        return self.asks or len(self.sentences) >= (1 if self.request.briefly else MAX_MIND_SENTENCES)

    @property
    def said(self) -> MindSaid:
        """What may be said so far."""
        return MindSaid(tuple(self.sentences), tuple(self.used), self.asks)

    def take(self, parts: Iterable[ReplyPart]) -> tuple[str, ...]:
        """Returns the sentences that these parts add."""
        before = len(self.sentences)
        for part in parts:
            if not self.complete:
                self._add(part)
        return tuple(self.sentences[before:])

    def _add(self, part: ReplyPart) -> None:
        if not part.words:
            self._tell(part.fact)
            return
        for sentence in split_sentences(part.words, DevicePolicy()):
            asks = part.asks or sentence.endswith("?")
            if self.complete or not may_be_said(sentence, self.request):
                return  # what follows goes on with it: "Anna: Rome."
            self.sentences.append(sentence)
            self.asks = asks

    def _tell(self, number: int) -> None:
        """Adds a memory in the words in which Selene tells it; a number that no memory has is ignored."""
        facts = self.request.facts
        if 1 <= number <= len(facts) and (fact := facts[number - 1]).atom not in self.used:
            self.sentences.append(fact.told)
            self.used.append(fact.atom)


def may_be_said(sentence: str, request: MindRequest) -> bool:
    """Says whether a sentence of a mind may be said as it is."""
    spoken = request.replies_in or request.language
    if has_strange_letters(sentence, spoken):
        return False
    if any(is_unmentionable(words, request.rules) for words in (sentence, joined_letters(sentence))):
        return False
    known = [item.atom.text for item in request.bundle.items]
    known += [piece for excerpt in request.bundle.excerpts for piece in excerpt.pieces]
    known += request.known
    held = frozenset((*stems(sentence), *stems(joined_letters(sentence))))
    if any(held & question_stems(text) for text in request.withheld):
        return False
    if not (has_reading(request.language) and has_reading(spoken)):
        return all(len(held & question_stems(text)) < MIN_RETOLD_STEMS for text in known)
    if _claims_deed(sentence, spoken) or any(_claims(act, sentence, spoken) for act in read(sentence, spoken).acts):
        return False
    return not any(_retells(sentence, spoken, text, request.language) for text in known)


def _claims(act: Act, sentence: str, language: str) -> bool:
    """Says whether a clause tells something of the person, or that Selene did something."""
    told = act.kind in _TOLD or (act.kind is ActKind.ASK and not sentence.endswith("?"))  # "I forgot your name."
    if not told or act.clause.modality not in _CLAIMED:
        return False
    line, clause = line_of(sentence, language), act.clause
    first, last = clause.subject
    subject = {line.word(at) for at in range(first, last)}
    closed, meaning = load_closed_words(language), load_meaning(language)
    modal = any(line.word(at) in meaning.set_of("could and should") for at in range(clause.first, clause.last))
    if subject & meaning.set_of("the one addressed"):
        return not modal
    return bool(subject & closed.speaker) and not modal and clause.lemma not in meaning.set_of("says an opinion")


def _claims_deed(sentence: str, language: str) -> bool:
    """Says whether a sentence tells that something was done which only Selene does, by whomever: "the timer is set",
    "everything has been deleted", "done".
    """
    meaning, words = load_meaning(language), lower_words(sentence)
    if not meaning.set_of("deeds done").intersection(words):
        return False
    own = meaning.set_of("what deeds are done to") | meaning.set_of("who does deeds")
    return len(words) <= MAX_CLAIM_WORDS or bool(own.intersection(words))


def _retells(sentence: str, spoken: str, known: str, language: str) -> bool:
    """Says whether a sentence tells or asks of the one that a memory tells of, or has the name of somebody in it."""
    told = statements(sentence, spoken)
    subjects = frozenset(key for one in statements(known, language) for key in one.subject_keys) - {SPEAKER}
    if any(one.subject_keys & subjects for one in told):
        return True
    shared = frozenset(stems(sentence)) & question_stems(known)
    pronouns = any(entity.pronoun for one in told for entity in one.subject)
    if shared and pronouns:
        return True
    names = {word for word in split_words(known) if is_given_name(word, language)}
    return any(word in names or word.removesuffix("s") in names for word in split_words(sentence))
