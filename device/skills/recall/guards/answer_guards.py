"""Pure: says whether what was found is no answer: about somebody else, about another thing, of another kind.

Every rule that finds an answer goes by words in common, by keys or by the reading, and may find a fact on the right
person that does not fit the question. Such a fact is not told as the answer.
"""

from __future__ import annotations

from device.skills.recall.question_candidates import Candidates, asked_day, is_of_other_day, question_of
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import Status
from memory.reading.facts.gaps import names_asked, strands
from memory.reading.facts.implied import with_implied
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.unify import fills_gap, has_word, holds_words, leaves_person_open, may_answer
from memory.reading.facts.wanted import Aspect, Wanted, wanted
from memory.reading.fitting.former_things import tells_of_the_new
from memory.reading.fitting.strictly_asked import lacks_what_is_asked
from memory.reading.german_facts.answer_parts import says_what_is_asked
from memory.reading.german_facts.asked_sorts import is_of_other_sort
from memory.reading.german_facts.left_open import repeats_only
from memory.reading.german_facts.updates.told_apart import is_of_another
from memory.reading.grammar.clause import Gap
from memory.reading.nearest.german_fact import verbs_go_together
from memory.reading.nearest.german_topic import lacks_named_thing
from memory.reading.nearest.likely_fact import may_tell_place
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning

_WHO_IS = frozenset(("be", "marry"))
"""Verbs with which "who" asks for a person, and for no firm: "who is my dentist"."""


def is_about_another(view: ReplyContext, reply: Reply) -> bool:
    """Says whether every fact of a reply is about somebody else than the question, or about another time."""
    code = view.memory.language.code
    question = question_of(view) if has_reading(code) else None
    if question is None or question.clause.asks is None or not reply.used:
        return False
    names = Candidates(view).gather(question)
    want = wanted(question, names, code)
    day = asked_day(view)
    told = [atom for atom in reply.used if not is_of_other_day(view, atom, day)]
    return not any(may_answer(want, one, names, code) for atom in told for one in statements(atom.text, code))


def asks_of_a_relative(view: ReplyContext) -> bool:
    """Says whether the question is about somebody by their role to the speaker: "my brother", "our neighbour"."""
    question = question_of(view) if has_reading(view.memory.language.code) else None
    return question is not None and any(entity.role for entity in question.subject)


def is_off_topic(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a fact found by its key lacks words that the question has: "when is my sister due" wants "due"."""
    code = view.memory.language.code
    question = question_of(view) if has_reading(code) else None
    if question is None or not reply.used:
        return False
    want = wanted(question, {}, code)
    if not want.words:
        return False
    return not any(holds_words(want, one, code) for atom in reply.used for one in statements(atom.text, code))


def leaves_open(view: ReplyContext, reply: Reply, *, strictly: bool = False) -> bool:
    """Says whether what words in common found lacks what the question asks for: a time, a person, a number.

    `strictly` is for what was found by the type of the question: only a place, an amount, and who somebody is, are
    missed there.
    """
    code = view.memory.language.code
    question = question_of(view) if has_reading(code) else None
    if question is None or question.clause.asks is None or not (reply.used or reply.quotes):
        return False
    want = wanted(question, Candidates(view).gather(question), code)
    if want.gap is Gap.NONE:
        return code == "de" and not strictly and _has_none_asked(view, want, reply)
    who_is = want.gap is Gap.WHO and question.clause.lemma in _WHO_IS
    timed = code == "de" and want.gap is Gap.WHEN
    if strictly and not (want.gap in (Gap.WHERE, Gap.AMOUNT) or who_is or timed):
        return False
    lines = view.memory.reader.lines_by_id(view.gate, reply.quotes)
    texts = (*(atom.text for atom in reply.used), *(line.text for line in lines))
    told = [one for text in texts for one in statements(text, code) if _is_of_verb(want, one, code)]
    counts = want.gap in (Gap.COUNT, Gap.AMOUNT)
    told = [one for one in told if not leaves_person_open(want, one) and (code == "de" or strands(want, one))]
    return not any(fills_gap(want, one, code) and (not counts or holds_words(want, one, code)) for one in told)


def _has_none_asked(view: ReplyContext, want: Wanted, reply: Reply) -> bool:
    """Says whether a German yes-or-no question is answered by facts without any of what it asks for."""
    told = [one for atom in reply.used for one in statements(atom.text, "de")]
    every = [forms for forms in want.words if want.question.clause.lemma not in forms]
    needed = [forms for forms in every if forms not in want.question.subject_words] or every
    return bool(needed and told) and not any(has_word(forms, want, one, "de") for forms in needed for one in told)


def _is_of_verb(want: Wanted, told: Statement, language: str) -> bool:
    """Says whether a statement tells what the question's verb asks for; a German one also a time that is asked for."""
    if language == "de" and is_of_other_sort(want.question, told):
        return False
    if language == "en":
        return want.gap is not Gap.WHERE or may_tell_place(want, told, language)
    timed = want.gap is not Gap.WHEN or says_what_is_asked(want.question, told)
    return timed and verbs_go_together(want, told)


def offers_another(view: ReplyContext, reply: Reply) -> bool:
    """Says whether every fact of a reply to a German question offers another kind of answer than was asked for."""
    question = question_of(view) if view.memory.language.code == "de" else None
    told = [one for atom in reply.used for one in statements(atom.text, "de")]
    return question is not None and bool(told) and all(is_of_other_sort(question, one) for one in told)


def lacks_thing_asked(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a German question asks for a thing that no fact told has: "welche Farbe hat der Teppich"."""
    question = question_of(view) if view.memory.language.code == "de" else None
    if question is None or question.clause.asks is None or not reply.used:
        return False
    told = [one for atom in reply.used for one in statements(atom.text, "de")]
    return all(is_of_another(question, one) or lacks_named_thing(question, one, load_meaning("de")) for one in told)


def lacks_name(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a name is asked for and none told: "my sister lives in norwich" is no name of hers."""
    code = view.memory.language.code
    question = question_of(view) if has_reading(code) else None
    if question is None:
        return False
    names = Candidates(view).gather(question)
    want = wanted(question, names, code)
    told = (one for atom in reply.used for one in statements(atom.text, code))
    return want.aspect is Aspect.NAME and not any(names_asked(want, one, names) for one in told)


def quotes_no_fact(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a reply quotes a line that states nothing: "if i won the lottery i'd buy a boat"."""
    code = view.memory.language.code
    if not reply.quotes or not has_reading(code):
        return False
    lines = view.memory.reader.lines_by_id(view.gate, reply.quotes)
    return bool(lines) and not any(
        keepable(line.text, one, code) for line in lines for one in statements(line.text, code)
    )


_OVER = (Status.OUTDATED, Status.REPLACED)
_PLAIN = frozenset(("KEY_MATCH", "RELEVANT", "EXCERPT"))
"""The reasons of a reply that tells what is known as the answer."""


def is_of_other_kind_than_asked(view: ReplyContext, reply: Reply) -> bool:
    """Says whether a plain answer tells nothing of the kind asked for: where somebody is, when, what colour."""
    code = view.memory.language.code
    question = question_of(view) if code in ("de", "en") and _PLAIN.issuperset(reply.reasons) else None
    if question is None or question.clause.asks is None or reply.question is not None:
        return False
    if any(atom.status in _OVER for atom in reply.used):
        return False  # it is told as what was so before
    lines = view.memory.reader.lines_by_id(view.gate, reply.quotes)
    texts = (*(atom.text for atom in reply.used), *(line.text for line in lines))
    if texts and all(tells_of_the_new(question.text, text, code) for text in texts):
        return True
    if code == "de":
        each = [statements(text, code) for text in texts]
        return bool(each) and all(repeats_only(question, told) for told in each)
    told = tuple(one for text in texts for one in with_implied(text, code))
    want = wanted(question, {}, code)
    if not told or not lacks_what_is_asked(want, told, {}):
        return False
    known = Candidates(view)
    names = known.gather(question)
    newest = {one.superseded_by for one in known.over.values()}
    if any(atom.supersedes or atom.atom_id in newest for atom in reply.used):
        return False  # it took the place of what was asked for: "omar's borrowed the drill"
    if want.aspect is not Aspect.NAME:
        return True
    return lacks_what_is_asked(wanted(question, names, code), told, names)  # another fact may say whose name it is
