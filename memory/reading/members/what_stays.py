"""Pure: says what of a fact of several stays when another statement ends or changes it for some of them only.

After "ida and noah are allergic to penicillin" the words "noah isn't any more" say nothing of ida, so that "ida is
allergic to penicillin" stays; of "mum takes metformin and ramipril" her metformin stays.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.reader import line_of
from memory.reading.members.phrases import is_timely_word
from memory.reading.members.several import Several, ToldPart, told_of_several
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import load_meaning


def what_stays(told: str, new: Statement, names: Names, language: str) -> str:
    """Returns what a fact still says of the others when `new` ends or changes it; empty where it says nothing more."""
    choice = load_meaning(language).set_of("of a choice") & set(told.casefold().split())
    if choice and not new.clause.negated and not any(one.clause.negated for one in statements(told, language)):
        return ""  # "either spain or italy", of which one is chosen; "not either milk or eggs" is no choice
    for several in told_of_several(told, language):
        named = _named_in(several, new, names)
        if named and len(named) < len(several.parts):
            return several.only([part for part in several.parts if part not in named])
    return ""


def denies_part(told: str, new: Statement, names: Names, language: str) -> bool:
    """Says whether `new` says of some of several that it is not so: "ella isn't lactose intolerant"."""
    each = statements(told, language)
    if len(each) != 1 or not new.clause.negated or each[0].clause.negated or new.clause.asks:
        return False
    old = each[0]
    alike = new.clause.lemma == old.clause.lemma and new.clause.past == old.clause.past
    said = [forms for forms in new.rest_words if new.clause.lemma not in forms]
    held = bool(said) and all(any(forms & known for known in old.words) for forms in said)
    return alike and held and what_stays(told, new, names, language) != ""


def _speaks_of_all(new: Statement, language: str) -> bool:
    """Says whether "we" stands for all: "we're not vegetarian any more" after "my wife and i"."""
    line = line_of(new.text, language)
    together = load_closed_words(language).together
    begin = new.clause.subject[0] - new.clause.first
    return SPEAKER in new.subject_keys and line.word(begin) in together


def _named_in(several: Several, new: Statement, names: Names) -> tuple[ToldPart, ...]:
    """Returns the parts that a statement names: persons by its subject, things by its words."""
    if any(part.keys for part in several.parts):
        if _speaks_of_all(new, several.language):
            return several.parts
        keys = all_keys(new.subject_keys, names)
        return tuple(part for part in several.parts if all_keys(part.keys, names) & keys)
    if _tells_whole_anew(several, new):
        return ()
    subject = {
        form for one in statements(several.told, several.language) for each in one.subject_words for form in each
    }
    line = line_of(new.text, several.language)
    places = [at for at in range(len(line)) if not line.is_number(at)]
    times = [frozenset((line.word(at),)) for at in places if is_timely_word(line, at)]
    numbers = {line.word(at) for at in range(len(line)) if line.is_number(at)}
    told = [forms for forms in new.words if not forms & subject and not forms & numbers]
    every = [known for part in several.parts for known in (*part.forms, part.words)]
    said = [forms for forms in (*told, *times) if any(forms & each for each in every)]
    if not said:
        return ()
    return tuple(part for part in several.parts if part.has_all(said))


def _tells_whole_anew(several: Several, new: Statement) -> bool:
    """Says whether `new` tells where somebody lives or works now: "i live with lisa now" leaves nothing of before."""
    meaning = load_meaning(several.language)
    return not new.clause.negated and new.clause.lemma in meaning.set_of("homes") | meaning.set_of("working")
