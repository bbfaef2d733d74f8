"""Makes clauses and questions alone, and says what each act of a text is, to compare glued ones with them."""

from __future__ import annotations

from random import Random

from memory.reading.grammar.clause import Act, ActKind
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.line import Line
from tests.sim.talk_grammar import NOBODY, SPEAKER, Owner, phrased, talk_grammar

Seen = tuple[str, str, str, str]
"""Of an act: its kind, its verb, its subject's words and what it asks."""


def clause_of(chance: Random) -> str:
    """Returns a clause: one of the stories' or one of the plain ones."""
    grammar = talk_grammar()
    if chance.random() < 0.5:
        return _spoken(chance.choice(grammar.lists["clauses"]), chance)
    rule = chance.choice(list(grammar.facts.values()))
    return _of_rule(chance.choice(rule.tell), rule.owners, rule.slots, chance)


def question_of(chance: Random) -> str:
    """Returns a question."""
    grammar = talk_grammar()
    if chance.random() < 0.5:
        return _spoken(chance.choice(grammar.lists["questions"]), chance)
    rule = chance.choice(list(grammar.facts.values()))
    return _of_rule(chance.choice(rule.ask), rule.owners, rule.slots, chance)


def _spoken(form: str, chance: Random) -> str:
    plural = "|" in form and "[am|is]" not in form and "[was|was]" not in form
    subjects = talk_grammar().subjects
    many = chance.random() < 0.4 and plural
    subject = chance.choice(subjects["plural" if many else "single"])
    for options in ("[am|is]", "[was|was]"):
        if options in form and chance.random() < 0.4:
            return phrased(form.replace("{S}", "i"), "i", {}, chance)
    return phrased(form.replace("{S}", subject), "i" if many else "she", {}, chance)


def _of_rule(form: str, owners: tuple[str, ...], slots: tuple[str, ...], chance: Random) -> str:
    grammar = talk_grammar()
    sort = chance.choice(owners)
    gender = chance.choice(["male", "female"])
    person = Owner("person", chance.choice(grammar.roles[gender]), chance.choice(grammar.names[gender]), named=True)
    pet = Owner("pet", chance.choice(grammar.words["animal"]), chance.choice(grammar.words["petname"]), named=True)
    owner = {"me": SPEAKER, "none": NOBODY, "person": person, "pet": pet}[sort]
    words = {slot: chance.choice(grammar.words[slot]) for slot in slots if slot != "sort_value"}
    if "sort_value" in slots:
        words["sort_value"] = chance.choice(grammar.words[words["sort"]])
    return phrased(form, chance.choice(owner.ways()), words, chance)


def acts_of(text: str) -> tuple[Seen, ...]:
    """Returns what is seen of every act but courtesies."""
    line = line_of(text, "en")
    return tuple(_seen(act, line) for act in read(text, "en").acts if act.kind is not ActKind.COURTESY)


def _seen(act: Act, line: Line) -> Seen:
    clause = act.clause
    bounds = clause.subject if clause.subject[1] > clause.subject[0] else clause.shared
    subject = " ".join(line.word(at) for at in range(*bounds))
    return act.kind.name, clause.lemma, subject, clause.asks.name if clause.asks else ""


def alike(alone: tuple[Seen, ...], glued: tuple[Seen, ...]) -> int:
    """Counts the acts that are in both, in order."""
    if not alone or not glued:
        return 0
    if alone[0] == glued[0]:
        return 1 + alike(alone[1:], glued[1:])
    return max(alike(alone[1:], glued), alike(alone, glued[1:]))


def greeting_of(chance: Random) -> str:
    """Returns a greeting."""
    return chance.choice(talk_grammar().lists["greetings"])
