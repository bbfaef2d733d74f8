"""Promise: the one question of a warm thread or work order is answered in a person's own words (2.21A, 2.21B).

They count only while it is open: "okay" and "the garden" mean nothing by themselves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.continuity.answers import ResumeAnswer, read_resume_answer
from memory.core.policy import MAX_CLAUSE_CHARS
from tests.device.skills.continuity.test_resuming import DAY, DECIDED, HELLO, greet
from tests.device.skills.continuity.test_work_orders import CHAIRS, work
from tests.sim.assistant_talk import talk_after, talk_in

WORDINGS = {
    "en": {
        ResumeAnswer.RESUME: (
            "yes please", "ok", "okay", "yeah, let's", "let's resume", "resume it", "resume that", "go ahead",
            "please do", "why not", "let's do that", "yes, let's continue", "that one", "the first", "sure, go on",
            "resume the garden", "the garden", "yes, the garden", "gladly", "yes resume garden", "Sounds good!",
        ),
        ResumeAnswer.NEW: (
            "no thanks", "nope", "something new", "start something new", "let's start something new", "neither",
            "no, something new", "a new one", "new please", "I'd rather start something new", "no new topic", "nah",
            "rather not", "something else",
        ),
        ResumeAnswer.LATER: (
            "not now", "not right now", "later", "maybe later", "ask me later", "not today", "another time",
            "no, not now", "perhaps tomorrow", "remind me later", "not yet",
        ),
    },
    "de": {
        ResumeAnswer.RESUME: (
            "ja bitte", "ja gern", "ja, gerne", "gerne", "klar", "okay", "ok", "ja weiter", "ja, mach weiter",
            "lass uns weitermachen", "warum nicht", "machen wir", "mit dem Garten", "ja, mit dem Garten", "den Garten",
            "unbedingt", "sehr gern", "na klar", "auf jeden Fall", "mach mit dem Garten weiter",
        ),
        ResumeAnswer.NEW: (
            "nein danke", "nö", "etwas Neues", "was Neues", "lieber was Neues", "neues Thema", "etwas anderes",
            "mit etwas Neuem", "nein, etwas Neues", "lieber nicht", "fang was Neues an", "nee",
            "ich will was Neues anfangen",
        ),
        ResumeAnswer.LATER: (
            "nicht jetzt", "jetzt gerade nicht", "jetzt nicht", "später", "vielleicht später", "heute nicht",
            "ein andermal", "frag mich später", "nein, jetzt nicht", "lieber morgen", "frag morgen noch mal",
        ),
    },
}  # fmt: skip
NO_ANSWER = {
    "en": ("the piano", "my cat is called Mia", "the garden is big", "what time is it", "okay Google is a company",
           "remember the milk", "no idea which gate fits", "later that day we met", "something smells"),
    "de": ("das Klavier", "meine Katze heißt Mia", "der Garten ist groß", "wie spät ist es", "merk dir die Milch",
           "ich weiß nicht welches Tor passt", "später haben wir gegessen", "das andere Auto ist rot"),
}  # fmt: skip
TOPIC = {"en": "garden", "de": "garten"}


def about_the_garden(title: str) -> bool:
    """Whether words name the garden and nothing else."""
    return title in TOPIC.values()


@pytest.mark.parametrize("language", sorted(WORDINGS))
def test_each_answer_has_ten_wordings(language: str) -> None:
    for wanted, wordings in WORDINGS[language].items():
        assert len(set(wordings)) >= 10
        assert {one: read_resume_answer(one, language, about_the_garden) for one in wordings} == dict.fromkeys(
            wordings, wanted
        )


@pytest.mark.parametrize("language", sorted(NO_ANSWER))
def test_what_says_something_else_is_no_answer(language: str) -> None:
    for said in (*NO_ANSWER[language], "", "yes " * MAX_CLAUSE_CHARS):
        assert read_resume_answer(said, language, about_the_garden) is None, said
    assert read_resume_answer("yes", "xx", about_the_garden) is None


@pytest.mark.parametrize("language", sorted(WORDINGS))
def test_a_warm_thread_is_resumed_put_aside_or_left_for_later(tmp_path: Path, language: str) -> None:
    codes = dict(zip(ResumeAnswer, ("THREAD_RESUMED", "PUT_ASIDE", "PUT_OFF"), strict=True))
    for wanted, wordings in WORDINGS[language].items():
        for said in wordings[-6:]:
            with talk_after(tmp_path / wanted / said.strip("!") / "vault", DECIDED[language], language) as talk:
                held = talk.texts()
                greet(talk, 5 * DAY, HELLO[language])
                assert talk.answer.question
                talk.say(said)
                assert (said, codes[wanted] in talk.answer.reason_codes, talk.texts()) == (said, True, held)


@pytest.mark.parametrize("language", sorted(WORDINGS))
def test_a_warm_work_order_is_resumed_confirmed_put_aside_or_left(tmp_path: Path, language: str) -> None:
    yes, new, later = {"en": ("okay", "something else", "ask me later"), "de": ("ja gern", "was anderes", "später")}[
        language
    ]
    for said, became in (
        ((yes, yes), ("DONE", False)),
        ((yes, later), ("CONFIRM", False)),
        ((new,), ("DRAFT", True)),
        ((later,), ("DRAFT", False)),
    ):
        with talk_after(tmp_path / "-".join(said) / "vault", [CHAIRS[language]], language) as talk:
            greet(talk, 5 * DAY, HELLO[language])
            talk.say_all(*said)
            assert [(status, muted) for status, _, muted in work(talk)] == [became]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "okay"), ("en", "the garden"), ("de", "ja gern"), ("de", "später")]
)
def test_without_the_question_they_resume_nothing(tmp_path: Path, language: str, said: str) -> None:
    with talk_after(tmp_path / "vault", DECIDED[language], language) as talk:
        greet(talk, 40 * DAY, said)
        assert not {"THREAD_RESUMED", "PUT_ASIDE", "PUT_OFF"}.intersection(talk.answer.reason_codes)


POINTED = {
    "en": (("resume it", "continue", "let's go on with it"), ("confirm it", "please confirm that"), "cancel that"),
    "de": (("mach damit weiter", "weiter", "lass uns das fortsetzen"), ("bestätige ihn", "bestätige das bitte"),
           "storniere das"),
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(POINTED))
def test_a_work_order_that_was_told_is_resumed_and_confirmed_without_its_name(tmp_path: Path, language: str) -> None:
    resumes, confirms, _ = POINTED[language]
    for said in (*resumes, *confirms):
        with talk_after(tmp_path / said / "vault", [CHAIRS[language]], language) as talk:
            greet(talk, DAY, HELLO[language])
            talk.say(said)
            became = "CONFIRM" if said in resumes else "DONE"
            assert (said, [status for status, _, _ in work(talk)]) == (said, [became])


@pytest.mark.parametrize("language", sorted(POINTED))
def test_cancelling_twice_cancels_no_other_work_order(tmp_path: Path, language: str) -> None:
    fence = {"en": "start a work order to paint the fence", "de": "leg einen Auftrag an den Zaun streichen"}[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(CHAIRS[language], fence, POINTED[language][2], POINTED[language][2])
        assert sorted(status for status, _, _ in work(talk)) == ["CANCELED", "DRAFT"]
