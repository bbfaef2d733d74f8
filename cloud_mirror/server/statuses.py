"""Adapter: maps refusals to gRPC statuses with google.rpc details: one table (research: reliability 5)."""

from __future__ import annotations

from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from cloud_mirror.core.errors import Refusal, StoreFault
from cloud_mirror.core.policy import POLICY
from protos.wire import Reason

DOMAIN = "selene.mirror"

CODES: dict[Reason, int] = {
    Reason.DEADLINE_MISSING: code_pb2.INVALID_ARGUMENT,
    Reason.CERTIFICATE_UNKNOWN: code_pb2.UNAUTHENTICATED,
    Reason.INVITATION_SPENT: code_pb2.PERMISSION_DENIED,
    Reason.INVITATION_REQUIRED: code_pb2.PERMISSION_DENIED,
    Reason.ACCOUNT_EXISTS: code_pb2.ALREADY_EXISTS,
    Reason.ACCOUNT_UNKNOWN: code_pb2.NOT_FOUND,
    Reason.ACCOUNT_LOCKED: code_pb2.RESOURCE_EXHAUSTED,
    Reason.PROOF_INVALID: code_pb2.UNAUTHENTICATED,
    Reason.DEVICE_REVOKED: code_pb2.PERMISSION_DENIED,
    Reason.DEVICE_UNKNOWN: code_pb2.PERMISSION_DENIED,
    Reason.ROSTER_INVALID: code_pb2.INVALID_ARGUMENT,
    Reason.ROSTER_CONFLICT: code_pb2.ABORTED,
    Reason.EPOCH_INVALID: code_pb2.INVALID_ARGUMENT,
    Reason.EPOCH_CONFLICT: code_pb2.ABORTED,
    Reason.EPOCH_STALE: code_pb2.FAILED_PRECONDITION,
    Reason.PAGES_CHANGED: code_pb2.ABORTED,
    Reason.SEQ_GAP: code_pb2.FAILED_PRECONDITION,
    Reason.OP_ID_REUSED: code_pb2.ALREADY_EXISTS,
    Reason.CHECKPOINT_INVALID: code_pb2.INVALID_ARGUMENT,
    Reason.TOO_MUCH: code_pb2.RESOURCE_EXHAUSTED,
    Reason.MALFORMED: code_pb2.INVALID_ARGUMENT,
    Reason.STORE_BUSY: code_pb2.UNAVAILABLE,
    Reason.STORE_DAMAGED: code_pb2.DATA_LOSS,
    Reason.STORE_FULL: code_pb2.RESOURCE_EXHAUSTED,
    Reason.VERSION_UNSUPPORTED: code_pb2.FAILED_PRECONDITION,
    Reason.REPOSITORY_UNKNOWN: code_pb2.NOT_FOUND,
    Reason.FILE_UNKNOWN: code_pb2.NOT_FOUND,
    Reason.PACKAGES_UNREADABLE: code_pb2.UNAVAILABLE,
}
WAITS = (Reason.STORE_BUSY, Reason.ACCOUNT_LOCKED)
"""Reasons that end by waiting; their status has a waiting time."""


def status_of(error: Refusal | StoreFault) -> status_pb2.Status:
    """Returns the status of a refused call: ErrorInfo always, BadRequest and RetryInfo where they apply."""
    metadata = error.metadata if isinstance(error, Refusal) else {}
    details = [error_details_pb2.ErrorInfo(reason=error.reason.value, domain=DOMAIN, metadata=metadata)]
    packed = [_packed(detail) for detail in details]
    if isinstance(error, Refusal) and error.field:
        violation = error_details_pb2.BadRequest.FieldViolation(field=error.field, description=str(error))
        packed.append(_packed(error_details_pb2.BadRequest(field_violations=[violation])))
    if error.reason in WAITS:
        wait_ms = int(metadata.get("retry_after_ms", POLICY.retry_after_ms))
        delay = duration_pb2.Duration(seconds=wait_ms // 1_000, nanos=wait_ms % 1_000 * 1_000_000)
        packed.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    message = str(error) if isinstance(error, Refusal) else "The store cannot do this now."
    return status_pb2.Status(code=CODES[error.reason], message=message, details=packed)


def grpc_status_parts(error: Refusal | StoreFault) -> tuple[object, str, tuple[tuple[str, bytes], ...]]:
    """Returns code, message and trailing metadata for grpc."""
    made = rpc_status.to_status(status_of(error))
    return made.code, made.details, made.trailing_metadata


def _packed(detail: object) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)  # type: ignore[arg-type]
    return packed
