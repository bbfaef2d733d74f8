"""Pure: says what a German question leaves open, and takes the question or statement out of the words around it."""

from __future__ import annotations

from dataclasses import replace

from memory.reading.german.beginnings import last_verb, question_verb
from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import nouns_end, subject_after
from memory.reading.german.verbs import end_of_sentence, german_lemma, is_past, modality_of, past_light
from memory.reading.grammar.clause import ActKind, Clause, Gap, Modality
from memory.reading.words.given_names import is_given_name

_GAPS = {
    "wer": Gap.WHO, "wem": Gap.WHO, "wen": Gap.WHO, "wessen": Gap.WHO, "was": Gap.WHAT, "wo": Gap.WHERE,
    "wohin": Gap.WHERE, "woher": Gap.WHERE,
    "wann": Gap.WHEN, "warum": Gap.WHY, "wieso": Gap.WHY, "weshalb": Gap.WHY, "wie": Gap.HOW,
    "welche": Gap.WHICH, "welcher": Gap.WHICH,
    "welches": Gap.WHICH, "welchen": Gap.WHICH, "welchem": Gap.WHICH,
}  # fmt: skip


def german_gap(line: GermanLine, first: int, at: int, sort: tuple[int, int]) -> Gap:
    """Returns what the question word at `at` leaves open; `first` is the preposition before it, or the same."""
    word, spoken = line.word(at), [line.word(place) for place in range(*sort)]
    gap = _GAPS.get(word, Gap.WHAT)
    before = line.word(first) if first < at else ""
    if before in ("seit", "ab", "bis") and word in ("wann", "wie"):
        return Gap.WHEN
    if gap is Gap.HOW and not spoken and (_asks_name(line, at) or line.word(at + 1) in ("lautet", "lauten")):
        return Gap.WHAT
    if gap is Gap.HOW and spoken:
        if (spoken[0] in ("viel", "viele") and "uhr" in spoken) or spoken[0] in ("spät",):
            return Gap.WHEN
        if spoken[0] in ("viele", "oft"):
            return Gap.COUNT if spoken[0] == "viele" else Gap.WHEN
        if spoken[0] == "viel":
            return Gap.AMOUNT
        if spoken[0] in (
            "lange",
            "alt",
            "groß",
            "schwer",
            "hoch",
            "breit",
            "teuer",
            "weit",
            "tief",
            "schnell",
            "dick",
            "warm",
            "lang",
        ):
            return Gap.DEGREE
        return gap
    if gap is Gap.WHICH and any(each in line.words.sets["time_nouns"] for each in spoken):
        return Gap.WHEN
    if gap is Gap.WHAT and spoken[:1] == ["für"]:
        return Gap.WHICH
    return gap


def _asks_name(line: GermanLine, at: int) -> bool:
    """Says whether "wie" belongs to "heißen": "wie heißt sie", "wie mein hund heißt", "wie ist ihr name"."""
    spoken = [line.word(place) for place in range(at + 1, min(at + 9, len(line)))]
    if (
        spoken[:1] in (["ist"], ["lautet"])
        and spoken[1:2]
        and spoken[1] in line.words.possessives | line.words.determiners
    ):
        return True
    return any(
        word
        in (
            "heißt",
            "heiße",
            "heißen",
            "hieß",
            "hießen",
            "name",
            "nenne",
            "nennen",
            "nennt",
            "geheißen",
            "adresse",
            "nummer",
        )
        or word.endswith(("nummer", "adresse", "name", "passwort"))
        for word in spoken
    )


def inner_act(line: GermanLine, kind: ActKind, clause: Clause) -> tuple[ActKind, Clause]:
    """Returns the kind and the clause of what is asked or told inside; the same where nothing is."""
    if kind is ActKind.FRAGMENT:
        return _said_thing(line, clause)
    decided = _decided(line, kind, clause)
    if decided is not None:
        return kind, decided
    sought = _sought_thing(line, kind, clause)
    if sought is not None:
        return ActKind.ASK, sought
    reported = _reported_inside(line, clause) if kind is ActKind.TELL else None
    if reported is not None:
        return kind, reported
    if clause.lemma not in line.extra.asking or clause.asks not in (None, Gap.NONE) or clause.verb < 0:
        return kind, clause
    if kind is ActKind.TELL and not _wants_to_know(line, clause):
        return kind, clause
    for place in range(clause.verb + 1, clause.last):
        word = line.word(place)
        at = place + 1 if word in line.words.prepositions and line.word(place + 1) in line.words.questions else place
        if line.word(at) in line.words.questions and not (word == "was" and place == clause.last - 1):
            inner = _inner(line, clause, place, at)
            return (ActKind.ASK, inner) if inner is not None else (kind, clause)
        if word == "ob" and last_verb(line, place + 1) > 0:
            return ActKind.ASK, _turned(line, clause, place, place + 1, Gap.NONE, (0, 0))
        if word == "dass" and _announces(line, clause) and last_verb(line, place + 1) > 0:
            return ActKind.TELL, replace(_turned(line, clause, place + 1, place + 1, Gap.NONE, (0, 0)), asks=None)
    return _named_thing(line, kind, clause)


def _reported_inside(line: GermanLine, clause: Clause) -> Clause | None:
    """Returns what somebody says in "der tom hat gesagt dass er nicht kommt", of whom "er" is the one who said it."""
    at = next((place for place in range(clause.verb + 1, clause.last) if line.word(place) == "dass"), -1)
    if clause.modality is not Modality.REPORTED or at < 0 or last_verb(line, at + 1) < 0:
        return None
    inner = _turned(line, clause, at + 1, at + 1, Gap.NONE, (0, 0))
    other = {"er": "feminine_first", "sie": "masculine_first"}.get(line.word(inner.subject[0]))
    same = other is not None and not line.is_in(clause.subject[0], other)
    whole = replace(inner, asks=None, start=clause.start, first=clause.first, modality=Modality.REPORTED)
    return replace(whole, subject=clause.subject) if same else whole


_TOLD_BY_WORDS = ("nummer", "adresse", "passwort", "code", "kennzeichen", "name", "größe", "zeiten", "rezept", "termin")
"""Ends of nouns for what can be told, so that who needs it asks for it."""


def _said_thing(line: GermanLine, clause: Clause) -> tuple[ActKind, Clause]:
    """Makes "sag mal die vertragsnummer vom strom" a question for the thing; any other words stay without a verb."""
    first = clause.first
    asked = line.word(first - 2) == "sag" and line.is_in(first - 1, "saying_aside")
    if not asked or not _is_known(line, first) or nouns_end(line, first) < clause.last:
        return ActKind.FRAGMENT, clause
    span = (first, clause.last)
    return ActKind.ASK, replace(
        clause, subject=span, rest=clause.last, verb=first - 2, main=first - 2, asks=Gap.WHAT, lemma="sein"
    )


def _sought_thing(line: GermanLine, kind: ActKind, clause: Clause) -> Clause | None:
    """Makes "ich such meine brille" a question for its place, and "gib mir die nummer von tom" one for the number."""
    spoken = [line.word(place) for place in range(clause.first, clause.last)]
    gap = _gap_sought(clause, kind, spoken)
    place = next((at for at in range(clause.verb + 1, clause.last) if _is_known(line, at)), -1)
    if gap is None or place < 0:
        return None
    end = min(nouns_end(line, place), clause.last)
    told = gap is Gap.WHERE or line.word(end - 1).endswith(_TOLD_BY_WORDS) or _ends_told(line, place, end)
    if not told or end <= place + 1:
        return None
    return replace(
        clause,
        first=place,
        start=line.tokens[place].start,
        subject=(place, end),
        rest=end,
        asks=gap,
        sort=(0, 0),
        lemma="sein",
        negated=False,
        past=False,
        modality=Modality.FACT,
    )


def _gap_sought(clause: Clause, kind: ActKind, spoken: list[str]) -> Gap | None:
    """Returns what is sought: a place after "ich suche", what is told by words after "ich brauche" or "gib mir"."""
    if clause.asks not in (None, Gap.NONE) or clause.negated or (clause.past and kind is ActKind.TELL):
        return None
    if kind is ActKind.TELL and "ich" in spoken and clause.verb == clause.main:
        return {"suchen": Gap.WHERE, "brauchen": Gap.WHAT}.get(clause.lemma)
    if kind is ActKind.COMMAND and clause.lemma == "geben" and "mir" in spoken:
        return Gap.WHAT
    return Gap.WHAT if kind is ActKind.ASK and clause.lemma == "haben" and "du" in spoken else None


def _is_known(line: GermanLine, at: int) -> bool:
    return line.word(at) in line.words.possessives or line.word(at) in ("der", "die", "das", "den", "dem")


def _ends_told(line: GermanLine, place: int, end: int) -> bool:
    return any(line.word(at).endswith(_TOLD_BY_WORDS) for at in range(place + 1, end))


def _wants_to_know(line: GermanLine, clause: Clause) -> bool:
    """Says whether "ich möchte wissen", "ich weiß nicht mehr" or "ich habe vergessen" leads to a question."""
    spoken = {line.word(place) for place in range(clause.first, clause.last)}
    if line.word(clause.subject[0]) not in ("ich", "wir") and clause.subject[1] > clause.subject[0]:
        return False  # "mein chef hat mich gefragt ob ich bleibe"
    return "ich" in spoken and (
        clause.negated or bool(spoken & {"möchte", "will", "würde", "wollte", "muss", "vergessen", "frage"})
    )


def _decided(line: GermanLine, kind: ActKind, clause: Clause) -> Clause | None:
    """Returns what "wir haben beschlossen dass" leads to, with the words before it; None for another clause."""
    if kind is not ActKind.TELL or clause.negated or clause.lemma not in line.words.sets["deciding"]:
        return None
    place = next((at for at in range(clause.verb + 1, clause.last) if line.word(at) == "dass"), -1)
    if place < 0 or last_verb(line, place + 1) < place:
        return None
    inner = _turned(line, clause, place + 1, place + 1, Gap.NONE, (0, 0))
    return replace(inner, asks=None, start=clause.start, first=clause.first, marks=clause.marks)


def _announces(line: GermanLine, clause: Clause) -> bool:
    """Says whether "habe ich dir erzählt dass" or "du musst wissen dass" tells what follows."""
    spoken = {line.word(place) for place in range(clause.first, clause.last)}
    return clause.asks is Gap.NONE and bool(spoken & {"erzählt", "gesagt", "erwähnt", "wusstest", "gewusst"})


def _inner(line: GermanLine, clause: Clause, first: int, at: int) -> Clause | None:
    second = question_verb(line, at)
    if (
        0 <= second < clause.last
        and second + 1 < clause.last
        and line.word(at) not in ("wer",)
        and not _ends_clause(line, second, clause)
    ):
        subject = subject_after(line, second + 1)
        sort = (at + 1, second)
        return replace(
            clause,
            start=line.tokens[first].start,
            first=first,
            subject=subject,
            verb=second,
            main=second,
            rest=max(subject[1], second + 1),
            lemma=german_lemma(line, second),
            negated=False,
            past=False,
            asks=german_gap(line, first, at, sort),
            sort=sort,
            shared=(0, 0),
            marks=frozenset(),
            modality=modality_of(line, second, second),
        )
    verb = last_verb(line, at + 1)
    if verb < 0 or verb >= clause.last:
        return None
    start = at + 1
    while start < verb and not _begins_subject(line, start, at):
        start += 1
    sort = (at + 1, start) if start < verb else (at + 1, at + 1)
    if line.word(at) in ("wer", "was") and start >= verb:
        start = verb
    return _turned(line, clause, first, min(start, verb), german_gap(line, first, at, sort), sort)


def _ends_clause(line: GermanLine, verb: int, clause: Clause) -> bool:
    return verb >= clause.last - 1


def _begins_subject(line: GermanLine, at: int, question: int) -> bool:
    words, word = line.words, line.word(at)
    if (
        word in words.subjects - {"viele", "alle"}
        or word in words.possessives
        or word in line.extra.nominative_articles
    ):
        return line.word(at - 1) != "für"
    sorted_word = line.word(question).startswith("welch") or line.word(question + 1) in ("viel", "viele")
    adjective = line.word(question) == "wie" and at == question + 1 and line.form(at) is not None
    return (
        line.is_open(at)
        and not adjective
        and not (sorted_word and at <= question + 2)
        and word not in words.adverbs | words.middle
    )


def _turned(line: GermanLine, clause: Clause, first: int, start: int, gap: Gap, sort: tuple[int, int]) -> Clause:
    """Returns the clause inside, whose verb is last, as a question for `gap`."""
    verb = last_verb(line, start)
    subject = subject_after(line, start) if start < verb else (start, start)
    main, lemma = verb, german_lemma(line, verb)
    words = line.words
    auxiliary = line.word(verb) in words.be or line.word(verb) in words.have or line.word(verb) in words.modals
    before = line.lemmas(verb - 1, "nb") if verb - 1 >= subject[1] and auxiliary else ()
    if before:
        main, lemma = verb - 1, before[0].replace("|", "")
    negated = any(line.word(place) in words.negators for place in range(start, verb))
    return replace(
        clause,
        start=line.tokens[first].start,
        first=first,
        subject=subject,
        verb=verb,
        main=main,
        rest=max(subject[1], start),
        lemma=lemma,
        negated=negated,
        past=is_past(line, verb, main),
        modality=modality_of(line, verb, main),
        asks=gap,
        sort=sort,
        shared=(0, 0),
        marks=frozenset(),
    )


def verb_last_clause(line: GermanLine, first: int, start: int, verb: int) -> tuple[Clause, int]:
    """Returns the clause from `first` whose subject begins at `start` and whose finite verb is last."""
    subject = subject_after(line, start)
    main, lemma = verb, german_lemma(line, verb)
    before = line.lemmas(verb - 1, "nb") if verb - 1 >= subject[1] else ()
    auxiliary = (
        line.word(verb) in line.words.be or line.word(verb) in line.words.have or line.word(verb) in line.words.modals
    )
    if before and auxiliary and not line.is_blocked(verb - 1):
        main, lemma = verb - 1, before[0].replace("|", "")
    negated = any(line.word(place) in line.words.negators for place in range(subject[1], verb))
    joined = line.lemmas(verb, "f")
    if not auxiliary and joined and all("|" in each for each in joined):
        lemma = joined[0].replace("|", "")
    clause = Clause(
        line.tokens[first].start,
        line.tokens[verb].end,
        first,
        verb + 1,
        subject,
        verb,
        main,
        max(subject[1], start),
        lemma,
        negated,
        is_past(line, verb, main),
        modality_of(line, verb, main),
    )
    return clause, verb + 1


def verb_last_alone(line: GermanLine, first: int) -> Clause | None:
    """Reads what "merk dir dass" leaves: "wir nach kanada auswandern", "am samstag die cousine heiratet"."""
    verb = end_of_sentence(line, first) - 1
    start = past_light(line, first)
    inside = {line.word(at) for at in range(first, verb)} & (line.words.questions | line.words.subordinators)
    if verb < start + 1 or not line.finite(verb) or line.is_blocked(verb) or inside:
        return None  # "keine ahnung was ich kochen soll"
    word, extra = line.word(start), line.extra
    if word in line.words.nominative or word in ("sie", "es"):
        tells = line.agrees_with(verb, word) and not line.finite(start + 1)
    else:
        named = (
            line.is_open(start) and (line.usual(start) in "n" or is_given_name(word)) and not line.lemmas(start, "f")
        )
        counted = line.is_number(start) and line.is_open(start + 1)
        articled = word in extra.nominative_articles and line.is_open(start + 1)
        helps = line.is_auxiliary(verb) or not line.lemmas(verb, "b")
        there = helps or german_lemma(line, verb) in line.words.sets["being_somewhere"]
        several = {"3", "p"} & set(line.persons(verb))
        tells = there and bool(several) and (named or counted or articled) and verb > start + 1
    return verb_last_clause(line, first, start, verb)[0] if tells else None


def _named_thing(line: GermanLine, kind: ActKind, clause: Clause) -> tuple[ActKind, Clause]:
    """Makes "sag mir die adresse von tom" and "kannst du mir meine schuhgröße sagen" a question for the thing."""
    words = line.words
    if (
        kind is ActKind.TELL
        or "mir" not in {line.word(place) for place in range(clause.first, clause.last)}
        or clause.lemma not in ("sagen", "nennen", "verraten")
    ):
        return kind, clause
    for place in range(clause.verb + 1, clause.last):
        if line.word(place) in words.possessives or line.word(place) in ("der", "die", "das", "den", "dem"):
            end = min(nouns_end(line, place), clause.last)
            if end > place + 1:
                return ActKind.ASK, replace(
                    clause,
                    first=place,
                    start=line.tokens[place].start,
                    subject=(place, end),
                    rest=end,
                    asks=Gap.WHAT,
                    sort=(0, 0),
                    lemma="sein",
                    past=False,
                    modality=Modality.FACT,
                )
    return kind, clause
