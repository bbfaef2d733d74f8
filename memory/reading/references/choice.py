"""Pure: says which of the persons and things named before a pronoun means.

The clause said last comes first. Where two in it fit alike, neither is taken: a wrong person is worse than none.
"""

from __future__ import annotations

from memory.reading.facts.entities import BETWEEN
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import ActKind
from memory.reading.references.antecedents import Antecedent
from memory.reading.words.given_names import pronoun_for_name
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def person_meant(
    line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns the person or animal that "he" or "her" means."""
    sort = line.words.third[line.word(place)]
    fitting = [each for each in before if agrees(each.sort, sort) and not is_inside(each, bounds, one)]
    fitting = fitting or _unknown_names(before, line)
    fitting = [each for each in fitting if not _is_named_otherwise(each, sort, line)] or fitting
    owning = line.word(place) in line.words.possessives and line.is_open(place + 1)
    if owning and line.words.language == "en":  # "his coach" is no coach's
        heads = [each for each in fitting if each.words.casefold().split()[-1] != line.word(place + 1)]
        fitting = heads or fitting
    others = {line.words.third.get(line.word(other)) for other in range(*bounds)} & {"male", "female"} - {sort}
    owning = owning or bool(others and line.word(place) in line.words.nominative)  # "she got him from a rescue"
    fitting = [each for each in fitting if (each.sort != "animal" if owning else not each.has_animal)] or fitting
    last = max((each.clause for each in fitting), default=0)
    each = _without_twice([one for one in fitting if one.clause == last])
    if is_naming(line, one):
        unnamed = [one for one in each if not one.has_name]
        each = [one for one in unnamed if one.is_acted_on] or unnamed or each
    if all(one.has_name for one in each):
        each = [one for one in each if _sex_of_name(one, line) == sort] or each
    if len(each) < 2:
        return each[0] if each else None
    return _likeliest(each, sort)


def _is_named_otherwise(one: Antecedent, sort: str, line: Line) -> bool:
    """Says whether a given name is one of the other sex, where nothing else tells the sex: "hannah" of "he"."""
    return _sex_of_name(one, line) not in ("", sort)


def _sex_of_name(one: Antecedent, line: Line) -> str:
    """Returns male or female for somebody whose given name alone tells it; else an empty text."""
    if one.sort != "any" or not one.has_name or line.words.language != "en":
        return ""
    known = {pronoun_for_name(word, "en") for word in one.words.casefold().split()} & {"male", "female"}
    return next(iter(known)) if len(known) == 1 else ""


def _unknown_names(before: tuple[Antecedent, ...], line: Line) -> list[Antecedent]:
    """Returns the subject of the clause said last, if it is a name that no table knows: "clement is our porter"."""
    last = max((each.clause for each in before), default=0)
    named = [one for one in before if one.is_subject and one.words.casefold() in one.keys and one.clause == last]
    named = [one for one in named if line.table.find(one.words.casefold()) is None]
    return named if len(named) == 1 and named[0].sort == "thing" else []


def _without_twice(each: list[Antecedent]) -> list[Antecedent]:
    """Leaves out what names one of those before it again: "jamal's my flatmate"."""
    return [
        one
        for at, one in enumerate(each)
        if not any(one.keys & other.keys or one.words == other.words for other in each[:at])
    ]


def _likeliest(each: list[Antecedent], sort: str) -> Antecedent | None:
    """Returns the one that is of the sort by its role, or else the subject; None where another fits as well."""
    sure = [one for one in each if one.sort == sort]
    subjects = [one for one in each if one.is_subject]
    by_role = any(one.has_role for one in subjects)
    if len(sure) == 1 and not any(one.is_acted_on and one.is_new for one in each if one is not sure[0]):
        return sure[0]
    rivals = [
        one for one in each if one.is_subject or (one.is_acted_on and (one.has_role or one in sure or not by_role))
    ]
    return subjects[0] if len(subjects) == 1 and rivals == subjects else None


def is_naming(line: Line, one: Statement) -> bool:
    """Says whether a clause tells a name: "she's called pepper", "his name's tom"."""
    clause = one.clause
    named = any(line.is_in(at, "naming") or line.word(at) == "name" for at in range(clause.first, clause.last))
    return named and not clause.negated


def is_placed(one: Statement) -> bool:
    """Says whether a clause only says where something is: "they're in the porch" is of things as well as persons."""
    return one.clause.lemma == "be" and one.has_place and not one.has_time


def is_empty(line: Line, place: int, one: Statement) -> bool:
    """Says whether "it" only points at what follows: "it's maureen that does the flowers", "it takes me an hour to walk
    to work".
    """
    going = load_meaning(line.words.language).set_of("taking time to")
    if line.word(place) == "it" and one.clause.lemma == "take" and any(forms & going for forms in one.words):
        return True
    return line.word(place) == "it" and place == one.clause.first and one.clause.subject[0] > place + 1


def thing_meant(
    line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns the thing that "it" means: the topic of the clause said last, else the one thing that it is about."""
    if place == bounds[0]:
        before = tuple(each for each in before if not _is_date(each, line))
    last = next((each for each in before if agrees(each.sort, "thing") and each.is_last), None)
    if place == bounds[0] and (_is_one_of_them(line, before, one) or _names_deed_at_end(line, one)):
        return None
    if place == bounds[0] or one.clause.asks is not None:
        last = last or next((each for each in before if each.is_last and _is_called_it(line, each)), None)
        if last is not None:
            return last
        if is_naming(line, one):
            named = [
                each for each in before if agrees(each.sort, "thing") and each.is_new and each.clause == _last(before)
            ]
            return named[0] if len(named) == 1 else None
        things = [each for each in before if agrees(each.sort, "thing") and each.is_object]
        things = things or [each for each in before if each.is_object and each.is_new and _is_called_it(line, each)]
        owned = one.clause.lemma == "be" and line.word(one.clause.rest) in line.words.possessives
        return things[0] if len(things) == 1 and not owned else None
    acted = (
        place == one.clause.main + 1
        and line.word(place) == "it"
        and one.clause.lemma not in ("be", "do", "make")
        and not (one.clause.lemma == "call" and _calls_it_off(line, place))
    )
    governed = line.word(place - 1) in line.words.prepositions and line.word(place) == "it" and place > bounds[0]
    if governed and one.clause.asks is None:
        new = [each for each in before if each.sort == "thing" and each.clause == _last(before) and each.is_object]
        return new[0] if len(new) == 1 and not _is_date(new[0], line) else None
    if acted and last is not None and last.is_subject and _is_moved(line, place, one):
        return _timed_before(last, before) or last if one.has_time else last
    if acted and (held := _held_by_subject(line, bounds, before, one)) is not None:
        return held
    things = [each for each in before if each.sort in ("thing", "animal") and each.is_object]
    things = [each for each in things if not _is_date(each, line)]
    return things[0] if acted and len(things) == 1 else None


def _held_by_subject(
    line: Line, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns what the one who hands it back was last told to have: the bike of "emma borrowed my bike and lukas my
    helmet" for "emma brought it back"; None of any other clause, and where that is not one thing.
    """
    meaning = load_meaning(line.words.language)
    if one.clause.lemma not in meaning.set_of("handing_back") or "back" not in one.spoken or len(one.subject) != 1:
        return None
    keys = one.subject[0].keys
    if one.subject[0].pronoun in ("male", "female"):
        holder = person_meant(line, one.clause.subject[0], bounds, before, one)
        keys = holder.keys if holder is not None else frozenset()
    clauses = [each.clause for each in before if each.keys & keys]
    held = [each for each in before if each.clause == max(clauses, default=0) and agrees(each.sort, "thing")]
    held = [each for each in held if not (each.keys & keys or _is_date(each, line))]
    return held[0] if len(held) == 1 else None


def _names_deed_at_end(line: Line, one: Statement) -> bool:
    """Says whether "it" only points at what is named at the end: "it's wednesdays now for swimming"."""
    last = one.clause.last - 1
    return one.clause.lemma == "be" and one.has_time and line.word(last - 1) == "for" and line.has_form(last, "g")


def _is_moved(line: Line, place: int, one: Statement) -> bool:
    """Says whether what was told of last gets another time or place: "they've moved it to the hall"."""
    return one.clause.lemma in load_meaning(line.words.language).moving and line.is_in(place + 1, "to")


def _timed_before(last: Antecedent, before: tuple[Antecedent, ...]) -> Antecedent | None:
    """Returns the event of the clause before that of `last`, where only it has a time: after "my haircut is on monday"
    and "the salon rang", what "they moved to tuesday" is the haircut.
    """
    events = [each for each in before if each.has_time and each.is_subject and not each.has_name]
    found = None if last.has_time else next(iter(events), None)
    return found if found is not None and found.clause == last.clause - 1 else None


def _is_one_of_them(line: Line, before: tuple[Antecedent, ...], one: Statement) -> bool:
    """Says whether "it's the rabbit" says which of several things was chosen, or "it's mr dean" who somebody is: then
    it is of none of them.
    """
    clause = one.clause
    if clause.lemma != "be" or clause.rest < 0 or line.word(clause.rest) in line.words.prepositions:
        return False
    if line.is_in(clause.rest, "titles"):
        return True
    said = {line.word(at) for at in range(clause.rest, clause.last) if line.is_open(at)}
    return any(each.clause == _last(before) and said & set(each.words.casefold().split()) for each in before)


def _is_called_it(line: Line, one: Antecedent) -> bool:
    """Says whether a person is one whom many call "it": a new baby."""
    return one.words.casefold().split()[-1] in line.words.sets["called_it"]


def _calls_it_off(line: Line, place: int) -> bool:
    """Says whether "call it" gives no name: "we called it a day", "they called it off"."""
    after = line.word(place + 1)
    return line.is_stop(place + 1) or after in line.words.indefinite | line.words.particles | {"quits", "what"}


def _is_date(one: Antecedent, line: Line) -> bool:
    """Says whether it is a day by its number, which nobody moves: "the fifth"."""
    spoken = [word for word in one.words.casefold().split() if word not in line.words.determiners]
    return bool(spoken) and all(word in line.words.ordinals for word in spoken)


def _last(before: tuple[Antecedent, ...]) -> int:
    """Returns the number of the clause said last that names anything."""
    return max((each.clause for each in before), default=0)


def is_inside(found: Antecedent, bounds: tuple[int, int], one: Statement) -> bool:
    """Says whether a shared subject would be taken for what its own clause names by it: "his nephew"."""
    return bounds == one.clause.shared and found.words.split()[0].casefold() in ("his", "her", "their", "its")


def names_antecedent(one: Statement, found: Antecedent) -> bool:
    """Says whether the clause names the antecedent itself: "tom lost his keys"."""
    return bool(found.keys & one.subject_keys)


def agrees(sort: str, pronoun: str) -> bool:
    """Says whether a pronoun may stand for what is of this sort."""
    if pronoun in ("male", "female"):
        return sort in (pronoun, "any", "animal", "unknown")
    if pronoun == "thing":
        return sort in ("thing", "animal", "unknown")
    return sort == pronoun


def many_meant(
    line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns those whom "they" means; also one person whose sex is not known, and things that are somewhere."""
    found = next((each for each in before if agrees(each.sort, "many") and not is_inside(each, bounds, one)), None)
    if found is None and place == bounds[0] and line.word(place) == "they" and not is_placed(one):
        found = next((each for each in before if each.is_last and each.sort == "any"), None)
    if found is None and (one.clause.asks is not None or is_placed(one) or line.word(place) == "them"):
        found = next((each for each in before if each.sort == "things" and (each.is_last or each.is_object)), None)
    return found or _pair_meant(line, place, before) or _body_meant(line, place, bounds, before)


def _body_meant(line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...]) -> Antecedent | None:
    """Returns the one club or firm of the clause said last that "they" means: "i've joined a choir they meet daily"."""
    if line.word(place) != "they" or place != bounds[0]:
        return None
    meaning = load_meaning(line.words.language)
    bodies = meaning.bodies | meaning.set_of("called they")
    named = [each for each in before if each.clause == _last(before) and (each.is_last or each.is_object)]
    found = [each for each in named if each.words.casefold().split()[-1] in bodies]
    return found[0] if len(found) == 1 else None


def _pair_meant(line: Line, place: int, before: tuple[Antecedent, ...]) -> Antecedent | None:
    """Returns two who were told of one after the other, the second as the first's: "aunt jo", then "her sister ann"."""
    if line.word(place) != "they":
        return None
    latest = _last(before)
    last = [each for each in before if each.clause == latest and each.is_subject and not each.has_animal]
    owners = [
        each
        for each in before
        if each.clause == latest - 1 and each.is_subject and each.sort in ("male", "female", "any")
    ]
    if len(last) != 1 or len(owners) != 1 or last[0].sort not in ("male", "female", "any"):
        return None
    owned = any(one.startswith(f"{other}{BETWEEN}") for one in last[0].keys for other in owners[0].keys)
    pair = f"{owners[0].words} and {last[0].words}"
    return Antecedent(pair, "many", owners[0].keys | last[0].keys) if owned else None


def leaves_subject_out(line: Line, one: Statement) -> bool:
    """Says whether a clause begins with a verb of the third person: "plays the banjo", "has a van", "doesn't bite"."""
    clause = one.clause
    if one.kind is not ActKind.TELL or clause.subject != (0, 0) or clause.shared != (0, 0) or clause.verb < 0:
        return False
    word, place = line.word(clause.verb), line.skip_middle(clause.first)
    auxiliary = line.words.be.get(word, "") == "3" or word in ("was", "has", "does")
    present = line.has_form(clause.verb, "s") and not line.has_form(clause.verb, "bd")
    return place == clause.verb and (auxiliary if line.is_auxiliary(clause.verb) else present)


def _is_several(one: Antecedent, line: Line) -> bool:
    """Says whether no verb for one fits: "my sons"; nor is a place told of without being named."""
    head = one.words.rpartition(" ")[2]
    plural = not one.has_name and line.table.singular(head) != head
    return plural or one.sort in ("many", "things", "place")


def subject_left_out(line: Line, one: Statement, before: tuple[Antecedent, ...]) -> Antecedent | None:
    """Returns who is told of without being named: the topic of the clause said last; None where two fit."""
    if not leaves_subject_out(line, one):
        return None
    latest = _last(before)
    last = [each for each in before if each.clause == latest and not _is_several(each, line)]
    subjects = [each for each in last if each.is_subject and not each.has_animal]
    living = [each for each in last if each.is_acted_on and (each.sort != "thing" or each.has_name or each.has_role)]
    for group in (subjects, living, [each for each in last if each.is_acted_on], last):
        found = _without_twice(group)
        if found:
            return found[0] if len(found) == 1 else None
    return None
