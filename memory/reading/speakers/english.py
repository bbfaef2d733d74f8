"""Pure: turns an English clause about its speaker into one that is said to them.

"I", "me", "my", "mine", "we", "us", "our" and the form of "be" beside "I" change; all else stays as it was said. A
clause that speaks to somebody, quotes, names a title with a pronoun in it, or has a pronoun without a clear place is
not turned.
"""

from __future__ import annotations

from memory.core.policy import MAX_READ_TOKENS
from memory.reading.grammar.clause import Act, ActKind, Clause
from memory.reading.grammar.reader import line_of, read
from memory.reading.speakers.english_names import holds_pronoun_in_name
from memory.reading.speakers.english_quotes import holds_quote
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.line import Line

_TURNED = frozenset((ActKind.TELL, ActKind.CORRECT))
_THIRD = frozenset(("is", "has", "does"))
_JOINING = frozenset(("and", "or", "nor"))
_BETWEEN = frozenset(("myself", "ourselves", "too", "no", "longer", "very", "much"))
_COMPARING = frozenset(("than", "as"))
_GROUPS = frozenset(("two", "three", "four", "five", "all", "both"))
_BE = frozenset(("is", "'s", "was", "are", "were", "be", "'re", "not"))


def to_person_in_english(text: str) -> str | None:
    """Returns the only clause of `text` with the speaker as "you"; None when it cannot be turned safely."""
    if len(text) - len(ended := text.rstrip(" .,!\u2026")) > 1:
        text = ended
    reading = read(text, "en")
    if text.isupper() or len(reading.acts) != 1 or reading.unread or reading.acts[0].kind not in _TURNED:
        return None
    act, line = reading.acts[0], line_of(text, "en")
    clause = act.clause
    if line.is_auxiliary(clause.subject[0]) or line.word(clause.subject[0]) in line.words.be:
        return None
    if len(line) >= MAX_READ_TOKENS or clause.asks or clause.verb < 0 or clause.subject[0] >= clause.subject[1]:
        return None
    begin, end = _first_kept(line, act), _last_kept(line, act)
    while line.is_stop(end - 1):
        end -= 1
    if begin < 0 or not _only_stops_follow(line, act, text) or holds_quote(line, begin, end, text):
        return None
    if holds_pronoun_in_name(line, begin, end, clause):
        return None
    changes = _changes(line, begin, end, clause, text)
    return None if changes is None else _written(line, begin, end, changes, text)


def _first_kept(line: Line, act: Act) -> int:
    """Returns the first token that is told: openers are left out, "now" is not; -1 if unsure."""
    first = next(at for at, token in enumerate(line.tokens) if token.start >= act.start)
    at = first
    while at < act.clause.first:
        length = line.length_of(line.words.openers, at) or line.length_of(line.words.fixes, at) or line.is_stop(at)
        if not length:
            stopped = any(line.is_stop(place) for place in range(at, act.clause.first))
            return -1 if stopped else at
        at += int(length)
    return act.clause.first if at == act.clause.first else first


def _last_kept(line: Line, act: Act) -> int:
    """Returns the token after the last that is told. A closing "right" is told when no comma stands before it."""
    last = next((at for at, token in enumerate(line.tokens) if token.start >= act.end), len(line))
    closing = tuple(token.text for token in line.tokens[act.clause.last : last] if not token.is_stop)
    if not closing or line.is_stop(act.clause.last - 1) or line.is_stop(act.clause.last):
        return act.clause.last
    return act.clause.last if " ".join(closing) in load_person_words("en")["closers"] else last


def _only_stops_follow(line: Line, act: Act, text: str) -> bool:
    """Says whether nothing but the end of a statement stands after the act, and no opening was skipped before it."""
    before = [token for token in line.tokens if token.end <= act.start]
    after = [token for token in line.tokens if token.start >= act.end]
    return all(token.is_stop for token in before) and all(token.text in ".!," for token in after) and "?" not in text


def _changes(line: Line, begin: int, end: int, clause: Clause, text: str) -> dict[int, str] | None:
    """Returns the new word of each token that changes; None when one has no clear place."""
    words, changes = load_person_words("en"), dict[int, str]()
    for at in range(begin, end):
        word = line.word(at)
        if word in words["addressed"]:
            return None
        if word in words["pronouns"]:
            kept = _stays(line, at, text)
            if kept is None or not (kept or _fits(line, at, begin, end, changes)):
                return None
            if not kept:
                changes[at] = words["pronouns"][word]
        elif at not in changes and not _agrees(line, at, begin, clause, changes):
            return None
    return changes


def _stays(line: Line, at: int, text: str) -> bool | None:
    """Says whether the word is no pronoun here: "the us", "a coal mine"; None when that is unclear."""
    token, word = line.tokens[at], line.word(at)
    if (said := text[token.start : token.end].casefold()) != word:
        return False if (said, word) == ("me", "my") else None
    written, before = text[token.start : token.end], line.word(at - 1)
    capital = at > 0 and written[:1].isupper() and word != "i" and text != text.upper()
    if word == "us" and (
        before in line.words.determiners or written == "US" or line.word(at + 1) in load_person_words("en")["country"]
    ):
        return True
    if word == "mine" and (before in line.words.determiners or before in line.words.possessives):
        return True
    return None if capital else False


def _fits(line: Line, at: int, begin: int, end: int, changes: dict[int, str]) -> bool:
    """Says whether the pronoun stands where one can, and notes the form of the verb beside "i"."""
    word, before, after = line.word(at), line.word(at - 1), line.word(at + 1)
    if word == "i":
        return _takes_verb(line, at, begin, end, changes)
    if word == "we":
        return _takes_plural(line, at, begin, end)
    if word in ("my", "our"):
        last = at + 1 >= end or line.is_stop(at + 1)
        return not last and after not in line.words.conjunctions and after not in line.words.nominative
    if word == "mine" and after == "'s":
        changes[at + 1] = " is"
    if word == "mine":
        return at == begin or before in _BE | _JOINING | _COMPARING | line.words.prepositions
    if word == "us" and line.words.be.get(before, "") and at + 1 < end and line.is_open(at + 1):
        return False
    if word in ("me", "us"):
        return before not in line.words.determiners or before in ("all", "both", "each", "that", "this")
    return True


def _takes_verb(line: Line, at: int, begin: int, end: int, changes: dict[int, str]) -> bool:
    agreement = load_person_words("en")["agreement"]
    before, after, verb = line.word(at - 1), line.word(at + 1), _verb_place(line, at)
    joined = at > begin and before in _JOINING
    if verb < end and (line.word(verb) in agreement or line.finite(verb) or line.word(verb) in line.words.clitics):
        if line.word(verb) in agreement:
            changes[verb] = agreement[line.word(verb)]
            return True
        third = line.has_form(verb, "s") and not line.has_form(verb, "bd")
        return not third and line.word(verb) not in ("'s", "'re") and (joined or line.word(verb) != "are")
    if at > begin and before in agreement:
        changes[at - 1] = agreement[before]
        return True
    if joined or after in _JOINING or (at > begin and line.is_auxiliary(at - 1) and before not in _THIRD):
        return True
    return before in _COMPARING and (at + 1 == end or line.is_stop(at + 1))


def _verb_place(line: Line, at: int) -> int:
    """Returns where the verb after a pronoun may be: after adverbs, "myself" or "too"."""
    place = at + 1
    while line.word(place) in line.words.middle or line.word(place) in _BETWEEN:
        place += 1
    return place


def _takes_plural(line: Line, at: int, begin: int, end: int) -> bool:
    verb, after = _verb_place(line, at), line.word(at + 1)
    if after in _GROUPS:
        verb = _verb_place(line, at + 1)
    if line.word(verb) in ("am", "is", "was", "has", "does", "'s", "'m"):
        return False
    if verb < end and (line.finite(verb) or line.word(verb) in line.words.clitics):
        return not (line.has_form(verb, "s") and not line.has_form(verb, "bd"))
    return after in _JOINING or (at > begin and (line.word(at - 1) in _JOINING or line.is_auxiliary(at - 1)))


def _agrees(line: Line, at: int, begin: int, clause: Clause, changes: dict[int, str]) -> bool:
    """Says whether a verb that no "i" stands beside has its right form; "am" after "and" belongs to "i" as well."""
    word, before = line.word(at), line.word(at - 1)
    if word == "am":
        if line.is_number(at - 1) or (at > begin + 1 and before in ("half", "thirty", "o'clock")):
            return True
        if before in _JOINING | {"but"}:
            changes[at] = "are"
            return True
        return at + 1 < len(line) and line.word(at + 1) == "i"
    if word == "'m":
        return False
    if word != "was" or line.word(at + 1) == "i":
        return True
    place = at - 1
    while place > begin and line.word(place) in line.words.middle:
        place -= 1
    own = clause.subject[1] - clause.subject[0] == 1 and line.word(clause.subject[0]) == "i" and at == clause.verb
    return not own and line.word(place) not in (*line.words.conjunctions, ",")


def _written(line: Line, begin: int, end: int, changes: dict[int, str], text: str) -> str:
    """Returns the characters from `begin` to `end` with the changed words in their place."""
    done = line.tokens[begin].start
    parts: list[str | tuple[int, int]] = []
    for at in range(begin, end):
        token, joined = (
            line.tokens[at],
            at - 1 in changes and at > 0 and line.tokens[at - 1].end == line.tokens[at].start,
        )
        if at not in changes and not (joined and token.text in line.words.clitics):
            continue
        said = text[token.start : token.end]
        new = changes.get(at, token.text)
        if token.text in line.words.clitics:
            new = new.replace("'", "\u2019") if "\u2019" in said else new
        parts += [(done, token.start), new]
        done = token.end
    spans = [*parts, (done, line.tokens[end - 1].end)]
    return "".join(each if isinstance(each, str) else _meant(line, begin, end, each, text) for each in spans)


def _meant(line: Line, begin: int, end: int, span: tuple[int, int], text: str) -> str:
    """Returns the characters of a span without small words said twice, hesitations and other fillers."""
    made, done = [], span[0]
    for at in range(begin + 1, end):
        last, token = line.tokens[at - 1], line.tokens[at]
        left_out = text[last.end : token.start].split()
        if done <= last.end and token.start <= span[1] and left_out and all(word.isalpha() for word in left_out):
            made.append(text[done : last.end] + ("" if token.text in line.words.clitics else " "))
            done = token.start
    return "".join(made) + text[done : span[1]]
