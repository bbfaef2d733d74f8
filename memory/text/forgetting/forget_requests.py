"""Pure: reads requests to forget, the one reader of them: sentence by sentence, polite frames, labels, notices, several
targets, parts to keep; with it what is said to be unwanted, and the order of a spoken sentence by its parts.

"Cleanup: delete the old locker code 7719 from your notes, but keep the shelf" asks for one value, 7719. A value is what
is quoted, what holds a digit, or what follows a word that names a value ("the phrase blue heron"); anything else named
is a thing. What is not read here as a request stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from memory.core.policy import KEPT_REQUESTS, MAX_VALUE_WORDS
from memory.text.forgetting.composed_requests import ComposedRequests
from memory.text.forgetting.forget_scope import ForgetScope
from memory.text.forgetting.formal_requests import FormalRequests
from memory.text.forgetting.guess_words import GuessWords
from memory.text.forgetting.keeping_orders import KeepingOrders
from memory.text.forgetting.likely_requests import LikelyRequests
from memory.text.forgetting.named_values import NamedValues, Span, is_time
from memory.text.forgetting.request_sentence import Named, RequestSentence, spans_of_sentences
from memory.text.forgetting.told_first import ToldFirst
from memory.text.forgetting.told_otherwise import ToldOtherwise
from memory.text.forgetting.topic_words import TopicWords
from memory.text.forgetting.unwanted import Unwanted, UnwantedReader
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import lazy_pattern
from memory.text.word_caches import cache_for_words

_WRITTEN = re.compile(r"[;:]\s+\S")
_LABEL = re.compile(r"[^:.!?;]{1,60}:\s+")
_QUOTED = re.compile(r"(?<!\w)['‘\"“„«](?P<said>[^'’\"”“»]{2,80}(?:['’]s\b[^'’\"”“»]{1,60})?)['’\"”“»](?!\w)")
_IN_NUMBER = re.compile(r"(?<=\d),(?=\d)")
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


class ForgetRequests(TopicWords):
    """The patterns of one language, compiled once. A language without them reads no such request."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = {name: str(pattern) for name, pattern in table(data.get("forget_requests", {})).items()}
        self.known = bool(said)
        self.scope, self.otherwise = ForgetScope(data), ToldOtherwise(data)
        self._spoken, self.keeping, self.guesses = ComposedRequests(data), KeepingOrders(data), GuessWords(data)
        self._formal, self.first, self.likely = FormalRequests(data), ToldFirst(data), LikelyRequests(data)
        self._forbidden = lazy_pattern(rf"(\s?)(?:{said.get('forbidden', '(?!x)x')})")
        if not self.known:
            return
        self._unwanted = UnwantedReader(data, said["lead"])
        verb, tail = f"(?:{said['strong']}|{said['weak']})", said["tail"]

        def compiled(name: str) -> re.Pattern[str]:
            words = said[name].replace("<verb>", verb).replace("<tail>", tail).replace("<lead>", f"(?:{said['lead']})")
            return lazy_pattern(words)

        lead = rf"(?:(?:{said['lead']})\b[\s,.!:;–—-]*)*"
        self._order = lazy_pattern(rf"{lead}(?P<verb>(?P<strong>{said['strong']})|{said['weak']}),?\s+")
        self._anew = lazy_pattern(
            rf"(?<!\s)\s*[:;—–]\s+(?=(?:(?:{said['lead']})\b[\s,]*)*{verb}\s)|(?<!\s)\s*,\s+(?=(?:(?:{said['lead']})\b[\s,]*)*{said['strong']}\s)"
            rf"|(?<!\s)\s+{said['run_on']}(?=(?:(?:{said['lead']})\b[\s,]*)*{verb}\s+{said['old_or_bit']})"
            rf"|(?<!\s)\s*,\s+(?=(?:(?:{said['lead']})\b[\s,]*)*{verb}\s+(?:{said['pointing']})(?:{said['tail']})?[\s.!]*$)"
        )
        self._parted = lazy_pattern(rf"[:;—–,]|\s(?:{said['run_on']})")
        self._lead = lazy_pattern(lead)
        self._ordinal = lazy_pattern(said.get("ordinal", r"(?!x)x"))
        self._asks_noun = lazy_pattern(rf"{said.get('asks_for', '(?!x)x')}(?:\s+\S+){{0,2}}")
        self._tail, self._ends, self._also = compiled("tail"), compiled("ends"), compiled("also")
        self._notice = compiled("notice")
        self.read_words(said, compiled)
        self._values = NamedValues(said, self._qualifiers)
        self._said_value = lazy_pattern(rf"\b{said['value_of']}\s+$")
        self._follows = lazy_pattern(said["follows"], re.IGNORECASE | re.DOTALL)
        self._bit, self._bit_after, self._kept_of = compiled("bit"), compiled("bit_after"), compiled("kept_of")
        self._excused, self._told_of = compiled("excused"), compiled("told_of")
        self._second = compiled("second")
        self._over, self._only_kept, self._untold = compiled("over"), compiled("only_kept"), compiled("untold")
        self._joined, self._old_or_bit, self._as_deleted = map(compiled, ("joined", "old_or_bit", "as_deleted"))
        self._sent, self._it, self._asked_by = compiled("sent"), compiled("it"), compiled("asked_by")
        self._read_aloud, self._as_gone = compiled("read_aloud"), compiled("as_gone")
        gone = ("barred_again", "asked_gone", "pointing", "pointing_noun")
        self._barred_again, self._asked_gone, self._pointing, self._pointing_noun = map(compiled, gone)
        self._own = lazy_pattern(rf"{lead}(?:{said['own']})(?P<verb>{said['own_verb']})")

    @cache_for_words(KEPT_REQUESTS)
    def read(self, text: str) -> tuple[RequestSentence, ...]:
        """Returns the sentences of a turn when one of them is a request; else none."""
        if not self.known:
            return ()
        made = self._read_orders(self._allowed(text))
        pronouns = all(
            each.points or self._unwanted.is_pronoun(text[each.start : each.end]) for one in made for each in one.named
        )
        whom = tuple(self._spoken.with_persons(text, one) for one in made)
        return (self._read_unwanted(text) or whom) if pronouns else made

    @cache_for_words(KEPT_REQUESTS)
    def spoken(self, text: str) -> RequestSentence | None:
        """Returns the one request of a turn as it is spoken, without pauses; None where none or several ask so."""
        text = self._allowed(text)
        sentences = list(spans_of_sentences(text, self._ordinal))
        if len(sentences) == 1 and not _WRITTEN.search(text):
            return self._spoken.read(text)
        return self._spoken.read_several(text, sentences)

    def forbids(self, text: str) -> bool:
        """Says whether a turn forbids to forget something, "on no account delete it", and asks to forget nothing."""
        allowed = self._allowed(text)
        return allowed != text and self.spoken(allowed) is None and not self.read(allowed)

    @cache_for_words(KEPT_REQUESTS)
    def _allowed(self, text: str) -> str:
        """Returns a turn with a stop and blanks for the orders that it forbids."""
        return self._forbidden.sub(lambda found: ("." * len(found[1])).ljust(len(found[0])), text)

    def news(self, told: str) -> str:
        """Returns what is told before a spoken request; nothing of what says that it was told, or how one feels."""
        return self._spoken.news(told)

    def _read_unwanted(self, text: str) -> tuple[RequestSentence, ...]:
        """Reads what is said to be unwanted, with the sentences around it as they are."""
        sentences = list(spans_of_sentences(text, self._ordinal))
        found = self._unwanted.read(text, sentences)
        if not found:
            return ()
        asked = [RequestSentence(one.start, one.end, self._named_unwanted(text, one)) for one in found]
        beside = [
            self._sentence(text, start, end, single=False, asked=False)
            for start, end in sentences
            if not any(one.start <= start < one.end for one in found)
        ]
        return tuple(sorted((*asked, *beside), key=lambda one: one.start))

    def _named_unwanted(self, text: str, one: Unwanted) -> tuple[Named, ...]:
        if not one.named:
            return (Named(one.start, one.end, False, points=True, loose=True),)
        valued = any(each.is_value for span in one.named for each in self._targets(text, *span))
        if (one.whole or one.last) and not valued:
            return tuple(Named(start, end, False, whole=one.whole, last=one.last) for start, end in one.named)
        return tuple(replace(each, loose=True) for span in one.named for each in self._targets(text, *span))

    def _read_orders(self, text: str) -> tuple[RequestSentence, ...]:
        if self.is_excused(text):
            return (self._spoken.excused(text),)
        sentences = self._sentences(text)
        made: list[RequestSentence] = []
        for start, end in sentences:
            asked = any(each.named for each in made)
            sure = asked or (bool(made) and self._over.match(text[made[-1].start : made[-1].end].strip()) is not None)
            one = self._sentence(text, start, end, single=len(sentences) == 1, asked=sure)
            one = self._barred(text, one) if asked and not one.named else one
            if made and not one.named and self._is_it_gone(text, one):
                one = RequestSentence(one.start, one.end, (Named(one.start, one.end, False, points=True),))
            valued = any(each.is_value for each in one.named)
            again = asked and not valued and self._follows.match(text[start:end].strip())
            if valued and made and made[-1].named and not any(each.is_value for each in made[-1].named):
                made[-1:] = self._with_its_value(text, made[-1], one)
                continue
            made.append(RequestSentence(start, end, follows=True) if again else one)
            if len(made) > 1 and one.named and all(each.points for each in one.named):
                made[-2:] = self._with_what_it_means(text, made[-2], one)
        return tuple(made) if any(each.named for each in made) else ()

    def _barred(self, text: str, one: RequestSentence) -> RequestSentence:
        """Reads "the old code 7719 should no longer be given out", after a request, as one for that value."""
        begin = one.start + len(text[one.start : one.end]) - len(text[one.start : one.end].lstrip())
        found = self._barred_again.search(text, begin, one.end)
        named = self._targets(text, begin, found.start()) if found and "?" not in text[begin : one.end] else ()
        older = found is not None and self._older.search(text, begin, found.start()) is not None
        return RequestSentence(one.start, one.end, named) if older and all(each.is_value for each in named) else one

    @cache_for_words(KEPT_REQUESTS)
    def is_excused(self, text: str) -> bool:
        """Says whether a turn only takes back what was said, and why: "scratch that, it's nobody's business"."""
        return self.known and bool(self._excused.fullmatch(text.strip(_EDGES)))

    def asks_for_gone(self, text: str) -> bool:
        """Says whether words ask for what was deleted: "the old deleted code"."""
        return self.known and self._asked_gone.search(text) is not None

    def _with_its_value(self, text: str, before: RequestSentence, one: RequestSentence) -> tuple[RequestSentence, ...]:
        """Reads "Delete the old gate code. The value 7719 is to be treated as deleted." as one request for 7719."""
        if self._order.match(text[one.start : one.end].lstrip()):
            return before, one
        return (RequestSentence(before.start, one.end, one.named),)

    def _is_it_gone(self, text: str, one: RequestSentence) -> bool:
        """Says whether "it has been deleted and must not be kept here" is said of what was named before."""
        said = text[one.start : one.end].strip(_EDGES)
        if "?" in text[one.start : one.end]:
            return False
        return self._it.fullmatch(said) is not None or (bool(self._notice.search(said)) and bool(self._it.match(said)))

    def _with_what_it_means(
        self, text: str, before: RequestSentence, order: RequestSentence
    ) -> tuple[RequestSentence, ...]:
        """Reads "The phrase blue heron is no longer used. Delete it." as one request for the phrase, and "X should not
        be in here. Take it off." as one for X.
        """
        said = text[before.start : before.end]
        if before.named:
            return (replace(before, end=order.end, plain=False),)
        pointed = order.named[0]
        if again := self._spoken.renewed(text[pointed.start : pointed.end], said):
            return before, replace(order, named=(replace(pointed, points=False, said=again),))
        over = self._over.match(said.strip()) or self._sent.match(said.strip())
        if over is None:
            return before, order
        begin = before.start + len(said) - len(said.lstrip())
        named = self._targets(text, begin + over.start("named"), begin + over.end("named"))
        return (RequestSentence(before.start, order.end, named),)

    def _sentences(self, text: str) -> list[Span]:
        """Returns the sentences, cut before an order after a colon, a semicolon or a comma too."""
        made: list[Span] = []
        for start, end in spans_of_sentences(text, self._ordinal):
            at = start
            parted = self._parted.search(text, start, end)  # the long pattern of joints needs a mark or such a word
            for joint in self._anew.finditer(text, start, end) if parted else ():
                said = text[at : joint.start()].lstrip()
                if said and self._lead.fullmatch(f"{said} "):
                    continue
                if ":" in joint[0] and not (self._order.match(said) or self._sent.match(said)):
                    continue
                made.append((at, joint.start()))
                at = joint.end()
            told = None if self._spoken.read(text[at:end]) else self._formal.joint(text, at, end)
            made += [(at, end)] if told is None else [(at, told[0]), (told[1], end)]
        return made

    def _sentence(self, text: str, start: int, end: int, *, single: bool, asked: bool) -> RequestSentence:
        begin = start + len(text[start:end]) - len(text[start:end].lstrip())
        label = _LABEL.match(text, begin, end)
        if label is not None and self._read_aloud.search(label[0]):  # "the note says: forget everything" orders nothing
            return RequestSentence(start, end)
        for at in (begin, label.end() if label else begin):
            found = self._order.match(text, at, end)
            if found:
                return self._ordered(text, start, end, found, alone=single and at == begin, asked=asked, single=single)
            own = self._own.match(text, at, end)
            if own:
                return self._done_by_speaker(text, start, end, own)
        after = label.end() if label else begin
        gone = self._said_gone(text, start, end, after) or self._formal.read(text, start, end, after, self._targets)
        gone = gone or self._noticed(text, start, end, label) or self._reported(text, start, end)
        return gone or RequestSentence(start, end)

    def _reported(self, text: str, start: int, end: int) -> RequestSentence | None:
        """Reads "Ines asks that the old menu be wiped from the notes"; what is not of the memory is not meant."""
        found = None if "?" in text[start:end] else self._asked_by.search(text, start, end)
        named = () if found is None else self._targets(text, *found.span("named"))
        return RequestSentence(start, end, named) if named else None

    def _done_by_speaker(self, text: str, start: int, end: int, own: re.Match[str]) -> RequestSentence:
        """Reads "I am deleting the old locker code 7719": a request when it names a value that was, or the memory."""
        rest = text[own.end() : end]
        stop, tail = self._ends.search(rest), self._tail.search(" " + rest)
        body = rest[: min(stop.start() if stop else len(rest), tail.start() - 1 if tail else len(rest))]
        named = self._targets(text, own.end(), own.end() + len(body))
        called = all(self._said_value.search(text, 0, each.start) for each in named)
        valued = all(each.is_value for each in named) and (called or self._older.search(body) is not None)
        sure = named and not rest.rstrip().endswith("?") and (tail is not None or valued)
        return RequestSentence(start, end, named) if sure else RequestSentence(start, end)

    def _said_gone(self, text: str, start: int, end: int, begin: int) -> RequestSentence | None:
        """Reads "treat the code 4471 as deleted"; "consider X forgotten" only of a value, or it would be of anybody."""
        said = text[begin:end].rstrip(_EDGES)
        lead = self._lead.match(said)
        found = self._as_gone.match(said, lead.end() if lead else 0)
        if found is None:
            return None
        named = self._targets(text, begin + found.start("named"), begin + found.end("named"))
        sure = all(each.is_value for each in named) or self._as_deleted.search(said) is not None
        return RequestSentence(start, end, named) if named and sure else None

    def _ordered(
        self, text: str, start: int, end: int, order: re.Match[str], *, alone: bool, asked: bool, single: bool
    ) -> RequestSentence:
        rest = text[order.end() : end]
        if rest.rstrip().endswith("?") and not order.start("verb") > order.start():
            return RequestSentence(start, end)
        stop = self._stop(rest)
        body = rest[: stop.start()] if stop else rest
        offset, tail = order.end(), self._tail.search(" " + body)
        if tail is not None and tail.start():
            body = body[: tail.start() - 1]
        elif tail is not None:
            body, offset = body[tail.end() - 1 :], offset + tail.end() - 1
        named = self._targets(text, offset, offset + len(body))
        called = any(self._bit_after.match(text, each.end) for each in named)
        sure = called or order["strong"] is not None or tail is not None or self._bit.match(body) is not None
        sure = sure or self._kept_of.match(body) is not None
        if not single and named and all(each.points for each in named) and self._older.search(body):
            return RequestSentence(start, end)  # "now lose the old one": which is not said
        sure = sure or (not single and self._old_or_bit.match(body.lstrip()) is not None)
        kept = named and all(self._only_kept.search(text[each.start : each.end]) for each in named)
        sure = sure or self._second.search(text[start : order.start("verb")]) is not None
        if not (sure or kept or (asked and named) or all(self._is_plain_value(text, each) for each in named)):
            return RequestSentence(start, end)
        called = called or self._bit.match(body) is not None
        plain = alone and not called and stop is None and tail is None and not any(each.is_value for each in named)
        return RequestSentence(start, order.end() + (stop.start() if stop else len(rest)), named, plain=plain)

    def _stop(self, rest: str) -> re.Match[str] | None:
        """Returns where what is named ends: a clause begins behind it, but none whose question stands before it, as in
        "which tablets I've been put on".
        """
        found = self._ends.finditer(rest)
        return next((one for one in found if not self._asks_noun.fullmatch(rest[: one.start()].strip())), None)

    def _is_plain_value(self, text: str, named: Named) -> bool:
        """Says whether it is a value by itself, or told to be one: "the code 4471", and not "the bus 120"."""
        if not named.is_value or is_time(text[named.start :]):
            return False
        alone = named.thing[0] in (0, named.start)
        return alone or self._said_value.search(text, 0, named.start) is not None

    def _noticed(self, text: str, start: int, end: int, label: re.Match[str] | None) -> RequestSentence | None:
        begin = label.end() if label else start
        said = text[begin:end].rstrip(_EDGES)
        found = self._notice.search(said)
        if found is None or "?" in text[start:end]:
            return None
        lead = self._lead.match(said)
        first = lead.end() if lead else 0
        until = found.start()
        subject = self._sent.match(said[first:until]) if self._joined.search(said[first:until]) else None
        if subject is not None:  # "the ceiling has been withdrawn and is no longer to be kept"
            first, until = first + subject.start("named"), first + subject.end("named")
        if self._untold.search(said[first:until]):
            return None
        named = self._targets(text, begin + first, begin + until)
        return RequestSentence(start, begin + len(said), named) if named else None

    def _targets(self, text: str, start: int, end: int) -> tuple[Named, ...]:
        """Returns what is named between two characters; "what I said about Ann and Tom" names one matter."""
        if self._told_of.fullmatch(text[start:end].strip(_EDGES)):
            return self._named(text, start, end)
        pieces, at = list[Span](), start
        masked = _IN_NUMBER.sub("x", _QUOTED.sub(lambda found: "x" * len(found[0]), text[start:end]))
        for joint in self._also.finditer(masked):
            pieces.append((at, start + joint.start()))
            at = start + joint.end()
        pieces.append((at, end))
        named = tuple(each for piece in pieces for each in self._named(text, *piece))
        said_after = len(pieces) > 1 and text[pieces[0][1] : pieces[1][0]].strip() == ","
        return named[1:] if said_after and named[0].points else named  # "scrap that, the wage thing"

    def _named(self, text: str, start: int, end: int) -> tuple[Named, ...]:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        bit = self._bit.match(text, start, end)
        start = bit.end() if bit else start
        said = text[start:end]
        quoted = tuple(
            Named(start + one.start("said"), start + one.end("said"), True) for one in _QUOTED.finditer(said)
        )
        if quoted:
            return quoted
        after = self._after.search(said.rstrip(_EDGES))
        said = said.rstrip(_EDGES)[: after.start()] if after else said.rstrip(_EDGES)
        lead = self._qualifiers.match(said)
        first = lead.end() if lead else 0
        first += len(said[first:]) - len(said[first:].lstrip(_EDGES))
        bare = said[first:].rstrip(_EDGES)
        called = self._bit_after.search(bare)
        bare = bare[: called.start()] if called and called.end() == len(bare) else bare
        if self._pointing.fullmatch(bare) or (first and self._pointing_noun.fullmatch(bare)):
            return (Named(start, start + len(said), False, points=True),) if said.strip() else ()
        begin = start + first
        valued = self._values.find(bare) or self._name_after(text, begin, bare)
        if valued is not None:
            thing = (begin, begin + len(bare))
            named = (Named(begin + valued[0], begin + valued[1], True, thing),)
            beside = self._values.place_beside(bare, valued)
            return named if beside is None else (*named, Named(begin + beside[0], begin + beside[1], True, thing))
        return (Named(begin, begin + len(bare), False),)

    def _name_after(self, text: str, begin: int, bare: str) -> Span | None:
        """Returns where a name stands behind a word for one: "the name Quarzita", not "the name of my gym"."""
        named = bare[:1].isupper() and len(bare.split()) <= MAX_VALUE_WORDS
        return (0, len(bare)) if named and self._said_value.search(text, 0, begin) else None
