"""Pure: the German bracket: finite verb in the second or first place; participle, infinitive or prefix at the end."""

from __future__ import annotations

from memory.core.policy import MAX_SUBJECT_TOKENS
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.grammar.clause import Modality
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning

_MODALS = {
    "soll": Modality.DUTY, "sollst": Modality.DUTY, "sollen": Modality.DUTY,
    "sollte": Modality.DUTY, "sollten": Modality.DUTY,
    "muss": Modality.DUTY, "musst": Modality.DUTY, "müssen": Modality.DUTY,
    "musste": Modality.DUTY, "mussten": Modality.DUTY,
    "kann": Modality.ABILITY, "kannst": Modality.ABILITY, "können": Modality.ABILITY,
    "konnte": Modality.ABILITY, "darf": Modality.ABILITY, "dürfen": Modality.ABILITY,
    "will": Modality.WISH, "willst": Modality.WISH, "wollen": Modality.WISH,
    "wollte": Modality.WISH, "möchte": Modality.WISH, "möchten": Modality.WISH,
    "könnte": Modality.HEDGED, "könnten": Modality.HEDGED, "dürfte": Modality.HEDGED,
    "würde": Modality.WISH, "würden": Modality.WISH, "hätte": Modality.WISH, "wäre": Modality.WISH,
    "werde": Modality.PLAN, "werden": Modality.PLAN, "wird": Modality.PLAN,
}  # fmt: skip
_LEMMAS = {
    "kann": "können", "könn": "können", "konn": "können", "muss": "müssen", "müss": "müssen",
    "soll": "sollen", "will": "wollen", "woll": "wollen",
    "darf": "dürfen", "dürf": "dürfen", "durf": "dürfen", "möch": "mögen",
    "werd": "werden", "wirs": "werden", "wird": "werden", "wurd": "werden", "würd": "werden",
}  # fmt: skip


def german_lemma(line: GermanLine, at: int) -> str:
    """Returns the dictionary form of the finite verb here, without a prefix that stands apart."""
    word, words = line.word(at), line.words
    if word in words.be:
        return "sein"
    if word in words.have:
        return "haben"
    if word in words.modals:
        return _LEMMAS.get(word[:4], word)
    found = line.lemmas(at, "f") or line.lemmas(at, "ibn")
    plain = [lemma for lemma in found if "|" not in lemma]
    return plain[0] if plain else found[0].replace("|", "") if found else word


def wanted_form(lemma: str, line: GermanLine) -> str:
    """Returns the forms that may close the bracket of a finite verb: n participle, b infinitive."""
    extra = line.extra
    return ("n" if lemma in extra.participle_helpers else "") + ("b" if lemma in extra.infinitive_helpers else "")


def closing_lemma(line: GermanLine, at: int, forms: str) -> str:
    """Returns the dictionary form of the participle or infinitive here; empty when it is none of these forms."""
    if line.word(at) in ("sein", "gewesen") and "b" in forms + "b":
        return (
            "sein"
            if (line.word(at) == "sein" and "b" in forms) or (line.word(at) == "gewesen" and "n" in forms)
            else ""
        )
    found = [lemma for form in forms for lemma in line.lemmas(at, form)]
    return found[0].replace("|", "") if found else ""


def leads_to_participle(line: GermanLine, at: int, wants: str) -> bool:
    """Says whether a particle is a preposition here, as what the verb waits for is yet to come: "ich hab das paket an
    oma geschickt", "ich geh mit gudrun walken".
    """
    place = at + 1
    while wants and line.word(at) in line.words.prepositions and not line.is_stop(place):
        verb = line.lemmas(place, wants) and not line.agrees(place)
        closes = line.is_stop(place + 1) or bool(line.finite(place + 1)) or line.usual(place) in "vx"
        if verb and closes:
            return place > at + 1
        if line.word(place) in line.words.conjunctions or line.finite(place):
            return False
        place += 1
    return False


def leads_to_place(line: GermanLine, at: int) -> bool:
    """Says whether a particle is a preposition here, as its noun and the next verb follow: "kommt aus bremen | ist"."""
    noun = line.word(at + 1)
    somebody = is_given_name(noun) or role_of(noun) or line.is_in(at + 1, "polite")
    bare = line.is_open(at + 1) and line.usual(at + 1) == "n" and not line.is_number(at + 1) and not somebody
    return line.word(at) in line.words.prepositions and bare and line.finite(at + 2) == Certainty.SURE


def extends_bracket(line: GermanLine, main: int, place: int) -> bool:
    """Says whether the word belongs to a bracket that is closed already: "operiert werden", "machen lassen"."""
    return place == main + 1 and line.is_in(place, "bracket_ends")


def is_past(line: GermanLine, verb: int, main: int) -> bool:
    """Says whether the clause is in the perfect or preterite."""
    word, words = line.word(verb), line.words
    if words.be.get(word) == "d" or words.have.get(word) == "d":
        return True
    if main != verb and (word in words.have or word in words.be) and "n" in _forms(line, main):
        return True
    return (
        word in ("konnte", "musste", "wollte", "durfte", "wurde", "wurden", "mussten", "wollten")
        or (
            line.persons(verb) == "13"
            and word not in words.modals
            and not word.endswith("e")
            and word not in ("weiß", "mag")
        )
        or (
            word.endswith(("te", "ten"))
            and word not in words.modals
            and line.persons(verb) != "1"
            and not german_lemma(line, verb).endswith("ten")
        )
    )


def _forms(line: GermanLine, at: int) -> str:
    found = line.form(at)
    return "".join(form for _, form in found.verbs) if found else ""


def modality_of(line: GermanLine, verb: int, main: int) -> Modality:
    """Says how the finite verb makes the clause meant."""
    word = line.word(verb)
    if word in ("werden", "wird", "werde") and (main == verb or "n" in _forms(line, main)):
        return Modality.FACT
    return _MODALS.get(word, Modality.FACT)


def asks_of_somebody(line: GermanLine, at: int) -> bool:
    """Says whether a verb opens a question for something unnamed: "steht heute was an", "kommt morgen wer"."""
    if line.word(at) in line.words.be and "welche" in (line.word(at + 1), line.word(at + 2)):
        return "p" in line.persons(at)  # "sind schon welche da"
    if "3" not in line.persons(at) or line.word(at - 1) in line.words.conjunctions:
        return False
    if "1" in line.persons(at):
        return _asks_who_acts(line, at)
    words, place = line.words, at + 1
    if line.word(place) in line.words.sets["one_of_them"] and line.word(place + 1) in ("von", "davon"):
        return True
    while place < min(len(line), at + MAX_SUBJECT_TOKENS):
        word = line.word(place)
        if word in line.words.sets["somebody"]:
            return place > at + 1 or word not in line.words.questions or not line.finite(place + 1)
        dated = word in words.days or word in words.units or bool(line.length_of(words.parts, place))
        light = word in words.adverbs | words.middle | words.prepositions | words.determiners | words.objects
        if not (dated or light or line.is_number(place) or line.is_month(place)):
            return False
        place += 1
    return False


def _asks_who_acts(line: GermanLine, at: int) -> bool:
    """Says whether somebody unnamed is the subject behind a verb that "ich" has too: "kann da wohl jemand mithören"."""
    light, place = line.words.adverbs | line.words.middle | line.words.days, at + 1
    while line.word(place) in light:
        place += 1
    word, after = line.word(place), line.word(place + 1)
    if word == "wer":
        return place > at + 1
    owned = word.startswith(("ein", "kein")) and line.is_open(place + 1) and after not in light
    return word in line.words.sets["somebody_acting"] and not owned  # "kann einer freundin helfen"


def asks_of_event(line: GermanLine, at: int) -> bool:
    """Says whether a verb opens a question for what is on: "ist am samstag grillen", "kommt heute abend besuch"."""
    lemma, words, place, timed = german_lemma(line, at), line.words, at + 1, False
    if lemma not in line.words.sets["taking_place"]:
        return False
    while place < min(len(line), at + MAX_SUBJECT_TOKENS):
        word = line.word(place)
        dated = word in words.days or word in words.units or bool(line.length_of(words.day_words, place))
        dated = dated or bool(line.length_of(words.parts, place)) or line.is_month(place) or word in words.ordinals
        light = word in words.middle | line.extra.time_prepositions | words.determiners
        if not (dated or light):
            break
        timed = timed or dated
        place += 1
    named = line.is_open(place) and line.word(place) not in words.adverbs
    named = named and (line.usual(place) in "n" or bool(line.lemmas(place, "b")))
    return timed and named and line.word(place - 1) not in words.prepositions


def asks_past_phrases(line: GermanLine, at: int) -> bool:
    """Says whether a verb opens a question whose subject stands behind adverbs and phrases: "wird heute der müll
    abgeholt", "liegt auf dem tisch ein brief", "kommt denn jetzt der techniker".
    """
    persons, place = line.persons(at), past_light(line, at + 1)
    word = line.word(place)
    if place > at + 1 and word in line.words.sets["somebody"] and "1" not in persons:
        return True
    if place == at + 1 or not line.is_open(place + 1 if word in line.extra.nominative_articles else place):
        return False
    timed = {line.word(place + 1), line.word(place + 2)} & line.words.units
    if word in line.extra.nominative_articles:
        done = german_lemma(line, at) == "haben" and bool(line.lemmas(end_of_sentence(line, place) - 1, "n"))
        surely = word in line.words.sets["surely_nominative"] or ("1" not in persons and not done)
        return surely and not timed and word not in ("ihr", "sein")
    bare = german_lemma(line, at) in line.words.sets["being_somewhere"] or "p" in persons
    noun = line.usual(place) in "n" and not line.is_number(place) and not line.lemmas(place, "nb")
    return "1" not in persons and bare and noun and not line.is_stop(place)


def end_of_sentence(line: GermanLine, at: int) -> int:
    """Returns the end of the sentence here."""
    return next((place for place in range(at, len(line)) if line.is_stop(place)), len(line))


def describes_noun(line: GermanLine, lemma: str, at: int) -> bool:
    """Says whether a preterite is a quality here: "was hat uns der verstopfte abfluss gekostet" waits for its end."""
    last = end_of_sentence(line, at) - 1
    inside = lemma in ("haben", "sein", "werden") and line.word(at).endswith("te") and last > at + 1
    noun = line.word(at - 1) in line.words.determiners and line.usual(at + 1) == "n"
    return inside and noun and bool(closing_lemma(line, last, "n"))


def ends_embedded(line: GermanLine, at: int, verb: int) -> bool:
    """Says whether somebody named stands between a question word and a verb that ends the sentence: "wann lisa kommt",
    "in wen henrik verliebt ist".
    """
    name, word = line.word(at + 1), line.word(at)
    person = is_given_name(name) or bool(role_of(name)) or (line.is_open(at + 1) and line.form(at + 1) is None)
    person = person and not line.is_number(at + 1) and not line.lemmas(at + 1, "f")
    return verb > at + 1 and line.is_stop(verb + 1) and person and word not in ("wer", "wessen") and word[:5] != "welch"


def asks_who_knows(line: GermanLine, at: int) -> bool:
    """Says whether "weiß" opens a question of somebody's knowledge: "weiß tom wo der schlüssel ist"."""
    if "wissen" not in line.lemmas(at, "f") or "3" not in line.persons(at):
        return False
    words, place = line.words, at + 1 + (line.word(at + 1) in line.extra.nominative_articles)
    after = line.word(place + 1)
    known = after in words.questions | words.subordinators or after in ("das", "es", "davon", "schon", "von", "denn")
    return line.is_open(place) and known


def past_light(line: GermanLine, at: int) -> int:
    """Returns the position after adverbs, days, and phrases with a preposition."""
    words, place = line.words, at
    while place < min(len(line), at + MAX_SUBJECT_TOKENS):
        word = line.word(place)
        if word in words.prepositions and not line.is_stop(place + 1):
            end = place + 1
            end += line.word(end) in words.determiners | words.possessives
            end += line.usual(end) == "a" and line.is_open(end + 1)
            if not (line.is_open(end) or line.is_number(end) or line.word(end) in words.days | words.units):
                return place
            place = end + 1
        elif word in words.adverbs | words.middle | words.days or line.length_of(words.day_words, place):
            place += max(line.length_of(words.day_words, place), 1)
        elif line.length_of(words.parts, place) and place > at:
            place += line.length_of(words.parts, place)
        else:
            break
    return place


def asks_past_adverb(line: GermanLine, persons: str) -> bool:
    """Says whether the subject follows "auch" or "da": "war auch mein bruder da", "sind da hunde erlaubt"."""
    place = 1
    while line.word(place) in line.words.sets["before_asked"]:
        place += 1
    word = line.word(place)
    timed = not line.words.units.isdisjoint((line.word(place + 1), line.word(place + 2)))
    timed = timed or line.word(place + 1).startswith("ganz")
    articled = word in line.extra.nominative_articles and word not in ("ihr", "sein") and line.is_open(place + 1)
    several = "p" in persons and line.is_open(place) and not line.is_number(place) and line.form(place) is None
    return place > 1 and not timed and (articled or several)


def is_taken(line: GermanLine, before: int, lemma: str, verb: int) -> bool:
    """Says whether "die" and a plural that is a verb too are what is taken: "ich nehme die tropfen"."""
    nouns = line.word(verb - 1) == "die" and line.usual(verb) == "n" and bool(line.lemmas(verb, "b"))
    spoken = {line.word(before - 1), line.word(before + 1)} & line.words.nominative
    return nouns and bool(spoken) and lemma in line.extra.taking_objects


def tells_of_next(line: GermanLine, verb: int, before: int, lemma: str) -> bool:
    """Says whether a number or a name before a verb is the subject of a next clause: "ich hab fünf kinder drei sind aus
    dem haus", "finn ist zehn emilia wird im juni acht".
    """
    noun = line.is_open(verb - 2) and not line.is_number(verb - 2) and not line.is_month(verb - 2)
    if line.is_number(verb - 1) and noun and verb - 2 > before and "p" in line.persons(verb):
        return True
    if _is_bare_behind_object(line, verb, before):
        return True
    said = verb - 2 > before and (line.is_number(verb - 2) or line.usual(verb - 2) == "a")
    return lemma == "sein" and said and is_given_name(line.word(verb - 1)) and not line.is_blocked(verb - 1)


def _is_bare_behind_object(line: GermanLine, verb: int, before: int) -> bool:
    """Says whether a bare noun begins a clause behind an object: "ich ess kein wild | rind ist okay"."""
    thing, words = verb - 2, line.words
    told = bool({line.word(before - 1), line.word(before + 1)} & words.nominative) and thing - 1 > before
    led = line.word(thing - 1) in words.indefinite | words.possessives or line.word(thing - 1).startswith("kein")
    nouns = all(line.is_open(at) and line.usual(at) in ("", "n") and not line.is_time(at) for at in (thing, thing + 1))
    named = role_of(line.word(thing)) or line.word(thing) in words.sets["polite"]
    return told and led and nouns and not named and bool({"3", "p"} & set(line.persons(verb)))


def bids_next(line: GermanLine, at: int) -> bool:
    """Says whether an order to the listener begins behind a statement: "nenn mich bitte kathi", "erinner mich dran"."""
    stem, after = not line.word(at).endswith(("e", "t", "en", "ern")), line.word(at + 1)
    bidden = any(lemma in line.extra.ordering for lemma in line.lemmas(at, "if"))
    mine = line.is_in(at + 1, "object_pronouns") and after in line.words.speaker | line.words.together | {"dir"}
    return stem and bidden and mine and not {"ich", "und"} & {line.word(at - 1), line.word(at + 2)}


def verb_after_named(line: GermanLine, at: int) -> int:
    """Returns the verb after a role with its name: "meine frau die gisela | ist", "die kleine die svea | ist", and
    after "das mit dem husten"; -1 for any other beginning.
    """
    place = at + 1
    if line.word(at) == "das" and line.word(place) == "mit":
        end = place + 1 + (line.word(place + 1) in line.words.determiners | line.words.possessives)
        while line.is_open(end) and not line.finite(end):
            end += 1
        return end if line.is_auxiliary(end) and end > place + 1 else -1
    while line.is_open(place) and not line.is_stop(place):
        place += 1
    own = line.words.possessives & (line.words.speaker | line.words.together)
    roles = line.word(at) in own and place > at + 1 and bool(role_of(line.word(place - 1)))
    sized = place == at + 2 and line.word(at + 1) in load_meaning("de").set_of("children by size")
    roles = roles or (sized and (line.word(at) in own or line.word(at) in ("der", "die")))
    titled = line.word(place + 1) in line.words.sets["polite"]
    named = titled or is_given_name(line.word(place + 1))
    verb = place + 2 + titled
    pointed = roles and named and line.word(place) in ("der", "die") and line.finite(verb) == Certainty.SURE
    return verb if pointed else -1


def opens_with_closing(line: GermanLine, at: int) -> bool:
    """Says whether a participle or infinitive opens a clause: "gekauft haben wir es", "kommen tun achtzig"."""
    helper, words, after = line.word(at + 1), line.words, line.word(at + 2)
    form = "n" if helper in words.have or helper in words.be or helper in ("wird", "werden", "wurde") else "b"
    helps = form == "n" or helper in words.modals or helper in ("tun", "tut", "tu")
    if not helps or not line.lemmas(at, form) or line.is_blocked(at):
        return False
    subjects = words.nominative | line.extra.nominative_articles | {"es"}
    begins = after in subjects or helper in ("wird", "wurde")
    return begins or (helper in ("tun", "tut") and not line.is_stop(at + 2))


def closes_modal(line: GermanLine, at: int) -> bool:
    """Says whether an infinitive ends a clause with a modal verb: "will pilot werden | nee astronaut"."""
    return bool(line.lemmas(at, "b")) and any(line.word(place) in line.words.modals for place in range(at))


def closing_begin(line: GermanLine, stop: int) -> int:
    """Returns where the words that close the clause begin: a participle, an infinitive, or a prefix of its verb."""
    at = stop
    while at > 2 and not line.is_blocked(at - 1):
        form = line.form(at - 1)
        verbal = form is not None and (form.usual in "vx" or closes_modal(line, at - 1))
        closes = verbal and bool(line.lemmas(at - 1, "nb"))
        if not closes and line.word(at - 1) not in line.words.particles:
            break
        at -= 1
    return at
