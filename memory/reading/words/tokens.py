"""Pure: cuts an utterance into tokens with their spans; clitics become tokens of their own ("I'm" is "i" and "'m")."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from memory.core.policy import MAX_READ_TOKENS
from memory.reading.words.closed_words import ClosedWords

_PIECE = re.compile(
    r"[^\W_]+(?:(?:['\u2019.\u2010-]|(?<=\d)[:,](?=\d))[^\W_]+)*['\u2019]?|[,;:.!?…()\"\u201c\u201d]|\S"
)
_QUOTES = frozenset('"\u201c\u201d\u201e')
_QUOTE, _END_OF_QUOTE = "quote", "unquote"
STOPS = frozenset(",;:.!?…()")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, folded, with its span in the utterance. The parts of a contraction share the span of its word."""

    text: str
    start: int
    end: int

    @property
    def is_stop(self) -> bool:
        """Says whether it is punctuation."""
        return self.text in STOPS


def tokenise(text: str, words: ClosedWords) -> tuple[Token, ...]:
    """Returns at most `MAX_READ_TOKENS` tokens of `text`; what follows is not read."""
    tokens: list[Token] = []
    for found in _PIECE.finditer(text):
        if tokens and tokens[-1].end == found.start() and _is_no_stop(text, found, tokens[-1].text, words):
            continue
        tokens += _split(found[0].lower().replace("\u2019", "'"), found.start(), found.end(), words)
        if len(tokens) >= MAX_READ_TOKENS:
            break
    return tuple(_with_deed_nouns(_compounded(_without_quotes(tokens[:MAX_READ_TOKENS]), words), words))


def _without_quotes(tokens: list[Token]) -> list[Token]:
    """Leaves out marks of a quotation, also spoken ones: what stands between them belongs to the clause before it. The
    last word reaches to the end of the mark behind it.
    """
    spoken = any(token.text == _END_OF_QUOTE for token in tokens)
    marks = _QUOTES | ({_QUOTE, _END_OF_QUOTE} if spoken else frozenset())
    made: list[Token] = []
    opened = -1
    for token in tokens:
        if token.text not in marks:
            made.append(token)
        elif opened < 0:
            opened = len(made)
        else:
            if 0 < opened < len(made):
                made[-1] = replace(made[-1], end=token.end)
            opened = -1
    return made


def _is_no_stop(text: str, mark: re.Match[str], word: str, words: ClosedWords) -> bool:
    """Says whether a point only shortens a title ("Dr. Adler"), or a comma stands inside a date ("Friday, May 14")."""
    following = _PIECE.search(text, mark.end())
    if following is None:
        return False
    if mark[0] == ".":
        named = following[0][0].isupper() and following[0].lower() not in words.subjects
        return named and word in words.sets.get("abbreviations", frozenset())
    after = _PIECE.search(text, following.end()) if following[0].isdigit() else following
    return mark[0] == "," and word in words.days and after is not None and after[0].lower() in words.months


def _compounded(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Joins words that are one: "brother in law" becomes "brother-in-law"."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        two = (tokens[at].text, tokens[at + 1].text) if at + 1 < len(tokens) else ("", "")
        suffix = words.compounds.get(" ".join(two), "")
        alone = "-".join(two) in words.sets.get("whole_compounds", frozenset())
        if suffix and (alone or (made and made[-1].text in words.determiners | words.possessives)):
            made.append(Token("-".join(two), tokens[at].start, tokens[at + 1].end))
            at += 2
        elif suffix and made:
            last = made.pop()
            made.append(Token(last.text + suffix, last.start, tokens[at + 1].end))
            at += 2
        else:
            made.append(tokens[at])
            at += 1
    return made


def _with_deed_nouns(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Joins verb and particle where they are a noun, "kick off is at three", what names a group by its age, "the under
    nines", and "foster mum", who is not one's mum.
    """
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        joined = any(joins(tokens, at, words) for joins in (_is_deed_noun, _is_age_group, _is_kin_by_care))
        if joined:
            text = f"{tokens[at].text}-{tokens[at + 1].text}"
            made.append(Token(text, tokens[at].start, tokens[at + 1].end))
        else:
            made.append(tokens[at])
        at += 1 + joined
    return made


def _is_deed_noun(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    two = " ".join(token.text for token in tokens[at : at + 2])
    if two not in words.sets.get("deed_nouns", frozenset()):
        return False
    before, after = tokens[at - 1].text if at else "", tokens[at + 2].text if at + 2 < len(tokens) else ""
    asked = tokens[0].text in words.questions and (before == "'s" or (before in words.be and not after))
    opens = at == 0 and (after in words.be or after == "'s")
    return asked or opens or _has_owner_or_article(tokens, at, words)


def _is_kin_by_care(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    care, kin = (words.sets.get(name, frozenset()) for name in ("kin_by_care", "kin_of_care"))
    return tokens[at].text in care and after in kin and _has_owner_or_article(tokens, at, words)


def _is_age_group(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    aged = after in words.sets.get("ages_of_groups", frozenset()) or (after[:-1].isdigit() and after.endswith("s"))
    told = at == 1 or (at > 1 and tokens[at - 2].text in words.do)  # not "kit's in the under nines"
    return tokens[at].text in ("under", "over") and told and aged and _has_owner_or_article(tokens, at, words)


def _has_owner_or_article(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    """Says whether a noun must follow: after "the" and "my", but not after "some", which may stand alone."""
    leads = words.possessives | words.sets.get("articles", frozenset())
    return at > 0 and tokens[at - 1].text in leads


def _split(word: str, start: int, end: int, words: ClosedWords) -> list[Token]:
    parts = words.rewritten.get(word)
    if parts:
        return _spanned(parts, word, start, end)
    for clitic in words.clitics:
        if word.endswith(clitic) and len(word) > len(clitic):
            head = word[: -len(clitic)]
            return [Token(head, start, start + len(head)), Token(clitic, start + len(head), end)]
    bare = word.strip("'")
    if word.endswith("s'") and len(word) > 2:
        return [Token(bare, start, end - 1), Token("'s", end - 1, end)]
    return [Token(bare or word, start, end)]


def _spanned(parts: tuple[str, ...], word: str, start: int, end: int) -> list[Token]:
    """Gives the first part its own letters where these stand in the word, and the rest to the last part."""
    first = parts[0]
    cut = start + len(first) if len(parts) > 1 and word.startswith(first) else end
    made = [Token(first, start, cut)]
    return made + [Token(part, min(cut, end), end) for part in parts[1:]]
