"""Pure: decides which epoch is valid, and what a rotation must contain so that nothing becomes unreadable.

The mirror cannot read which page has a new key. It checks what it can: every page and every active member is there, and
a page with one new key wrap has a new wrap for every op in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from cloud_mirror.core.errors import Refusal
from cloud_mirror.rules.message_checks import (
    TOKEN_BYTES,
    malformed_refusal,
    parse_signed_body,
    require_signature,
    require_size,
)
from cloud_mirror.rules.roster import active_ids
from protos.selene.mirror.v1.mirror_service_pb2 import Epoch, PageKey, Roster, RotateRequest, Signed
from protos.wire import ID_BYTES, SUITE, Domain, Reason, body_hash

Page = tuple[bytes, int]
"""Device id and page number."""


def stored_epoch(signed: Signed) -> Epoch:
    """Reads a stored epoch, which was checked when it arrived."""
    return Epoch.FromString(signed.body)


def check_first_epoch(signed: Signed, roster: Roster, signer: bytes) -> Epoch:
    """Checks an account's first epoch, by the device that enrols; EPOCH_INVALID otherwise."""
    epoch = _signed(signed, signer)
    _require_sound(epoch, roster)
    if epoch.epoch < 1 or (epoch.epoch == 1) == bool(epoch.previous):
        raise _invalid("Only the first epoch has nothing before it.")
    if epoch.roster_version != roster.version:
        raise _invalid("The epoch belongs to the roster that it comes with.")
    return epoch


def check_next_epoch(signed: Signed, standing: Signed, roster: Roster, signer: bytes) -> Epoch:
    """Checks the epoch after `standing` for the current roster; EPOCH_INVALID, EPOCH_CONFLICT.

    An epoch made for the previous roster has other members without the device's fault: the conflict is checked first.
    """
    before, after = stored_epoch(standing), _signed(signed, signer)
    follows = after.epoch == before.epoch + 1 and after.previous == body_hash(standing.body)
    if not follows or after.roster_version != roster.version:
        sentence = "Another epoch or roster came first. Nothing was changed; fetch the newest and rotate again."
        raise Refusal(Reason.EPOCH_CONFLICT, sentence, metadata={"epoch": str(before.epoch)})
    _require_sound(after, roster)
    if after.key_id == before.key_id:
        raise _invalid("A new epoch has a new key.")
    return after


def check_token(token: bytes, standing: bytes) -> None:
    """Checks a token of 32 bytes that differs from the one before."""
    require_size(token, TOKEN_BYTES, "token")
    if token == standing:
        raise _invalid("A new epoch has a new token.")


def check_pages(given: Iterable[PageKey], stored: Collection[Page], epoch: int) -> None:
    """Checks that exactly the stored pages are given, each once and under the new epoch; PAGES_CHANGED, MALFORMED."""
    named = []
    for index, page in enumerate(given):
        if page.epoch != epoch or not page.box:
            raise malformed_refusal(f"pages[{index}]", "a page key is sealed under the new epoch")
        named.append((page.device_id, page.page))
    if len(set(named)) != len(named):
        raise malformed_refusal("pages", "a page is there twice")
    if set(named) != set(stored):
        raise pages_changed_refusal()


def check_wraps(request: RotateRequest, living: Mapping[Page, AbstractSet[bytes]]) -> None:
    """Checks that a page with new wraps has one for each of its ops; PAGES_CHANGED, MALFORMED."""
    given = [wrap.op_id for wrap in request.wraps]
    for index, wrap in enumerate(request.wraps):
        require_size(wrap.op_id, ID_BYTES, f"wraps[{index}].op_id")
        if not wrap.box:
            raise malformed_refusal(f"wraps[{index}].box", "a wrap is not empty")
    if len(set(given)) != len(given):
        raise malformed_refusal("wraps", "an op is there twice")
    if set().union(*living.values()) != set(given):
        raise pages_changed_refusal()


def pages_changed_refusal() -> Refusal:
    """Refuses a rotation when something was pushed or erased while it was made."""
    sentence = "The pages are not those that the rotation was made for. Nothing was changed; pull and rotate again."
    return Refusal(Reason.PAGES_CHANGED, sentence)


def _signed(signed: Signed, signer: bytes) -> Epoch:
    epoch = parse_signed_body(Epoch, signed, Reason.EPOCH_INVALID)
    require_signature(Domain.EPOCH, signed, signer, Reason.EPOCH_INVALID)
    return epoch


def _require_sound(epoch: Epoch, roster: Roster) -> None:
    if epoch.suite != SUITE or epoch.vault_id != roster.vault_id or len(epoch.key_id) != ID_BYTES:
        raise _invalid("The epoch is of another suite or vault, or does not name its key.")
    copies = [copy.device_id for copy in epoch.copies]
    if len(set(copies)) != len(copies) or set(copies) != active_ids(roster) | {b""}:
        raise _invalid("An epoch has one copy of its key for each active member and one for the words.")
    if not all(copy.box for copy in epoch.copies):
        raise _invalid("A copy of the key is empty.")


def _invalid(sentence: str) -> Refusal:
    return Refusal(Reason.EPOCH_INVALID, f"{sentence} Nothing was changed.")
