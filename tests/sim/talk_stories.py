"""Makes stories of what a person tells and asks, with the truth known: people, pets, facts, changes, questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tests.sim.talk_grammar import NOBODY, SPEAKER, FactRule, Grammar, Owner, phrased, talk_grammar, written

FACTS_A_STORY = 10


@dataclass(frozen=True, slots=True)
class StoryFact:
    """One true thing. `before` is the value that it had."""

    rule: FactRule
    owner: Owner
    slots: tuple[tuple[str, str], ...]
    before: str = ""

    @property
    def value(self) -> str:
        """The word that answers."""
        return dict(self.slots)[self.rule.value]

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The slots that say which fact it is."""
        return tuple(slot for slot in self.slots if slot[0] != self.rule.value)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the words of which one must be in its answer; none when it is unknown."""

    text: str
    answers: tuple[str, ...]
    sort: str


@dataclass(frozen=True, slots=True)
class Story:
    """What is told, in order, and what is asked after it."""

    turns: tuple[str, ...]
    asked: tuple[Asked, ...]


class _Teller:
    """Makes one story."""

    def __init__(self, chance: Random, *, tell_held: bool, ask_held: bool) -> None:
        self._chance, self._grammar = chance, talk_grammar()
        self._tell_held, self._ask_held = tell_held, ask_held
        self._used: set[str] = set()
        self.facts: list[StoryFact] = []
        self.people = _household_of(chance, self._grammar)
        self.pets = tuple(
            Owner("pet", self._fresh("animal"), self._fresh("petname"), named=True) for _ in range(chance.randint(0, 1))
        )
        self.names = tuple(owner.name for owner in (*self.people, *self.pets) if owner.named)

    def _fresh(self, slot: str) -> str:
        """Returns a word of a slot that this story has not used; empty without one."""
        free = [word for word in self._grammar.words[slot] if f"{slot}:{word}" not in self._used]
        word = self._chance.choice(free) if free else ""
        self._used.add(f"{slot}:{word}")
        return word

    def filled(self, rule: FactRule, owner: Owner) -> StoryFact | None:
        """Returns a new fact of a rule; None when words ran out or one of the owner is too near."""
        if self._is_near(rule, owner):
            return None
        slots = {slot: self._fresh(slot) for slot in rule.slots if slot != "sort_value"}
        if "sort_value" in rule.slots:
            slots["sort_value"] = self._fresh(slots["sort"]) if slots["sort"] else ""
        return StoryFact(rule, owner, tuple(slots.items())) if all(slots.values()) else None

    def _is_near(self, rule: FactRule, owner: Owner) -> bool:
        told = {fact.rule.name for fact in self.facts if fact.owner == owner}
        if rule.name in told:
            return not (len(rule.slots) > 1 and rule.name != "medicine")
        return any(rule.name in group and told & group for group in self._grammar.near)

    def owner_for(self, rule: FactRule) -> Owner | None:
        """Returns somebody whom the rule may be about."""
        sort = self._chance.choice(rule.owners)
        if sort in ("me", "none"):
            return SPEAKER if sort == "me" else NOBODY
        return self._chance.choice(self.people if sort == "person" else self.pets or (None,))

    def invent(self) -> None:
        """Makes the facts; every third of a rule that was used for somebody else, so that owners must be told apart."""
        rules = list(self._grammar.facts.values())
        for _ in range(60):
            again = [fact.rule for fact in self.facts] if self._chance.random() < 0.35 else []
            rule = self._chance.choice(again or rules)
            owner = self.owner_for(rule)
            fact = self.filled(rule, owner) if owner else None
            if fact is not None:
                self.facts.append(fact)
            if len(self.facts) == FACTS_A_STORY:
                return

    def tell(self) -> list[str]:
        """Returns the turns."""
        turns = [self._framed(self._introduction(owner)) for owner in (*self.people, *self.pets) if owner.named]
        waiting = [self._told(fact) for fact in self.facts]
        while waiting:
            text = waiting.pop(0)
            if waiting and self._chance.random() < 0.3:
                text += self._chance.choice(self._grammar.lists["glue"]) + waiting.pop(0)
            turns.append(self._framed(text))
        for at, fact in enumerate(self.facts):
            if fact.rule.change and self._chance.random() < 0.4:
                turns.append(self._framed(self._changed(at)))
        return turns

    def _introduction(self, owner: Owner) -> str:
        lists = self._grammar.lists
        form = self._chance.choice(lists["introduce_held" if self._tell_held else "introduce"])
        return form.format(role=owner.role, name=owner.name)

    def _told(self, fact: StoryFact) -> str:
        form = self._chance.choice(fact.rule.tell_held if self._tell_held else fact.rule.tell)
        return phrased(form, self._chance.choice(fact.owner.ways()), dict(fact.slots), self._chance)

    def _changed(self, at: int) -> str:
        fact = self.facts[at]
        slot = dict(fact.slots)["sort"] if fact.rule.value == "sort_value" else fact.rule.value
        value = self._fresh(slot)
        if not value:
            return self._told(fact)
        slots = {**dict(fact.slots), fact.rule.value: value}
        self.facts[at] = replace(fact, slots=tuple(slots.items()), before=fact.value)
        if self._chance.random() < 0.2:
            return self._chance.choice(self._grammar.lists["corrections"]) + self._told(self.facts[at])
        form = self._chance.choice(fact.rule.change)
        return phrased(form, self._chance.choice(fact.owner.ways()), {**slots, "old": fact.value}, self._chance)

    def _framed(self, text: str) -> str:
        lists = self._grammar.lists
        text = self._chance.choice(lists["before_telling"]) + text + self._chance.choice(lists["after_telling"])
        return written(text, self.names, question=False) if self._chance.random() < 0.25 else text

    def ask(self) -> list[Asked]:
        """Returns a question for every fact, and a few about what was never told."""
        known = [self._question(fact) for fact in self.facts]
        known += [self._name_question(owner) for owner in (*self.people, *self.pets) if owner.named]
        unknown = [asked for _ in range(4) if (asked := self._unknown()) is not None]
        return [*known, *unknown]

    def _question(self, fact: StoryFact) -> Asked:
        rule, slots = fact.rule, dict(fact.slots)
        sort = "ask"
        more = [kind for kind in ("confirm", "reverse") if getattr(rule, kind)]
        if rule.who and fact.owner.role:
            more.append("who")
        if more and self._chance.random() < 0.3 and not self._ask_held:
            sort = self._chance.choice(more)
        if sort == "who":
            answers = tuple(word for word in (fact.owner.role, fact.owner.name if fact.owner.named else "") if word)
        else:
            answers = (slots[rule.reverse_value] if sort == "reverse" else fact.value,)
        forms = rule.ask_held if self._ask_held else getattr(rule, sort)
        kind = "changed" if fact.before and sort == "ask" else sort
        return Asked(self._asking(self._chance.choice(forms), fact.owner, slots), answers, kind)

    def _name_question(self, owner: Owner) -> Asked:
        """Asks what somebody is called, or who has a name."""
        by_role = self._chance.random() < 0.6
        form = self._chance.choice(self._grammar.lists["ask_name" if by_role else "ask_role"])
        text = form.format(role=owner.role, name=owner.name)
        return Asked(self._around_question(text), (owner.name if by_role else owner.role,), "name")

    def _unknown(self) -> Asked | None:
        """Returns a question about a fact like one that was told: of somebody else, or of another thing."""
        rule = self._chance.choice([fact.rule for fact in self.facts])
        owner = self.owner_for(rule)
        if owner is None:
            return None
        fact = self.filled(rule, owner)
        if fact is None:
            return None
        return Asked(self._asking(self._chance.choice(rule.ask), owner, dict(fact.slots)), (), "unknown")

    def _asking(self, form: str, owner: Owner, slots: dict[str, str]) -> str:
        return self._around_question(phrased(form, self._chance.choice(owner.ways()[:2]), slots, self._chance))

    def _around_question(self, text: str) -> str:
        lists = self._grammar.lists
        before, after = self._chance.choice(lists["before_asking"]), self._chance.choice(lists["after_asking"])
        text = before + text + ("" if "selene" in before else after)
        return written(text, self.names, question=True) if self._chance.random() < 0.25 else text


def _household_of(chance: Random, grammar: Grammar) -> tuple[Owner, ...]:
    """Returns a few people, each of another role and name; some have a name that is told."""
    pronouns = {"male": "he", "female": "she", "either": "they"}
    found: dict[str, Owner] = {}
    for _ in range(chance.randint(2, 3)):
        sort = chance.choice(sorted(pronouns))
        role, name = chance.choice(grammar.roles[sort]), chance.choice(grammar.names[sort])
        if role not in found and name not in {owner.name for owner in found.values()}:
            found[role] = Owner("person", role, name, pronouns[sort], chance.random() < 0.7)
    return tuple(found.values())


def story_of(seed: str, *, tell_held: bool = False, ask_held: bool = False) -> Story:
    """Returns the story of a seed; with `tell_held` or `ask_held` in forms that are held out."""
    teller = _Teller(Random(seed), tell_held=tell_held, ask_held=ask_held)
    teller.invent()
    turns = teller.tell()
    return Story(tuple(turns), tuple(teller.ask()))
