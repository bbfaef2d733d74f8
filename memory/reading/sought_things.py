"""Pure: finds the thing that somebody looks for: "have you seen my glasses", "i can't find the good scissors".

Whoever looks for a thing asks where it is, whatever the form of the sentence. What is sought without being anybody's,
such as "a plumber", is no such question.
"""

from __future__ import annotations

import re
from functools import cache

from memory.reading.words.meaning import load_meaning

_BESIDE = r"(?:[\w'’-]+ ){0,3}?[\w'’-]+"
"""The words of a thing behind its "my" or "the"."""


def where_sought(text: str, language: str) -> str | None:
    """Returns the question for the place of a thing that is sought: "where is my bag"; None in any other turn."""
    found = _pattern(language).fullmatch(text.casefold().strip(" .,!?"))
    if found is None:
        return None
    thing = next(words for words in found.groups() if words)
    first, _, rest = thing.partition(" ")
    meaning = load_meaning(language)
    if rest.split()[-1] in meaning.set_of("not sought") or meaning.set_of("moved to") & set(rest.split()):
        return None  # "i'm looking for my dentist's number", "ich hab den auf freitag verlegt"
    subjects = dict(pair.split(" to ") for pair in meaning.set_of("sought as subject"))
    asked = sorted(meaning.set_of("asked of sought"))
    return f"{asked[0]} {subjects.get(first, first)} {rest}"


@cache
def _pattern(language: str) -> re.Pattern[str]:
    meaning = load_meaning(language)
    owned = "|".join(map(re.escape, sorted(meaning.set_of("owners of sought"))))
    before = "|".join(map(re.escape, sorted(meaning.set_of("before sought"), key=lambda said: (-len(said), said))))
    after = "|".join(map(re.escape, sorted(meaning.set_of("after sought"), key=lambda said: (-len(said), said))))
    spoken = sorted(meaning.set_of("seeking"), key=lambda said: (-len(said), said))
    each = "|".join(re.escape(said).replace(r"\*", f"((?:{owned}) {_BESIDE})") for said in spoken)
    return re.compile(f"(?:(?:{before}) )*(?:{each})(?: (?:{after}))*" if spoken else "(?!)")
