"""Pure: faults in who may see what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


def _without(bits: int) -> None:
    """The gates no longer test these bits of an atom's bar."""
    from engine_b.storage import visibility_sql

    wrap(visibility_sql.gate_mask, lambda mask: lambda gate: mask(gate) & ~bits)


@fault(
    Q12_NO_INTERNAL_LEAK="asked_by_name",
    Q16_EXPOSURE_FILTER="internal_in_no_channel",
    Q16_SAFE_RECALL_SUMMARY="nothing_internal_or_silenced",
    Q12_ONE_QUESTION_RULE="an_internal_doubt_is_not_asked_about",
    Q17_METRICS_NONAUTHORITATIVE="talk_about_measurements_grants_nothing",
)
def internal_is_shown() -> None:
    """INTERNAL_ONLY passes every gate."""
    from engine_b.storage import visibility_sql
    from memory.retrieval import context_bundle

    _without(visibility_sql.NEVER)
    swap(context_bundle.may_enter_bundle, always_returning(True))


@fault(
    Q16_EXPOSURE_FILTER="written_but_not_spoken",
    Q16_SAFE_RECALL_SUMMARY="aloud_without_what_is_for_writing",
    Q18_GRAPH_LINKED="in_writing_only",
)
def writing_is_spoken() -> None:
    """SAFE_TO_TEXT passes aloud."""
    from engine_b.storage import visibility_sql
    from memory.retrieval import context_bundle

    _without(visibility_sql.NOT_ALOUD)
    swap(context_bundle.may_enter_bundle, always_returning(True))


@fault(Q16_EXPOSURE_FILTER="only_if_i_ask")
def unasked_is_surfaced() -> None:
    """What is only for asking comes up by itself."""
    from engine_b.storage import visibility_sql
    from memory.retrieval import context_bundle

    _without(visibility_sql.ONLY_IF_ASKED)
    swap(context_bundle.may_enter_bundle, always_returning(True))


@fault(Q16_EXPOSURE_FILTER="a_private_matter_is_for_writing")
def private_words_are_open() -> None:
    """Health and money are taken for small talk."""
    from memory.extraction import extract
    from memory.model.atoms import Exposure

    swap(extract.exposure_of, always_returning(Exposure.SAFE_TO_SPEAK))


@fault(Q16_EXPOSURE_FILTER="a_preference_for_speech_allows_it")
def preference_is_not_looked_at() -> None:
    """The person's own wish to be spoken to opens nothing."""
    from device.assistant import responder

    swap(responder.prefers_speech, always_returning(False))


@fault(Q16_EXPOSURE_FILTER="somebody_elses_preference_does_not")
def everybody_prefers_speech() -> None:
    """What is for writing is spoken to anybody."""
    from device.assistant import responder

    swap(responder.prefers_speech, always_returning(True))


@fault(
    Q12_BUNDLE_BUDGETS="a_guest_gets_nothing",
    Q14_DO_NOT_REPEAT="a_guest_leaves_no_flag",
    Q16_EXPOSURE_FILTER="a_guest_in_the_room",
    Q16_SAFE_RECALL_SUMMARY="a_guest",
    Q16_FORGET_COMMANDS="only_mine",
    Q12_ONE_QUESTION_RULE="a_guest_is_asked_nothing",
    Q17_METRICS_NONAUTHORITATIVE="a_guest_leaves_no_figure",
    Q17_METRICS_COUNTS="a_guest_is_not_measured_as_the_owner",
    Q12_STATE_WRITTEN="a_guest",
)
def everybody_is_the_owner() -> None:
    """A voice that is not known is taken for a known one."""
    from device.assistant.assistant import Assistant

    hear = Assistant.hear
    Assistant.hear = lambda self, turn, *rest: hear(self, replace(turn, identified=True), *rest)  # type: ignore[method-assign]


@fault(
    Q13_CORRECTION_PAIR_CAPTURE="another_person_corrects_nothing_of_mine",
    Q13_CRITICAL_TOKEN_CONFIRM="somebody_else_says_yes",
    Q13_NO_SILENT_OVERWRITE="another_person_overwrites_nothing",
    Q14_DO_NOT_REPEAT="a_person_has_their_own",
    Q14_REASK_GUARDS="another_persons_conflict",
    Q16_DO_NOT_MENTION="of_one_person_only",
    Q16_SAFE_RECALL_SUMMARY="only_mine",
)
def one_memory_for_all() -> None:
    """Nobody is told apart."""
    from memory.model import ids

    one = ids.user_id("ana")
    swap(ids.user_id, always_returning(one))


@fault(Q12_NO_INTERNAL_LEAK="a_secret_is_not_even_in_the_archive")
def secrets_are_not_seen() -> None:
    """A card number is a number."""
    from memory.text import secret_detector

    swap(secret_detector.find_secrets, always_returning(()))


@fault(Q16_EXPOSURE_FILTER="heard_aloud_once_when_asked_for")
def nothing_for_writing_is_ever_spoken() -> None:
    """Who asks to hear what is for writing is not answered aloud."""
    from device.skills.memory import privacy_rules

    wrap(privacy_rules.asked_to_hear, lambda hear: lambda view: None)


@fault(Q12_NO_INTERNAL_LEAK="an_insisted_secret", Q16_EXPOSURE_FILTER="an_insisted_code_is_for_writing")
def insisted_secrets_are_open() -> None:
    """A secret that is insisted on is kept like anything else."""
    from device.skills.memory import fact_storage
    from memory.model.atoms import Exposure

    def around(inside: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *words: replace(inside(*words), exposure=Exposure.SAFE_TO_SPEAK)

    wrap(fact_storage._guarded_atom, around)


@fault(Q16_EXPOSURE_FILTER="a_code_of_the_home_is_kept_at_once")
def home_codes_are_open() -> None:
    """A code of the home is kept like anything else."""
    from device.skills.memory import home_codes

    wrap(home_codes.guarded_code, lambda inside: lambda atom: atom)


@fault(Q16_EXPOSURE_FILTER="a_code_of_the_home_is_kept_at_once", Q16_FORGET_COMMANDS="a_code_of_the_home_goes_whole")
def home_codes_are_refused() -> None:
    """A code of the home has to be insisted on, as any other."""
    from memory.text import secret_detector

    swap(secret_detector._is_of_home, always_returning(False))


@fault(Q16_EXPOSURE_FILTER="the_name_of_a_network_brings_no_code")
def naming_a_thing_asks_for_its_code() -> None:
    """A question for the name of a network brings its password."""
    from memory.text import secret_detector

    swap(secret_detector.asks_for_secret, always_returning(True))


@fault(Q16_FORGET_COMMANDS="every_code_goes_at_once")
def all_codes_are_one() -> None:
    """ "Forget all codes" looks for memories that have these words."""
    from device.skills.memory import home_codes

    swap(home_codes.forget_every_code, always_returning(None))


@fault(Q16_EXPOSURE_FILTER="an_insisted_code_is_for_writing")
def every_code_is_of_the_home() -> None:
    """The code of an alarm is kept at once, too."""
    from memory.text import secret_detector

    swap(secret_detector._is_of_home, always_returning(True))


@fault(Q12_NO_INTERNAL_LEAK="ordered_to_give_it_up")
def internal_is_opened_by_a_sentence() -> None:
    """ "You may say that" opens what is internal, and commands find it."""
    from engine_b.storage import visibility_sql
    from memory.retrieval import context_bundle
    from memory.rules import controls
    from memory.rules.confidence import next_version_same_confidence

    _without(visibility_sql.NEVER)
    swap(context_bundle.may_enter_bundle, always_returning(True))
    swap(
        controls.set_exposure,
        lambda atom, exposure: replace(next_version_same_confidence(atom, "MAY_BE_SAID"), exposure=exposure),
    )


@fault(Q12_NO_INTERNAL_LEAK="kept_inside_on_request")
def keeping_inside_does_nothing() -> None:
    """ "Keep that to yourself" is only acknowledged."""
    from device.skills.memory import memory_controls

    memory_controls._EFFECTS["keep_inside"] = always_returning(None)


@fault(Q16_EXPOSURE_FILTER="keep_that_to_text")
def keeping_to_text_does_nothing() -> None:
    """ "Keep that to text" is only acknowledged."""
    from device.skills.memory import memory_controls

    memory_controls._EFFECTS["keep_to_text"] = always_returning(None)


@fault(Q12_NO_INTERNAL_LEAK="another_person_asks")
def bobs_secrets_are_everybodys() -> None:
    """Everybody is taken for Bob, and what is internal is shown."""
    from memory.model import ids

    internal_is_shown()
    swap(ids.user_id, always_returning(ids.user_id("bob")))


@fault(Q12_NO_INTERNAL_LEAK="a_guest_asks")
def secrets_are_shown_to_guests() -> None:
    """A voice that is not known is let in, and what is internal is shown."""
    internal_is_shown()
    everybody_is_the_owner()


@fault(Q16_SAFE_RECALL_SUMMARY="what_is_replaced_is_not_told")
def replaced_facts_live() -> None:
    """What was replaced is read like anything else."""
    from engine_b.storage import visibility_sql
    from engine_b.vault import search_queries

    for names in (vars(visibility_sql), vars(search_queries)):
        names["REPLACED"] = 0


@fault(Q12_TAGGING="declared_outdated_is_not_confirmed")
def outdated_facts_live() -> None:
    """What was declared to be over is read like anything else."""
    from engine_b.protocol import row_mapping
    from memory.model.atoms import Status

    def around(atom_from: Callable[..., Any]) -> Callable[..., Any]:
        def living(row: Any, sources: Any) -> Any:
            atom = atom_from(row, sources)
            return replace(atom, status=Status.ACTIVE) if atom.status is Status.OUTDATED else atom

        return living

    wrap(row_mapping.atom_from_row, around)
