"""Pure: answers from memory: all of it in short, one fact, or a question by its words.

A CONFIRMED atom is quoted. Any other costs exactly one question, if it may be asked; otherwise Selene goes on without
it (2.11.10, 2.11.12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.core.policy import MAX_ABOUT_ATOMS, MAX_BELOW_ATOMS, MAX_LIKINGS, MIN_LISTED
from device.languages.reply_templates import quote_text
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import DAY_MS
from memory.extraction.aliases import aliases_of
from memory.extraction.correction_rules import parse_proposal
from memory.model.atoms import ArchivedLine, Atom, Channel, Speaker, Status, Tag
from memory.model.ports import Gate
from memory.model.timestamps import local_datetime, on_wall_clock
from memory.reading.asked_conjunct import asked_conjunct
from memory.reading.rendering import has_relative_time, render_to_person, render_within_sentence
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import is_of_evening
from memory.retrieval.answerability import speaks_about_speaker
from memory.retrieval.context_builder import AssembledContext, sayable_lines, without_unasked_secrets
from memory.retrieval.recall_summary import summarise
from memory.retrieval.retrieve import cut_excerpt, question_stems
from memory.rules.clarification import may_ask, new_question
from memory.rules.conflict import sibling_prefix
from memory.rules.controls import BLANK, topics_meant
from memory.rules.current_state import is_overridden
from memory.rules.freshness import has_ended
from memory.rules.life_areas import is_life_area, topic_cover
from memory.rules.order import conflict_order, preferred_atom
from memory.text.dates import mentions_day, names_span, past_day, resolve_date, second_day
from memory.text.normalise import subject_words

_DOUBTED = (Status.UNCERTAIN, Status.CONTRADICTED)
STABLE_KEYS = ("name", "language", "contact_preference")
"""Keys of the basic facts about the person."""


def recall_all(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells at most 10 items and 1 KB, in the order of 2.11.9; doubtful ones come last, and are marked.

    What is told only if it is asked for is not asked for by asking for everything.
    """
    view = replace(view, gate=replace(view.gate, asked=False))
    policy, gate = view.memory.policy, view.gate
    stored = view.memory.reader.atoms(gate, policy.max_recall_summary_items * 4)
    visible = view.living(stored)
    unspoken = sum(atom.status is not Status.OUTDATED for atom in stored) - len(visible)
    total = view.count() - unspoken
    in_writing = view.memory.queries.count_atoms(written_gate(gate)) - total - unspoken
    counts = view.replies.counted("things", total)
    frame = view.say("summary", counts=counts, items="") + " " + view.say("summary_doubted", items="")
    frame += " " + view.say("summary_more", count=total) + " " + view.say("in_writing", count=in_writing)
    summary = summarise(visible, len(frame.encode()), policy)
    found = view.look_up("", summary)
    doubted = tuple(atom for atom in summary if atom.status in _DOUBTED)
    sure = tuple(atom for atom in summary if atom not in doubted)
    parts = []
    if sure:
        parts.append(view.say("summary", counts=counts, items=view.replies.listed(sure)))
    if doubted:
        parts.append(view.say("summary_doubted", items=view.replies.listed(doubted)))
    if total > len(summary):
        parts.append(view.say("summary_more", count=total - len(summary)))
    if in_writing > 0:
        parts.append(view.say("in_writing", count=in_writing))
    text = " ".join(parts) or view.say("nothing_at_all")
    return Reply(text, ("SUMMARY",) if parts else ("NOTHING_FOUND",), summary), found


def recall_likings(view: ReplyContext, about: str) -> tuple[Reply, AssembledContext]:
    """Answers "What do I like": the preferences of that type, as many as a summary holds."""
    atoms = view.memory.queries.atoms_filed_under(view.gate, "preference:", MAX_LIKINGS)
    own = (atom for atom in view.living(atoms) if speaks_about_speaker(atom.text, view.memory.language))
    asked = tuple(atom for atom in own if view.fact_keys.is_asked_liking(about, atom.value))
    sure = tuple(atom for atom in asked if view.tag(atom) is Tag.CONFIRMED)
    shown = summarise(sure, len(view.say("also", items="").encode()), view.memory.policy)
    if not shown:
        return Reply(view.say("nothing_found"), ("NOTHING_FOUND",)), view.look_up("")
    return Reply(tell_in_a_row(view, shown), ("KEY_MATCH",), shown), view.look_up("", shown)


def recall_one(view: ReplyContext, about: str) -> tuple[Reply, AssembledContext] | None:
    """Answers "When is my ..." by its key; None without a fact."""
    keys = view.fact_keys.keys(about, view.heard.turn.text)
    state = view.memory.queries.current_state()
    for key in keys:
        if key in state:
            return Reply(view.say("state", value=state[key]), ("CURRENT_STATE",)), view.look_up(view.heard.turn.text)
        told = told_in_state(view, key)
        if told is not None:
            return Reply(quote_atom(view, told), ("CURRENT_STATE",), (told,)), view.look_up(
                view.heard.turn.text, (told,)
            )
        # The key of "sister in law" begins like that of "sister", and is another person.
        atoms = view.living(filed_atoms(view, key))
        if key.endswith(" *"):
            atoms = tuple(atom for atom in atoms if not view.fact_keys.is_relation(atom.key.partition(":")[2]))
        if atoms:
            found = view.look_up(view.heard.turn.text, atoms)
            return reply_per_key(view, atoms), found
    if keys and keys[0] in STABLE_KEYS:
        unknown = Reply(view.say("nothing_found"), ("NOTHING_FOUND",))
        return _ask_stable(view, keys[0]) or unknown, view.look_up(view.heard.turn.text)
    return None


def told_in_state(view: ReplyContext, key: str) -> Atom | None:
    """Returns the memory that Current State points to, where memories of the key say otherwise or there is no other:
    it is told without a question (2.11.10).
    """
    told = view.stated().get(key) if key in STABLE_KEYS else None
    if told is None or view.tag(told) is not Tag.CONFIRMED:
        return None
    others = view.living(view.memory.reader.atoms_with_key(view.gate, key))
    overrides = any(is_overridden(other, told, view.memory.language) for other in others)
    return told if overrides or told.key != key else None


def filed_atoms(view: ReplyContext, key: str) -> tuple[Atom, ...]:
    """Returns the atoms of a key; "statement:daughter *" is every key that says more of the daughter ("daughter mia"),
    and "statement:daughter * age" the age among them.
    """
    before, star, after = key.partition("*")
    if star:
        below = view.memory.queries.atoms_filed_under(view.gate, before, MAX_BELOW_ATOMS)
        return tuple(atom for atom in below if atom.key.endswith(after))
    beside = view.memory.queries.atoms_filed_under(view.gate, sibling_prefix(key), MAX_BELOW_ATOMS)
    return (*view.memory.reader.atoms_with_key(view.gate, key), *beside)


def reply_per_key(view: ReplyContext, atoms: tuple[Atom, ...]) -> Reply:
    """Tells the fact that holds; of several keys, all confirmed ones."""
    sure = tuple(atom for atom in atoms if view.tag(atom) is Tag.CONFIRMED)
    if len({atom.key for atom in atoms}) == 1 or len(sure) < MIN_LISTED:
        return reply_from_atoms(view, sure or atoms, "KEY_MATCH")
    shown = summarise(sure, len(view.say("also", items="").encode()), view.memory.policy)
    if len(shown) < MIN_LISTED:
        return reply_from_atoms(view, sure, "KEY_MATCH")
    shown = tuple(sorted(shown, key=lambda atom: (atom.learned_at_ms, atom.atom_id)))
    return Reply(tell_in_a_row(view, shown), ("KEY_MATCH",), shown)


def recall_about(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers "What do you know about ...": every memory with all its words, or with a name of that person."""
    about = dict(view.heard.slots).get("about", "")
    memory = view.memory
    names = aliases_of(memory.reader, memory.queries, view.gate, about, memory.language)
    topics = dict.fromkeys((*topics_meant(about, memory.language), *(tuple(sorted(name)) for name in names)))
    held = (memory.queries.visible_holding(view.gate, topic, MAX_ABOUT_ATOMS) for topic in topics)
    every = dict.fromkeys(atom for each in (*held, _of_field(view, about)) for atom in each)
    visible = view.living(without_unasked_secrets(memory, about, every))
    sure = tuple(atom for atom in visible if view.tag(atom) is Tag.CONFIRMED)
    found = view.look_up(view.heard.turn.text, visible)
    shown = summarise(sure, len(view.say("also", items="").encode()), view.memory.policy)
    if len(shown) > 1:
        return Reply(tell_in_a_row(view, shown), ("RELEVANT",), shown), found
    if visible:
        best = (sure or visible)[0]
        return reply_from_atoms(view, (best, *(atom for atom in visible if atom != best)), "RELEVANT"), found
    return recall_one(view, about)


def _of_field(view: ReplyContext, about: str) -> tuple[Atom, ...]:
    """Returns what belongs to the field of life that a question names, "my health"; nothing for other words."""
    topic = subject_words(about, view.memory.language)
    if not is_life_area(topic):
        return ()
    cover, known = topic_cover(topic), view.memory.reader.atoms(view.gate, MAX_ABOUT_ATOMS)
    return tuple(atom for atom in known if cover.covers(atom.text, surely=True))


def reply_from_atoms(view: ReplyContext, atoms: Sequence[Atom], reason: str) -> Reply:
    """Quotes the atom that holds when it is confirmed; otherwise asks one question, or goes on without it."""
    same_key = (atom for atom in atoms if atom.key == atoms[0].key)
    best = preferred_atom(same_key, view.heard.turn.at.at_ms)
    tag = view.tag(best)
    meant = _open_correction(view, best) if tag is Tag.CONFIRMED else None
    if meant:
        return Reply(view.say("unsettled", text=quote_text(best.text), other=meant), (reason, "UNRESOLVED"), (best,))
    if meant is not None:
        return Reply(view.say("unsettled_unsaid", text=quote_text(best.text)), (reason, "UNRESOLVED"), (best,))
    if tag is Tag.CONFIRMED:
        return Reply(quote_atom(view, best), (reason,), (best,))
    why = {Tag.CONFLICT: "CONFLICT", Tag.STALE: "STALE", Tag.TENTATIVE: "LOW_CONFIDENCE"}[tag]
    if _may_ask(view, best.key, why):
        return _ask_about_atoms(view, best, atoms, tag, why)
    if tag is Tag.CONFLICT and best.status in (Status.ACTIVE, Status.USER_APPROVED):
        return _unsettled(view, best, atoms, why)
    return Reply(view.say("unsure"), (why, "UNRESOLVED"))


def _unsettled(view: ReplyContext, best: Atom, atoms: Sequence[Atom], why: str) -> Reply:
    """Names both values of a conflict: neither is told as the answer (2.11.10)."""
    others = (atom for atom in atoms if atom.key == best.key and atom.atom_id != best.atom_id)
    other = min(others, key=conflict_order, default=None)
    if other is None:
        return Reply(view.say("unsettled_unsaid", text=quote_text(best.text)), (why, "UNRESOLVED"), (best,))
    words = view.say("unsettled", text=quote_text(best.text), other=quote_text(other.text))
    return Reply(words, (why, "UNRESOLVED"), (best, other))


def _open_correction(view: ReplyContext, atom: Atom) -> str | None:
    """Returns the other value that the person stated in this session, while its question is open; "" when that may not
    be read, None without such a question.
    """
    open_ones = (
        question
        for question in view.questions
        if question.reason_code == "CORRECTION_NEEDS_CONFIRMATION" and atom.atom_id in question.atom_ids
    )
    question = next(open_ones, None)
    if question is None:
        return None
    return parse_proposal(question.proposal)[1] or _said_in_turn(view, question.turn_id)


def _said_in_turn(view: ReplyContext, turn_id: str) -> str:
    """Returns the words of a statement that this gate lets through; "" for a command, or where none may be said."""
    if view.memory.queries.intents((turn_id,)).get(turn_id, "statement") != "statement":
        return ""
    lines = sayable_lines(view.memory, view.gate, view.memory.reader.lines_by_id(view.gate, (turn_id,)))
    return quote_text(lines[0].text) if lines and BLANK not in lines[0].text else ""


def _ask_about_atoms(view: ReplyContext, best: Atom, atoms: Sequence[Atom], tag: Tag, why: str) -> Reply:
    others = (atom for atom in atoms if atom.atom_id != best.atom_id)
    other = min(others, key=lambda atom: (atom.key != best.key, conflict_order(atom)), default=None)
    turn = view.heard.turn
    if tag is Tag.CONFLICT and other is not None:
        question = new_question(turn, best.key, why, (best, other))
        words = {"old": quote_text(best.text), "new": quote_text(other.text)}
        return view.asks("ask_which_true", question, (why,), (best, other), **words)
    question = new_question(turn, best.key, why, (best,))
    name = "ask_sure" if tag is Tag.TENTATIVE else "ask_still"
    return view.asks(name, question, (why,), (best,), text=quote_text(best.text))


def _ask_stable(view: ReplyContext, key: str) -> Reply | None:
    """Asks once for a basic fact that Selene does not know yet."""
    if not _may_ask(view, key, "UNKNOWN_STABLE_FACT"):
        return None
    question = new_question(view.heard.turn, key, "UNKNOWN_STABLE_FACT", ())
    return view.asks(f"ask_{key}", question, ("UNKNOWN_STABLE_FACT",))


def _may_ask(view: ReplyContext, key: str, why: str) -> bool:
    if view.heard.failure:
        return False
    flag = view.memory.reader.flag(view.gate.user_id, key)
    return may_ask(key, why, flag, view.questions)


def reply_from_line(view: ReplyContext, line: ArchivedLine) -> Reply:
    """Quotes a line of the archive, with its day."""
    terms, most = question_stems(view.heard.turn.text), view.memory.policy.max_excerpt_chars
    text = cut_excerpt(line.text, terms, most)
    name = "said_on" if line.speaker is Speaker.USER else "selene_said_on"
    return Reply(view.say(name, date=view.replies.date(line.at), text=text), ("EXCERPT",), quotes=(line.line_id,))


def may_tell_more_in_writing(view: ReplyContext) -> bool:
    """Says whether there may be more in writing than may be spoken."""
    return view.gate.channel is Channel.VOICE and not view.gate.text_allowed_aloud


def written_gate(gate: Gate) -> Gate:
    """Returns the same gate for writing."""
    return replace(gate, channel=Channel.TEXT, text_allowed_aloud=False)


def quote_atom(view: ReplyContext, atom: Atom) -> str:
    """Quotes a memory; resolves "next friday" to its day, and says whether it is over."""
    atom = _as_asked(view, atom)
    text = quote_text(atom.text)
    if atom.key == STABLE_KEYS[0] and atom.text == atom.value:  # it was said alone: "what should I call you"
        return view.say("your_name", value=text)
    spoken = _spoken_to_person(view, atom)
    if atom.valid_from_ms is None or atom.valid_until_ms is None or second_day(atom.text, view.memory.language) >= 0:
        return view.say("plain", text=spoken) if spoken else _told_with_day(view, atom, text)
    if (
        atom.valid_until_ms - atom.valid_from_ms > DAY_MS
        or not mentions_day(atom.text, view.memory.language)
        or names_span(atom.text, view.memory.language)
    ):
        over = has_ended(atom, view.heard.turn.at.at_ms)
        return view.say("plain", text=spoken) if spoken and not over else view.say("told", text=text)
    date = _date_of(view, atom.valid_from_ms, atom.valid_until_ms, atom.text)
    ended = has_ended(atom, view.heard.turn.at.at_ms)
    if spoken and not ended:
        return view.say("plain_on", text=spoken, date=date)
    return view.say("past" if ended else "told_on", text=text, date=date)


def _date_of(view: ReplyContext, from_ms: int, until_ms: int, told: str) -> str:
    """Names the day of an event, with its hour where one was told that may be no other's.

    A whole day is named by its noon, so that it stays the same day where it was told under another zone or before the
    clocks changed.
    """
    now, lasts = view.heard.turn.at, until_ms - from_ms
    begins = on_wall_clock(from_ms, now)
    midnight = (shown := local_datetime(begins)).hour == shown.minute == 0
    if lasts % DAY_MS == 0 or (midnight and lasts == DAY_MS - DAY_MS // 24):
        return view.replies.date(on_wall_clock(from_ms + DAY_MS // 2, now))
    code = view.memory.language.code
    evening = has_reading(code) and is_of_evening(told, code)
    return view.replies.date(begins, timed=not view.replies.may_be_afternoon(begins, of_evening=evening))


def tell_in_a_row(view: ReplyContext, atoms: Sequence[Atom]) -> str:
    """Tells several memories in one sentence, in the second person where every one can be turned and all fit."""
    if len(atoms) == 1:
        return quote_atom(view, atoms[0])
    spoken = [_spoken_to_person(view, atom) for atom in atoms]
    code = view.memory.language.code
    if all(spoken):
        rest = (
            render_within_sentence(atom.text, code) or text for atom, text in zip(atoms[1:], spoken[1:], strict=True)
        )
        told = view.say("plain", text=view.say("join").join((spoken[0], *rest)))
        if len(told.encode()) <= view.memory.policy.max_recall_summary_bytes:
            return told
    return view.say("also", items=view.replies.listed(atoms))


def _as_asked(view: ReplyContext, atom: Atom) -> Atom:
    """Returns the memory with the one of two things that the question names; the day is that of the words left."""
    language = view.memory.language
    if not has_reading(language.code):
        return atom
    text = asked_conjunct(atom.text, view.heard.turn.text, language.code)
    if text is None:
        return atom
    told = on_wall_clock(atom.learned_at_ms, view.heard.turn.at)
    when = None if atom.valid_from_ms is None else resolve_date(text, told, language)
    return replace(
        atom,
        text=text,
        valid_from_ms=when.from_ms if when else None,
        valid_until_ms=when.until_ms if when else None,
    )


def _told_with_day(view: ReplyContext, atom: Atom, text: str) -> str:
    """Quotes a fact whose "yesterday" was another day: with that day, or with the day on which it was told."""
    language, now = view.memory.language, view.heard.turn.at
    told = on_wall_clock(atom.learned_at_ms, now)
    if not (has_reading(language.code) and _is_of_another_day(view, atom)):
        return view.say("told", text=text)
    day = past_day(atom.text, told, language) if second_day(atom.text, language) < 0 else None
    if day is not None:
        return view.say("past", text=text, date=view.replies.date(on_wall_clock(day, now)))
    if language.dates.relative.search(atom.text) is None:
        return view.say("told", text=text)
    return view.say("said_on", text=f"{text}.", date=view.replies.date(told))


def _is_of_another_day(view: ReplyContext, atom: Atom) -> bool:
    """Says whether the words depend on the day, and were told on another one."""
    now, told = (on_wall_clock(at, view.heard.turn.at) for at in (view.heard.turn.at.at_ms, atom.learned_at_ms))
    return local_datetime(now).date() != local_datetime(told).date() and has_relative_time(
        atom.text, view.memory.language.code
    )


def _spoken_to_person(view: ReplyContext, atom: Atom) -> str:
    """Returns the fact in the second person; empty where it has to be quoted, or is no longer what it says today."""
    code = view.memory.language.code
    if not has_reading(code) or view.replies.language != code or teller(view, atom):
        return ""
    if view.memory.language.commanding.search(atom.text):  # what reads like an order is quoted, never asserted
        return ""
    if _is_of_another_day(view, atom):
        return ""
    return render_to_person(atom.text, code) or ""


def teller(view: ReplyContext, atom: Atom) -> bool:
    """Says whether another voice told it about itself."""
    turn_id = atom.sources[0].turn_id if atom.sources else ""
    return any(line.who for line in view.memory.reader.lines_by_id(view.gate, (turn_id,)))
