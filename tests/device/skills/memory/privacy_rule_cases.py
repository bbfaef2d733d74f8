"""Data: how people set rules on what may be mentioned and kept, and what belongs to each field of life."""

from __future__ import annotations

FORBID = {
    "en": (
        "don't mention {}",
        "don't ever mention {} when others are here",
        "never bring up {}",
        "never bring {} up again",
        "please don't talk about {} when somebody is around",
        "keep quiet about {}",
        "not a word about {}",
        "{} is off limits",
        "from now on don't tell anyone about {}",
        "i don't want {} to come up",
        "i'd rather you didn't mention {}",
        "stop going on about {}",
        "leave {} out of it",
        "keep {} to yourself",
        "no more talk about {} in front of my parents",
        "avoid the subject of {}",
        "i don't want you to discuss {} any more",
    ),
    "de": (
        "erwähne {} nicht",
        "erwähne {} nie wenn andere da sind",
        "sprich {} nicht mehr an",
        "sprich bitte {} nicht mehr an",
        "rede bitte nicht über {}",
        "rede nie über {} wenn jemand da ist",
        "kein wort über {}",
        "sag niemandem etwas über {}",
        "behalte {} für dich",
        "ich will nicht dass du über {} sprichst",
        "ich möchte nichts mehr über {} hören",
        "{} ist tabu",
        "schweig über {}",
        "niemand soll etwas über {} erfahren",
        "erzähl niemandem von {}",
        "über {} sollst du nicht reden",
        "{} darfst du nicht erwähnen",
    ),
}
BELONGS: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "en": {
        "health": ("my health", ("i have asthma", "my knee operation is in april", "my blood pressure is 160")),
        "money": ("money matters", ("i owe my brother 200", "my salary is 4100", "my rent is 900 euros")),
        "work": ("work", ("my boss Igor wants the report", "i was promoted in june", "my office is in Leeds")),
        "love": ("my love life", ("my girlfriend Lea lives in Graz", "i broke up with Ben", "my tinder date is Kim")),
        "children": ("my kids", ("my son Theo has swimming", "our daughter plays chess", "the babysitter is Mia")),
        "whereabouts": ("where i am", ("i'm staying at hotel Post", "i live in Ulm", "we are going to Como")),
        "faith": ("my faith", ("i go to mass on sundays", "i was baptised in may", "my priest is father Luke")),
    },
    "de": {
        "health": ("meine gesundheit", ("ich habe asthma", "meine knieoperation ist im april")),
        "money": ("geld", ("ich schulde meinem bruder 200 euro", "mein gehalt ist 4100")),
        "work": ("die arbeit", ("mein chef Igor will den bericht", "ich wurde im juni befördert")),
        "love": ("mein liebesleben", ("meine freundin Lea wohnt in Graz", "ich habe mich von Ben getrennt")),
        "children": ("meine kinder", ("mein sohn Theo hat schwimmen", "unsere tochter spielt schach")),
        "whereabouts": ("meinen aufenthaltsort", ("ich bin im hotel Post", "ich wohne in Ulm")),
        "faith": ("meinen glauben", ("ich gehe sonntags zur messe", "ich wurde im mai getauft")),
    },
}
OUTSIDE = {"en": "my bicycle is blue", "de": "mein fahrrad ist blau"}
LONGER = {
    "en": (
        ("the divorce", "my divorce hearing is on friday"),
        ("the surgery", "mum's surgery is on the ninth"),
        ("the surprise party", "the surprise birthday party for Anna is on saturday"),
        ("my ex", "my ex Tom has the spare key"),
        ("the lawsuit", "the lawsuits cost us the summer"),
    ),
    "de": (
        ("die scheidung", "mein scheidungstermin ist am freitag"),
        ("die therapie", "meine physiotherapie ist am montag"),
        ("die kündigung", "das kündigungsschreiben liegt im schrank"),
        ("den umzug", "der umzug ist am ersten mai"),
        ("die operation", "meine knieoperation ist am neunten"),
        ("die operation", "der operationstermin ist am neunten"),
    ),
}
NEXT = {
    "en": (
        "what i tell you next is private",
        "don't store the next thing",
        "the next bit is for your ears only",
        "i'll tell you something you shouldn't keep",
        "keep the next thing i say off the record",
        "keep nothing of what i'm about to say",
        "what comes next stays between us",
        "don't keep what follows",
        "just so you know what i'm about to tell you stays between you and me",
        "the following is strictly confidential",
    ),
    "de": (
        "was ich dir jetzt sage ist privat",
        "merk dir das nächste nicht",
        "das nächste bleibt unter uns",
        "merk dir nicht was jetzt kommt",
        "speicher nicht was ich dir gleich erzähle",
        "was jetzt kommt ist vertraulich",
        "ich erzähle dir jetzt etwas das unter uns bleibt",
    ),
}
ASK_RULES = {
    "en": (
        "what may you not mention",
        "what rules have i set",
        "which topics are off limits",
        "what are you not allowed to talk about",
        "are there any rules",
        "what's off limits",
        "what did i ask you not to mention",
        "list my privacy rules",
    ),
    "de": (
        "was darfst du nicht erwähnen",
        "welche regeln habe ich gesetzt",
        "worüber darfst du nicht sprechen",
        "welche themen sind tabu",
        "nenn mir meine regeln",
        "was darf nicht erwähnt werden",
    ),
}
UNDO = {
    "en": (
        "drop that rule",
        "cancel the rule about {}",
        "you may mention {} again",
        "it's okay to talk about {} now",
        "you can mention it",
        "you can bring {} up again",
        "you may say that aloud again",
        "cancel all my privacy rules",
        "{} is no longer off limits",
    ),
    "de": (
        "heb diese regel auf",
        "lösche die regel über {}",
        "du darfst wieder über {} sprechen",
        "du darfst das wieder erwähnen",
        "{} darfst du wieder erwähnen",
        "hebe alle regeln auf",
    ),
}
