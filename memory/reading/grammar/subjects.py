"""Pure: finds the subject of a clause and its finite verb: the leftmost word that agrees and is mostly a verb."""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import MAX_SUBJECT_TOKENS
from memory.reading.grammar.run_on_clauses.relative_ends import after_relative, verb_after_all
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning


def find_verb(line: Line, first: int) -> int:
    """Returns the position of the finite verb of a clause whose subject begins at `first`; -1 when there is none."""
    if (found := line.verbs.get(first)) is None:
        found = line.verbs[first] = _find_verb(line, first)
    return found


def _find_verb(line: Line, first: int) -> int:
    if first > _last_verb(line):
        return -1  # most words of a clause stand behind its verb, and each is asked whether a clause begins
    word, words = line.word(first), line.words
    if line.is_in(first, "alone_before_relative") and (found := verb_after_all(line, first, find_verb)) > 0:
        return found
    if word in words.nominative and line.is_in(first + 1, "and"):
        return _verb_after_nouns(line, first)
    of_all = 2 * (word in words.determiners and line.is_in(first + 1, "of") and line.word(first + 2) in words.objects)
    if of_all or (word in words.subjects and not (word in words.determiners and _opens_noun_phrase(line, first))):
        return _verb_after_pronoun(line, first + of_all)
    if word in words.prepositions and word not in words.sets["like"]:
        return -1
    if line.finite(first) == Certainty.SURE and line.has_form(first, "sd") and not line.has_form(first, "b"):
        return -1
    found = line.is_in(first, "sure_pasts") and line.names_thing(first + 1)  # "found my glasses they were in the car"
    if found or word in words.have or word in words.do or word in words.negators:
        return -1
    return _verb_after_nouns(line, first)


def _last_verb(line: Line) -> int:
    """Returns the last place of a line where a finite verb may be; -1 without one."""
    if (found := line.places.get("last verb")) is None:
        places = range(len(line) - 1, -1, -1)
        clitics = line.words.clitics[1:]
        verbs = (at for at in places if line.is_in(at, "is") or line.word(at) in clitics or line.finite(at))
        found = line.places["last verb"] = next(verbs, -1)
    return found


def is_verbal_s(line: Line, at: int) -> bool:
    """Says whether "'s" after a noun is "is" or "has", and no mark of an owner."""
    if not line.is_in(at, "is") or (line.is_in(at - 1, "owners of feasts") and line.is_in(at + 1, "feast days")):
        return False  # "due on valentine's day"
    before, after = line.word(at - 1), at + 1
    named = before == "name" and line.word(at - 2) in line.words.possessives
    if named or before in line.words.subjects or before in line.words.questions or line.is_in(at - 1, "let"):
        return True
    if line.is_in(after, "let_off") and line.word(after + 1) in line.words.objects:
        return True  # "the bar's let me go"
    if line.word(after) == "got" or any(line.is_in(after, of) for of in ("owned alone", "naming", "forms_of_address")):
        return True
    if line.is_in(after, "titles before names") and _names_alone(line, after + 1):
        return True  # "my doctor's doctor patel"
    if line.word(after) in line.words.nominative and line.finite(line.skip_middle(after + 1)):
        return False  # "he's got parkinson's | he was diagnosed last year"
    middle = line.skip_middle(after)
    if line.is_in(after, "before_owned") and line.is_open(after + 1) and _finite_follows(line, after + 1):
        return False  # "amir's only allergy is eggs"
    if middle > after and not line.is_stop(middle):
        return True
    ends = line.is_stop(after + 1) or line.word(after + 1) in line.words.conjunctions | line.words.adverbs
    if (ends and line.is_in(after, "what_people_are")) or _is_on_day(line, after, ends):
        return True  # "my dad's diabetic", "bin day's tuesday"
    if _counts_owned(line, after) or _names_birthday(line, after):
        return False
    if line.is_stop(after) or not line.is_open(after) or line.is_number(after) or line.word(after) in line.words.be:
        return True
    with_noun = line.is_open(after + 1) and line.is_auxiliary(after + 2)  # "tom's driving test is on friday"
    if line.has_form(after, "g") and line.usual(after) == "v" and not with_noun:
        return True
    moved = line.has_form(after, "n") and line.usual(after) == "v"
    beside = line.words.prepositions | line.words.possessives | line.words.determiners | line.words.objects
    if moved and line.word(after + 1) in beside:
        return True  # "grandma's moved into a home called oakfield", "tom's passed his driving test"
    if _finite_follows(line, after):
        return False
    if line.is_in(after, "bare_participles") and line.word(after + 1) in line.words.particles | line.words.adverbs:
        return True  # "my husband's run off", "my sister's come back"
    found = line.form(after)
    loose = found is not None and found.usual == "x" and "a" in found.other  # "due", "inside"
    if loose or line.usual(after) in ("a", "r", "d") or line.has_form(after, "gn"):
        return True
    if line.is_in(at - 1, "own_labels") and line.word(at - 2) in line.words.possessives:
        return True  # "i've a new boss | his name's mister okafor"
    return _is_subject_of_thing(line, at)


def _is_on_day(line: Line, at: int, ends: bool) -> bool:
    """Says whether a day alone, or one before a preposition, is when something is: "interview's tomorrow with them"."""
    beside = line.word(at + 1) in line.words.prepositions and not any(map(line.is_auxiliary, range(at + 2, at + 6)))
    return bool(line.word(at) in line.words.days or line.length_of(line.words.day_words, at)) and (ends or beside)


def _counts_owned(line: Line, at: int) -> bool:
    """Says whether a number belongs to what is owned: "my granddaughter's first birthday is", "tom's two kids are"."""
    noun = at + 1
    if not line.is_number(at) or line.is_number(noun) or not line.is_open(noun) or line.is_stop(noun):
        return False
    if line.table.singular(line.word(noun)) in line.words.measures - line.words.units:
        return False  # "the cat's five kilos the vet reckons"
    counted = line.word(at) in line.words.ordinals or line.is_plural(noun)
    return counted and line.finite(noun) != Certainty.SURE and _finite_follows(line, at)


def _names_birthday(line: Line, at: int) -> bool:
    """Says whether a high ordinal alone stands for somebody's birthday: "a present for ben's | fortieth"."""
    last = at + (line.word(at + 1) in line.words.ordinals and line.word(at) not in line.words.determiners)
    high = line.word(last).endswith(("ieth", "teenth")) or line.is_in(last, "birthday_ordinals")
    return high and not line.is_time(last + 1) and line.word(last + 1) not in line.words.sets["of"]


def _is_subject_of_thing(line: Line, at: int) -> bool:
    """Says whether all before "'s" is the subject of a clause, and its last noun a thing: "my favourite film's amelie".

    A thing is seldom an owner where no verb follows; a person or a time is: "my sister's phone", "today's news".
    """
    first = at - 1
    while first > 0 and not (line.is_stop(first - 1) or line.word(first - 1) in line.words.conjunctions):
        if line.word(first) in line.words.possessives and line.is_time(first - 1):
            break  # "as of this week my boss's ines"
        first -= 1
    while first < at and line.length_of(line.words.openers, first):
        first += line.length_of(line.words.openers, first)
    if line.word(first) not in line.words.possessives | line.words.determiners:
        return first == at - 1 and line.is_in(first, "bare_days")  # "tuesday's choir", "tomorrow's bin day"
    if line.is_time(at - 1) or line.length_of(line.words.day_words, at - 1) or line.is_plural(at - 1):
        return False
    roles = load_meaning(line.words.language).roles
    head = next((place for place in range(first, at) if line.word(place) in line.words.prepositions), at)
    owned = max((place for place in range(first, head) if line.is_in(place, "is")), default=first)
    heads = {word for place in range(owned, head) for word in (line.word(place), line.table.singular(line.word(place)))}
    if not heads.isdisjoint(roles) and not _names_alone(line, at + 1):
        return False
    return not any(_asks_or_acts(line, place) for place in range(first, at))


def _names_alone(line: Line, at: int) -> bool:
    """Says whether one unknown word stands alone: "my best friend's marcus | he moved here"."""
    last = at
    while line.is_noun_only(last) and not line.table.is_thing(line.word(last)):
        last += 1
    if line.is_stop(last) and last == at + 2:
        return True  # "my boss's anita rao"
    goes_on = line.word(at + 1) in line.words.nominative | line.words.possessives
    named = not line.table.is_thing(line.word(at)) and line.word(at) not in load_meaning(line.words.language).roles
    if goes_on and named and line.is_open(at) and is_verbal_s(line, at + 2):
        return True  # "the dog's pickle | he's only two"
    joined = line.is_in(at + 1, "and") and line.word(at + 2) in line.words.possessives | line.words.nominative
    return line.is_noun_only(at) and (line.is_stop(at + 1) or goes_on or joined)


def _asks_or_acts(line: Line, at: int) -> bool:
    """Says whether a question word or a sure verb is here; "work" of "my locker at work's" is none."""
    if line.is_auxiliary(at) or line.word(at) in line.words.questions:
        return True
    if line.word(at - 1) in line.words.possessives | line.words.determiners:
        return False  # "my call sign's golf seven"
    return line.finite(at) == Certainty.SURE and line.word(at - 1) not in line.words.prepositions


def _finite_follows(line: Line, at: int) -> bool:
    """Says whether a sure finite verb follows within a few words, so that what is here belongs to the subject."""
    for place in range(at + 1, at + 6):
        closing = line.length_of(line.words.closers, place)
        if line.is_stop(place) or (closing > 1 and line.is_stop(place + closing)):
            return False  # "my son's allergic to nuts | isn't he"
        if line.word(place) in line.words.nominative or line.word(place) in line.words.conjunctions:
            return False
        if line.is_in(place, "naming") or line.is_in(place - 1, "to"):
            continue
        if line.is_in(place, "it") and line.is_auxiliary(place + 1):
            return False  # "the sofa's green | it was dear"
        owned = line.word(place - 1) in line.words.possessives  # "the dog's due her | jabs"
        if (line.finite(place) == Certainty.SURE and not owned) or is_verbal_s(line, place):
            return True
    return False


def _opens_noun_phrase(line: Line, at: int) -> bool:
    """Says whether "this", "that" or "these" stands before a noun."""
    return line.is_open(at + 1) and line.finite(at + 1) != Certainty.SURE and line.usual(at + 1) in "nad"


def _verb_after_pronoun(line: Line, first: int) -> int:
    at = first + 1
    words = line.words
    if line.is_in(at, "whole"):
        at += 1
    if line.is_in(first, "joined_subjects") and line.is_in(at, "and"):
        return -1
    if is_verbal_s(line, at) or line.word(at) in words.clitics[1:]:
        return at
    place = line.skip_middle(at)
    if line.finite(place) or line.word(place) in words.clitics[1:]:
        return place
    return -1


@dataclass(slots=True)
class _NounPhrase:
    """What was seen of the words that may be a subject."""

    head: int = -1
    """The last noun; -1 where another one must follow."""
    plural: bool = False
    in_phrase: bool = False
    """It goes on after a preposition."""
    before_phrase: int = -1
    """The noun before that preposition."""
    relative: int = 0
    """The relative clauses that are open."""

    def take(self, line: Line, at: int) -> bool:
        """Takes one more word; says whether the phrase can go on with it."""
        word, words = line.word(at), line.words
        if line.is_in(at, "beside") and not line.is_in(at + 1, "to"):
            return True  # "my next door neighbour"
        if word in words.prepositions or word in words.sets["and_or"]:
            if self.head < 0:
                return False
            if word in words.sets["and_or"]:
                self.plural, self.in_phrase = True, False
            elif not self.in_phrase:
                self.in_phrase, self.before_phrase = True, self.head
            self.head = -1
        elif (
            (word in words.objects and not _owns_next(line, at))
            or word in words.nominative
            or line.is_open(at)
            or (word in words.determiners and self.head < 0 and _stands_alone(line, at))
        ):
            self.head = at
            self.plural = self.plural or (not self.in_phrase and line.is_plural(at)) or word in words.sets["i"]
        return True

    def leave_relative(self, line: Line, at: int) -> int:
        """Ends a relative clause after its verb. Returns where the words go on."""
        self.relative -= 1
        if self.relative:
            return at
        self.plural = line.is_plural(self.before_phrase if self.in_phrase else self.head)
        acting = line.word(at - 2) in line.words.relatives and line.has_form(at - 1, "s")
        led = line.word(at) in line.words.possessives or line.is_in(at, "definite_article")
        if acting and led and line.is_open(at + 1):
            self.in_phrase = True
            return at + 1  # "the lad that cuts | my grass is off to uni"
        return after_relative(line, at)


def _verb_after_nouns(line: Line, first: int) -> int:
    """Returns the verb after a noun phrase with its owners, prepositional phrases and relative clauses."""
    nouns, at, possible = _NounPhrase(), first, -1
    while at < min(len(line), first + MAX_SUBJECT_TOKENS):
        word = line.word(at)
        if (line.is_stop(at) and word != ",") or (at > first and line.is_in(at, "interjections")):
            break
        if line.is_in(at - 1, "bare_places") and at - 1 > first and (line.is_auxiliary(at) or line.is_in(at, "is")):
            return at  # "our neighbour opposite is mr okoro"
        if nouns.head >= 0:
            if line.is_in(at, "is"):
                if nouns.in_phrase and _is_somebodys_place(line, at):
                    break  # "the dog to the vet's on wednesday"
                if is_verbal_s(line, at):
                    return at
                nouns.head, at = -1, at + 1
                continue
            if _forbids(line, at) and not nouns.plural:
                break  # "a box for easter | don't mention it"
            found, place = _verb_here(line, at, nouns.plural)
            if found and nouns.relative:
                at = nouns.leave_relative(line, place + 1)
                continue
            if found == Certainty.SURE and not _is_name_of(line, first, place):
                return possible if _is_told_apart(line, possible, place) else place
            if found == Certainty.POSSIBLE and possible < 0:
                possible = place
            if _opens_relative(line, first, at, nouns):
                nouns.relative, at = nouns.relative + 1, at + 1
                continue
        if _begins_other_clause(line, first, at, nouns) or not nouns.take(line, at):
            break
        at += 1
    return possible


def _is_told_apart(line: Line, possible: int, verb: int) -> bool:
    """Says whether a possible verb before "and" is one, since two subjects would have no singular verb: "my sister
    paints and my brother keeps bees".
    """
    singular = line.has_form(possible, "s") and line.has_form(verb, "s") and not line.is_auxiliary(verb)
    return possible >= 0 and singular and line.is_in(possible + 1, "and")


def _is_somebodys_place(line: Line, at: int) -> bool:
    """Says whether "'s" makes a place of somebody: "to the vet's on monday", "at my mum's for tea"."""
    led = any(line.is_in(at - back, "leading_to_place") for back in (2, 3))
    after = line.word(at + 1)
    ends = line.is_time(at + 1) or line.is_stop(at + 1) or line.is_in(at + 1, "this")  # "at nan's every sunday"
    ends = ends or after in line.words.prepositions
    word, meaning = line.table.singular(line.word(at - 1)), load_meaning(line.words.language)
    if any(line.word(place) in meaning.set_of("rides") for place in range(max(at - 4, 0), at - 1)):
        return False  # "my train to york's at nine"
    return led and ends and (word in meaning.roles or word in meaning.set_of("visited") or line.form(at - 1) is None)


def _forbids(line: Line, at: int) -> bool:
    """Says whether "don't" and a verb stand here, which bids something unless a plural stands before."""
    bids = line.word(at) == "do" and line.word(at + 1) in line.words.negators
    return bids and line.is_in(line.skip_middle(at + 2), "bidden_not")


def _opens_relative(line: Line, first: int, at: int, nouns: _NounPhrase) -> bool:
    """Says whether a relative clause begins, with its pronoun or without: "the man who", "the book i bought"."""
    word, words = line.word(at), line.words
    if word in words.relatives and (line.finite(line.skip_middle(at + 1)) or line.word(at + 1) in words.nominative):
        return True
    return word in words.nominative and not nouns.relative and _is_contact_relative(line, first, at)


def _begins_other_clause(line: Line, first: int, at: int, nouns: _NounPhrase) -> bool:
    """Says whether the word is the first of another clause, so that no verb of this one follows."""
    word, words, after = line.word(at), line.words, line.word(at + 1)
    if nouns.head >= 0:
        if word in words.nominative and not nouns.relative:
            return True
        if line.is_in(at, "and_or") and after in words.nominative | words.questions and not line.is_in(at + 1, "i"):
            return True
    elif at > first and word in words.nominative and not line.is_in(at - 1, "and_or"):
        return True
    if nouns.head >= 0 and not nouns.relative and (word in words.possessives or line.is_in(at, "phrase_openers")):
        return not line.is_stop(at - 1)  # a second noun phrase: "my drill the wifi"
    return word in words.subordinators and word not in words.relatives and word not in words.sets["inside_subject"]


def _verb_here(line: Line, at: int, plural: bool) -> tuple[Certainty, int]:
    """Returns how surely a finite verb that agrees is here, and where it is after adverbs."""
    place = line.skip_middle(at)
    if line.is_in(place - 1, "of") and line.word(place - 2) not in line.words.middle:
        return Certainty.NO, place  # "five minutes of fame", not "she kind of knows"
    quality = line.finite(place)
    if line.is_auxiliary(place) and line.is_in(place + 1, "you") and line.is_stop(place + 2):
        return Certainty.NO, place  # "ring gemma for me will you"
    if quality and line.is_auxiliary(place):
        return Certainty.SURE, place
    if line.word(at - 1) in line.words.ordinals and line.word(at - 2) in line.words.possessives:
        return Certainty.NO, place  # "her first jabs"
    if quality == Certainty.POSSIBLE and line.is_number(at - 1) and line.is_plural(place):
        return Certainty.NO, place  # "ten squats"
    if not quality:
        return Certainty.NO, place
    base_only = not line.has_form(place, "sd")
    if base_only and not plural:
        return Certainty.NO, place
    if line.has_form(place, "s") and not line.has_form(place, "bd") and plural and quality == Certainty.POSSIBLE:
        return Certainty.NO, place
    return quality, place


def _is_name_of(line: Line, first: int, at: int) -> bool:
    """Says whether "called" or "named" only adds a name, because another verb follows: "my son called leo plays"."""
    if line.is_in(at - 1, "forms_of_address"):
        return True  # "mr and mrs fell"
    if not line.is_in(at, "naming"):
        return False
    return _finite_follows(line, at) or line.word(first) in line.words.indefinite


def _is_contact_relative(line: Line, first: int, at: int) -> bool:
    """Says whether "the book i bought" goes on to a verb of its own."""
    if not line.is_in(first, "contact_heads"):
        return False
    inner = find_verb(line, at)
    return inner > 0 and any(
        line.is_auxiliary(place) or is_verbal_s(line, place) for place in range(inner + 1, min(inner + 7, len(line)))
    )


def _owns_next(line: Line, at: int) -> bool:
    """Says whether "her" belongs to the noun behind it: "had | her jabs", which is no "she jabs"."""
    return line.word(at) in line.words.possessives and line.is_open(at + 1)


def _stands_alone(line: Line, at: int) -> bool:
    """Says whether "both", "all" or "that" is itself the noun."""
    after = line.skip_middle(at + 1)
    if line.is_in(at, "never_alone") or (line.is_in(at, "the_other") and is_verbal_s(line, at + 1)):
        return line.is_in(at, "the_other")
    return bool(line.finite(after)) and not (line.is_open(at + 1) and line.finite(at + 1) == Certainty.POSSIBLE)
