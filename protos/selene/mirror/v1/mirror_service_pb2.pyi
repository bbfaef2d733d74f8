from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MemberState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMBER_STATE_UNSPECIFIED: _ClassVar[MemberState]
    MEMBER_STATE_ACTIVE: _ClassVar[MemberState]
    MEMBER_STATE_REVOKED: _ClassVar[MemberState]
MEMBER_STATE_UNSPECIFIED: MemberState
MEMBER_STATE_ACTIVE: MemberState
MEMBER_STATE_REVOKED: MemberState

class Signed(_message.Message):
    __slots__ = ("body", "signature", "signer")
    BODY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    SIGNER_FIELD_NUMBER: _ClassVar[int]
    body: bytes
    signature: bytes
    signer: bytes
    def __init__(self, body: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., signer: _Optional[bytes] = ...) -> None: ...

class RosterMember(_message.Message):
    __slots__ = ("device_id", "sign_key", "box_key", "state", "through_seq", "through_chain")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    SIGN_KEY_FIELD_NUMBER: _ClassVar[int]
    BOX_KEY_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    THROUGH_SEQ_FIELD_NUMBER: _ClassVar[int]
    THROUGH_CHAIN_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    sign_key: bytes
    box_key: bytes
    state: MemberState
    through_seq: int
    through_chain: bytes
    def __init__(self, device_id: _Optional[bytes] = ..., sign_key: _Optional[bytes] = ..., box_key: _Optional[bytes] = ..., state: _Optional[_Union[MemberState, str]] = ..., through_seq: _Optional[int] = ..., through_chain: _Optional[bytes] = ...) -> None: ...

class Roster(_message.Message):
    __slots__ = ("suite", "min_suite", "vault_id", "account_key", "recovery_auth_key", "recovery_box_key", "version", "previous", "members")
    SUITE_FIELD_NUMBER: _ClassVar[int]
    MIN_SUITE_FIELD_NUMBER: _ClassVar[int]
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_KEY_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_AUTH_KEY_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_BOX_KEY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    suite: int
    min_suite: int
    vault_id: bytes
    account_key: bytes
    recovery_auth_key: bytes
    recovery_box_key: bytes
    version: int
    previous: bytes
    members: _containers.RepeatedCompositeFieldContainer[RosterMember]
    def __init__(self, suite: _Optional[int] = ..., min_suite: _Optional[int] = ..., vault_id: _Optional[bytes] = ..., account_key: _Optional[bytes] = ..., recovery_auth_key: _Optional[bytes] = ..., recovery_box_key: _Optional[bytes] = ..., version: _Optional[int] = ..., previous: _Optional[bytes] = ..., members: _Optional[_Iterable[_Union[RosterMember, _Mapping]]] = ...) -> None: ...

class KeyCopy(_message.Message):
    __slots__ = ("device_id", "box")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    box: bytes
    def __init__(self, device_id: _Optional[bytes] = ..., box: _Optional[bytes] = ...) -> None: ...

class Epoch(_message.Message):
    __slots__ = ("suite", "vault_id", "epoch", "previous", "roster_version", "key_id", "copies")
    SUITE_FIELD_NUMBER: _ClassVar[int]
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    ROSTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    suite: int
    vault_id: bytes
    epoch: int
    previous: bytes
    roster_version: int
    key_id: bytes
    copies: _containers.RepeatedCompositeFieldContainer[KeyCopy]
    def __init__(self, suite: _Optional[int] = ..., vault_id: _Optional[bytes] = ..., epoch: _Optional[int] = ..., previous: _Optional[bytes] = ..., roster_version: _Optional[int] = ..., key_id: _Optional[bytes] = ..., copies: _Optional[_Iterable[_Union[KeyCopy, _Mapping]]] = ...) -> None: ...

class Seen(_message.Message):
    __slots__ = ("device_id", "seq", "chain")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    seq: int
    chain: bytes
    def __init__(self, device_id: _Optional[bytes] = ..., seq: _Optional[int] = ..., chain: _Optional[bytes] = ...) -> None: ...

class Checkpoint(_message.Message):
    __slots__ = ("vault_id", "device_id", "seq", "chain", "seen", "roster_version", "epoch", "at_ms")
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    ROSTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    vault_id: bytes
    device_id: bytes
    seq: int
    chain: bytes
    seen: _containers.RepeatedCompositeFieldContainer[Seen]
    roster_version: int
    epoch: int
    at_ms: int
    def __init__(self, vault_id: _Optional[bytes] = ..., device_id: _Optional[bytes] = ..., seq: _Optional[int] = ..., chain: _Optional[bytes] = ..., seen: _Optional[_Iterable[_Union[Seen, _Mapping]]] = ..., roster_version: _Optional[int] = ..., epoch: _Optional[int] = ..., at_ms: _Optional[int] = ...) -> None: ...

class Ack(_message.Message):
    __slots__ = ("vault_id", "device_id", "seq", "chain")
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    vault_id: bytes
    device_id: bytes
    seq: int
    chain: bytes
    def __init__(self, vault_id: _Optional[bytes] = ..., device_id: _Optional[bytes] = ..., seq: _Optional[int] = ..., chain: _Optional[bytes] = ...) -> None: ...

class Claim(_message.Message):
    __slots__ = ("nonce", "account_key", "mirror_key", "device_id", "sign_key", "box_key", "tls_request_hash")
    NONCE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_KEY_FIELD_NUMBER: _ClassVar[int]
    MIRROR_KEY_FIELD_NUMBER: _ClassVar[int]
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    SIGN_KEY_FIELD_NUMBER: _ClassVar[int]
    BOX_KEY_FIELD_NUMBER: _ClassVar[int]
    TLS_REQUEST_HASH_FIELD_NUMBER: _ClassVar[int]
    nonce: bytes
    account_key: bytes
    mirror_key: bytes
    device_id: bytes
    sign_key: bytes
    box_key: bytes
    tls_request_hash: bytes
    def __init__(self, nonce: _Optional[bytes] = ..., account_key: _Optional[bytes] = ..., mirror_key: _Optional[bytes] = ..., device_id: _Optional[bytes] = ..., sign_key: _Optional[bytes] = ..., box_key: _Optional[bytes] = ..., tls_request_hash: _Optional[bytes] = ...) -> None: ...

class Erasure(_message.Message):
    __slots__ = ("vault_id", "epoch", "op_ids")
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    OP_IDS_FIELD_NUMBER: _ClassVar[int]
    vault_id: bytes
    epoch: int
    op_ids: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, vault_id: _Optional[bytes] = ..., epoch: _Optional[int] = ..., op_ids: _Optional[_Iterable[bytes]] = ...) -> None: ...

class Op(_message.Message):
    __slots__ = ("op_id", "seq", "txn_id", "txn_end", "payload", "payload_hash", "wrap", "erases", "erased")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TXN_ID_FIELD_NUMBER: _ClassVar[int]
    TXN_END_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_HASH_FIELD_NUMBER: _ClassVar[int]
    WRAP_FIELD_NUMBER: _ClassVar[int]
    ERASES_FIELD_NUMBER: _ClassVar[int]
    ERASED_FIELD_NUMBER: _ClassVar[int]
    op_id: bytes
    seq: int
    txn_id: int
    txn_end: bool
    payload: bytes
    payload_hash: bytes
    wrap: bytes
    erases: _containers.RepeatedScalarFieldContainer[bytes]
    erased: bool
    def __init__(self, op_id: _Optional[bytes] = ..., seq: _Optional[int] = ..., txn_id: _Optional[int] = ..., txn_end: _Optional[bool] = ..., payload: _Optional[bytes] = ..., payload_hash: _Optional[bytes] = ..., wrap: _Optional[bytes] = ..., erases: _Optional[_Iterable[bytes]] = ..., erased: _Optional[bool] = ...) -> None: ...

class PageKey(_message.Message):
    __slots__ = ("device_id", "page", "epoch", "box")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    page: int
    epoch: int
    box: bytes
    def __init__(self, device_id: _Optional[bytes] = ..., page: _Optional[int] = ..., epoch: _Optional[int] = ..., box: _Optional[bytes] = ...) -> None: ...

class Wrap(_message.Message):
    __slots__ = ("op_id", "box")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    op_id: bytes
    box: bytes
    def __init__(self, op_id: _Optional[bytes] = ..., box: _Optional[bytes] = ...) -> None: ...

class Cursor(_message.Message):
    __slots__ = ("device_id", "after_seq")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_SEQ_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    after_seq: int
    def __init__(self, device_id: _Optional[bytes] = ..., after_seq: _Optional[int] = ...) -> None: ...

class EnrolRequest(_message.Message):
    __slots__ = ("tls_request", "roster", "epoch", "token")
    TLS_REQUEST_FIELD_NUMBER: _ClassVar[int]
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    tls_request: bytes
    roster: Signed
    epoch: Signed
    token: bytes
    def __init__(self, tls_request: _Optional[bytes] = ..., roster: _Optional[_Union[Signed, _Mapping]] = ..., epoch: _Optional[_Union[Signed, _Mapping]] = ..., token: _Optional[bytes] = ...) -> None: ...

class EnrolResponse(_message.Message):
    __slots__ = ("certificate",)
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    certificate: bytes
    def __init__(self, certificate: _Optional[bytes] = ...) -> None: ...

class BeginRestoreRequest(_message.Message):
    __slots__ = ("account_key",)
    ACCOUNT_KEY_FIELD_NUMBER: _ClassVar[int]
    account_key: bytes
    def __init__(self, account_key: _Optional[bytes] = ...) -> None: ...

class BeginRestoreResponse(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: bytes
    def __init__(self, nonce: _Optional[bytes] = ...) -> None: ...

class JoinRequest(_message.Message):
    __slots__ = ("claim", "tls_request")
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    TLS_REQUEST_FIELD_NUMBER: _ClassVar[int]
    claim: Signed
    tls_request: bytes
    def __init__(self, claim: _Optional[_Union[Signed, _Mapping]] = ..., tls_request: _Optional[bytes] = ...) -> None: ...

class JoinResponse(_message.Message):
    __slots__ = ("certificate", "bundle")
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    BUNDLE_FIELD_NUMBER: _ClassVar[int]
    certificate: bytes
    bundle: GetBundleResponse
    def __init__(self, certificate: _Optional[bytes] = ..., bundle: _Optional[_Union[GetBundleResponse, _Mapping]] = ...) -> None: ...

class GetBundleRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetBundleResponse(_message.Message):
    __slots__ = ("roster", "epoch", "token", "pages", "checkpoints", "erasure")
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PAGES_FIELD_NUMBER: _ClassVar[int]
    CHECKPOINTS_FIELD_NUMBER: _ClassVar[int]
    ERASURE_FIELD_NUMBER: _ClassVar[int]
    roster: Signed
    epoch: Signed
    token: bytes
    pages: _containers.RepeatedCompositeFieldContainer[PageKey]
    checkpoints: _containers.RepeatedCompositeFieldContainer[Signed]
    erasure: Signed
    def __init__(self, roster: _Optional[_Union[Signed, _Mapping]] = ..., epoch: _Optional[_Union[Signed, _Mapping]] = ..., token: _Optional[bytes] = ..., pages: _Optional[_Iterable[_Union[PageKey, _Mapping]]] = ..., checkpoints: _Optional[_Iterable[_Union[Signed, _Mapping]]] = ..., erasure: _Optional[_Union[Signed, _Mapping]] = ...) -> None: ...

class PushRequest(_message.Message):
    __slots__ = ("ops", "pages", "checkpoint", "epoch")
    OPS_FIELD_NUMBER: _ClassVar[int]
    PAGES_FIELD_NUMBER: _ClassVar[int]
    CHECKPOINT_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    ops: _containers.RepeatedCompositeFieldContainer[Op]
    pages: _containers.RepeatedCompositeFieldContainer[PageKey]
    checkpoint: Signed
    epoch: int
    def __init__(self, ops: _Optional[_Iterable[_Union[Op, _Mapping]]] = ..., pages: _Optional[_Iterable[_Union[PageKey, _Mapping]]] = ..., checkpoint: _Optional[_Union[Signed, _Mapping]] = ..., epoch: _Optional[int] = ...) -> None: ...

class PushResponse(_message.Message):
    __slots__ = ("ack",)
    ACK_FIELD_NUMBER: _ClassVar[int]
    ack: Signed
    def __init__(self, ack: _Optional[_Union[Signed, _Mapping]] = ...) -> None: ...

class PullRequest(_message.Message):
    __slots__ = ("cursors",)
    CURSORS_FIELD_NUMBER: _ClassVar[int]
    cursors: _containers.RepeatedCompositeFieldContainer[Cursor]
    def __init__(self, cursors: _Optional[_Iterable[_Union[Cursor, _Mapping]]] = ...) -> None: ...

class PullResponse(_message.Message):
    __slots__ = ("device_id", "ops", "checkpoint")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    OPS_FIELD_NUMBER: _ClassVar[int]
    CHECKPOINT_FIELD_NUMBER: _ClassVar[int]
    device_id: bytes
    ops: _containers.RepeatedCompositeFieldContainer[Op]
    checkpoint: Signed
    def __init__(self, device_id: _Optional[bytes] = ..., ops: _Optional[_Iterable[_Union[Op, _Mapping]]] = ..., checkpoint: _Optional[_Union[Signed, _Mapping]] = ...) -> None: ...

class PutRosterRequest(_message.Message):
    __slots__ = ("roster",)
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    roster: Signed
    def __init__(self, roster: _Optional[_Union[Signed, _Mapping]] = ...) -> None: ...

class PutRosterResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RotateRequest(_message.Message):
    __slots__ = ("epoch", "token", "pages", "wraps")
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PAGES_FIELD_NUMBER: _ClassVar[int]
    WRAPS_FIELD_NUMBER: _ClassVar[int]
    epoch: Signed
    token: bytes
    pages: _containers.RepeatedCompositeFieldContainer[PageKey]
    wraps: _containers.RepeatedCompositeFieldContainer[Wrap]
    def __init__(self, epoch: _Optional[_Union[Signed, _Mapping]] = ..., token: _Optional[bytes] = ..., pages: _Optional[_Iterable[_Union[PageKey, _Mapping]]] = ..., wraps: _Optional[_Iterable[_Union[Wrap, _Mapping]]] = ...) -> None: ...

class RotateResponse(_message.Message):
    __slots__ = ("erasure",)
    ERASURE_FIELD_NUMBER: _ClassVar[int]
    erasure: Signed
    def __init__(self, erasure: _Optional[_Union[Signed, _Mapping]] = ...) -> None: ...
