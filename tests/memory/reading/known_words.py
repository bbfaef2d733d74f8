"""Data: common words with the class and the verb that people mean by them at home."""

from __future__ import annotations


def _rows_of(text: str) -> tuple[tuple[str, str, str], ...]:
    """Splits `form class lemma:letter` lines; the verb may be missing."""
    rows = [line.split() for line in text.strip().splitlines()]
    return tuple((row[0], row[1], row[2] if len(row) > 2 else "") for row in rows)


ENGLISH = _rows_of("""
    park n park:b
    parked v park:d
    play v play:b
    plays v play:s
    run v run:b
    call v call:b
    work v work:b
    works v work:s
    like v like:b
    likes v like:s
    walks v walk:s
    book n book:b
    watch v watch:b
    watches v watch:s
    cook v cook:b
    clean v clean:b
    visit v visit:b
    move v move:b
    left v leave:d
    lost v lose:d
    found v find:d
    born v bear:n
    used v use:d
    open v open:b
    light n light:b
    water n water:b
    phone n phone:b
    lives v live:s
    leaves v leave:s
    went v go:d
    sold v sell:d
    bought v buy:d
    is x be:s
    are x be:b
    was x be:d
    has x have:s
    can x can:b
    may x
    not x
    i'm x
    don't x
    seven d
    second a second:b
    tired a tire:d
    married a marry:d
    broken a break:n
    meeting n meet:g
    building n build:g
    going v go:g
    always r
    upstairs r
    home r home:b
    back r back:b
    happy a
    cheaper a
    allergic a
    vegan a
    text n text:b
    texted v text:d
    rose n rise:d
    moved v move:d
    hates v hate:s
    name n name:b
    plans n plan:s
""")

GERMAN = _rows_of("""
    spiele v spielen:f
    spielt v spielen:f
    spiel n spielen:i
    wohne v wohnen:f
    wohnt v wohnen:f
    heißt v heißen:f
    arbeite v arbeiten:f
    arbeitet v arbeiten:f
    essen v essen:b
    isst v essen:f
    aß v essen:f
    gegessen v essen:n
    gibt v geben:f
    gib v geben:i
    nimm v nehmen:i
    komm v kommen:i
    ruft v rufen:f
    angerufen v an|rufen:n
    abholen v ab|holen:b
    abgeholt v ab|holen:n
    abzuholen v ab|holen:b
    abholt v ab|holen:f
    vorbereitet v vor|bereiten:f
    aufgestanden v auf|stehen:n
    eingekauft v ein|kaufen:n
    anerkannt v an|erkennen:n
    umgezogen v um|ziehen:n
    fernsieht v fern|sehen:f
    gegangen v gehen:n
    fotografiert v fotografieren:f
    verkauft v verkaufen:f
    vergessen v vergessen:b
    gehört v hören:n
    vergangen v vergehen:n
    betrogen v betrügen:f
    geboren v gebären:n
    lädt v laden:f
    hältst v halten:f
    sammle v sammeln:f
    öffnet v öffnen:f
    weiß v wissen:f
    ist x sein:f
    war x sein:f
    hat x haben:f
    wird x werden:f
    möchte x mögen:f
    kann x können:f
    nicht x
    meine x meinen:f
    mit x
    sieben d sieben:b
    reise n reisen:f
    buch n buchen:i
    grün a
    große a
    größer a
    kälter a
    teurer a
    dunkle a
    verheiratet a verheiraten:f
    besser a bessern:f
    dritten a
    gestern r
    gern r
    hier r
""")
