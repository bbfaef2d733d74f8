"""Pure: renders what Selene says from the sentences of a language file. Stored words are inserted verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.languages.spoken_times import SpokenTimes
from memory.model.atoms import Atom, Moment
from memory.model.timestamps import local_datetime
from memory.text.language_file import Data, table, texts

_SENTENCE_MARKS = ".!? "
_EARLY_HOURS = range(1, 7)
_MORNING_HOURS = range(1, 12)


class ReplyTemplates:
    """The reply sentences of one language, and its formats of dates."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        """Takes the `replies`, `reasons` and dates of a language file."""
        self._replies = table(data["replies"])
        self._reasons = table(data["reasons"])
        self._date, self._date_time = str(data["date"]), str(data["date_time"])
        self._weekdays, self._months = texts(data["weekdays"]), texts(data["months"])
        self._ordinals = texts(self._replies["ordinals"])
        self.language = str(data["language"])
        """The code of the language."""
        self.times = SpokenTimes(data)
        """How times are said."""
        self._whole_day_clock = bool(data.get("whole_day_clock", False))
        self._clock_in_dates = bool(data.get("clock_in_dates", False))

    def say(self, name: str, **words: str | int) -> str:
        """Renders a reply sentence with its words."""
        return str(self._replies[name]).format(**words)

    def has(self, name: str) -> bool:
        """Says whether there is such a sentence."""
        return name in self._replies

    def named(self, name: str) -> Mapping[str, str]:
        """Returns the words of a table of the replies."""
        return {key: str(word) for key, word in table(self._replies[name]).items()}

    def reason(self, code: str) -> str:
        """Renders a reason code."""
        return str(self._reasons.get(code, self._reasons["DEFAULT"]))

    def date(self, moment: Moment, *, timed: bool = False) -> str:
        """Renders a day, or a moment."""
        when = local_datetime(moment)
        fields = {
            "weekday": self._weekdays[when.weekday()],
            "month": self._months[when.month - 1],
            "day": when.day,
            "year": when.year,
            "time": self.times.clock(when) if self._clock_in_dates else f"{when.hour}:{when.minute:02}",
        }
        return (self._date_time if timed else self._date).format(**fields)

    def may_be_afternoon(self, moment: Moment, *, of_evening: bool = False) -> bool:
        """Says whether an early hour was said without its half of the day, so that it would be told as a night's, or of
        what is in the evening, "elternabend um sieben", as a morning's.
        """
        hours = _MORNING_HOURS if of_evening else _EARLY_HOURS
        return self._whole_day_clock and local_datetime(moment).hour in hours

    def listed(self, atoms: Sequence[Atom]) -> str:
        """Renders memories in a row."""
        return self.say("join").join(quote_text(atom.text) for atom in atoms)

    def counted(self, name: str, count: int) -> str:
        """Renders a number of things: "one memory", "3 lines"."""
        one, several = texts(table(self._replies["counts"])[name])
        return (one if count == 1 else several).format(count=count)

    def join_words(self, things: Sequence[str]) -> str:
        """Renders "A, b and c"."""
        head, last = ", ".join(things[:-1]), things[-1]
        return self.say("joined", head=head, last=last) if head else last

    def choices(self, atoms: Sequence[Atom]) -> str:
        """Renders memories in a row, numbered."""
        numbered = (
            self.say("choice", ordinal=self._ordinals[at], text=quote_text(atom.text)) for at, atom in enumerate(atoms)
        )
        return self.say("join").join(numbered)


def quote_text(text: str) -> str:
    """Returns stored words without an end mark that would double the reply's own."""
    return text.rstrip(_SENTENCE_MARKS)
