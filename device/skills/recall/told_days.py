"""Pure: finds the dates of the days that quoted sentences name, from the day on which each was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.core.policy import MAX_TOLD_DAYS
from device.skills.reply_context import ReplyContext
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.retrieval.passages import Passage
from memory.text.date_reader import CLOCK
from memory.text.dates import resolve_date
from memory.text.stemming import split_words


def told_days(view: ReplyContext, shown: Iterable[Passage]) -> tuple[str, ...]:
    """Returns the dates of the days of the week that the sentences name, each once, the earliest first.

    A day that is over, that comes again every week or that is told with its date is left out.
    """
    found = sorted({at_ms for passage in shown for at_ms in _days_of(view, passage)})
    return tuple(view.date(at_ms) for at_ms in found[:MAX_TOLD_DAYS])


def _days_of(view: ReplyContext, passage: Passage) -> Iterator[int]:
    language, text = view.memory.language, passage.text
    now_ms = view.heard.turn.at.at_ms
    for day in language.dates.weekday_alone.finditer(text):
        before = split_words(text[: day.start()])[-1:]
        again = has_reading(language.code) and not load_closed_words(language.code).determiners.isdisjoint(before)
        numbered = language.dates.weekday_and_day.match(text, day.start())
        dated = text[day.end() : day.end() + 1] == "," or (numbered and not CLOCK.match(text, numbered.start("day")))
        when = None if again or dated else resolve_date(day["weekday"], passage.line.at, language, past=False)
        if when is not None and when.until_ms > now_ms:
            yield when.from_ms
