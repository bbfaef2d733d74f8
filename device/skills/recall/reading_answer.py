"""Pure: answers a question by joining it with what is known: entity, words and gap must fit.

`memory/reading/facts/unify.py` says what fits. Candidates come from the index by the words of the question, by words
that stand for them, and by the names of whom it is about. Everything is read through the gate. Where nothing fits, it
abstains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.core.policy import MAX_ANSWERS, MIN_LISTED
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import (
    STABLE_KEYS,
    filed_atoms,
    reply_from_atoms,
    reply_from_line,
    reply_per_key,
    told_in_state,
)
from device.skills.recall.guards.answer_guards import lacks_thing_asked
from device.skills.recall.next_sentence import gives_no_reason, told_choice, told_next, told_reason
from device.skills.recall.question_candidates import Candidates, question_of, statements_of, still_so
from device.skills.recall.successors import (
    done_of,
    gone_since,
    held_before,
    moved_from,
    newest_instead,
    paid_back_of,
    tells_change,
    told_since,
)
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import ArchivedLine, Atom, Tag
from memory.reading.answering.supposed import tells_otherwise
from memory.reading.answers import Told, asks_for_all, best_answer, every_answer, is_coming, tells_of_several
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.unify import fills_gap
from memory.reading.facts.wanted import Wanted, tells_duty, wanted
from memory.reading.fitting.strictly_asked import lacks_what_is_asked
from memory.reading.german_facts.asked_sorts import asks_for_one_value
from memory.reading.german_facts.partly import ends_part
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.nearest.covering_fact import covering_fact
from memory.reading.nearest.deed_fact import deed_facts
from memory.reading.nearest.likely_fact import likely_facts
from memory.reading.nearest.named_members import named_members
from memory.reading.nearest.only_fact import only_facts
from memory.reading.nearest.owner_asked import owner_facts
from memory.reading.nearest.said_fact import said_facts
from memory.reading.rivals.parts_of_time import parts_of_time
from memory.reading.rivals.rival_answers import rival_answers
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.retrieval.context_builder import AssembledContext
from memory.rules.conflict import sibling_prefix

_NAME = "name"
"""The key of the speaker's name; what Selene calls the speaker is filed beside it."""


def recall_by_reading(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers the question of the turn; None where it has no reading or nothing known fits."""
    question = question_of(view) if has_reading(view.memory.language.code) else None
    if question is None or question.clause.asks is None or _is_setting(view):
        return None
    known = Candidates(view)
    duties = _duties(view, question, known)
    if duties:
        return reply_per_key(view, duties), view.look_up(view.heard.turn.text, duties)
    names = known.gather(question)
    want = wanted(question, names, view.memory.language.code)
    said = _sayings(view, want, known, names)
    if said:
        return reply_per_key(view, said), view.look_up(view.heard.turn.text, said)
    best = _best(view, want, known, names)
    if best is None or _is_coming(best, question, view.memory.language.code):
        names = known.add_ranked()
        want = wanted(question, names, view.memory.language.code)
        best = _best(view, want, known, names)
    before = held_before(view, want, known.over.values(), names) if best is None else None
    if before is not None:
        return _told_before(view, before)
    best = newest_instead(view, want, best, known.over.values(), names) or told_next(view, question)
    if gives_no_reason(best, want, view.memory.language.code) and (cause := told_reason(view, question)) is not None:
        return _told_cause(view, cause)
    best = best or _last_used(view, want) or _otherwise(view, want, known, names)
    if best is None:
        return None
    if isinstance(best, ArchivedLine):
        stale = want.gap is Gap.NONE and _is_told_anew(best, known, view.memory.language.code)
        return None if stale else (reply_from_line(view, best), view.look_up(view.heard.turn.text))
    found = every_answer(want, statements_of(view, known.atoms), names, view.memory.language.code)
    several = _confirmed(view, known, found)
    if len(several) > 1 and (_asks_for_every(want, view.memory.language.code) or tells_of_several(found, want)):
        return reply_per_key(view, several), view.look_up(view.heard.turn.text, several)
    rivals = _rivals(view, want, best, known, names)
    if rivals is not None:
        return rivals, view.look_up(view.heard.turn.text, rivals.used)
    best = _own_word(view, best)
    told = _told_since(view, want, best, known) or _told_beside(view, want, best, known)
    if told:
        return reply_per_key(view, told), view.look_up(view.heard.turn.text, told)
    beside = _kept_beside(best, several)
    if len({atom.key for atom in beside}) > 1:
        return reply_per_key(view, beside), view.look_up(view.heard.turn.text, beside)
    called = view.living(filed_atoms(view, best.key)) if best.key == _NAME else ()
    if len(called) > 1:
        return reply_per_key(view, called), view.look_up(view.heard.turn.text, called)
    return _told_with_time_before(view, best, known), view.look_up(view.heard.turn.text, (best,))


def _told_before(view: ReplyContext, before: Atom) -> tuple[Reply, AssembledContext]:
    reply = Reply(view.say("was_before", text=quote_text(before.text)), ("KEY_MATCH",), (before,))
    return reply, view.look_up(view.heard.turn.text, (before,))


def _told_cause(view: ReplyContext, cause: ArchivedLine) -> tuple[Reply, AssembledContext]:
    """Quotes a line with a cause; it is marked, since its words alone do not show that they are a reason."""
    reply = reply_from_line(view, cause)
    return replace(reply, reasons=(*reply.reasons, "CAUSE")), view.look_up(view.heard.turn.text)


def _sayings(view: ReplyContext, want: Wanted, known: Candidates, names: Names) -> tuple[Atom, ...]:
    """Returns what somebody said whose words are asked for, or the names of several who are."""
    code, told = view.memory.language.code, statements_of(view, known.atoms)
    found = said_facts(want, told, names, code) or named_members(want, told, code)
    return tuple(known.atoms[each.ref] for each in found)


def _asks_for_every(want: Wanted, language: str) -> bool:
    """Says whether a question may have several answers, and asks for no value that a thing has one of."""
    spoken = load_meaning(language).set_of("asked of all").intersection(want.question.text.casefold().split())
    one_value = language == "de" and asks_for_one_value(want.question)
    return (asks_for_all(want) or bool(spoken)) and not one_value


def _told_with_time_before(view: ReplyContext, best: Atom, known: Candidates) -> Reply:
    """Tells a fact, and where it only says by how much something was moved, also from when."""
    same = view.living(view.memory.reader.atoms_with_key(view.gate, best.key))
    reply = reply_from_atoms(view, (best, *(atom for atom in same if atom != best)), "KEY_MATCH")
    before = moved_from(view, best, known.over.values())
    if before is None:
        return reply
    was = view.say("was_before", text=quote_text(before.text))
    return replace(reply, text=f"{was} {reply.text}", used=(*reply.used, before))


def _is_told_anew(line: ArchivedLine, known: Candidates, language: str) -> bool:
    """Says whether a newer fact tells how the same person or thing is: "the child is awake"."""
    subjects = {key for one in statements(line.text, language) for key in one.subject_keys} - {SPEAKER}
    later = (atom for atom in known.atoms.values() if atom.learned_at_ms > line.at.at_ms)
    return any(one.subject_keys & subjects for atom in later for one in statements(atom.text, language))


def _asked_of_all(view: ReplyContext) -> tuple[Wanted, Candidates, Names] | None:
    """Returns what a question wants, the facts that may answer it and what names the same; None without one."""
    code = view.memory.language.code
    question = question_of(view) if has_reading(code) else None
    if question is None or question.clause.asks is None:
        return None
    known = Candidates(view)
    known.gather(question)
    names = known.add_ranked()
    return wanted(question, names, code), known, names


def recall_only_fact(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells the one fact that has what is asked, whatever its verb; None without one, or with several unrelated."""
    asked, code = _asked_of_all(view), view.memory.language.code
    if asked is None or asked[0].question.clause.asks is Gap.NONE:
        return None
    want, known, names = asked
    groups: tuple[dict[str, Atom] | dict[str, ArchivedLine], ...] = (known.atoms, known.lines)
    for group in groups:
        told = statements_of(view, group)
        found = [
            group[each.ref]
            for each in owner_facts(want, told, code)
            or only_facts(want, told, names, code)
            or likely_facts(want, told, names, code)
            or deed_facts(want, told, names, code)
        ]
        lines = [each for each in found if isinstance(each, ArchivedLine)]
        if lines and len(found) == 1:
            return reply_from_line(view, lines[0]), view.look_up(view.heard.turn.text)
        atoms = tuple(each for each in found if isinstance(each, Atom))
        beside = _told_beside(view, want, atoms[0], known) if len(atoms) == 1 else ()
        atoms = beside or atoms
        reply = reply_per_key(view, atoms) if atoms else None
        if reply is not None:
            return None if lacks_thing_asked(view, reply) else (reply, view.look_up(view.heard.turn.text, atoms))
    return None


def recall_choice(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells which of several things was chosen, where only what was open has the words of the question."""
    question = question_of(view) if view.memory.language.code == "en" else None
    chosen = told_choice(view, question) if question is not None else None
    return (reply_per_key(view, (chosen,)), view.look_up("", (chosen,))) if chosen is not None else None


def recall_covering_fact(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Quotes the one fact that has every word of the question, where no reading of both goes together."""
    asked = _asked_of_all(view)
    if asked is None:
        return None
    want, known, names = asked
    told = statements_of(view, known.atoms)
    texts = {each.ref: known.atoms[each.ref].text for each in told}
    ref = covering_fact(want, told, texts, names, view.memory.language.code)
    if ref is None:
        return None
    atom = known.atoms[ref]
    return reply_per_key(view, (atom,)), view.look_up(view.heard.turn.text, (atom,))


def _own_word(view: ReplyContext, best: Atom) -> Atom:
    """Returns the confirmed basic fact that is asked for instead of a tentative one: "John said my name is Bob"."""
    if view.tag(best) is not Tag.TENTATIVE:
        return best
    text = view.heard.turn.text
    keys = view.fact_keys.keys(dict(view.heard.slots).get("about") or text, text)
    filed = (view.memory.reader.atoms_with_key(view.gate, key) for key in keys if key in STABLE_KEYS)
    sure = (atom for atoms in filed for atom in view.living(atoms) if view.tag(atom) is Tag.CONFIRMED)
    return next(sure, best)


def _is_setting(view: ReplyContext) -> bool:
    """Says whether the question is for a setting: Current State always overrides memory (2.11.10)."""
    about = dict(view.heard.slots).get("about") or view.heard.turn.text
    keys = view.fact_keys.keys(about, view.heard.turn.text)
    state = view.memory.queries.current_state()
    return any(key in state or told_in_state(view, key) is not None for key in keys)


def _told_since(view: ReplyContext, want: Wanted, best: Atom, known: Candidates) -> tuple[Atom, ...]:
    """Returns what was told since of what a question asks to go on, and the fact with it that this need not end."""
    since = told_since(view, want, best, known.atoms.values())
    if since is None:
        return ()
    return (since,) if tells_change(since, view.memory.language.code) else (best, since)


def _told_beside(view: ReplyContext, want: Wanted, best: Atom, known: Candidates) -> tuple[Atom, ...]:
    """Returns a fact with what is told beside it: who somebody in it is, or that somebody in it has gone since; empty
    where it is told alone.
    """
    named = _fact_that_names(view, want, best, known)
    if named is None:
        for one in statements(best.text, view.memory.language.code):
            known.gather(one)
        named = gone_since(view, best, known.atoms.values())
    paid = paid_back_of(view, best, known.atoms.values())
    if paid is not None:
        return (best, paid)
    needed = want.question.clause.lemma in load_meaning(view.memory.language.code).set_of("things needed")
    if named is None and (needed or want.question.clause.modality is Modality.DUTY):
        named = done_of(view, best, known.atoms.values())
    asked = want.question.subject_keys - {SPEAKER}
    code = view.memory.language.code
    told, news = statements(best.text, code), statements(named.text, code) if named is not None else ()
    partly = code == "de" and any(ends_part(new, old) for new in news for old in told)
    if named is not None and not partly and any(asked & one.subject_keys for one in news):
        return (named,)  # "wo wohnt lea" of the flat that she has left
    return (best, named) if named is not None else ()


def _fact_that_names(view: ReplyContext, want: Wanted, best: Atom, known: Candidates) -> Atom | None:
    """Returns the one fact that names whom another fact only calls "my neighbour", where it is asked who it is."""
    code = view.memory.language.code
    one = next(iter(statements(best.text, code)), None) if want.gap is Gap.WHO else None
    if one is None or one.named or len(one.subject) != 1 or not one.subject[0].role or one.subject[0].name:
        return None
    known.gather(one)
    keys = one.subject[0].keys
    told = ((atom, each) for atom in view.living(tuple(known.atoms.values())) for each in statements(atom.text, code))
    found = dict.fromkeys(atom for atom, each in told if any(keys & set(pair) for pair in each.named))
    return next(iter(found)) if len(found) == 1 and view.tag(next(iter(found))) is Tag.CONFIRMED else None


def _last_used(view: ReplyContext, want: Wanted) -> Atom | None:
    """Returns what the last reply told, when the question only points at it: "which day was that"."""
    if (
        want.keys
        or want.words
        or want.people
        or not any(word in want.question.text.split() for word in ("that", "it", "this"))
    ):
        return None
    turn, code = view.heard.turn, view.memory.language.code
    earlier = view.memory.queries.recent_turns(turn.user_id, turn.session_id, 2)
    used = [
        atom
        for turn_id in earlier
        if turn_id != turn.turn_id
        for atom in view.memory.queries.used_in(view.gate, turn_id)
    ]
    fitting = (atom for atom in used if any(fills_gap(want, one, code) for one in statements(atom.text, code)))
    return next(fitting, None)


def _duties(view: ReplyContext, question: Statement, known: Candidates) -> tuple[Atom, ...]:
    """Returns all that the speaker is to do, or all of it for one thing: "was müssen wir für die feier noch machen"."""
    code = view.memory.language.code
    asks = question.clause.asks is Gap.WHAT and question.clause.modality is Modality.DUTY
    leading = load_closed_words(code).leading_verbs
    plain = load_meaning(code).set_of("getting done") | {"do"} | {verb for verb in leading if leading[verb] == "duty"}
    named = [forms for forms in question.words if not forms & plain]
    more = bool(named) and (code != "de" or len(named) == len(question.words))
    if not asks or question.subject_keys != {SPEAKER} or more:
        return ()
    known.add_ranked()
    told = ((atom, statements(atom.text, code)) for atom in known.atoms.values() if view.tag(atom) is Tag.CONFIRMED)
    found = [atom for atom, each in told if any(tells_duty(one, named) for one in each)]
    duties = sorted(found, key=lambda atom: (-atom.learned_at_ms, atom.atom_id))[:MAX_ANSWERS]
    done = [news for atom in duties if (news := done_of(view, atom, known.atoms.values())) is not None]
    return tuple(dict.fromkeys((*duties, *done)))


def _is_coming(best: Atom | ArchivedLine, question: Statement, language: str) -> bool:
    """Says whether a fact tells what will be, where it is asked what is."""
    return question.clause.lemma == "be" and any(is_coming(one) for one in statements(best.text, language))


def _otherwise(view: ReplyContext, want: Wanted, known: Candidates, names: Names) -> Atom | None:
    """Returns the one fact that says otherwise than a question for yes or no supposes; None with none or several."""
    code = view.memory.language.code
    living = view.living(tuple(known.atoms.values()))  # also of another day than the one that is asked for
    others = [atom for atom in living if tells_otherwise(want.question, atom.text, names, code)]
    return others[0] if len(others) == 1 else None


def _confirmed(view: ReplyContext, known: Candidates, found: Sequence[Told]) -> tuple[Atom, ...]:
    """Returns every confirmed fact that answers, in the order of 2.11.9 among the newest."""
    atoms = tuple(known.atoms[each.ref] for each in found[:MAX_ANSWERS])
    return tuple(atom for atom in atoms if view.tag(atom) is Tag.CONFIRMED)


def _rivals(view: ReplyContext, want: Wanted, best: Atom, known: Candidates, names: Names) -> Reply | None:
    """Names every value of what is asked for, when the best fact is one of several that say otherwise."""
    told = still_so(view, want, known.atoms, names)
    timed = parts_of_time(want, best.atom_id, told, names, view.memory.language.code)
    if timed:
        return reply_per_key(view, tuple(known.atoms[ref] for ref in timed))
    rivals = rival_answers(want, told, names, view.memory.language)
    atoms = tuple(known.atoms[each.ref] for each in rivals.told)
    if best not in atoms or any(view.tag(atom) is not Tag.CONFIRMED for atom in atoms):
        return None
    if len(atoms) == MIN_LISTED and rivals.single:
        words = view.say("unsettled", text=quote_text(atoms[1].text), other=quote_text(atoms[0].text))
        return Reply(words, ("CONFLICT", "UNRESOLVED"), atoms)
    return reply_per_key(view, atoms)


def _kept_beside(best: Atom, several: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Returns the answers that the person had kept as well: two favourite colours after "keep both"."""
    mark = sibling_prefix("")
    first = best.key.partition(mark)[0]
    return tuple(atom for atom in several if atom.key.partition(mark)[0] == first)


def _best(view: ReplyContext, want: Wanted, known: Candidates, names: Names) -> Atom | ArchivedLine | None:
    """Returns the best fact of the kind asked for; of equals the newest. A line counts only where no fact fits."""
    code = view.memory.language.code
    groups: tuple[dict[str, Atom] | dict[str, ArchivedLine], ...] = (known.atoms, known.lines)
    for group in groups:
        told = still_so(view, want, group, names)
        while (best := best_answer(want, told, names, code)) is not None:
            found = group[best.ref]
            facts = [one.statement for one in told if one.ref == best.ref]
            changed = isinstance(found, Atom) and found.supersedes is not None
            if code != "en" or changed or not lacks_what_is_asked(want, facts, names):
                return found
            told = [each for each in told if each.ref != best.ref]
    return None
