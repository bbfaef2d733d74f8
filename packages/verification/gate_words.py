"""Pure: the word lists of the content gate (packages/verification/content_gate.py), small letters without marks.

The given names are the common ones only: another private name is found when it is declared (`role: person`) or has a
title, or by the operator who signs.
"""

from __future__ import annotations


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


GIVEN_NAMES = _word_set(
    """
    aaron abigail adam adrian agnes ahmed aisha alan albert alejandro alessandro alexander alexandra alfred ali alice
    alicia alina allison amanda amelia amy ana anastasia andrea andreas andrew angela angelika anita anja anna anne
    annette annika anthony antoine antonia antonio arthur ashley astrid audrey barbara beatrice ben benjamin bernd
    bernhard bertha beth betty birgit björn bob bobby brandon brenda brian britta bruce bruno camille carla carlos
    carmen carol caroline catherine cecilia charles charlotte chen cheryl chris christa christian christina christine
    christoph christopher claire clara claudia colin cristina cynthia daniel daniela danielle david deborah dennis
    diana diane dieter dimitri dmitri dominik donald donna dora dorothy douglas edith eduardo edward elena elisabeth
    elizabeth ella ellen elsa emil emilia emily emma enrique eric erica erik ernst esther ethan eugene eva evelyn
    fabian fatima felix ferdinand fernando florian frances francesca francesco francis francisco frank franz fred
    frederick friedrich gabriel gabriela gary george georg gerald gerhard gertrud giovanni giulia giuseppe gisela
    gloria gordon grace greg gregory greta guillaume günter günther gustav hannah hans harald harold harry hassan
    heather heidi heike heinrich heinz helen helena helga helmut henri henry herbert hermann hugo ibrahim ida igor
    ilse ines inge ingrid irene irina iris isaac isabel isabella ivan jack jackie jacob jacqueline jacques jakob james
    jan jana jane janet jason javier jean jeff jeffrey jelena jennifer jens jeremy jerry jessica joan joachim joe
    johanna johannes john jonas jonathan jorge josé josef joseph joshua juan judith judy julia julian julie jürgen jutta
    karen karin karl katarina katharina katherine kathleen kathrin katja keith kelly kenneth kerstin kevin khalid kim
    kimberly klara klaus konrad kristen kristin kyle lars laura lauren lea lena leo leon leonard leonie leopold lewis
    liam lili lina linda lisa lorenzo louis louise luca lucas lucia lucy luis luisa lukas luke lydia magdalena manfred
    manuel marc marcel marco marcus margaret margarete maria mariam marianne marie marina mario marion mark markus
    martha martin martina mary mateo matthew matthias maurice max maximilian maya megan mehmet melanie melissa mia
    michael michaela michel michelle miguel mika mike mohamed mohammed monica monika moritz muhammad nadia nadine
    nancy natalia natalie nathan nicholas nicolas nicole niklas nina noah nora norbert olaf olga oliver olivia omar
    oscar oskar otto pablo pamela patricia patrick paul paula pauline pedro peter petra philip philipp philippe pierre
    priya rachel rafael rainer ralf ralph ramona raymond rebecca regina reinhard renate ricardo richard rita robert
    roberto robin roger roland rolf roman ronald rosa rosemary roy rudolf russell ruth ryan sabine samantha samuel
    sandra sara sarah sascha scott sean sebastian sergei sergio sharon sheila silke silvia simon simone sofia sonja
    sophia sophie stacy stefan stefanie stella stephan stephanie stephen steve steven stuart susan susanne suzanne
    svetlana sven sylvia tanja tanya tatiana teresa theodor theresa thomas thorsten tim timothy tina tobias todd tom
    tony tracy ulrich ulrike ursula ute valentina valerie vanessa vera verena veronica victor victoria viktor vincent
    virginia vladimir walter wanda wayne wei wendy werner wilhelm william wolfgang xavier yan yasmin yusuf yvonne
    zachary zoe
    abdul adriana aidan ainhoa akira aleksandr alessia amir amit ananya anders andrei andrzej anil anouk arjun arnaud
    asha aslan ayse bartosz benoit bettina bianca bjorn bogdan carina cathy chiara chloe ciara conor cornelia craig
    dagmar dariusz deepak derek dylan eileen elias eline elisa elke emre erin eszter fatma felicitas fiona frida
    gareth giorgio graham grzegorz hamza hanna hector hiroshi imran ingeborg isabelle ismail ivana jasmine jorgen
    juergen katarzyna kavita kenji krzysztof lakshmi lasse leila liesel ludwig lukasz maeve magnus maja malgorzata
    malik marek maren margot marta mathieu mats mehdi meike mikael milan mirjam mustafa nadja naomi natasha nele niamh
    nikolai nils nuria oleg orla osman paolo pavel pawel pia piotr rahul raj rajesh ravi reza rohan ronan rosie saoirse
    saskia sean selim shane siobhan sigrid sinead sofie stanislav stefano sunita svenja tadeusz tariq thea tomasz
    torsten uwe vikram volker wiebke wojciech xenia yuki yuri yves zainab zeynep zofia łukasz małgorzata ayşe
    jørgen søren françois françoise chloé zoë andré renée rené inés sofía lucía martín raúl ángel óscar
    """
)
NAMES_AND_WORDS = _word_set(
    "mark max grace iris frank jack jerry harry bob tony dora stella chen kim mike dennis ray will ben ella kelly"
    " heather gordon scott todd roman florian marina dominik regina diana leo lea lena sara mary may"
)
"""Given names that are also words: they count only where capitals say so."""
TITLES = _word_set("mr mrs ms miss dr prof professor sir madam herr frau doktor señor señora monsieur madame")
PRIVILEGED = _word_set(
    "command intent action act permission permit role grant allow deny access polic regex regular pattern grammar"
    " rule script exec code eval tool call skill forget delete erase remove wipe purge remember memory memories"
    " atom setting config template trigger hook url uri webhook prompt instruct system bind handler expression"
    " approv authori privilege unlock consent exposure simulation macro"
)
FORGETTING = _word_set(
    "forget forgetting forgets delete deletes deleting erase erasing wipe wiping purge clear reset remove removing"
    " destroy unlearn unremember expunge vergiss vergessen losch losche loschen entferne entfernen zurucksetzen"
)
OBJECTS = _word_set(
    "everything anything all it that this these those them me us my our mine what atom atoms memory memories data"
    " vault fact facts history record records profile alles das dies diese mich uns mein meine meinen was erinnerung"
    " erinnerungen daten gedachtnis"
)
ALLOWING = _word_set(
    "grant allow permit approve authorize authorise enable disable unlock give make become revoke elevate bypass sudo"
    " erlaube erlauben genehmige entsperre"
)
RIGHTS = _word_set(
    "access admin administrator permission permissions right rights role roles root everything all owner zugriff"
    " rechte recht"
)
RESERVED_JOINED = _word_set(
    "stop yes no cancel help helpme quiet silence pause abort confirm confirmed approve approved allow grant unlock"
    " remember rememberthat rememberthis donotremember donotrememberthis dontrememberthis dontremember donotmention"
    " stopmentioningthis stopmentioning nevermind undo goodnight thankyou selene ja nein stopp abbrechen hilfe ruhe"
    " bestatigen merkdir merkdirdas whatdoyouremember whatdoyourememberaboutme onlyrecallthisifiask shutdown restart"
    " factoryreset eraseall rollback"
)
NEVER_INSIDE = (
    "forgeteverything",
    "deleteeverything",
    "eraseeverything",
    "forgetmemor",
    "vergissalles",
    "factoryreset",
)
WAKE_WORDS = frozenset({"okay nabu", "ok nabu", "hey jarvis", "alexa", "hey mycroft", "hey selene", "okay selene"})
DIGIT_WORDS = _word_set(
    "zero oh one two three four five six seven eight nine null eins zwei zwo drei vier fünf sechs sieben acht neun"
)
