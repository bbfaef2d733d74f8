"""Pure: finds what a request to forget names: the value wherever it stands, else the thing of that owner, else asks.

"There is nothing to forget" is not said while a named value stands anywhere. A value goes with every atom and every
part of a line that has it; of a thing that is named without its value ("Clara's old gate code"), the values that were
told of it go.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from device.core.policy import MAX_FOUND_ATOMS, MAX_NAMING_STEMS, MIN_TAIL_WORDS
from device.nlu.intent_matcher import Slot
from device.skills.kept_records import says_in_records
from device.skills.memory.forgetting.nearly_meant import has_heads
from device.skills.memory.forgetting.outcomes import barring_records, forget_outcome, names_told
from device.skills.memory.forgetting.told_apart import told_apart
from device.skills.memory.forgetting.whole_topic import all_known, atoms_forgotten
from device.skills.memory.memory_controls import ask_which_atom, topic_span
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import MAX_ARTICLE_CHARS, MIN_HEAD_CHARS
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.model.atoms import Atom
from memory.reading.words.given_names import is_given_name
from memory.rules.mention_target import TELLING
from memory.text.dates import without_date
from memory.text.forgetting.named_values import codes_in, is_amount
from memory.text.normalise import split_clauses
from memory.text.phrases import find_phrase
from memory.text.stemming import stems

_NAME = re.compile(r"(?<=\s)(?:[A-ZÄÖÜ][^\W\d_]+|\w*\d\w*)")


def forget_values(context: TurnContext) -> TurnOutcome:
    """Handles "delete the old locker code 7719": the value goes wherever it stands."""
    slots = context.understood.slots
    values = [slot for slot in slots if slot.name == "value"]
    things = [slot for slot in slots if slot.name == "thing"]
    if len(values) == 1 and is_amount(values[0].text) and (several := _with_amount(context, values[0], things[0])):
        return several
    phrases: list[str] = []
    for value, thing in zip(values, things, strict=True):
        phrases += _standing(context, value, thing)
    outcome = phrases_outcome(context, tuple(dict.fromkeys(phrases)))
    named = [(value.text, thing.text) for value, thing in zip(values, things, strict=True)]
    gone = context.reader.atoms_by_id(context.control, outcome.phrase_atoms)
    barred = barring_records(context, (*named, *((phrase, "") for phrase in phrases)), names_told(context, gone))
    if phrases:
        return replace(outcome, records=barred)
    again = barred and {str(one.content["value_id"]) for one in barred} <= {
        value.value_id for value, _ in context.barred
    }
    return (
        replace(outcome, reasons=("FORGOTTEN_ALREADY" if again else "WONT_STORE",), records=barred)
        if barred
        else outcome
    )


def _with_amount(context: TurnContext, value: Slot, thing: Slot) -> TurnOutcome | None:
    """Forgets of several facts with an amount those of the thing: "the dose of 14 units"; asks when none is. None when
    only one has it.
    """
    atoms = context.reader.atoms_by_id(
        context.control, tuple(atom.atom_id for atom in _atoms_with(context, value.text))
    )
    if len({atom.key for atom in atoms}) <= 1:
        return None
    named = telling_stems(stems(thing.text)) - telling_stems(stems(value.text))
    about = tuple(atom for atom in atoms if named & frozenset(stems(atom.text)))
    if not about:
        return ask_which_atom(context, atoms)
    itself = (atom for atom in atoms if find_phrase(value.text, atom.text)[0][0] <= MAX_ARTICLE_CHARS)
    return forget_outcome(context, tuple(dict.fromkeys((*about, *itself))))


def phrases_outcome(context: TurnContext, phrases: tuple[str, ...]) -> TurnOutcome:
    """Forgets these words wherever they stand; says so when there are none."""
    atoms = {atom.atom_id: atom for phrase in phrases for atom in _atoms_with(context, phrase)}
    return TurnOutcome(
        context.understood.intent,
        ("FORGOTTEN_BY_USER",) if phrases else ("NOTHING_TO_FORGET",),
        forget_phrases=phrases,
        records=barring_records(context, ((phrase, context.understood.slot("topic")) for phrase in phrases)),
        phrase_atoms=tuple(atoms),
        hide=topic_span(context),
    )


def forget_in_records(context: TurnContext) -> TurnOutcome | None:
    """Forgets a topic that only a list or a reminder has, wherever it stands; None when none has it.

    It is no secret and may be said again: nothing bars it.
    """
    topic = context.understood.slot("topic")
    for words in dict.fromkeys((topic, context.requests.telling(topic))):
        if stems(words) and says_in_records(context.reader, context.turn.user_id, words):
            outcome = phrases_outcome(context, (words,))
            return replace(outcome, records=()) if not outcome.phrase_atoms else None
    return None


def forget_by_fewer_words(context: TurnContext) -> TurnOutcome | None:
    """Forgets what a topic names without the words that only say what it is: "the hall cabinet fob location"; else
    what its last words are, where these were said so: "the overflow fallback studio caddy drawer". None without any.
    """
    topic = context.understood.slot("topic")
    plain = telling_stems(stems(context.requests.named_by(topic)))
    if len(plain) >= MIN_TAIL_WORDS and plain != telling_stems(stems(topic)):
        found = context.queries.atoms_holding(context.turn.user_id, tuple(sorted(plain)), MAX_FOUND_ATOMS)
        atoms = context.reader.atoms_by_id(context.control, tuple(atom.atom_id for atom in found))
        if len({atom.key for atom in atoms}) > 1:
            chosen = told_apart(context, atoms)
            return forget_outcome(context, chosen) if chosen else ask_which_atom(context, atoms)
        if atoms:
            return phrases_outcome(context, tuple(dict.fromkeys(atom.text for atom in atoms)))
    words = topic.split()
    if told := _in_lines(context, topic):
        return told
    for first in range(1, len(words) - MIN_TAIL_WORDS + 1):
        tail = " ".join(words[first:]).strip(" .,;:")
        if len(telling_stems(stems(tail))) >= MIN_TAIL_WORDS and _stands(context, tail):
            return phrases_outcome(context, (tail,))
    return None


def forget_by_head(context: TurnContext) -> TurnOutcome | None:
    """Asks about what a word names that is told as the end of a longer one: "die Suppe" of "Kürbissuppe".

    So it does of a question whose verb at the end stands nowhere. Of a name or a relative nothing is offered.
    """
    if context.language.code != "de":
        return None
    topic = context.understood.slot("topic")
    words = tuple(
        word.casefold() for word in telling_words(context.requests.telling(topic)) if len(word) >= MIN_HEAD_CHARS
    )
    known = atoms_forgotten(context, all_known(context)) if words and not any(map(is_given_name, words)) else ()
    if found := tuple(atom for atom in known if has_heads(atom, words, context.language.code)):
        return ask_which_atom(context, found)
    if not (words[1:] and context.requests.scope.is_clause(topic)):
        return None
    found = tuple(atom for atom in known if has_heads(atom, words[:-1], context.language.code))
    return ask_which_atom(context, found) if found else None


def _in_lines(context: TurnContext, topic: str) -> TurnOutcome | None:
    """Forgets a topic that stands only in what was said, word for word, such as a value that another has replaced."""
    bare = context.requests.telling(topic)
    named = telling_stems(stems(bare))
    told = _lines_with(context, frozenset(stems(bare)), TELLING) if named else ()
    return phrases_outcome(context, (bare,)) if any(find_phrase(bare, line) for line in told) else None


def nearly_named(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the atoms that hold at least half of the topic's telling words: "the money i was lending my sister".

    What nobody may see is not offered.
    """
    words = context.requests.naming(context.understood.slot("topic")).split()
    telling = [word for word in words if not context.requests.scope.is_label(word)] or words
    named = tuple(sorted(telling_stems(stems(" ".join(telling)))))
    if not 1 < len(named) <= MAX_NAMING_STEMS:
        return ()
    for held in range(len(named) - 1, (len(named) - 1) // 2, -1):
        found = {
            atom.atom_id: atom
            for some in combinations(named, held)
            for atom in context.queries.atoms_holding(context.turn.user_id, some, MAX_FOUND_ATOMS)
        }
        readable = context.reader.atoms_by_id(context.control, tuple(found))
        if readable:
            return readable
    return ()


def holding_its_name(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the readable atoms that hold a name or a number of the topic, when there are few of them: "the gossip
    regarding Bronwyn". The number of a date is not looked for.
    """
    topic = without_date(context.requests.naming(context.understood.slot("topic")), context.language)
    for word in reversed(_NAME.findall(f" {topic}")):
        named = tuple(sorted(telling_stems(stems(word))))
        found = context.queries.atoms_holding(context.turn.user_id, named, MAX_FOUND_ATOMS) if named else ()
        if 0 < len({atom.key for atom in found}) <= context.policy.max_forget_choices:
            return context.reader.atoms_by_id(context.control, tuple(atom.atom_id for atom in found))
    return ()


def values_of_thing(context: TurnContext, thing: str) -> tuple[str, ...]:
    """Returns the values that were told of a thing whose name says what its values look like: "Clara's gate code"."""
    wanted = frozenset(stems(context.requests.telling(thing)))
    if not wanted:
        return ()
    clauses = _clauses_with(context, wanted)
    if context.requests.asks_for_older(_request(context)) and len(clauses) == 1:
        clauses = tuple(clause for clause in clauses if not context.requests.tells_newer(clause))
    told = [found for clause in clauses if (found := context.requests.values_like(thing, clause))]
    values = tuple(dict.fromkeys(value for each in told for value in each))
    newest = frozenset(told[-1]) if told else frozenset[str]()
    older = tuple(value for value in values if value not in newest)
    return older if older and context.requests.asks_for_older(_request(context)) else values


def _standing(context: TurnContext, value: Slot, thing: Slot) -> tuple[str, ...]:
    """Returns the value when it stands anywhere; else a shorter form of it, else what was told of the thing."""
    for words in (value.text, thing.text):
        if _stands(context, words):
            return (words,)
    bare = context.requests.telling(value.text)
    if bare != value.text and len(bare.split()) > 1 and _stands(context, bare):
        return (bare,)
    codes = tuple(code for code in codes_in(value.text) if code != value.text and _stands(context, code))
    if codes or any(character.isdigit() for character in value.text):
        return codes
    return values_of_thing(context, thing.text)


def _stands(context: TurnContext, phrase: str) -> bool:
    return (
        bool(_atoms_with(context, phrase))
        or any(find_phrase(phrase, line) for line in _lines_with(context, frozenset(stems(phrase))))
        or says_in_records(context.reader, context.turn.user_id, phrase)
    )


def _atoms_with(context: TurnContext, phrase: str) -> tuple[Atom, ...]:
    found = context.queries.atoms_holding(context.turn.user_id, stems(phrase), MAX_FOUND_ATOMS)
    return tuple(atom for atom in found if any(find_phrase(phrase, said) for said in (atom.text, atom.value, atom.key)))


def _lines_with(context: TurnContext, wanted: frozenset[str], intents: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Returns what the person said with all of these stems, the oldest first; in turns of these intents, if any."""
    user_id, named = context.turn.user_id, tuple(sorted(wanted))
    turns = (
        *context.queries.feeding_turns(user_id, named, MAX_FOUND_ATOMS),
        *context.queries.turns_holding(user_id, named, MAX_FOUND_ATOMS),
    )
    meant = context.queries.intents(turns) if intents else {}
    kept = dict.fromkeys(turn for turn in turns if not intents or meant.get(turn, "statement") in intents)
    lines = context.reader.lines_by_id(context.control, tuple(kept))
    return tuple(line.text for line in sorted(lines, key=lambda line: (line.at.at_ms, line.line_id)))


def _clauses_with(context: TurnContext, wanted: frozenset[str]) -> tuple[str, ...]:
    return tuple(
        clause.text
        for line in _lines_with(context, wanted)
        for clause in split_clauses(line, context.language)
        if wanted <= frozenset(stems(clause.text))
    )


def _request(context: TurnContext) -> str:
    return context.understood.slot("request") or context.turn.text
