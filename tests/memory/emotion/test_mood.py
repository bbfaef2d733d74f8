"""Promise: a mood is a few numbers of one person that fade; it follows from what was felt and from `now` alone."""

from __future__ import annotations

import pytest

from memory.core.policy import LASTING_HALF_LIFE_MS, SESSION_HALF_LIFE_MS
from memory.emotion.feeling import NOTHING_FELT, Feeling
from memory.emotion.mood import Mood, after_feeling, felt_now, mood_id, mood_of, mood_record
from memory.emotion.tone import Tone, ToneName, tone_of
from protos.canonical_json import canonical_bytes

SAD, GLAD = Feeling(-80, -20), Feeling(80, 40)
AT = 1_770_000_000_000


@pytest.mark.parametrize(
    ("age_ms", "valence"),
    [
        (0, -80),
        (-5_000, -80),
        (SESSION_HALF_LIFE_MS // 2, -60),
        (SESSION_HALF_LIFE_MS, -40),
        (2 * SESSION_HALF_LIFE_MS, -20),
        (4 * SESSION_HALF_LIFE_MS, -5),
    ],
)
def test_what_was_felt_in_a_conversation_halves_with_its_half_life(age_ms: int, valence: int) -> None:
    assert felt_now(after_feeling(Mood(), SAD, "s1", AT), "s1", AT + age_ms).valence == valence


def test_it_never_grows_with_time_and_ends() -> None:
    mood = after_feeling(Mood(), SAD, "s1", AT)
    left = [abs(felt_now(mood, "s2", AT + step * LASTING_HALF_LIFE_MS // 7).valence) for step in range(60)]
    assert left == sorted(left, reverse=True)
    assert left[0] > 0
    assert left[-1] == 0
    assert felt_now(mood, "s1", AT + 1_000 * LASTING_HALF_LIFE_MS) == NOTHING_FELT


def test_another_conversation_has_only_what_lasts() -> None:
    mood = after_feeling(Mood(), SAD, "s1", AT)
    assert felt_now(mood, "s2", AT).valence == -20
    again = after_feeling(mood, SAD, "s2", AT)
    assert felt_now(again, "s2", AT) == SAD
    assert -80 < felt_now(again, "s3", AT).valence < -20


def test_a_turn_draws_the_mood_of_its_conversation() -> None:
    mood = after_feeling(after_feeling(Mood(), SAD, "s1", AT), GLAD, "s1", AT)
    assert -80 < felt_now(mood, "s1", AT).valence < 80


@pytest.mark.parametrize("felt", [SAD, GLAD, Feeling(-100, -100), Feeling(100, 100)])
def test_a_record_is_small_holds_no_word_and_is_read_again(felt: Feeling) -> None:
    mood = after_feeling(Mood(), felt, "a conversation about the move", AT)
    record = mood_record("u-" + "0" * 64, mood)
    assert mood_of(record.content) == mood
    assert len(canonical_bytes(dict(record.content))) <= 512
    assert "move" not in str(record.content)
    assert record.content["mood_id"] == mood_id("u-" + "0" * 64) != mood_id("u-1")


@pytest.mark.parametrize(
    ("felt", "name"),
    [
        (NOTHING_FELT, ToneName.PLAIN),
        (Feeling(-19, 90), ToneName.PLAIN),
        (Feeling(-20, 14), ToneName.GENTLE),
        (Feeling(-20, 15), ToneName.CALM),
        (Feeling(19, 90), ToneName.PLAIN),
        (Feeling(20, -40), ToneName.GLAD),
    ],
)
def test_a_tone_is_pace_warmth_brevity_and_formality(felt: Feeling, name: ToneName) -> None:
    tone = tone_of(felt)
    assert tone.name == name
    assert (tone == Tone()) == (name is ToneName.PLAIN)
    assert 80 <= tone.pace_percent <= 120
    assert 80 <= tone.pitch_percent <= 120
