"""Pure: keeps codes of things of the home at once: the network's password, the garage, a padlock (2.11.11).

Such a code is kept for writing and only if asked for, as a secret that was insisted on; its words stand in its atom and
nowhere else. What else a turn tells is stored as ever, and a graver secret in it is refused. One code of a thing holds
at a time: another that is told as a correction or as new replaces it; told without such a mark it costs the one
question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from device.core.policy import ALIKE_WORDS, MAX_BESIDE_ATOMS
from device.skills.memory.fact_storage import store_on_request, store_statement
from device.skills.memory.forgetting.forgotten_again import FORGOTTEN_BEFORE, TOLD, is_forgotten
from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.memory_controls import ask_which_atom
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.correction_rules import parse_proposal
from memory.extraction.extract import Fact, atom_from_fact, statement_fact
from memory.model.atoms import Atom, Exposure, Recall
from memory.model.changes import Question
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading
from memory.rules.clarification import new_question
from memory.rules.conflict import confirm_atom, make_outdated, resolve_conflict, settle_conflict
from memory.rules.controls import is_barred
from memory.rules.freshness import LIVING, atoms_agree
from memory.rules.imported_facts import tentative_atom, weigh_imported_atom
from memory.text.language_rules import Language
from memory.text.secret_detector import (
    MASK,
    Secret,
    code_thing,
    find_secrets,
    mask_secrets,
    meant_secret,
    secret_clause,
)
from memory.text.stemming import split_words, stems

KEPT, CHANGED = "HOME_CODE_KEPT", "HOME_CODE_CHANGED"
FILED = "statement:code of "
"""The beginning of the key of every code of the home; the thing that it opens follows."""


def keep_statement(context: TurnContext) -> TurnOutcome:
    """Stores what a plain statement with a secret tells, and its codes of the home."""
    return _with_codes(context, store_statement(context))


def keep_on_request(context: TurnContext) -> TurnOutcome:
    """Stores what follows "remember that ..."; a secret that is insisted on replaces the older one of its thing."""
    outcome = store_on_request(context)
    if context.understood.intent != "insist":
        return _with_codes(context, outcome)
    if outcome.reasons == ("ALREADY_KNOWN",):
        return _confirmed(context, outcome)
    replaced = [old for atom in outcome.new for old in _replaced_by(context, atom, _of_same_thing(context, atom))]
    filed = tuple(_filed(context, atom) for atom in outcome.new)
    return replace(outcome, new=filed, changed=(*outcome.changed, *replaced))


def _confirmed(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of "keep it anyway" about a code that is kept already: "forget that" then means the code."""
    known = context.reader.atoms_by_id(context.control, outcome.focus)
    codes = tuple(atom for atom in known if is_guarded_code(atom, context.language))
    again = tuple(confirm_atom(atom, context.turn.at.at_ms, context.policy) for atom in codes)
    return replace(outcome, reasons=(KEPT,), changed=again) if again else outcome


def _filed(context: TurnContext, atom: Atom) -> Atom:
    thing = code_thing(atom.text, context.language)
    return replace(atom, key=f"{FILED}{' '.join(thing)}") if thing else atom


def _with_codes(context: TurnContext, rest: TurnOutcome) -> TurnOutcome:
    """Adds the codes of the home that the turn tells to what else is stored of it."""
    if not context.opened:
        return rest
    if is_forgotten(context, context.opened):
        return TurnOutcome(TOLD, (FORGOTTEN_BEFORE,))
    rest = _without_cut_clauses(context, rest)
    stored = [_stored(context, fact, at + len(rest.new)) for at, fact in enumerate(_codes_here(context))]
    room = max(context.policy.max_new_atoms_per_turn - len(rest.new), 0)
    refused = ("SECRET",) if MASK in context.opened else ()
    outcome = replace(rest, reasons=tuple(one for one in rest.reasons if one != "SECRET"))
    for one in stored[:room]:
        outcome = replace(outcome, new=(*outcome.new, *one.new), changed=(*outcome.changed, *one.changed))
        outcome = outcome.with_reasons(*one.reasons)
        if one.questions and not outcome.question_id:
            outcome = outcome.with_question(one.questions[0])
    return outcome.with_reasons(*refused)


def _without_cut_clauses(context: TurnContext, rest: TurnOutcome) -> TurnOutcome:
    """Returns the outcome without what only the mask made a clause of its own: "the wifi at mum's has"."""
    code = context.language.code
    told = tuple(one.text for one in statements(context.opened, code)) if has_reading(code) else ()
    codes = tuple(fact.text for fact in _told_codes(context))
    cut = {
        one.atom_id
        for one in rest.new
        if one.text not in (*told, *codes)
        and any(_begins_alike(one.text, whole) or whole.startswith(one.text) for whole in (*told, *codes))
    }
    new = tuple(atom for atom in rest.new if atom.atom_id not in cut)
    return replace(rest, new=new, focus=tuple(one for one in rest.focus if one not in cut)) if cut else rest


def _begins_alike(text: str, told: str) -> bool:
    """Says whether words begin as what tells a code does: what stands behind the code was put to its beginning."""
    begins = split_words(told)[:ALIKE_WORDS]
    return len(begins) == ALIKE_WORDS and split_words(text)[:ALIKE_WORDS] == begins


def _codes_here(context: TurnContext) -> tuple[Fact, ...]:
    """Returns the codes that these words tell, which may be a part of the turn: "so drop the old one" is another."""
    language, every = context.language, tuple(_told_codes(context))
    masked = (mask_secrets(fact.text, find_secrets(fact.text, language)) for fact in every)
    return tuple(fact for fact, said in zip(every, masked, strict=True) if said in context.turn.text) or every


def _told_codes(context: TurnContext) -> Iterator[Fact]:
    """Yields a fact for each thing of which the turn tells a code."""
    told, language, found = context.opened, context.language, dict[str, Fact]()
    for secret in find_secrets(told, language):
        if secret.home:
            start, end = _told_span(told, secret, context)
            meant = meant_secret(told[secret.start : secret.end], language)
            text = _worded(told[start : secret.start], meant, told[secret.end : end], language)
            own = statement_fact(replace(context.turn, text=text), language, context.policy)
            thing = " ".join(code_thing(text, language)) or "home"
            value = _value_of(text, meant, language)
            start, end = _in_turn(context, start, end)
            found.setdefault(thing, replace(own, key=f"{FILED}{thing}", value=value, start=start, end=end))
    yield from found.values()


def _worded(before: str, meant: str, after: str, language: Language) -> str:
    """Returns the words that tell a code, so that they are seen as one by themselves: "the wifi password sunflower"
    after an order to remember it becomes "the wifi password: sunflower".
    """
    text = f"{before}{meant}{after}"
    if find_secrets(text, language):
        return text
    joined = f"{language.secret_joint.sub('', before).rstrip(' ,')}: {meant}{after}"
    return joined if find_secrets(joined, language) else text


def _value_of(told: str, secret: str, language: Language) -> str:
    """Returns the code that holds by a statement; empty where it only says that another does not any more."""
    denied = language.secret_denied.search(told)
    secret = secret if denied is None else denied["meant"] or ""
    return language.revising.after.sub("", secret).strip(" ,.")


def _told_span(told: str, secret: Secret, context: TurnContext) -> tuple[int, int]:
    """Returns the characters that tell one code: its clause without the words around it, "so you know ..."."""
    language = context.language
    start, end = secret_clause(told, secret, language)
    each = statements(told, language.code) if has_reading(language.code) else ()
    named = language.secret_home.search(told, start, secret.start)
    until = named.start() if named else secret.start  # of "the wifi is called falcon and the password is" both clauses
    start = max((one.clause.start for one in each if start < one.clause.start <= until), default=start)
    end = secret.end if named else end
    for before in (language.lead, language.secret_noting):
        start += len(told[start:end]) - len(told[start:end].lstrip())
        lead = before.match(told[start : secret.start])
        start += lead.end() if lead else 0
    tail = language.tail.search(told, start, end)
    end = tail.start() if tail else end
    return start, start + len(told[start:end].rstrip(" ,.;:!"))


def _in_turn(context: TurnContext, start: int, end: int) -> tuple[int, int]:
    """Returns where a part of the opened words stands in the words of the turn, in which its code is masked."""
    secrets = tuple(one for one in find_secrets(context.opened, context.language) if one.home)
    first = context.turn.text.find(mask_secrets(context.opened, secrets))
    if first < 0:
        return 0, len(context.turn.text)
    longer = [(one.start, len(MASK) - (one.end - one.start)) for one in secrets]
    return (
        first + start + sum(more for at, more in longer if at < start),
        first + end + sum(more for at, more in longer if at < end),
    )


def _stored(context: TurnContext, fact: Fact, ordinal: int) -> TurnOutcome:
    """Compares a code with the kept ones of its thing, and stores it."""
    if is_barred(f"{fact.key} {fact.text}", context.rules):
        return TurnOutcome(context.understood.intent, ("DO_NOT_STORE",))
    atom = guarded_code(atom_from_fact(fact, context.turn, ordinal, context.policy))
    older = _of_same_thing(context, atom)
    if not fact.value:
        over = tuple(make_outdated(one, context.policy) for one in older)
        return TurnOutcome("not_so", ("DENIED_BY_USER",), changed=over)
    marked = context.puts_right or context.language.secret_changed.search(context.opened) is not None
    if marked and not older:
        older = _called(context, frozenset(code_thing(fact.text, context.language)))
        older = older if len({one.key for one in older}) == 1 else ()
    if older:
        atom = replace(atom, key=older[0].key)
    replaced = _replaced_by(context, atom, older) if marked else ()
    gone = {one.atom_id for one in replaced}
    known = tuple(replace(one, key=atom.key) for one in older if one.atom_id not in gone)
    weighed = resolve_conflict(atom, known, context.turn.at.at_ms, context.policy, context.language)
    changed = tuple(guarded_code(one) for one in (*weighed.changed, *replaced))
    outcome = TurnOutcome("statement", (CHANGED if replaced else KEPT,), new=weighed.new, changed=changed)
    question = _question(context, weighed.ask_about)
    return outcome.with_reasons("CONFLICT").with_question(question) if question else outcome


def _question(context: TurnContext, pair: tuple[Atom, ...]) -> Question | None:
    if not pair or not context.may_ask(pair[-1].key, "CONFLICT"):
        return None
    return new_question(context.turn, pair[-1].key, "CONFLICT", pair)


def codes_told_by_program(context: TurnContext, first: int) -> TurnOutcome:
    """Returns the codes that a program's words tell: uncertain, guarded, and beside what the person said.

    `first` is how many atoms of these words come before.
    """
    if not context.opened:
        return TurnOutcome(context.understood.intent)
    if is_forgotten(context, context.opened):
        return TurnOutcome(context.understood.intent, (FORGOTTEN_BEFORE,))
    now_ms, outcome = context.turn.at.at_ms, TurnOutcome(context.understood.intent)
    for ordinal, fact in enumerate((one for one in _told_codes(context) if one.value), first):
        if is_barred(f"{fact.key} {fact.text}", context.rules):
            return TurnOutcome(context.understood.intent, ("DO_NOT_STORE",))
        told = atom_from_fact(fact, context.turn, ordinal, context.policy)
        atom = guarded_code(tentative_atom(told, context.policy))
        older = _of_same_thing(context, atom)
        known = tuple(replace(one, key=atom.key) for one in older)
        weighed = weigh_imported_atom(atom, known, now_ms, context.policy, context.language)
        same = next((one.atom_id for one in older if atoms_agree(one, atom, context.language)), atom.atom_id)
        outcome = replace(
            outcome,
            new=(*outcome.new, *weighed.new),
            changed=(*outcome.changed, *weighed.changed),
            focus=(*outcome.focus, same),
        )
    return outcome


def forget_told_code(context: TurnContext) -> TurnOutcome | None:
    """Forgets the code that a request names with its words: "forget that the gate code is 4471"; None for others."""
    (start, end), text = context.understood.span("topic"), context.turn.text
    if MASK not in text[start:end]:
        return None
    named, secrets = text[start:end], context.masked[text[:start].count(MASK) :]
    for secret in secrets:
        named = named.replace(MASK, secret, 1)
    told = frozenset(word for secret in secrets for word in split_words(secret))
    held = _holding_code_of(context, named)
    meant = tuple(one for one in held if told & frozenset(split_words(one.text)))
    return forget_outcome(context, meant) if meant else None


def forget_code_of_thing(context: TurnContext) -> TurnOutcome | None:
    """Forgets the one code of the home that a request names in other words than it was told: "den Türcode"; asks where
    it may be one of several; None where it names none.
    """
    topic, language = context.understood.slot("topic").casefold().replace("-", ""), context.language
    named = frozenset(stems(language.secret_plain.sub(" ", topic))) if language.secret_asked.search(topic) else None
    meant = _called(context, named or frozenset())
    if len({one.key for one in meant}) > 1:
        return ask_which_atom(context, meant)
    return forget_outcome(context, meant) if meant else None


def forget_every_code(context: TurnContext) -> TurnOutcome | None:
    """Forgets all codes that are kept, when they are what a request names: "all codes"; None for any other request."""
    if context.language.secret_every.fullmatch(context.understood.slot("topic").strip()) is None:
        return None
    user_id = context.turn.user_id
    every = (context.reader.atom_for_control(user_id, atom_id) for atom_id in context.queries.all_atom_ids(user_id))
    meant = tuple(atom for atom in every if atom is not None and _is_kept_secret(atom, context.language))
    return forget_outcome(context, meant) if meant else None


def _is_kept_secret(atom: Atom, language: Language) -> bool:
    """Says whether an atom is a code that is not told aloud: one of the home, or one that was insisted on."""
    return atom.exposure is not Exposure.SAFE_TO_SPEAK and bool(find_secrets(atom.text, language))


def _called(context: TurnContext, named: frozenset[str]) -> tuple[Atom, ...]:
    """Returns the kept codes of what may be called so."""
    kept = context.queries.atoms_filed_under(context.control, FILED, MAX_BESIDE_ATOMS) if named else ()
    return tuple(one for one in kept if _may_be_called(code_thing(one.text, context.language), named))


def _may_be_called(thing: tuple[str, ...], named: frozenset[str]) -> bool:
    """Says whether each word of a name is one of a thing, or the end of one: "tür" of "haustür"."""
    return bool(thing) and all(any(word.endswith(name) for word in thing) for name in named)


def with_guarded_corrections(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of a turn that puts a kept code right in words that name none: "change it to green owl".

    Neither the archive nor a pair of what was heard and meant has the words of a code.
    """
    stored = {pair.atom_id for pair in outcome.corrections}
    proposals = (one for one in outcome.questions if one.reason_code == "CORRECTION_NEEDS_CONFIRMATION")
    asked = {atom_id: parse_proposal(one.proposal) for one in proposals for atom_id in one.atom_ids}
    ids = (*stored, *asked)
    known = context.reader.atoms_by_id(context.control, tuple(dict.fromkeys(ids))) if ids else ()
    old = next((atom for atom in known if is_guarded_code(atom, context.language)), None)
    if old is None:
        return outcome
    hidden = ((0, len(context.turn.text)),)
    heard, meant = asked.get(old.atom_id, ("", ""))
    put = next((one.text for one in outcome.changed if one.atom_id == old.atom_id), "")
    told = put if old.atom_id in stored else old.text.replace(heard or old.value, meant)
    secrets = find_secrets(told, context.language)
    if not secrets:
        return TurnOutcome(outcome.intent, ("KEPT_BY_USER",), focus=(old.atom_id,))
    if all(secret.home for secret in secrets):
        opened = replace(context, opened=told, puts_right=True)
        return replace(_with_codes(opened, TurnOutcome("correct")), hide=hidden)
    return replace(outcome, corrections=(), hide=hidden)


def is_guarded_code(atom: Atom, language: Language) -> bool:
    """Says whether an atom is a secret that is for writing, and only if it is asked for."""
    guarded = atom.exposure is Exposure.SAFE_TO_TEXT and atom.recall is Recall.ONLY_IF_ASKED
    return guarded and bool(find_secrets(atom.text, language))


def guarded_code(atom: Atom) -> Atom:
    """Returns the atom of a code of the home for writing, and only if it is asked for."""
    inside = atom.exposure is Exposure.INTERNAL_ONLY
    exposure = atom.exposure if inside else Exposure.SAFE_TO_TEXT
    return replace(atom, exposure=exposure, recall=Recall.ONLY_IF_ASKED)


def _of_same_thing(context: TurnContext, atom: Atom) -> tuple[Atom, ...]:
    """Returns the living atoms that hold a secret of the same thing, hidden ones too."""
    return _holding_code_of(context, atom.text)


def _holding_code_of(context: TurnContext, told: str) -> tuple[Atom, ...]:
    user_id, thing = context.turn.user_id, code_thing(told, context.language)
    if not thing:
        return ()
    held = context.queries.atoms_holding(user_id, thing, MAX_BESIDE_ATOMS)
    filed = context.queries.any_with_key(user_id, f"{FILED}{' '.join(thing)}")
    each = dict.fromkeys((*filed, *held))
    return tuple(one for one in each if one.status in LIVING and code_thing(one.text, context.language) == thing)


def _replaced_by(context: TurnContext, atom: Atom, older: Iterable[Atom]) -> tuple[Atom, ...]:
    """Returns the older codes of the thing with another value, replaced by the new one."""
    now_ms, policy = context.turn.at.at_ms, context.policy
    others = (one for one in older if one.atom_id != atom.atom_id and not atoms_agree(one, atom, context.language))
    return tuple(settle_conflict(one, atom, True, now_ms, policy)[0] for one in others)
