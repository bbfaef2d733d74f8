"""Makes a fact and a question that differ in one thing, so that the fact is no answer."""

from __future__ import annotations

from random import Random

from tests.sim.talk_grammar import NOBODY, SPEAKER, FactRule, Owner, phrased, talk_grammar

DIFFERENCES = ("owner", "name", "day", "object", "value", "modality")
Pair = tuple[str, str]


def pair_of(difference: str, chance: Random) -> Pair:
    """Returns a fact and a question with that difference."""
    return _MAKERS[difference](chance)


def _rules(*wanted: str, owner: str = "") -> list[FactRule]:
    rules = talk_grammar().facts.values()
    return [
        rule for rule in rules if all(getattr(rule, part) for part in wanted) and (not owner or owner in rule.owners)
    ]


def _person(chance: Random, *, named: bool, without: Owner | None = None) -> Owner:
    grammar = talk_grammar()
    sort = chance.choice(["male", "female"])
    roles = [role for role in grammar.roles[sort] if without is None or role != without.role]
    names = [name for name in grammar.names[sort] if without is None or name != without.name]
    return Owner("person", chance.choice(roles), chance.choice(names), named=named)


def _filled(rule: FactRule, chance: Random, without: dict[str, str] | None = None) -> dict[str, str]:
    words, taken = talk_grammar().words, without or {}
    slots: dict[str, str] = {}
    for slot in rule.slots:
        source = slots["sort"] if slot == "sort_value" else slot
        slots[slot] = chance.choice([word for word in words[source] if word != taken.get(slot)])
    return slots


def _tell(rule: FactRule, owner: Owner, slots: dict[str, str], chance: Random) -> str:
    return phrased(chance.choice(rule.tell), chance.choice(owner.ways()), slots, chance)


def _other_owner(chance: Random) -> Pair:
    rule = chance.choice(_rules(owner="person"))
    teller = _person(chance, named=False)
    asked = _person(chance, named=False, without=teller)
    if "me" in rule.owners and chance.random() < 0.5:
        teller, asked = (SPEAKER, asked) if chance.random() < 0.5 else (teller, SPEAKER)
    slots = _filled(rule, chance)
    return _tell(rule, teller, slots, chance), phrased(chance.choice(rule.ask), asked.ways()[0], slots, chance)


def _other_name(chance: Random) -> Pair:
    rule = chance.choice(_rules(owner="person"))
    teller = _person(chance, named=True)
    asked = _person(chance, named=True, without=teller)
    slots = _filled(rule, chance)
    told = phrased(
        chance.choice(rule.tell), chance.choice((teller.name, f"my {teller.role} {teller.name}")), slots, chance
    )
    return told, phrased(chance.choice(rule.ask), asked.name, slots, chance)


def _other_day(chance: Random) -> Pair:
    rules = [rule for rule in _rules("reverse") if rule.value in ("weekday", "month")]
    rule = chance.choice([*rules, talk_grammar().facts["meeting"]])
    owner = _person(chance, named=False) if "person" in rule.owners else SPEAKER
    slots = _filled(rule, chance)
    forms = rule.reverse or rule.who
    other = {**slots, rule.value: _filled(rule, chance, slots)[rule.value]}
    return _tell(rule, owner, slots, chance), phrased(chance.choice(forms), owner.ways()[0], other, chance)


def _other_object(chance: Random) -> Pair:
    rules = [
        rule for rule in _rules() if len(rule.slots) > 1 and rule.name not in ("medicine", "appointment_time", "went")
    ]
    rule = chance.choice(rules)
    owner = {"none": NOBODY, "me": SPEAKER}.get(rule.owners[0], _person(chance, named=False))
    slots = _filled(rule, chance)
    other = _filled(rule, chance, slots)
    return _tell(rule, owner, slots, chance), phrased(chance.choice(rule.ask), owner.ways()[0], other, chance)


def _other_value(chance: Random) -> Pair:
    rule = chance.choice(_rules("confirm"))
    owner = SPEAKER if chance.random() < 0.5 else _person(chance, named=False)
    slots = _filled(rule, chance)
    other = {**slots, rule.value: _filled(rule, chance, slots)[rule.value]}
    forms = rule.confirm if chance.random() < 0.5 or owner is SPEAKER or not rule.who else rule.who
    return _tell(rule, owner, slots, chance), phrased(chance.choice(forms), owner.ways()[0], other, chance)


def _other_modality(chance: Random) -> Pair:
    grammar = talk_grammar()
    told, asked = chance.choice(grammar.pairs["not_so"])
    owner = SPEAKER if chance.random() < 0.5 else _person(chance, named=False)
    slots = {slot: chance.choice(words) for slot, words in grammar.words.items()}
    return phrased(told, owner.ways()[0], slots, chance), phrased(asked, owner.ways()[0], slots, chance)


_MAKERS = {
    "owner": _other_owner,
    "name": _other_name,
    "day": _other_day,
    "object": _other_object,
    "value": _other_value,
    "modality": _other_modality,
}
