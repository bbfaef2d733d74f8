"""Pure: puts the noun in the place of "one" in "the big one", which is one of several named just before."""

from __future__ import annotations

from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.owners import noun_with_owner, owner_alone
from memory.reading.german.nouns import in_case, is_neuter, role_of
from memory.reading.grammar.clause import Clause
from memory.reading.references.antecedents import Antecedent, owner_words
from memory.reading.references.choice import many_meant, person_meant
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def ends_in_one(line: Line, one: Statement) -> bool:
    """Says whether a clause leaves out the noun of one of several: "the big one is", "one is", "the other is"."""
    return line.word(one.clause.subject[0] + 2) == "one" or _described_or_alone(line, one) != (0, 0)


def with_noun_for_one(text: str, resolved: str, line: Line, one: Statement, before: tuple[Antecedent, ...]) -> str:
    """Returns `resolved`, the words of a clause of `text`, with "the big shed" for "the big one" as its subject.

    Nothing changes where the clause said last names no several things, or two sorts of them.
    """
    named = _one_of_several(text, resolved, line, one, before)
    if named:
        return named
    place = one.clause.subject[0] + 2
    told = line.word(place - 2) in line.words.sets["definite_owners"] and line.word(place) == "one"
    if line.is_in(place - 1, "small"):
        return resolved  # "my little one" is a child
    if not told or not line.is_open(place - 1) or (line.is_number(place - 1) and line.word(place - 1) not in _RANKS):
        return resolved
    phrase = text[line.tokens[place - 2].start : line.tokens[place].end]
    other = _of_other_described(line, line.word(place - 1), before)
    if other:
        return resolved.replace(phrase, other, 1)
    nouns = {line.table.singular(_head(line, each)) for each in _several(line, before)}
    if len(nouns) != 1 or phrase not in resolved:
        return resolved
    return resolved.replace(phrase, f"{phrase.rpartition(' ')[0]} {nouns.pop()}", 1)


def _one_of_several(text: str, resolved: str, line: Line, one: Statement, before: tuple[Antecedent, ...]) -> str:
    """Returns "one brother's called neil", "the other brother is a baker" or "biscuit's the ginger cat" for the same
    words with "one" or "the other" alone; empty for other words.
    """
    begin, end = _described_or_alone(line, one)
    nouns = {line.table.singular(_head(line, each)) for each in _several(line, before)} if end else set()
    if len(nouns) != 1:
        return ""
    phrase = text[line.tokens[begin].start : line.tokens[end - 1].end]
    told = f"{phrase.removesuffix(' one')} {nouns.pop()}"
    return resolved.replace(phrase, told, 1) if phrase in resolved else ""


def _described_or_alone(line: Line, one: Statement) -> tuple[int, int]:
    """Returns the tokens of "one" or "the other" as a subject, or of "the ginger one" as a predicate; else zeros."""
    clause = one.clause
    if isinstance(line, GermanLine) or clause.verb < 0 or clause.asks is not None:
        return 0, 0
    subject = tuple(line.word(at) for at in range(*clause.subject))
    if subject in (("one",), ("the", "other"), ("the", "other", "one")):
        return clause.subject
    last = clause.rest + 3
    ends = clause.lemma == "be" and clause.last == last and line.is_in(last - 1, "one")
    described = ends and line.is_in(clause.rest, "definite_article") and line.is_open(clause.rest + 1)
    return (clause.rest, last) if described else (0, 0)


def leaves_noun_out(line: Line, one: Statement) -> bool:
    """Says whether a clause names only the owner: "my birthday is in may and | dad's is in june", "they moved mine"."""
    return _owner_alone(line, one) != (0, 0)


def is_owner_alone(line: Line, place: int, one: Statement) -> bool:
    """Says whether a word stands for an owner with what is theirs: "hers" of "they moved hers to friday"."""
    begin, end = _owner_alone(line, one)
    return begin <= place < end and line.is_in(place, "owned alone")


def _owner_alone(line: Line, one: Statement) -> tuple[int, int]:
    """Returns the tokens of an owner without a noun, as the subject or behind the verb; zeros without one."""
    (begin, end), clause = one.clause.subject, one.clause
    if isinstance(line, GermanLine) or clause.verb < 0:
        return 0, 0
    acted = clause.main + 1
    alone = end - begin == 1 or line.is_auxiliary(begin + 1) or line.is_in(begin + 1, "causing")
    if begin < end and alone and line.is_in(begin, "owned alone"):
        return begin, begin + 1
    if line.is_in(acted, "owned alone") and not line.is_open(acted + 1) and clause.lemma != "be":
        return acted, acted + 1
    owner = line.is_in(end, "is") and line.word(end + 1) in line.words.be and line.is_open(end - 1)
    return (begin, end + 1) if begin < end and owner and clause.lemma == "be" else (0, 0)


def with_owned_noun(
    text: str, resolved: str, line: Line, one: Statement, before: tuple[Antecedent, ...], bounds: tuple[int, int]
) -> str:
    """Returns `resolved` with "dad's birthday" for "dad's", and "leo's birthday" for "his", after "mum's birthday"."""
    begin, end = _owner_alone(line, one)
    last = max((each.clause for each in before), default=0) if end else 0
    owned = (each for each in before if each.clause == last and each.is_subject and not each.has_role)
    noun = next((_without_owner(each.words, line) for each in owned if any(BETWEEN in key for key in each.keys)), "")
    phrase = text[line.tokens[begin].start : line.tokens[end - 1].end] if end else ""
    subject = begin == one.clause.subject[0]
    at = 0 if subject else f"{resolved} ".find(f" {phrase} ") + 1
    if not noun or not phrase or not (at or (subject and resolved.startswith(phrase))):
        return resolved
    whose = _owner_meant(line, begin, before, bounds, one) if line.is_in(begin, "owned alone") else phrase
    return f"{resolved[:at]}{whose} {noun}{resolved[at + len(phrase) :]}" if whose else resolved


def _owner_meant(line: Line, at: int, before: tuple[Antecedent, ...], bounds: tuple[int, int], one: Statement) -> str:
    """Returns whose "mine", "ours" or "hers" is, in words before a noun; empty where nobody fits."""
    word, words = line.word(at), line.words
    if word in words.speaker | words.together:
        return "my" if word in words.speaker else "our"
    many = words.third.get(word) == "many"
    found = many_meant(line, at, bounds, before, one) if many else person_meant(line, at, bounds, before, one)
    return owner_words(found.words) if found is not None else ""


def _without_owner(words: str, line: Line) -> str:
    """Returns the birthday of "mum's birthday" and "my birthday"; nothing of words without an owner."""
    owner, _, noun = words.rpartition("'s ")
    first, _, rest = words.partition(" ")
    return noun if owner else rest if first.casefold() in line.words.possessives else ""


def with_noun_for_new(
    text: str, resolved: str, line: GermanLine, one: Statement, before: tuple[Antecedent, ...]
) -> str:
    """Returns `resolved` with "die neue nummer" for "die neue" as its subject, after "meine alte nummer"."""
    begin, end = one.clause.subject
    sorts = {"der": "male", "die": "female", "das": "thing"}
    if end - begin != 2 or not line.length_of(line.words.new, end - 1) or line.word(begin) not in sorts:
        return resolved
    fitting = (each for each in before if each.sort == sorts[line.word(begin)] and len(each.words.split()) > 1)
    noun = next((each.words.split()[-1] for each in fitting if not each.has_name), "")
    phrase = text[line.tokens[begin].start : line.tokens[end - 1].end]
    return resolved.replace(phrase, f"{phrase} {noun}", 1) if noun and phrase in resolved else resolved


def with_german_noun(text: str, resolved: str, line: GermanLine, one: Statement, before: tuple[Antecedent, ...]) -> str:
    """Returns `resolved` with "der eine sohn" for "der eine" as its subject, where several sons were named before."""
    begin, end = one.clause.subject
    several = next((each for each in before if each.sort == "many"), None)
    apart = load_meaning("de").set_of("telling apart")
    if several is None or end - begin != 2 or line.word(begin) not in line.words.determiners:
        return resolved
    noun = next((word for word in reversed(several.words.split()) if role_of(word.casefold())), "")
    phrase = text[line.tokens[begin].start : line.tokens[end - 1].end]
    if line.word(end - 1) not in apart or not noun or phrase not in resolved:
        return resolved
    owners = {key.rpartition(BETWEEN)[0] for key in several.keys} - {SPEAKER}
    owner = next((each for each in before if not owners.isdisjoint(each.keys)), None)
    if owners and owner is None:
        return resolved
    owned = f" von {in_case(owner.words, 'ihm', subject=False)}" if owner is not None else ""
    single, article = role_of(noun.casefold()), line.word(begin)
    if is_neuter(single) and article != "das":
        return resolved  # "die große" of two children is no "kind" by its gender
    return resolved.replace(phrase, f"{phrase} {single.capitalize() if noun[:1].isupper() else single}{owned}", 1)


def with_noun_of_owner(
    text: str, resolved: str, line: GermanLine, one: Statement, before: tuple[Antecedent, ...]
) -> str:
    """Returns `resolved` with "papas geburtstag" for "papas" as its subject, after "mamas geburtstag" as one before."""
    begin, end = one.clause.subject
    if end == begin or owner_alone(line, begin) != end:
        return resolved
    phrase = text[line.tokens[begin].start : line.tokens[end - 1].end]
    told = [each.clause.subject for each in statements(text, "de") if each.start < one.start]
    own = [text[line.tokens[first].start : line.tokens[last - 1].end] for first, last in told[::-1] if last > first]
    owned = (*own, *(each.words for each in before if each.is_subject and not each.has_name))
    whole = next(filter(None, (noun_with_owner(phrase, words) for words in owned)), "") if phrase in resolved else ""
    return resolved.replace(phrase, whole, 1) if whole else resolved


_RANKS = frozenset(("first", "second", "third", "last", "other"))


def _several(line: Line, before: tuple[Antecedent, ...]) -> list[Antecedent]:
    """Returns the several things or animals named last, by the clause in which they are counted or told of."""
    plural = [
        each for each in before if not each.has_name and line.table.singular(_head(line, each)) != _head(line, each)
    ]
    last = max((each.clause for each in plural), default=0)
    return [each for each in plural if each.clause == last]


def _of_other_described(line: Line, described: str, before: tuple[Antecedent, ...]) -> str:
    """Returns "my younger brother" for "the younger one" right behind what is told of "my older brother"."""
    last = max((each.clause for each in before), default=0)
    subjects = [each for each in before if each.clause == last and each.is_subject and each.has_role]
    spoken = subjects[0].words.split() if len(subjects) == 1 else []
    if len(spoken) != 3 or spoken[0].casefold() not in line.words.possessives | line.words.determiners:
        return ""
    forms = [line.table.find(word) for word in (described, spoken[1].casefold())]
    apart = described != spoken[1] and all(form is not None and form.usual == "a" for form in forms)
    return f"{spoken[0]} {described} {spoken[2]}" if apart else ""


def _head(line: Line, one: Antecedent) -> str:
    """Returns the noun of a phrase: the keys of "two keys for the barn"."""
    spoken = one.words.casefold().split()
    end = next((at for at, word in enumerate(spoken) if at and word in line.words.prepositions), len(spoken))
    return spoken[end - 1]


def points_back(line: Line, one: Statement) -> bool:
    """Says whether English words stand for what was named before: "it", "the blue one", "my own"."""
    if ends_in_one(line, one) or leaves_noun_out(line, one):
        return True
    clause = one.clause
    spoken = (line.word(at) for at in (*range(*clause.shared), *range(clause.first, clause.last)))
    return any(word in line.words.third for word in spoken) and not _is_price_of(line, clause)


def _is_price_of(line: Line, clause: Clause) -> bool:
    """Says whether a clause names itself what an amount is for: "it's a hundred and forty for the service"."""
    at = clause.rest
    while at < clause.last and (line.is_number(at) or line.word(at) in line.words.indefinite | {"and"}):
        at += 1
    counted = any(line.is_number(each) for each in range(max(clause.rest, 0), at))
    money = at + (line.table.singular(line.word(at)) in line.words.measures)
    named = line.is_in(money, "for") and (line.word(money + 1) in line.words.determiners or line.is_open(money + 1))
    return clause.lemma == "be" and counted and named and not line.is_number(money + 1)
