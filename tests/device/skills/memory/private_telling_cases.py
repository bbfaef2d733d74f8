"""Data: rules on what may be mentioned and kept as people say them in passing, alone and at the end of a telling."""

from __future__ import annotations

HIDING: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("i have asthma", "don't bring up my health in front of others"),
        ("i have asthma", "please keep my medical stuff to yourself when there are people around"),
        ("i have asthma", "never talk about my illnesses in company"),
        ("i owe my brother 200", "my finances are nobody's business"),
        ("i owe my brother 200", "nothing about money when we've got guests"),
        ("i owe my brother 200", "keep my debts private"),
        ("i owe my brother 200", "i don't want anyone to hear about my money"),
        ("i owe my brother 200", "money is not something to talk about here"),
        ("my girlfriend Lea lives in Graz", "not a word about my love life to my mum"),
        ("my girlfriend Lea lives in Graz", "don't you dare mention Lea"),
        ("my girlfriend Lea lives in Graz", "please never mention Lea when my wife is around"),
        ("my boss Igor wants the report", "leave my work out of conversations"),
        ("my boss Igor wants the report", "no work talk please when my family is here"),
        ("my boss Igor wants the report", "when my wife is home don't mention work"),
        ("my son Theo has swimming", "don't say anything about the children to visitors"),
        ("my son Theo has swimming", "i'd prefer you kept quiet about my kids"),
        ("i'm staying at hotel Post", "don't tell people where i am"),
        ("i'm staying at hotel Post", "nobody needs to know where i'm staying"),
        ("i go to mass on sundays", "don't discuss my religion"),
        ("i go to mass on sundays", "my faith is private don't bring it up"),
        ("the surprise party is on friday", "don't let slip anything about the surprise party"),
        ("the surprise party is on friday", "the party is a secret so don't mention it"),
        ("i have put on two stone", "don't bring up my weight"),
        ("mum's surgery is on the ninth", "shush about the surgery"),
        ("mum's surgery is on the ninth", "keep mum about the surgery"),
        ("mum's surgery is on the ninth", "please don't go on about the surgery any more"),
        ("mum's surgery is on the ninth", "i can't bear to hear about the surgery any more"),
    ),
    "de": (
        ("ich habe asthma", "sprich vor anderen nicht über meine gesundheit"),
        ("ich habe asthma", "meine gesundheit geht niemanden was an"),
        ("ich habe asthma", "bitte nichts über meine krankheiten wenn besuch da ist"),
        ("ich schulde meinem bruder 200 euro", "über geld wird hier nicht geredet"),
        ("ich schulde meinem bruder 200 euro", "red nicht über geld wenn die kinder dabei sind"),
        ("ich schulde meinem bruder 200 euro", "meine schulden gehen keinen was an"),
        ("ich schulde meinem bruder 200 euro", "kein wort über meine schulden vor meiner frau"),
        ("meine freundin Lea wohnt in Graz", "erwähn Lea nicht mehr"),
        ("meine freundin Lea wohnt in Graz", "sag meiner mutter nichts von Lea"),
        ("mein chef Igor will den bericht", "die arbeit bleibt außen vor"),
        ("mein chef Igor will den bericht", "bitte kein wort mehr über die arbeit"),
        ("mein sohn Theo hat schwimmen", "erzähl keinem was von meinen kindern"),
        ("ich bin im hotel Post", "sag keinem wo ich bin"),
        ("ich gehe sonntags zur messe", "mein glaube ist privat"),
        ("mein scheidungstermin ist am freitag", "fang nicht mehr mit der scheidung an"),
        ("mein scheidungstermin ist am freitag", "lass die scheidung aus dem spiel"),
        ("ich hab im winter neun kilo zugenommen", "red nicht mehr über mein gewicht"),
        ("ich verdiene 2900 im monat", "erwähn mein gehalt nie"),
        ("meine schwester ist im dritten monat schwanger", "kein wort über die schwangerschaft"),
        ("mir wurde gekündigt", "sprich die kündigung nicht mehr an"),
    ),
}
"""What is told, and the rule that hides it."""

AT_THE_END: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("my wages are twenty six thousand", "never say that in front of people"),
        ("i have diabetes", "but don't mention it to anyone"),
        ("i owe my dad five hundred", "don't bring that up when he's here"),
        ("my girlfriend is called Lea", "keep that to yourself"),
        ("we're expecting a baby in may", "that's just between us"),
        ("i got fired last week", "please don't tell anyone"),
        ("my daughter failed her exam", "don't say that when she's around"),
        ("the party is on saturday", "that's a secret don't mention it"),
        ("my therapist is called Doctor Hahn", "and i don't want that mentioned"),
        ("my salary is four thousand a month", "not a word about that"),
        ("i'm seeing a lawyer about the divorce", "never mention that when my wife is in the room"),
        ("my son takes ritalin", "you mustn't say that out loud"),
        ("i vote green", "that stays between you and me"),
    ),
    "de": (
        ("mein gehalt ist viertausend euro", "sag das nie vor anderen"),
        ("ich habe diabetes", "aber erwähn das nicht"),
        ("ich schulde meinem vater fünfhundert euro", "sprich das nicht an wenn er da ist"),
        ("meine freundin heißt Lea", "behalt das für dich"),
        ("wir erwarten ein kind im mai", "das bleibt unter uns"),
        ("mir wurde letzte woche gekündigt", "bitte sag das keinem"),
        ("die feier ist am samstag", "das ist geheim also erwähn es nicht"),
        ("meine therapeutin heißt doktor Hahn", "das soll niemand erfahren"),
    ),
}
"""What is told, and the order that follows it in the same breath."""

NOT_KEPT: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("don't remember anything about money", "i owe my brother 300"),
        ("never keep anything to do with my health", "i have asthma"),
        ("don't make notes about my love life", "my girlfriend is called Lea"),
        ("i don't want you storing things about my kids", "my son Theo has swimming"),
        ("from now on nothing about work goes into your memory", "my boss is called Igor"),
        ("what i say about money is not for your memory", "my rent is 900 euros"),
        ("don't memorise where i am", "i'm staying at hotel Post"),
        ("don't save anything on my faith", "my priest is father Luke"),
        ("i'd rather you didn't keep anything about my health", "i have asthma"),
        ("stop remembering things about my work", "my boss is called Igor"),
    ),
    "de": (
        ("merk dir nichts über geld", "ich schulde meinem bruder 300 euro"),
        ("speicher nichts über meine gesundheit", "ich habe asthma"),
        ("ich will nicht dass du dir was über meine kinder merkst", "mein sohn Theo hat schwimmen"),
        ("von der arbeit merkst du dir bitte nichts", "mein chef heißt Igor"),
        ("behalt nichts von dem was ich über geld sage", "meine miete ist 900 euro"),
        ("über meinen glauben sollst du nichts speichern", "mein pfarrer heißt Lukas"),
    ),
}
"""The rule, and what it keeps out."""

NO_ORDERS = {
    "en": (
        "my boss told me never mention that in front of clients",
        "i never say that in front of people",
        "my mother said don't tell anyone about it",
        "she asked me not to bring that up",
        "they don't talk about it when she's around",
        "people say you should keep that to yourself",
    ),
    "de": (
        "mein chef sagte ich soll das nie vor kunden sagen",
        "ich sag das nie vor anderen",
        "meine mutter meinte das geht niemanden was an",
        "er hat gesagt das soll keiner wissen",
    ),
}
"""What others said, or what the person does."""
