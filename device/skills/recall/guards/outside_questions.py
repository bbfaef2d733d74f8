"""Pure: says of a question without an answer whether it is none about the person's world, so that it is declined.

"Can you tidy up", "how do I boil an egg" and "how many legs does a spider have" ask for what a person cannot be asked
to tell (2.11.11 and the sentence for what Selene cannot do); "how do I like my eggs" asks for what may be told. Only
what Selene sees is asked for before the memory is searched. All of it needs a language that has a reading.
"""

from __future__ import annotations

from device.skills.reply_context import ReplyContext
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning

_OPEN = frozenset({Gap.HOW, Gap.COUNT, Gap.AMOUNT, Gap.DEGREE, Gap.WHY})


def asks_of_outside(view: ReplyContext) -> bool:
    """Says whether every question of the turn asks what Selene can do, how a thing is done, or about any such thing.

    So does one that bids her look: "show me my photos", "check if it's raining".
    """
    line, meaning, asked = _questions(view)
    if line.word(0) in meaning.set_of("looking up"):
        return True
    return bool(asked) and all(_is_outside(line, meaning, one) for one in asked)


def asks_of_public(view: ReplyContext) -> bool:
    """Says whether a question is of what is public, and may yet be told: "is the library open", "who wrote it".

    It names no person and nothing of theirs; it names a public thing, or asks who made something.
    """
    line, meaning, asked = _questions(view)
    words = {line.word(at) for at in range(len(line))}
    persons = any(meaning.is_person(each.role) for one in asked for each in one.entities if each.role)
    if persons or words & (meaning.set_of("own_words") | meaning.set_of("oneself")):
        return False
    if not asked:  # "anything new in the news"
        return bool(words & meaning.set_of("public"))
    return all(_is_public(meaning, one) for one in asked)


def asks_of_world(view: ReplyContext) -> bool:
    """Says whether a question is of the world, which a mind may know, and not of what Selene shall do."""
    line, meaning, asked = _questions(view)
    bidden = line.word(0) in meaning.set_of("looking up") or any(_is_addressed(line, meaning, one) for one in asked)
    return not bidden and (asks_of_outside(view) or asks_of_public(view))


def asks_what_selene_sees(view: ReplyContext) -> bool:
    """Says whether the turn asks what Selene sees or feels, which no memory answers: "can you see me"."""
    line, meaning, asked = _questions(view)
    return len(asked) == 1 and all(
        [line.word(at) for at in range(*one.clause.subject)] in [[each] for each in meaning.set_of("addressed")]
        and one.clause.lemma in meaning.set_of("perceiving")
        and bool(_said_of_subject(line, one) & meaning.set_of("oneself"))
        for one in asked
    )


def _questions(view: ReplyContext) -> tuple[Line, Meaning, list[Statement]]:
    """Returns the words of the turn, what is known of words, and the clauses that ask."""
    text, code = view.heard.turn.text, view.memory.language.code
    asked = [one for one in statements(text, code) if one.kind is ActKind.ASK]
    return line_of(text, code), load_meaning(code), asked


def _is_public(meaning: Meaning, asked: Statement) -> bool:
    clause = asked.clause
    made = clause.asks is Gap.WHO and clause.lemma in meaning.set_of("making known")
    return made or any(forms & meaning.set_of("public") for forms in (*asked.words, *asked.subject_words))


def _is_outside(line: Line, meaning: Meaning, asked: Statement) -> bool:
    clause, said = asked.clause, _said_of_subject(line, asked)
    subject = [line.word(at) for at in range(*clause.subject)]
    if not subject:
        return False
    if _is_addressed(line, meaning, asked):
        return clause.lemma not in meaning.set_of("addressed_mind")
    if clause.lemma in meaning.set_of("having_meaning") and clause.asks is Gap.WHAT:
        return not (said | set(subject)) & (meaning.set_of("own_words") | meaning.set_of("pointing_words"))
    if subject[0] in meaning.set_of("any_such") and clause.asks in _OPEN:
        return not said & meaning.set_of("own_words") and (len(subject) > 1 or _shows_how(line, meaning, asked))
    return len(subject) == 1 and subject[0] in meaning.set_of("doing_so") and _shows_how(line, meaning, asked)


def _is_addressed(line: Line, meaning: Meaning, asked: Statement) -> bool:
    """Says whether a question asks of Selene herself: "can you tidy up"."""
    first, last = asked.clause.subject
    return last - first == 1 and line.word(first) in meaning.set_of("addressed")


def _shows_how(line: Line, meaning: Meaning, asked: Statement) -> bool:
    """Says whether it asks how any such thing is prepared or removed: "how do I get a stain out", not "my keys"."""
    clause, said = asked.clause, _said_of_subject(line, asked)
    removes = clause.lemma in meaning.set_of("removing") and bool(said & meaning.set_of("removed"))
    if said & (meaning.set_of("own_words") | meaning.set_of("pointing_words")) or clause.asks not in _OPEN - {Gap.WHY}:
        return False
    return removes or clause.lemma in meaning.set_of("preparing")


def _said_of_subject(line: Line, asked: Statement) -> set[str]:
    """Returns the words of a question without its subject."""
    clause = asked.clause
    return {line.word(at) for at in range(clause.first, clause.last) if not clause.subject[0] <= at < clause.subject[1]}
