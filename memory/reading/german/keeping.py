"""Pure: says whether a German clause states something to keep, or only what passes or is said in passing."""

from __future__ import annotations

from memory.reading.german.clause_ends import Scan
from memory.reading.german.german_line import GermanLine
from memory.reading.german.verbs import is_past
from memory.reading.grammar.clause import Act, ActKind, Clause, Mark, Modality, Span
from memory.reading.words.meaning import Meaning

Forms = frozenset[str]


def states_fact(
    line: GermanLine,
    kind: ActKind,
    clause: Clause,
    words: tuple[Forms, ...],
    meaning: Meaning,
    *,
    about_speaker: bool,
    timed: bool,
    numbered: bool,
) -> bool:
    """Says whether a clause states something to keep: no question, condition, passing state, or talk about the talk."""
    if kind is ActKind.TELL and ((not words and _is_had_again(line, clause)) or _tells_skill(line, clause, meaning)):
        return True
    if (
        kind not in (ActKind.TELL, ActKind.CORRECT)
        or clause.modality is Modality.CONDITIONAL
        or clause.verb < 0
        or not words
        or (_is_lone_verb(line, clause, words) and not (timed or numbered))
        or _only_judges(line, clause)
    ):
        return False
    spoken = [line.word(at) for at in range(*clause.subject)]
    anybody = spoken[:1] == ["man"] and not (timed and clause.modality is Modality.DUTY)
    addressed = anybody or spoken[:1] in (["du"], ["dein"], ["deine"]) or spoken == ["ihr"]
    if addressed or (clause.lemma in line.words.unreal and not _is_wished_for(line, clause)):
        return False
    expected = timed and not about_speaker and line.is_in(clause.verb, "guessing_verbs")
    if line.word(clause.verb) in line.words.sets["unreal_verbs"] and not expected:
        return line.word(clause.verb) in ("möchte", "möchten") and clause.lemma not in line.words.sets["asking_verbs"]
    if _is_feeling_or_talk(line, clause) or _only_muses(line, clause, spoken):
        return False
    rest = [line.word(at) for at in range(max(clause.rest, 0), clause.last) if line.word(at) not in line.words.negators]
    states = line.words.sets["state_verbs"] | meaning.weather
    if spoken in (["es"], ["das"], ["dies"], ["'s"], ["alles"]) and clause.lemma in states:
        return _says_more_than_weather(line, clause, rest, meaning, timed=timed, numbered=numbered)
    inside = range(*clause.subject)
    before = [line.word(at) for at in range(clause.first, clause.verb) if at not in inside]
    recurs = any(line.word(at) == "wenn" for at in range(clause.verb, clause.last))
    if about_speaker and not (timed or recurs) and _is_passing_mood(line, clause, [*rest, *before], meaning):
        return False
    works = Mark.AGAIN in clause.marks and clause.lemma in meaning.set_of("working again")  # "jetzt läuft sie wieder"
    works = works and bool(spoken) and not about_speaker
    if works or _passes(line, clause, rest, meaning, about_speaker=about_speaker, timed=timed):
        return works
    carrying = [
        forms for forms in words if not forms & (meaning.soft | meaning.light | line.words.sets["mental_verbs"])
    ]
    return bool(carrying) or timed or numbered


def _tells_skill(line: GermanLine, clause: Clause, meaning: Meaning) -> bool:
    """Says whether somebody can do something or not, and no more is said: "ich kann nicht schwimmen"."""
    if clause.lemma not in meaning.set_of("skills"):
        return False
    able = clause.modality is Modality.ABILITY and line.word(clause.verb).startswith(("kann", "könn"))
    own = [line.word(at) for at in range(*clause.subject)]
    middle = [line.word(at) for at in range(clause.verb + 1, clause.main) if line.word(at) not in own]
    return (
        able and bool(own) and own != ["man"] and own != ["du"] and all(word in line.words.negators for word in middle)
    )


def _is_had_again(line: GermanLine, clause: Clause) -> bool:
    """Says whether the speaker only tells that they have a thing again: "ich hab ihn wieder"."""
    own = [line.word(at) for at in range(*clause.subject)] in ([], ["ich"], ["wir"])
    alone = clause.lemma == "have" and clause.main == clause.verb and Mark.AGAIN in clause.marks
    thing = any(line.word(at) in ("ihn", "sie", "es", "den", "die") for at in range(clause.first, clause.last))
    return own and alone and thing


def leads_to_mistake(line: GermanLine, act: Act, following: Act) -> bool:
    """Says whether an act only tells that the speaker had thought what follows: "ich hab gedacht | tom kommt heute".

    So does "ich hab gesagt", where later words say that it is wrong.
    """
    clause, words = act.clause, line.words
    last = max(clause.verb, clause.main)
    alone = act.kind is ActKind.TELL and clause.last == last + 1 and following.clause.first == last + 1
    if not alone or not clause.past or following.kind is not ActKind.TELL or clause.negated:
        return False
    rest = [line.word(at) for at in range(following.clause.last, len(line))]
    wrong = "stimmt" in rest and bool(words.negators & set(rest))
    own = any(line.word(at) in ("ich", "wir") for at in range(*clause.subject))
    return own and (clause.lemma in words.sets["mistaken_verbs"] or (clause.lemma == "sagen" and wrong))


def _only_judges(line: GermanLine, clause: Clause) -> bool:
    """Says whether the speaker only says how something was for them, "war mir zu teuer", or agrees: "is richtig so"."""
    bare = clause.subject[1] <= clause.subject[0] and clause.shared[1] <= clause.shared[0]
    being = line.word(clause.first) in line.words.be
    agreeing = all(line.is_in(at, "agreeing") for at in range(clause.verb + 1, clause.last))
    agrees = agreeing and (being or line.is_in(clause.verb, "agreeing_verbs"))
    return bare and ((being and line.word(clause.first + 1) in line.words.objects) or agrees)


def _is_lone_verb(line: GermanLine, clause: Clause, words: tuple[Forms, ...]) -> bool:
    """Says whether only a verb of nobody is told, which may be an adjective: "ganz entspannt eigentlich"."""
    unowned = clause.subject[1] <= clause.subject[0] and clause.shared[1] <= clause.shared[0]
    return unowned and clause.main == clause.verb and len(words) == 1 and "1" not in line.persons(clause.verb)


def _only_muses(line: GermanLine, clause: Clause, subject: list[str]) -> bool:
    """Says whether the speaker only thinks of doing something: "vielleicht sollten wir uns einen hund anschaffen"."""
    doubted = clause.modality is Modality.HEDGED and subject in (["wir"], ["ich"])
    some_day = any(line.is_in(at, "some_day") for at in range(clause.first, clause.last))
    return doubted and (some_day or line.word(clause.verb) in ("sollte", "sollten"))


def _is_wished_for(line: GermanLine, clause: Clause) -> bool:
    """Says whether somebody has a wish: "meine nichte wünscht sich einen hamster"; not "ich wünsch dir was"."""
    own = any(line.word(at) in ("sich", "mir", "uns") for at in range(clause.first, clause.last))
    return clause.lemma == "wünschen" and own


def _is_feeling_or_talk(line: GermanLine, clause: Clause) -> bool:
    """Says whether the clause is "mir ist kalt", "mir geht es gut", or about the talk: "ich sag dir was"."""
    told = [line.word(at) for at in range(clause.first, clause.last)]
    return (
        told[:2] == ["mir", "ist"]
        or (told[:1] == ["mir"] and clause.lemma == "go")
        or ("dir" in told and clause.lemma in ("sagen", "erzählen", "danken", "glauben", "helfen"))
    )


def _is_passing_mood(line: GermanLine, clause: Clause, rest: list[str], meaning: Meaning) -> bool:
    """Says whether the speaker tells only how they are now: "ich bin müde", "ich freue mich"."""
    if clause.lemma not in ("be", "feel", "turn", "go", "have", "freuen") or clause.past:
        return False
    if line.word(clause.first) == "mit" and clause.first < clause.verb:
        return False  # "mit der physio bin ich fertig"
    skipped = line.words.middle | line.words.determiners | {"mich", "mir"}
    first = next((word for word in rest if word not in skipped), "")
    return first in meaning.passing or not first or clause.lemma == "freuen"


def _passes(
    line: GermanLine, clause: Clause, rest: list[str], meaning: Meaning, *, about_speaker: bool, timed: bool
) -> bool:
    """Says whether what is told is over in an hour: "ich lese gerade", "das essen ist kalt", "tom hat angerufen"."""
    bare = [
        word
        for word in rest
        if word not in line.words.middle | line.words.objects | line.words.adverbs
        and word not in ("nach", "hause", "angerufen", "geklingelt", "geklopft")
    ]
    if (
        clause.lemma in line.words.sets["passing_signals"]
        and not [word for word in bare if word != line.word(clause.main)]
        and (about_speaker or not timed)
        and not _is_lasting(clause, about_speaker=about_speaker)
    ):
        return not timed or clause.lemma == "sehen"
    head = line.word(clause.subject[1] - 1) if clause.subject[1] > clause.subject[0] else ""
    return (
        clause.lemma == "be"
        and head
        in ("essen", "kaffee", "tee", "wetter", "suppe", "wasser", "himmel", "sonne", "luft", "tag", "abend", "morgen")
        and all(word in meaning.passing | meaning.weather for word in bare)
    )


def _is_lasting(clause: Clause, *, about_speaker: bool) -> bool:
    """Says whether it is told what somebody should do, or that a thing fails: "er soll mehr lesen", "er geht nicht"."""
    fails = clause.lemma == "go" and clause.negated and not about_speaker
    return fails or clause.modality in (Modality.DUTY, Modality.REPORTED)


def _says_more_than_weather(
    line: GermanLine, clause: Clause, rest: list[str], meaning: Meaning, *, timed: bool, numbered: bool
) -> bool:
    held = meaning.weather | meaning.passing
    if clause.lemma == "geben":
        return timed or numbered or bool(rest)
    return (timed and clause.past) or any(word not in held and _is_plain_open(line, word) for word in rest)


def _is_plain_open(line: GermanLine, word: str) -> bool:
    words = line.words
    return (
        word
        not in words.determiners
        | words.prepositions
        | words.adverbs
        | words.middle
        | words.objects
        | words.subjects
        | words.conjunctions
        | words.subordinators
    )


def tells_what_recurs(line: GermanLine, first: int, subject: Span, scan: Scan, end: int) -> bool:
    """Says whether a clause with "wenn" behind its verb tells what recurs: "die tür klemmt wenn es feucht ist".

    It is told for good, unlike a plan that waits for something ("ich komme wenn ich zeit habe") and what is imagined.
    """
    when = next((at for at in range(scan.verb, end) if line.word(at) == "wenn"), end)
    sets, spoken = line.words.sets, {line.word(at) for at in range(first, end)}
    if when == end or spoken & (sets["imagined_verbs"] | sets["unreal_verbs"] | sets["not_recurring"]):
        return False
    if is_past(line, scan.verb, scan.main) or any(line.is_time(at) for at in range(first, when)):
        return False
    told = [line.word(at) for at in range(*subject)]
    if told in (["ich"], ["wir"]):
        waits = any(line.word(at) in sets["waiting_words"] for at in range(when + 1, len(line)))
        return scan.lemma in sets["recurring_verbs"] and not waits
    named = told in (["er"], ["sie"]) or (len(told) > 1 and any(line.is_open(at) for at in range(*subject)))
    return named and (scan.lemma not in sets["waiting_verbs"] or bool(spoken & sets["aching"]))
