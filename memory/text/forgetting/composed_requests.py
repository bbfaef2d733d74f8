"""Pure: reads a spoken request to forget by its parts: what is said before, an order to drop, what it is to drop, what
is to stay, and why.

"The gym one you can chuck, I've cancelled my membership" drops the gym one, "right, you can get rid of the bank thing
but not the shed code" the bank thing and keeps the shed code, and "forget the tuner's name, no wait, keep it" nothing.
An order stands before its thing or after it; the thing ends where a reason begins or something that is to stay. Where
the thing is only pointed at ("take that out about him"), the words before the order say whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, takewhile
from operator import itemgetter

from memory.core.policy import MAX_ORDER_LEAD_CHARS, MAX_SPOKEN_ORDERS
from memory.text.forgetting.named_values import Span
from memory.text.forgetting.request_sentence import Named, RequestSentence
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


class ComposedRequests(PatternReader):
    """The patterns of one language, compiled once. A language without them reads nothing."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_composed", {}))
        self.known = bool(said)
        if not self.known:
            return
        shared = {name: str(words) for name, words in table(said["shared"]).items()}

        def compiled(words: Data) -> re.Pattern[str]:
            return lazy_pattern(filled_pattern(str(words), shared))

        self._hint = compiled(said["hint"])
        self._after = [compiled(words) for words in table(said["order_after"]).values()]
        self._before = [compiled(words) for words in table(said["order_before"]).values()]
        self._no_order, self._sure = compiled(said["no_order"]), compiled(said["sure"])
        self._asked, self._of_memory = compiled(said["asked"]), compiled(said["of_memory"])
        self._reason, self._lead, self._trail = (
            compiled(said["reason"]),
            compiled(rf"(?:{said['lead']})*"),
            compiled(rf"(?:{said['trail']})+$"),
        )
        self._mark, self._begins = compiled(said["mark"]), compiled(said["thing"])
        self._clause, self._relative = compiled(said["clause"]), compiled(said["relative"])
        self._before_subject, self._own_relative = compiled(said["before_subject"]), compiled(said["own_relative"])
        self._whom, self._mine, self._loose_end = (compiled(said[name]) for name in ("whom", "mine", "loose_end"))
        self._other_order, self._opens = compiled(said["other_order"]), compiled(said["opens"])
        self._about_end, self._last_thing = compiled(said["about_end"]), compiled(said["last_thing"])
        self._old, self._new_of = compiled(said["old"]), compiled(said["new_of"])
        self._mended, self._renewed = compiled(said["mended"]), compiled(said.get("renewed", r"(?!x)x"))
        self._polite = compiled(r"<polite>\s")
        self._named_mine, self._handled, self._cue = (compiled(said[name]) for name in ("named_mine", "handled", "cue"))
        self._taken_back, self._rather = compiled(said["taken_back"]), compiled(said["rather"])
        self._kept = [compiled(words) for words in table(said["kept"]).values()]
        self._keeping = [compiled(words) for words in table(said["kept_first"]).values()]
        self._kept_alone = [compiled(words) for words in table(said["kept_alone"]).values()]
        self._kept_of = [compiled(words) for words in table(said["kept_of"]).values()]
        self._no_news = compiled(said["no_news"])
        self._joint, self._about = compiled(said["joint"]), compiled(said["about"])
        self._pronoun, self._who = compiled(said["pronoun"]), compiled(said["who"])
        self._owned, self._points = compiled(said["owned"]), compiled(said["points"])
        self._person = compiled(said["person"])

    def read(self, text: str) -> RequestSentence | None:
        """Returns the request of one spoken sentence, or none."""
        if not self.known or not self._hint.search(text) or self._other_order.search(text):
            return None
        if self._asked.match(text):
            return None  # "who is my dog, and forget it"
        bare = text.rstrip(_EDGES)
        made = self._kept_first(bare) or self._fronted(bare) or self._ordered(bare)
        if made is None:
            return None
        made = self._before_news(bare, made)
        made = replace(made, of_memory=self._of_memory.search(bare, made.start) is not None)
        return replace(made, end=len(text)) if made.end == len(bare) else made

    def read_several(self, text: str, sentences: list[Span]) -> RequestSentence | None:
        """Returns the one request of several sentences, with what the sentence beside it says is to stay: "Forget all
        about Clara. Keep where she lives."
        """
        if not self.known:
            return None
        for (start, _), (_, end) in pairwise(sentences):
            if self._hint.search(text, start, end) and (made := self._kept_first(text[start:end].rstrip(_EDGES))):
                return made.shifted(start)
        read = [(span, one.shifted(span[0])) for span in sentences if (one := self.read(text[slice(*span)]))]
        read = [(span, self._with_whom(text[: span[0]], one)) for span, one in read]
        if len(read) != 1 or not read[0][1].sure or read[0][1].doubtful:
            return None
        return read[0][1] if read[0][1].taken_back else self._with_kept_beside(text, sentences, *read[0])

    def excused(self, text: str) -> RequestSentence:
        """Returns a turn that takes back what was said as a request for that, or for whom its pronoun means."""
        person = self._person.search(text.rstrip(_EDGES)) if self.known else None
        who = self._who_before(text) if person else ""
        if person is None or not who:
            return RequestSentence(0, len(text), (Named(0, len(text), False, points=True),))
        return RequestSentence(0, len(text), (Named(*person.span("person"), False, whole=True, said=who),))

    def with_persons(self, text: str, made: RequestSentence) -> RequestSentence:
        """Returns a request for "him" as one for all about who is named before it in the turn."""
        if not self.known:
            return made
        return replace(made, named=tuple(self._with_person(text, one) for one in made.named))

    def _with_person(self, text: str, one: Named) -> Named:
        if one.points or self._pronoun.fullmatch(text[one.start : one.end]) is None:
            return one
        who = self._who_before(text[: one.start])
        return replace(one, said=who, whole=True) if who else one

    def _with_whom(self, before: str, made: RequestSentence) -> RequestSentence:
        """Returns a request with whom its pronouns stand for in the sentences before it: "Please lose his name"."""
        who = self._who_before(before)
        if not who or not any(self._owned.search(one.said) for one in made.named):
            return made
        named = tuple(
            replace(one, said=self._owned.sub(lambda found: self._named_for(found, before), one.said))
            for one in made.named
        )
        return replace(made, named=named, sure=True)

    def _with_kept_beside(self, text: str, sentences: list[Span], span: Span, made: RequestSentence) -> RequestSentence:
        """Adds what the sentences right before and after a request say is to stay."""
        at, kept = sentences.index(span), [made.kept] if made.kept else []
        before = takewhile(itemgetter(1), ((one, self._stays(text, one)) for one in reversed(sentences[:at])))
        after = takewhile(itemgetter(1), ((one, self._stays(text, one)) for one in sentences[at + 1 :]))
        for (start, end), said in (*before, *after):
            made = replace(made, start=min(start, made.start), end=max(end, made.end))
            kept.append(said)
        return replace(made, plain=False, kept=", ".join(kept))

    def _stays(self, text: str, sentence: Span) -> str:
        """Returns what a sentence says is to stay, when it says nothing else."""
        said = text[slice(*sentence)].strip(_EDGES)
        found = (pattern.fullmatch(said) for pattern in self._kept_alone)
        return next((one["kept"].strip(_EDGES) for one in found if one is not None), "")

    def news(self, told: str) -> str:
        """Returns what is told before a request; nothing when it only says that it was told, or how one feels about
        it.
        """
        if not self.known or self._no_news.search(told):
            return ""
        tail = self._trail.search(told.rstrip(_EDGES))
        return told[: tail.start()] if tail else told.rstrip(_EDGES)

    def _before_news(self, text: str, made: RequestSentence) -> RequestSentence:
        """Returns a request without what is told anew after it: "lose the old name, the new one's Bramble"."""
        last = max((thing.end for thing in made.named), default=len(text))
        news = next((found for found in self._reasons(text, last, len(text)) if found["news"]), None)
        return made if news is None else replace(made, end=news.start())

    def _kept_first(self, text: str) -> RequestSentence | None:
        """Reads "keep the year but lose the day", "of my aunt you keep only the birthday, drop the rest"."""
        first = len(text) - len(text.lstrip(_EDGES))
        for pattern in self._keeping:
            found = pattern.fullmatch(text, first)
            if found is None:
                continue
            kept, rest = found["kept"].strip(_EDGES), "rest" in pattern.groupindex
            things = self._all_but(found, kept) if rest else self._things(text, *found.span("x"))
            if things or not rest:
                return RequestSentence(first, len(text), things, kept=kept, taken_back=not things, sure=True)
        return None

    def _all_but(self, found: re.Match[str], kept: str) -> tuple[Named, ...]:
        """Returns what "everything else about her" names: whoever has what is to stay, as in "where Clara lives"."""
        who = found["x"].strip(_EDGES)
        if self._pronoun.fullmatch(who):
            owners = (pattern.search(kept) for pattern in self._kept_of)
            who = next((one["who"] for one in owners if one is not None), "")
        return (Named(*found.span("x"), False, whole=True, said=who),) if who else ()

    def _fronted(self, text: str) -> RequestSentence | None:
        """Reads an order after its thing: "the gym one you can chuck"."""
        for order in self._orders(text, self._after):
            rest = self._rest(text, order.end())
            if rest is None:
                continue
            before = self._thing_before(text, order.start())
            if before is None:
                continue
            start, end = before
            if self._taken_back.search(text, order.end()):
                return RequestSentence(start, len(text), taken_back=True, sure=True)
            things = self._things(text, start, end, text[:start])
            if things:
                sure = self._sure.search(order[0]) is not None or self._clause.match(text, start, end) is not None
                explained = bool(rest or text[end : order.start()].strip(_EDGES))
                doubtful = not sure and not explained and self._is_doubtful(order[0], text[start:end])
                return RequestSentence(start, len(text), things, kept=rest, sure=sure, doubtful=doubtful)
        return None

    def _ordered(self, text: str) -> RequestSentence | None:
        """Reads an order before its thing: "can you take that out about him"."""
        for order in self._orders(text, self._before):
            start = order.end()
            if self._taken_back.search(text, start):
                sure = self._sure.search(order[0]) is not None
                return RequestSentence(order.start(), len(text), taken_back=True, sure=sure)
            if repaired := self._rather.search(text, start):
                start = repaired.end()
            end, kept = self._end(text, start)
            if order.groupdict().get("part"):
                end = min(end, order.start("part"))
            things = self._things(text, start, end, text[: order.start()])
            sure = self._sure.search(order[0]) is not None
            if not things or not (sure or self._is_told_off(text, order, end, things)):
                continue
            lead = self._lead.match(text)
            plain = (
                not kept
                and (lead.end() if lead else 0) >= order.start("verb")
                and not text[end:].strip(_EDGES)
                and not repaired
                and not self._mended.search(text, start, end)
            )
            doubtful = not kept and self._is_doubtful(order[0], text[start:end])
            return RequestSentence(order.start(), len(text), things, plain, kept=kept, sure=sure, doubtful=doubtful)
        return None

    def _is_doubtful(self, order: str, thing: str) -> bool:
        """Says whether an order may be about the thing itself, as no word of what is told stands in it."""
        return self._handled.search(order) is not None and self._cue.search(thing) is None

    def _is_told_off(self, text: str, order: re.Match[str], end: int, things: tuple[Named, ...]) -> bool:
        """Says whether an order with an everyday verb begins a clause, and names a thing: not "and bin bags"."""
        opens = self._opens.search(text[: order.start("verb")]) or self._polite.match(order["verb"])
        begins = self._begins.match(text[order.end() : end].lstrip(_EDGES)) or self._about.match(text, order.end(), end)
        return bool(opens and begins) and not any(self._loose_end.search(one.said) for one in things)

    def _orders(self, text: str, patterns: list[re.Pattern[str]]) -> Iterator[re.Match[str]]:
        """Returns the orders in a text, from its beginning, without those that are only told of."""
        found = [one for pattern in patterns for one in pattern.finditer(text)]
        found = sorted(found, key=lambda each: (each.start("verb"), -each.end()))
        for one in found[:MAX_SPOKEN_ORDERS]:
            begin = one.start("verb")
            if not self._no_order.search(text, max(0, begin - MAX_ORDER_LEAD_CHARS), begin):
                yield one

    def _rest(self, text: str, start: int) -> str | None:
        """Returns what is to stay of the words after a fronted thing and its order; None when they go on with it."""
        rest = text[start:].strip(_EDGES)
        trail = self._lead.match(rest)
        bare = rest[trail.end() if trail else 0 :].strip(_EDGES)
        if not bare or self._taken_back.match(bare):
            return ""
        kept = self._kept_in(bare)
        if kept:
            return kept[1]
        reason = self._reason.match(bare)
        return "" if reason is not None or self._mark.match(rest) else None

    def _end(self, text: str, start: int) -> tuple[int, str]:
        """Returns where a thing ends that begins at `start`, and what is to stay."""
        end, kept = len(text), ""
        found = self._kept_in(text[start:])
        if found and found[0] > 0:
            end, kept = start + found[0], found[1]
        reason = self._reason_at(text, start, end)
        end = min(end, reason) if reason else end
        tail = self._trail.search(text[start:end].rstrip(_EDGES))
        return (start + tail.start() if tail else end), kept

    def _kept_in(self, words: str) -> tuple[int, str] | None:
        """Returns where it is said what is to stay, and that; the first of such words."""
        found = [one for pattern in self._kept if (one := pattern.search(words))]
        first = min(found, key=lambda one: one.start(), default=None)
        return None if first is None else (first.start(), first["kept"].strip(_EDGES))

    def _reason_at(self, text: str, start: int, end: int) -> int:
        """Returns where a reason begins after a thing; 0 when none does."""
        for found in self._reasons(text, start, end):
            before = text[start : found.start()].rstrip()
            if not before.strip(_EDGES) or self._relative.search(before):
                continue
            if self._own_relative.match(text, found.start(), end):
                continue
            if found["who"] is None and self._before_subject.search(before):
                continue
            return found.start()
        return 0

    def _reasons(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        """Returns what may begin a reason, also inside of another: "the foreman he was only filling in"."""
        found = self._reason.search(text, start, end)
        while found is not None:
            yield found
            found = self._reason.search(text, found.start() + 1, end)

    def _thing_before(self, text: str, end: int) -> Span | None:
        """Returns the thing that stands before its order, without the reason between them."""
        start = 0
        for mark in self._mark.finditer(text, 0, end):
            if self._joint.match(text, max(mark.start() - 1, 0)) and self._begins.match(text[start:].lstrip(_EDGES)):
                continue  # "the dog's name and the cat's"
            rest = text[mark.end() : end].lstrip(_EDGES)
            if self._begins.match(rest) and not self._reason.match(rest):
                start = mark.end()
        start += len(text[start:end]) - len(text[start:end].lstrip(_EDGES))
        lead = self._lead.match(text, start, end)
        start = lead.end() if lead else start
        if not self._begins.match(text, start, end):
            last = self._last_thing.search(text[:end].rstrip(_EDGES), start)
            return last.span() if last is not None else None
        reason = self._reason_at(text, start, end)
        end = reason or end
        tail = self._trail.search(text[start:end].rstrip(_EDGES))
        end = start + tail.start() if tail else start + len(text[start:end].rstrip(_EDGES))
        return (start, end) if end > start else None

    def _things(self, text: str, start: int, end: int, before: str = "") -> tuple[Named, ...]:
        """Returns the things between two characters; none when they only point at what was said before the turn."""
        pieces, at = list[Span](), start
        for joint in self._joint.finditer(text, start, end):
            pieces.append((at, joint.start()))
            at = joint.end()
        pieces.append((at, end))
        things = [self._thing(text, *piece, before) for piece in pieces]
        made = tuple(thing for thing in things if thing is not None)
        return _with_heads(made) if len(made) == len(pieces) else ()

    def _thing(self, text: str, start: int, end: int, before: str) -> Named | None:
        about = self._about.match(text, start, end)
        first = about.end() if about else start
        said = text[first:end].strip(_EDGES)
        said = self._about_end.sub("", said) if about else said
        said = self._mended.sub(lambda found: found["right"], said)
        first += len(text[first:end]) - len(text[first:end].lstrip(_EDGES))
        whole = about is not None and bool(about.groupdict().get("whole"))
        if not said or self._points.fullmatch(said):
            return None  # "forget i told you that"
        if self._mine.fullmatch(said):
            mine = self._named_mine.search(text, end)
            return Named(first, first + len(said), False, said=mine[0]) if mine else None
        if self._pronoun.fullmatch(said):
            who = self._who_before(before)
            return Named(first, first + len(said), False, whole=whole, said=who) if who else None
        if again := self.renewed(said, before):
            return Named(first, first + len(said), False, said=again)
        named = self._owned.sub(lambda found: self._named_for(found, before), said)
        return Named(first, first + len(said), False, whole=whole, told=about is not None, said=named)

    def renewed(self, said: str, before: str) -> str:
        """Returns "the old" with what is said to be new of whom: "Renate has a new number, the old one can go"."""
        old = self.known and self._old.fullmatch(said.strip()) is not None
        changed = self._renewed.search(before) if old else None
        if changed is not None:
            return f"{said.split()[0]} {said.split()[1]} {changed['thing'].partition(' ')[2]}"
        told = self._new_of.search(before) if old else None
        return "" if told is None else f"{said.split()[0]} {said.split()[1]} {told['thing']} {told['whose']}"

    def _named_for(self, found: re.Match[str], before: str) -> str:
        """Returns a pronoun as whom it stands for, where the words before the order say it."""
        who = self._who_before(before)
        return found.expand(found[0]) if not who else (f"{who}'s" if found.groupdict().get("whose") else who)

    def _who_before(self, before: str) -> str:
        found = [one["who"] for one in self._who.finditer(before)] or [
            one["who"] for one in self._whom.finditer(before)
        ]
        return found[-1].strip(_EDGES) if found else ""


def _with_heads(things: tuple[Named, ...]) -> tuple[Named, ...]:
    """Gives "the dentist's", after "the plumber's extension", its extension."""
    made: list[Named] = []
    for thing in things:
        words = made[-1].said.split() if made else []
        owned = next((at for at, word in enumerate(words[:-1]) if word.endswith(("'s", "’s"))), None)
        if owned is not None and thing.said.endswith(("'s", "’s")):
            thing = replace(thing, said=f"{thing.said} {' '.join(words[owned + 1 :])}")
        made.append(thing)
    return tuple(made)
