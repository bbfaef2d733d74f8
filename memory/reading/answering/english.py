"""Pure: an English question and a bare answer as one sentence."""

from __future__ import annotations

from memory.reading.answering.question_words import FILLED, SPOKEN_OUT, words_between
from memory.reading.grammar.clause import Clause, Gap
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def english_answer(line: Line, clause: Clause, question: str, value: str) -> str | None:
    """Returns "jess lives in leeds" for "where does jess live" and "leeds"; None for other questions."""
    unread = clause.lemma == "do" or (clause.lemma == "have" and clause.main == clause.verb)
    if clause.asks not in FILLED or not 0 <= clause.verb < clause.last or clause.negated or unread:
        return None
    if clause.subject[0] < clause.subject[1] <= clause.verb:  # "do you know when bin day is"
        value = _as_asked(line, clause, value)
        told = words_between(line, question, clause.subject[0], clause.verb)
        return f"{told} {_spoken(line, clause, question, clause.verb, clause.last)} {value}" if value else None
    placed = line.word(clause.subject[0]) in line.words.prepositions  # "what's on the hook"
    if placed or clause.subject[1] <= clause.subject[0]:
        told = _spoken(line, clause, question, clause.verb, clause.last)
        several = told.startswith("is ") and " and " in value
        return f"{value} {'are' + told[2:] if several else told}" if placed or _asks_who(clause) else None
    value = _as_asked(line, clause, value)
    if not value:
        return None
    subject = words_between(line, question, *clause.subject)
    done = clause.main if clause.main >= clause.subject[1] else -1
    if line.word(clause.verb) in line.words.do and done > 0:
        verb = _form(line, clause, line.word(clause.verb))
        after = words_between(line, question, done + 1, clause.last)
        placed = done + 2 < clause.last and line.word(done + 1) in line.words.prepositions
        if placed and clause.asks is not Gap.WHERE and clause.asks is not Gap.WHEN:
            after, value = value, after  # "i had | a sandwich | for lunch"
    else:
        verb, after = _spoken_verb(line, clause), words_between(line, question, clause.subject[1], clause.last)
        said_of = clause.subject[1] - 1  # "when's jess due"
        if not after and said_of > clause.subject[0] and line.is_in(said_of, "said_of_subject"):
            subject, after = words_between(line, question, clause.subject[0], said_of), line.word(said_of)
    return " ".join(part for part in (subject, verb, after, value) if part)


def english_yes_or_no(line: Line, clause: Clause, question: str, *, yes: bool) -> str | None:
    """Returns "tom is not allergic to nuts" for "is tom allergic to nuts" and no; None for other questions."""
    inverted = clause.verb == clause.first and clause.subject[0] == clause.verb + 1 < clause.subject[1] < clause.last
    spoken = {line.word(at) for at in range(clause.first, clause.last)}
    open_yes = yes and bool(spoken & load_meaning("en").set_of("anything asked"))  # "am i allergic to anything"
    if clause.asks is not Gap.NONE or clause.negated or not inverted or open_yes:
        return None
    subject = words_between(line, question, *clause.subject)
    if line.word(clause.verb) not in line.words.do:
        if not (line.is_auxiliary(clause.verb) or line.word(clause.verb) in line.words.be):
            return None
        rest = words_between(line, question, clause.subject[1], clause.last)
        return " ".join((subject, _spoken_verb(line, clause), *(() if yes else ("not",)), rest))
    if clause.main != clause.subject[1]:
        return None
    auxiliary, rest = line.word(clause.verb), words_between(line, question, clause.main + 1, clause.last)
    if yes:
        return " ".join((subject, _form(line, clause, auxiliary), rest)).strip()
    return " ".join((subject, auxiliary, "not", line.word(clause.main), rest)).strip()


def english_who(line: Line, clause: Clause, question: str, subject: str, verb: str) -> str | None:
    """Returns "dad is picking up the kids" for "who's picking up the kids" and "dad", "is"; else None."""
    if clause.asks is not Gap.WHO or clause.subject[1] > clause.subject[0] or not 0 <= clause.verb < clause.last:
        return None
    after = words_between(line, question, clause.verb + 1, clause.last)
    if verb in line.words.do:
        return f"{subject} {_spoken_verb(line, clause)} {after}" if not line.is_auxiliary(clause.verb) else None
    begun = line.is_auxiliary(clause.verb) or line.word(clause.verb) in SPOKEN_OUT
    return f"{subject} {SPOKEN_OUT.get(verb, verb)} {after}" if begun and after else None


def _asks_who(clause: Clause) -> bool:
    return clause.asks in (Gap.WHO, Gap.WHAT)


def _spoken(line: Line, clause: Clause, question: str, start: int, end: int) -> str:
    """Returns the words of a span that begins with the verb, the verb in full."""
    return f"{_spoken_verb(line, clause)} {words_between(line, question, start + 1, end)}".strip()


def _spoken_verb(line: Line, clause: Clause) -> str:
    verb = line.word(clause.verb)
    perfect = verb == "'s" and clause.main > clause.verb and line.has_form(clause.main, "n") and clause.lemma == "get"
    return "has" if perfect else SPOKEN_OUT.get(verb, verb)


def _as_asked(line: Line, clause: Clause, value: str) -> str:
    """Returns the value with the preposition or the noun that the question asks with; empty where none fits."""
    meaning, first = load_meaning(line.words.language), value.split()[0].casefold()
    bare = first not in line.words.prepositions
    if clause.asks is Gap.WHERE and bare and line.word(clause.last - 1) not in line.words.prepositions:
        going = clause.lemma in meaning.set_of("going places")
        return value if first in meaning.set_of("places alone") else f"{'to' if going else 'in'} {value}"
    if clause.asks is Gap.WHEN and bare and (first in line.words.numbers or first in meaning.set_of("clock begins")):
        return f"at {value}"
    if clause.asks is Gap.HOW:
        if clause.lemma not in meaning.set_of("taken with") and clause.lemma != "be":
            return ""
        described = line.table.find(first)
        alone = clause.lemma == "be" or not bare or (described is not None and described.usual == "a")
        return value if alone else f"with {value}"
    counted = clause.asks in (Gap.COUNT, Gap.WHICH) and clause.sort[1] > clause.sort[0]
    noun = line.word(clause.sort[1] - 1) if counted else ""
    if clause.asks is Gap.COUNT and noun and noun not in value.casefold().split():
        return f"{value} {noun}"
    return value


def _form(line: Line, clause: Clause, auxiliary: str) -> str:
    """Returns the main verb of a question with "do" as a statement has it: "lives", "gave"."""
    verb = line.word(clause.main)
    wanted = {"does": "s", "did": "d"}.get(auxiliary, "")
    for form in line.table.forms_of(verb) if wanted else ():
        found = line.table.find(form)
        if found is not None and (verb, wanted) in found.verbs:
            return form
    return f"{auxiliary} {verb}" if wanted else verb
