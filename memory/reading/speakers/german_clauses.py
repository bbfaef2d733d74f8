"""Pure: cuts a German sentence into its clauses, by commas and the words that open them; says which are subordinate."""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import nouns_end
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of, read
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.line import Certainty


@dataclass(frozen=True, slots=True)
class Part:
    """One clause, as positions of its first word and of the one after its last."""

    first: int
    last: int
    subordinate: bool


def cut_into_parts(folded: list[str]) -> list[Part]:
    """Returns the clauses of a sentence of folded words."""
    words, starts, stops = load_person_words("de"), [0], set[int]()
    for at, word in enumerate(folded):
        if word == ",":
            stops.add(at)
            starts.append(at + 1)
        elif word in words["subordinating"] and at not in starts:
            starts.append(at)
    ends = [*starts[1:], len(folded)]
    return [_part(folded, first, end - 1 if end - 1 in stops else end) for first, end in zip(starts, ends, strict=True)]


def _part(folded: list[str], first: int, last: int) -> Part:
    words = load_person_words("de")
    begin = first
    subordinate = _opens_subordinate(folded, begin, last)
    while not subordinate and begin < last - 1 and folded[begin] in words["coordinating"]:
        begin += 1
        subordinate = _opens_subordinate(folded, begin, last)
    return Part(begin, last, subordinate)


def _opens_subordinate(folded: list[str], first: int, last: int) -> bool:
    """Says whether the clause from `first` has its verb at the end."""
    words, word = load_person_words("de"), folded[first] if first < last else ""
    after = folded[first + 1] if first + 1 < last else ""
    if word in words["subordinating"]:
        return True
    if word in words["ambiguous"] and after in words["before_pronoun"]:
        return True
    if first == 0:
        return False
    relative = after if word in words["prepositions"] else word
    return relative in words["relatives"] and not _is_main_with_article(folded, first, last)


def _is_main_with_article(folded: list[str], first: int, last: int) -> bool:
    """Says whether "das weiß ich" or "der Hund mag mich" begins here: its subject stands behind its verb."""
    subjects = [at for at in range(first, last) if folded[at] in ("ich", "wir")]
    return bool(subjects) and subjects[0] == last - 1


def in_main_order(text: str) -> str:
    """Returns what "merk dir dass" left in the order of a main clause: "tom kommt am montag" for "tom am montag kommt".

    Text whose verb does not stand last behind its subject stays as it is.
    """
    line, acts = line_of(text, "de"), read(text, "de").acts
    if not isinstance(line, GermanLine) or len(acts) != 1 or acts[0].kind is not ActKind.TELL:
        return text
    clause, last = acts[0].clause, len(line) - 1 - line.is_stop(len(line) - 1)
    begin, end = clause.subject
    if clause.asks is not None or line.word(last - 1) == "zu" or clause.modality is Modality.REPORTED:
        return text  # "daran meine tabletten zu nehmen", "tom sagt dass er am montag kommt"
    if not clause.first == begin == 0 < end < clause.verb == last:
        end = _before_last_helper(line, last)
    if not end:
        return text
    whole = [text[token.start : token.end] for token in line.tokens]
    verb, behind = whole[last], ""
    joined = {lemma.partition("|")[0] for lemma in line.lemmas(last, "f") if "|" in lemma}
    prefix = next((each for each in sorted(joined) if line.word(last).startswith(each)), "")
    if prefix and all("|" in lemma for lemma in line.lemmas(last, "f")):
        verb, behind = verb[len(prefix) :], verb[: len(prefix)]
    middle = text[line.tokens[end].start : line.tokens[last - 1].end]
    return " ".join(piece for piece in (text[: line.tokens[end - 1].end], verb, middle, behind) if piece)


def _before_last_helper(line: GermanLine, last: int) -> int:
    """Returns where the subject ends of what ends in a helper alone: "oma am dienstag operiert wird"; 0 for none."""
    words = line.words
    inside = {line.word(at) for at in range(last)}
    end = 1 if line.word(0) in words.nominative else nouns_end(line, 0)
    if not line.is_auxiliary(last) or inside & (words.questions | words.subordinators | words.conjunctions | {","}):
        return 0
    opens = line.is_open(0) or line.word(0) in words.possessives | words.nominative | line.extra.nominative_articles
    told = any(line.finite(at) == Certainty.SURE for at in range(1, last - 1)) or line.is_auxiliary(last - 1)
    return end if opens and 0 < end < last and not told else 0
