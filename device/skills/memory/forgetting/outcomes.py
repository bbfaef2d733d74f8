"""Pure: builds the outcome of forgetting atoms and turns, with the reason that the reply tells.

"I forgot it" is said only of what was stored: a refused secret was not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.core.policy import MAX_FOUND_ATOMS
from device.skills.memory.memory_controls import topic_span
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import MIN_BARRED_DIGITS
from memory.extraction.paraphrase import has_telling_words
from memory.model.atoms import Atom, Status
from memory.model.changes import Record
from memory.reading.guessed_things import names_of_fact
from memory.rules.conflict import confirm_atom
from memory.rules.controls import topics_meant
from memory.rules.forgotten_values import (
    TYPE,
    Name,
    forgotten_record,
    forgotten_value,
    thing_record,
    with_known_names,
)
from memory.rules.freshness import LIVING
from memory.rules.mention_target import TELLING
from memory.text.forgetting.guess_words import CODE, GuessWords
from memory.text.forgetting.named_values import codes_in, is_amount, spoken_codes
from memory.text.secret_detector import MASK
from memory.text.stemming import stems


def forget_outcome(context: TurnContext, atoms: tuple[Atom, ...], turns: tuple[str, ...] = ()) -> TurnOutcome:
    """Forgets these atoms, with a ledger event; their words are removed everywhere."""
    return TurnOutcome(
        context.understood.intent,
        ("FORGOTTEN_BY_USER",) if atoms else (_forgotten_words_reason(context, turns),),
        changed=_settle_remaining_value(context, atoms),
        forget=tuple(atom.atom_id for atom in atoms),
        forget_turns=turns,
        hide=topic_span(context),
        records=_records_of(context, atoms),
    )


def _records_of(context: TurnContext, atoms: tuple[Atom, ...]) -> tuple[Record, ...]:
    """Returns the records of what these memories tell: their values, and the things that may be guessed at."""
    if not 0 < len(atoms) <= context.policy.max_forget_unasked:
        return ()
    valued = tuple(_values_told(context, atoms))
    names = names_told(context, atoms)
    if valued and not context.points("topic"):
        return barring_records(context, valued, names)
    made = thing_record(context.turn.user_id, names, context.digest, context.turn.at.at_ms)
    return () if made is None else (made,)


def barring_records(
    context: TurnContext, named: Iterable[tuple[str, str]], names: frozenset[Name] = frozenset()
) -> tuple[Record, ...]:
    """Returns the records that keep these values, each with its thing, from coming back by being told in passing, and
    that know the thing by these names and its own.
    """
    now_ms, user_id, words = context.turn.at.at_ms, context.turn.user_id, context.requests.guesses
    known = [forgotten_value(record) for record in context.reader.records(user_id, TYPE)]
    made: dict[str, Record] = {}
    for value, thing in named:
        own = names | {_of_value(words.tokens(thing), value, words)}
        record = forgotten_record(user_id, value, thing, context.digest, now_ms, own)
        if record is not None:
            record = with_known_names(record, (*known, *map(forgotten_value, made.values())))
            made[str(record.content["value_id"])] = record
    return tuple(made.values())


def records_of_detail(context: TurnContext, gone: str, name: Name) -> tuple[Record, ...]:
    """Returns the records of a detail that was cut out of a memory: of its values, and of the name it has."""
    words = context.requests.guesses
    bare = name - words.tokens("".join(codes_in(gone)))
    valued = tuple((code, " ".join(sorted(bare))) for code in codes_in(gone) if _is_barred_alone(code))
    if valued:
        return barring_records(context, valued, frozenset({bare}))
    made = thing_record(context.turn.user_id, (bare,), context.digest, context.turn.at.at_ms)
    return () if made is None else (made,)


def _is_barred_alone(code: str) -> bool:
    return sum(map(str.isdigit, code)) >= MIN_BARRED_DIGITS


def _of_value(thing: Name, value: str, words: GuessWords) -> Name:
    """Returns the name of a thing without its value, with the token for a code where its value is one."""
    named = thing - words.tokens(value)
    return named | {CODE} if named and codes_in(value) and not is_amount(value) else named


def names_told(context: TurnContext, atoms: tuple[Atom, ...]) -> frozenset[Name]:
    """Returns the names of what memories tell, and the name that the request has for it."""
    words, code, names = context.requests.guesses, context.language.code, set[Name]()
    topic = "" if context.points("topic") else context.understood.slot("topic")
    for atom in atoms:
        coded = any(True for _ in _values_told(context, (atom,)))
        names |= names_of_fact(atom.text, words, code, words.tokens(topic), coded=coded)
        said = words.tokens(topic) - words.tokens(atom.value)
        if said and not context.requests.scope.is_clause(topic):
            names.add(said | {CODE} if coded else said)
    return frozenset(names)


def _values_told(context: TurnContext, atoms: tuple[Atom, ...]) -> Iterator[tuple[str, str]]:
    """Yields the numbers that memories tell and nothing else is likely to have, and the name where one is asked for."""
    topic = context.understood.slot("topic")
    for atom in atoms:
        amounts = [found.span() for found in context.language.amounts.finditer(atom.text)]
        for code in codes_in(atom.text):
            at = atom.text.find(code)
            counted = any(start <= at < end for start, end in amounts)
            if _is_barred_alone(code) and not counted and not _is_told_of_others(context, code, atoms):
                yield code, topic
        for spoken, written in spoken_codes(atom.text, context.language.digits, MIN_BARRED_DIGITS):
            yield from ((spoken, topic), (written, topic))
        if context.requests.scope.asks_name(topic) and atom.value[:1].isupper():
            yield atom.value, topic


def _is_told_of_others(context: TurnContext, code: str, gone: tuple[Atom, ...]) -> bool:
    """Says whether living memories have a number too that do not go with these: "patient 3107" tells which patient."""
    holding = context.queries.atoms_holding(context.turn.user_id, stems(code), MAX_FOUND_ATOMS)
    return any(atom.status in LIVING and atom not in gone for atom in holding)


def turns_without_memory(context: TurnContext) -> tuple[str, ...]:
    """Returns turns about the topic without an atom: they are forgotten too, or an excerpt would show them."""
    topic = context.understood.slot("topic")
    fixed = context.fact_keys.fixed_key(topic)
    names = (topic,) if fixed and context.known(fixed) else (topic, context.fact_keys.topic(topic))
    stems = dict.fromkeys(meant for name in names for meant in topics_meant(name, context.language))
    found = (context.queries.turns_holding(context.turn.user_id, each, MAX_FOUND_ATOMS) for each in stems)
    return tuple(dict.fromkeys(turn for turns in found for turn in turns))


def _forgotten_words_reason(context: TurnContext, turns: tuple[str, ...]) -> str:
    """Returns the reason code when no atom is forgotten: words were forgotten, or had not been stored. "That" is also
    what the reply before quoted, which may be a question: "I still don't know which gate fits".
    """
    intents, quoted = context.queries.intents(turns), context.points("topic")
    told = tuple(turn for turn in turns if quoted or intents.get(turn, "statement") in TELLING)
    lines = context.reader.lines_by_id(context.control, told)
    if any(MASK not in line.text and has_telling_words(line.text) for line in lines):
        return "FORGOTTEN_BY_USER"
    return "NOTHING_KEPT" if lines else "NOTHING_TO_FORGET"


def _settle_remaining_value(context: TurnContext, gone: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Keeps the other value of a conflict when one of the two is forgotten."""
    keys = dict.fromkeys(atom.key for atom in gone)
    left = [[atom for atom in context.known(key) if atom not in gone] for key in keys]
    doubted = (atoms[0] for atoms in left if len(atoms) == 1)
    return tuple(
        confirm_atom(atom, context.turn.at.at_ms, context.policy)
        for atom in doubted
        if atom.status is Status.UNCERTAIN and atom.reason_code == "CONFLICT"
    )[: context.policy.max_changed_atoms_per_turn]
