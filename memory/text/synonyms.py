"""Pure: tables of word forms, synonyms and stop words of everyday English, for looking things up.

They are written as stems of memory/text/stemming.py.

`WORD_FORMS`: irregular forms that no stemmer brings together (`went` and `go`), and close derivations (`wedding`,
`marry`).
`SYNONYMS`: words of one type of thing (`colleague`, `workmate`); a weak hint, never equal to the word itself.
`RELATED`: the same without two things of one sort: `chair` has `furniture`, but not `table`.
`STOP_WORDS`: stems that no question looks for. engine_b/storage/migrations/0002_retrieval.sql leaves the same ones out
of the index.
"""

from __future__ import annotations


def _families(table: str) -> dict[str, frozenset[str]]:
    """Maps each stem of the hyphenated groups in `table` to the stems of all groups that contain it."""
    found: dict[str, frozenset[str]] = {}
    for group in table.split():
        family = frozenset(group.split("-"))
        for stem in family:
            found[stem] = found.get(stem, frozenset()) | family
    return found


_QUIET = """
    a about after aint all also am an and ani any are arent as at be been befor before being both but
    by can cant could couldnt did didnt do doe does doesnt doing done dont each els else for from get
    gets got had hadnt has hasnt have havent having he her here hers herself hes him himself his how i
    id if im in into is isnt it its itself ive just let lets me might mine more most must my myself no
    nor not of on onli only or other our ourselv ourselves over own pleas please said same say says
    shall she shes should shouldnt so some such tell than that thats the their theirs them themselv
    themselves then there theres these they theyr theyre theyv theyve this those to told too us veri
    very was wasnt we wed were werent weve what whats when where whi which who whom whose why will with
    wont would wouldnt you youd youll your youre yours yourself youv youve
"""

STOP_WORDS = frozenset(_QUIET.split())

WORD_FORMS = _families(
    """
    becom-becam begin-began-begun bite-bit-bitten blow-blew-blown break-broke-broken bring-brought
    build-built burn-burnt buy-bought catch-caught choos-chose-chosen come-came deal-dealt dig-dug
    draw-drew-drawn dream-dreamt drink-drank-drunk drive-drove-driven eat-ate-eaten fall-fell-fallen
    feed-fed feel-felt fight-fought find-found flee-fled fli-flew-flown forget-forgot-forgotten
    forgiv-forgav-forgiven freez-froze-frozen give-gave-given go-went-gone grow-grew-grown hang-hung
    hear-heard hide-hid-hidden hold-held keep-kept know-knew-known lay-laid lead-led learn-learnt
    leav-left lend-lent lie-lay-lain light-lit lose-lost-loss make-made mean-meant meet-met pay-paid
    ride-rode-ridden ring-rang-rung rise-rose-risen run-ran see-saw-seen sell-sold-sale send-sent
    sew-sewn shake-shook-shaken shoot-shot show-shown sing-sang-sung-song sink-sank-sunk sit-sat
    sleep-slept slide-slid speak-spoke-spoken-speech spend-spent spill-spilt stand-stood
    steal-stole-stolen-theft stick-stuck strike-struck swear-swore-sworn sweep-swept swim-swam-swum
    take-took-taken teach-taught tear-tore-torn think-thought throw-threw-thrown understand-understood
    wake-woke-woken wear-wore-worn win-won write-wrote-written child-children man-men woman-women
    person-peopl foot-feet tooth-teeth mous-mice wife-wive life-live knife-knive leaf-leav choic-choos
    marri-marriag grow-growth die-death-dead born-birth-birthday fli-flight weigh-weight high-height
    long-length see-sight advis-advic believ-belief live-life succeed-success fail-failur decid-decis
    argu-argument sign-signatur appli-applic explain-explan describ-descript destroy-destruct
    receiv-receipt solv-solut compet-competit volunt-voluntari injur-injuri angri-anger afraid-fear
    proud-pride strong-strength healthi-health wealthi-wealth poor-poverti hungri-hunger thirsti-thirst
    young-youth free-freedom friend-friendship relat-relationship member-membership lead-leadership
    paint-painter bake-baker-bakeri music-musician art-artist photo-photograph-photographi
    scienc-scientist act-actor-actress write-writer-author danc-dancer teach-teacher drive-driver
    sing-singer program-programm color-colour favorit-favourit neighbor-neighbour
"""
)

_TYPES = """
    job-work-career-profess-occup-employ-posit job-employ-compani-firm colleagu-cowork-workmat-teammat
    boss-manag-supervisor busi-startup-compani-ventur fire-laid-layoff quit-resign hire-recruit
    salari-wage-incom-pay meet-appoint deadlin-due movi-film-cinema show-seri-tv book-novel-read
    author-writer script-screenplay stori-tale poem-poetri song-music-tune-track-album
    band-group-musician concert-gig-festiv-perform pictur-photo-imag-snap paint-draw-sketch-art
    game-match-tournament competit-contest-tournament-championship race-marathon-run
    win-victori-trophi-prize-award
    sport-soccer-footbal-basketbal-basebal-tenni-volleybal-hockey-golf-rugbi-swim-cycl
    exercis-workout-gym-train-yoga-fit-run-weight hobbi-interest-pastim hike-trek-trail-walk camp-tent
    trip-travel-journey-vacat-holiday-visit-tour-getaway countri-nation-abroad citi-town
    beach-sea-ocean-coast-shore mountain-hill-peak park-garden hous-home-apart-flat-place move-reloc
    roommat-flatmat car-vehicl-auto-truck bike-bicycl-cycl plane-flight-airport train-railway-station
    shop-store-buy-purchas cheap-inexpens-afford expens-cost price-cost money-budget-fund-financ-cash
    gift-present food-meal-dish-cuisin-eat meal-breakfast-lunch-dinner
    dessert-cake-cooki-pie-ice-cream-pastri-sweet cook-bake-recip restaur-cafe-diner-eateri
    veget-veggi-salad drink-coffe-tea-juic-beer-wine vegan-vegetarian allerg-allergi
    pet-dog-cat-puppi-kitten-turtl-rabbit-hamster-fish-bird-anim dog-puppi-pup cat-kitten-kitti
    anim-wildlif bird-parrot mother-mom-mum-mama father-dad-papa parent-mother-father-mom-dad
    grandmoth-grandma-granni-nana grandfath-grandpa-granddad child-kid-son-daughter-babi-toddler
    sibl-brother-sister husband-spous-partner-wife boyfriend-girlfriend-partner aunt-uncl-cousin-relat
    famili-relat-parent-kid friend-buddi-pal-mate neighbor-neighbour marri-engag
    divorc-separ-breakup-split pregnant-pregnanc-babi doctor-physician-medic dentist-dental-tooth
    hospit-clinic medicin-medic-drug-pill ill-sick-unwel-diseas hurt-injuri-injur-pain surgeri-oper
    stress-anxieti-anxious-worri relax-unwind-destress-calm therapi-counsel-counselor-therapist
    tire-exhaust-fatigu happi-glad-joy-excit-thrill sad-upset-unhappi-depress angri-mad-furious
    afraid-scare-fear-frighten surpris-shock-amaz proud-pride love-like-enjoy-ador-fond-favorit
    favorit-favourit-best-prefer hate-dislik school-colleg-universiti student-pupil
    teacher-instructor-professor-tutor-mentor class-cours-lesson-workshop degre-diploma-graduat
    exam-test-quiz grade-score-mark studi-learn major-field-subject languag-tongu church-religion-faith
    chariti-fundrais-donat volunt-help-chariti shelter-homeless communiti-local event-gather-parti
    parti-celebr birthday-anniversari holiday-christma-thanksgiv-easter comput-laptop-pc
    phone-mobil-cellphon app-applic-softwar websit-site-web-onlin internet-onlin video-clip-youtub
    bug-error-issu-fault fix-repair-solv problem-issu-troubl-difficulti-challeng
    build-creat-make-develop start-begin-launch-open finish-complet-end goal-aim-target-object
    plan-intend-schedul idea-suggest advic-tip-recommend-suggest choos-pick-select-decid chang-switch
    improv-boost-increas reduc-lower-cut-decreas big-larg-huge small-littl-tini quick-fast-rapid
    old-elder new-recent color-colour-red-blue-green-yellow-purpl-pink-orang-black-white
    instrument-guitar-piano-violin-drum-flute-clarinet-saxophon-cello cloth-outfit-dress-shirt-fashion
    shoe-sneaker-boot jewelri-necklac-ring-bracelet hair-haircut tattoo-ink flower-plant-garden-rose
    tree-forest-wood rain-storm-weather-snow winter-summer-spring-autumn-fall-season
    morn-afternoon-evening-night weekend-saturday-sunday accid-crash crime-theft-steal-rob
    law-lawyer-legal-attorney armi-militari-soldier-veteran polic-offic-cop govern-polit-elect-vote
    citizen-nation-immigr ident-gender-transgend age-old-year name-call address-street-live email-mail
    messag-text call-phone talk-chat-speak-convers discuss-talk meet-encount visit-go attend-go-join
    particip-join-attend see-watch-view nicknam-name dream-hope-wish fear-phobia memori-rememb-reminisc
    feel-emot look-appear symbol-repres-mean reason-becaus devic-gadget tool-equip
    furnitur-couch-sofa-tabl-chair bedroom-room kitchen-oven-stove rent-leas-mortgag insur-polici
    bank-account-loan invest-stock tax-ir contract-agreement client-custom product-item project-task
    team-group-squad coach-trainer skill-abil strength-strong support-encourag-help inspir-motiv
    research-studi-investig write-compos articl-post-blog report-document speech-talk-present
    confer-convent-summit
"""

_NAMED_SORTS = """
    anim bank beach bedroom bird cat child citi cloth color colour comput countri crime dessert dog drink event exercis
    famili flower food furnitur garden holiday hospit instrument jewelri kid kitchen law meal medicin mountain parent
    parti pet plant polic relat school season shoe sibl sport store tool tree veget weather weekend workout
"""

_SORTS = frozenset(_NAMED_SORTS.split())
"""Words that name a sort of which others are members; two members of one are different things."""


def _related(table: str) -> dict[str, frozenset[str]]:
    """Maps each stem to those of its groups, and in a group with the name of a sort to that name alone."""
    found: dict[str, frozenset[str]] = {}
    for group in table.split():
        family = frozenset(group.split("-"))
        sorts = family & _SORTS
        for stem in family:
            found[stem] = found.get(stem, frozenset()) | (family if stem in sorts or not sorts else sorts)
    return found


SYNONYMS = _families(_TYPES)
RELATED = _related(_TYPES)
