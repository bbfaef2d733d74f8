"""Pure: says what begins at a position of a German utterance: statement, question, order or subordinate clause."""

from __future__ import annotations

from memory.core.policy import MAX_SUBJECT_TOKENS
from memory.reading.german.german_line import GermanLine
from memory.reading.german.verbs import (
    asks_of_event,
    asks_of_somebody,
    asks_past_adverb,
    asks_past_phrases,
    asks_who_knows,
    ends_embedded,
    verb_after_named,
)
from memory.reading.words.line import Certainty

NOTHING, STATEMENT, QUESTION, SHARED, ORDER, GAPPED, MODAL = range(7)
"""Nothing, a clause, a question, a verb that shares the subject, a command, or a clause that leaves out its verb, or
subject and modal verb: "ich muss tanken | und geld abheben".
"""


def after_openers(line: GermanLine, at: int) -> int:
    """Returns the position after words before a clause that are no part of it."""
    while at < len(line):
        length = line.length_of(line.words.openers, at)
        if line.is_stop(at) or _is_tag(line, at):
            length = 1
        if not length or _is_needed(line, at, length):
            return at
        at += length
    return at


def _is_tag(line: GermanLine, at: int) -> bool:
    """Says whether "ne" or "gell" only asks for a nod, as a clause begins after it: "ne die muss ich abgeben"."""
    after, words = line.word(at + 1), line.words
    return line.word(at) in ("ne", "gell", "nä") and after in words.nominative | words.possessives | {
        "der",
        "die",
        "das",
    }


def _is_needed(line: GermanLine, at: int, length: int) -> bool:
    """Says whether the word is part of the clause: "gut" of "gut geht es ihm", "leider" before the verb."""
    word, after = line.word(at), at + length
    if word in ("du", "so") and length == 1:
        return _is_needed_alone(line, at)
    if line.is_in(at, "needed_openers") and length == 1 and line.finite(after) == Certainty.SURE:
        return line.word(after + 1) != "du" or word in ("eigentlich", "leider", "nun")
    if length > 1 and line.word(at + 1) == "du":
        verb = second_verb(line, after)
        return verb < 0 or (line.word(after - 1) == "was" and line.is_stop(verb + 1))
    if length == 1 and word in line.words.sets["half_openers"]:
        following = line.finite(after) == Certainty.SURE and not (line.is_stop(after))
        return (bool(following) and not opens_question(line, after)) or (
            word not in ("leider", "eigentlich", "also", "nun", "genau", "gut")
            and not line.is_stop(after)
            and line.word(after)
            not in line.words.subjects | line.words.possessives | line.words.questions | {"dann", "und"}
        )
    return length == 1 and word == "ja" and line.is_stop(after) and False


def _is_needed_alone(line: GermanLine, at: int) -> bool:
    """Says whether "du" is the subject of "du fährst mit", and "so" tells how: not in "so die oma ist wieder da"."""
    after = at + 1
    if line.word(at) == "du":
        return bool(line.finite(after)) and line.agrees_with(after, "du")
    begins = line.word(after) in line.words.possessives | line.words.nominative | {"der", "die", "das", "den"}
    return not begins or second_verb(line, after) < 0


def opens_question(line: GermanLine, at: int) -> bool:
    """Says whether a question begins here: a question word with the verb second, or the verb before its subject."""
    words = line.words
    place = at + 1 if line.word(at) in words.prepositions and line.word(at) not in ("wie", "als") else at
    if line.word(place) in words.questions:
        return question_verb(line, place) >= 0
    return place == at and opens_with_verb(line, at)


def question_verb(line: GermanLine, at: int) -> int:
    """Returns the finite verb of a question whose question word is here; -1 when the verb is not second."""
    words, open_end = (
        line.words,
        line.word(at) in ("wer", "wessen")
        or line.word(at).startswith("welch")
        or line.word(at + 1) in ("viel", "viele"),
    )
    place = at + 1
    if line.word(at) == "was" and line.word(place) == "für":
        place += 2 if line.word(place + 1).startswith("ein") else 1
    while place < min(at + 9, len(line)):
        word = line.word(place)
        quality = line.finite(place)
        if quality and not (line.word(at).startswith("welch") and place == at + 1 and quality != Certainty.SURE):
            return -1 if ends_embedded(line, at, place) else place
        bare = (
            line.word(at) in line.words.sets["standing_questions"]
            and place == at + 1
            and line.form(place) is None
            and line.is_open(place)
        )
        if bare or line.is_stop(place) or word in words.conjunctions or word in words.subordinators - {"als"}:
            return -1
        if word in words.nominative or word in ("es", "sie", "sich"):
            return -1
        if not open_end and (
            word in words.possessives
            or word in words.determiners - {"viel", "viele", "mehr", "alle", "wenig", "etwas", "paar"}
        ):
            return -1
        place += 1
    return -1


def opens_with_verb(line: GermanLine, at: int) -> bool:
    """Says whether a finite verb with its subject after it begins here: "wohnt tom in bonn", "hast du"."""
    if not line.finite(at) or (at == 0 and asks_who_knows(line, at)):
        return line.finite(at) != Certainty.NO
    words, after, persons = line.words, line.word(at + 1), line.persons(at)
    if after in words.nominative or after in ("sie", "es", "ihr", "'s", "jemand", "niemand", "alle", "das"):
        identifies = after in ("es", "das") and line.word(at) in words.be  # "sind es 30 euro", "waren das deine"
        return line.agrees_with(at, after) or ((after == "sie" or identifies) and "p" in persons)
    if line.finite(at) != Certainty.SURE or not ("3" in persons or "p" in persons) or line.is_stop(at + 1):
        return False
    begins = line.length_of(line.words.openers, 0) == at
    if asks_of_somebody(line, at) or (begins and (asks_of_event(line, at) or asks_past_phrases(line, at))):
        return True
    if after == "sich" and line.word(at - 1) == "und":
        return False  # "mein vater hat diabetes und spritzt sich insulin"
    if after in line.words.sets["object_pronouns"] and "3" in persons:
        named = line.is_open(at + 2) and line.form(at + 2) is None and not line.is_number(at + 2)
        return named or (line.word(at + 2) in line.extra.nominative_articles and line.is_open(at + 3))
    if after in words.possessives or after in words.determiners:
        return (after in line.extra.nominative_articles and after not in ("ihr", "sein")) or (
            after in ("sein", "ihr") and line.is_open(at + 2)
        )
    if at == 0 and asks_past_adverb(line, persons):
        return True
    if "1" in persons and line.word(at) not in ("war", "kann", "mag", "hatte", "muss", "will", "soll", "darf"):
        return False
    return (
        line.is_open(at + 1)
        and line.form(at + 1) is None
        and not line.is_number(at + 1)
        and after not in words.adverbs | words.middle | words.objects | words.days | words.months
    )


def second_verb(line: GermanLine, at: int) -> int:
    """Returns the finite verb of a statement that begins here with one constituent; -1 when there is none."""
    words, word = line.words, line.word(at)
    if line.is_stop(at) or word in words.conjunctions or word in words.questions or is_subordinate(line, at):
        return -1
    if word in words.relatives and line.is_in(at + 1, "object_articles") and line.finite(at + 2) != Certainty.SURE:
        return -1  # "die einen bauernhof hat"
    if verb_after_named(line, at) > 0:
        return verb_after_named(line, at)
    if word in words.nominative or (word in words.subjects and not _is_article(line, at)):
        if line.word(at + 1) in ("und",) and word != "es":
            return _after_nouns(line, at + 2)
        place = at + 1
        if line.word(place) in ("alle", "beide", "auch") or line.is_in(place, "selves"):
            place += 1
        agrees = line.agrees_with(place, word) or word not in line.words.sets["sure_subjects"]
        fronted = word == "das" and line.agrees_with(place, line.word(place + 1))  # "das hab ich verkauft"
        several = word == "es" and "p" in line.persons(place)  # "es sind zwei mädchen"
        return place if line.finite(place) and (agrees or fronted or several) else -1
    if line.finite(at) == Certainty.SURE and line.word(at) not in ("weiß", "essen"):
        return -1
    verb = _after_nouns(line, at)
    return -1 if word in words.prepositions - {"wie", "als"} and (verb == at + 1 or line.is_stop(verb + 1)) else verb


def _is_article(line: GermanLine, at: int) -> bool:
    """Says whether "der", "das", "alle" or "ihr" stands before its noun here."""
    word = line.word(at)
    if word not in line.words.determiners and word not in line.words.possessives:
        return False
    after = at + 1
    if line.finite(after) == Certainty.SURE and line.agrees_with(after, word):
        return False
    return line.is_open(after) or line.word(after) in line.words.determiners


def _after_nouns(line: GermanLine, at: int) -> int:
    """Returns the finite verb after the nouns, phrases and adverbs of one first constituent."""
    words, place, possible, phrases = line.words, at, -1, 0
    while place < min(len(line), at + MAX_SUBJECT_TOKENS):
        word = line.word(place)
        if line.is_stop(place):
            if word == "," and place > at and is_relative(line, place + 1):
                place = relative_end(line, place + 1)
                place += line.word(place) == ","
                continue
            break
        if place > at and (word in words.nominative or word in words.questions or is_subordinate(line, place)):
            if word == "ich" and line.word(place - 1) == "und":
                place += 1
                continue
            break
        quality = line.finite(place)
        if quality and place > at and line.word(place - 1) not in ("und", "oder") and _may_agree(line, place):
            if quality == Certainty.SURE:
                return place
            possible = possible if possible >= 0 else place
        if place > at and line.is_open(place - 1) and is_relative(line, place):
            end = relative_end(line, place)
            if end > place and line.finite(end):
                return end
        opens = word in words.possessives or word in words.determiners
        if (
            opens
            and place > at
            and line.word(place - 1)
            not in words.prepositions | words.determiners | words.possessives | words.conjunctions
            and word not in line.extra.genitives
        ):
            phrases += 1
            if phrases > 0 and not line.is_open(at):
                break
        if word in words.conjunctions and (word not in ("und", "oder") or place == at):
            break
        place += 1
    return possible


def _may_agree(line: GermanLine, verb: int) -> bool:
    """Says whether the verb may have a noun as its subject, or agrees with the pronoun after it."""
    persons = line.persons(verb)
    return "3" in persons or "p" in persons or line.agrees_with(verb, line.word(verb + 1))


def is_subordinate(line: GermanLine, at: int) -> bool:
    """Says whether a conjunction opens a clause with its verb last here; "seit märz" and "als lehrerin" open none."""
    word, words = line.word(at), line.words
    if word not in words.subordinators:
        return False
    if word not in line.words.sets["ambiguous_subordinators"]:
        return True
    after = line.word(at + 1)
    opens = after in words.nominative or after in ("es", "sie", "das", "die", "der") or after in words.possessives
    return (
        opens
        and not line.finite(at + 1)
        and last_verb(line, at + 1) > at
        and not (word == "damit" and line.finite(at + 1))
    )


def is_relative(line: GermanLine, at: int) -> bool:
    """Says whether "der", "die", "das" opens a relative clause: a phrase and then a verb that ends it."""
    word, words = line.word(at), line.words
    if word in words.prepositions and line.word(at + 1) in ("dem", "der", "den", "denen"):
        return line.word(at - 1) == "," and last_verb(line, at + 2) > at
    if word not in words.relatives or line.finite(at + 1):
        return False
    after = line.word(at + 1)
    opens = (
        after in words.prepositions
        or after in words.nominative
        or after in words.adverbs
        or after in words.middle
        or after in words.possessives
        or line.is_in(at + 1, "object_articles")
        or (line.word(at - 1) == "," and not line.is_stop(at + 1) and not _opens_main_clause(line, at))
    )
    return opens and last_verb(line, at + 1) > at


def _opens_main_clause(line: GermanLine, at: int) -> bool:
    """Says whether a noun with its verb second follows the article here: ", der neue trainer heißt dirk"."""
    verb = at + 1
    while line.is_open(verb) and line.finite(verb) != Certainty.SURE:
        verb += 1
    after = verb + 1
    if verb < at + 2 or line.finite(verb) != Certainty.SURE or line.is_stop(after) or line.finite(after):
        return False
    return line.word(after) not in line.words.conjunctions and after < len(line)


def relative_end(line: GermanLine, at: int) -> int:
    """Returns the position after the verb that ends the relative clause here."""
    return last_verb(line, at + 1) + 1


def last_verb(line: GermanLine, at: int) -> int:
    """Returns the finite verb that ends the subordinate clause whose inside begins at `at`; -1 without one."""
    words, place, possible = line.words, at, -1
    while place < min(len(line), at + 22):
        if line.is_stop(place):
            if (
                line.word(place) == ","
                and possible < 0
                and place + 1 < len(line)
                and (is_subordinate(line, place + 1) or is_relative(line, place + 1))
            ):
                inner = last_verb(line, place + 2)
                place = inner + 1 if inner > 0 else place + 1
                continue
            break
        if line.word(place) in words.conjunctions and second_verb(line, place + 1) >= 0 and possible >= 0:
            break
        quality = line.finite(place)
        if quality and not (place == at and line.word(place) in ("sein",)):
            cluster = place + 1
            if _closes_cluster(line, place, cluster):
                return cluster
            if quality == Certainty.SURE or line.is_stop(cluster):
                return place
            possible = place
        place += 1
    return possible


def _closes_cluster(line: GermanLine, inner: int, at: int) -> bool:
    """Says whether the finite verb ends the group that begins with a participle or infinitive: "besucht hat"."""
    found = line.form(inner)
    word = line.word(at)
    if found is None or not any(form in "nb" for _, form in found.verbs):
        return False
    auxiliary = word in line.words.be or word in line.words.have or word in line.words.modals
    return (
        auxiliary
        and bool(line.finite(at))
        and not (line.word(at + 1) in line.words.nominative and line.agrees_with(at, line.word(at + 1)))
    )


def what_opens(line: GermanLine, at: int, *, ordered: bool = False) -> int:
    """Returns what begins after a conjunction or comma. `ordered`: the clause before is a command."""
    place = after_openers(line, at)
    if place >= len(line):
        return NOTHING
    fixed = line.length_of(line.words.fixes, place)
    if fixed and place + fixed < len(line) and what_opens(line, place + fixed):
        return STATEMENT
    if opens_question(line, place):
        return SHARED if _continues(line, at, place) else QUESTION
    if second_verb(line, place) >= 0:
        return STATEMENT
    verb = line.skip_middle(place)
    if ordered and opens_order(line, verb):
        return ORDER
    if line.finite(verb) == Certainty.SURE:
        return SHARED
    if opens_order(line, verb) and (line.lemmas(verb, "i") and not line.lemmas(verb, "f")):
        return ORDER
    if is_subordinate(line, place) and leading_end(line, place) > place:
        return STATEMENT
    return NOTHING


def _continues(line: GermanLine, at: int, place: int) -> bool:
    """Says whether "und hat die nummer drei" goes on with the subject before it: what follows may be an object."""
    after_und = line.word(at - 1) in ("und", "oder") and place == at and line.word(place) not in line.words.questions
    after, words = line.word(place + 1), line.words
    object_first = after in ("die", "das", "ein", "eine", "meine", "unsere", "kein", "keine", "seine", "ihre")
    return after_und and (object_first or (line.is_open(place + 1) and after not in words.subjects))


def leading_end(line: GermanLine, at: int) -> int:
    """Returns where the main clause begins after a subordinate clause at its beginning; 0 without one."""
    if not is_subordinate(line, at):
        return 0
    verb = last_verb(line, at + 1)
    if verb < 0:
        return 0
    place = verb + 1
    while line.word(place) in (",", "dann", "so"):
        place += 1
    return place if line.finite(place) else 0


def opens_order(line: GermanLine, at: int) -> bool:
    """Says whether an imperative begins a command here: "merk dir", "sag mir", "ruf tom an"."""
    lemmas = line.lemmas(at, "i")
    if line.finite(at + 1) == Certainty.SURE and not any(
        each.replace("|", "") in line.extra.ordering for each in lemmas
    ):
        return False  # "frühstück gibts um sieben"
    if line.word(at) in line.words.possessives or line.word(at) in ("sei", "bitte", "danke") or line.is_blocked(at):
        return False
    if line.usual(at) == "n" and at > 1 and line.is_stop(at + 1):
        return False  # "ich mag tanz und spiel"
    if lemmas and not line.lemmas(at, "f"):
        return True
    ordering = line.extra.ordering
    formal = (
        line.word(at + 1) == "sie"
        and any(lemma.replace("|", "") in ordering for lemma in line.lemmas(at, "f"))
        and line.word(at).endswith("en")
        and line.word(at + 2) in ("mir", "mich", "bitte", "sich", "uns")
    )
    alone = (line.persons(at) == "1" or bool(lemmas)) and any(lemma in ordering for lemma in line.lemmas(at, "fi"))
    return formal or (alone and line.word(at + 1) != "ich" and bool(line.lemmas(at, "f")))
