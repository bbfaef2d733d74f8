"""A raw gRPC client over real mutual TLS: what any device does on the wire, and nothing that the client's room adds."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1 import package_service_pb2 as packages_pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceStub
from protos.selene.mirror.v1.package_service_pb2_grpc import PackageServiceStub
from protos.wire import MAX_MESSAGE_BYTES, PROTOCOL, VERSION_HEADER
from tests.cloud_mirror.mirror_account import Person, SimDevice

HEADERS = ((VERSION_HEADER, str(PROTOCOL)),)
DEADLINE_S = 20.0


@dataclass(frozen=True)
class ParsedToken:
    """What an invitation token holds, read by hand."""

    ca: bytes
    certificate: bytes
    key: bytes
    mirror_key: bytes


@dataclass
class RefusedCall(Exception):
    """A call that the mirror refused."""

    code: grpc.StatusCode
    reason: str
    metadata: dict[str, str]
    details: tuple[str, ...]
    message: str


def decode_token(token: str) -> ParsedToken:
    raw = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    return ParsedToken(*(base64.b64decode(raw[name]) for name in ("ca", "cert", "key", "mirror_key")))


class MirrorLink:
    """A channel with one certificate."""

    def __init__(self, address: str, ca_der: bytes, certificate_der: bytes, key_der: bytes) -> None:
        credentials = credentials_of(ca_der, certificate_der, key_der)
        options = [
            ("grpc.ssl_target_name_override", "selene-mirror"),
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ]
        self.channel = grpc.secure_channel(address, credentials, options=options)
        self.stub = MirrorServiceStub(self.channel)  # type: ignore[no-untyped-call]
        self.packages = PackageServiceStub(self.channel)  # type: ignore[no-untyped-call]

    def call(self, name: str, request: object, **how: object) -> object:
        """A unary call; Refused with what the mirror said."""
        named = {"timeout": DEADLINE_S, "metadata": HEADERS, **how}
        try:
            return getattr(self.stub, name)(request, **named)
        except grpc.RpcError as error:
            raise refused_call(error) from error

    def enrol(self, request: pb.EnrolRequest) -> pb.EnrolResponse:
        answer = self.call("Enrol", request)
        assert isinstance(answer, pb.EnrolResponse)
        return answer

    def begin(self, account_key: bytes) -> bytes:
        answer = self.call("BeginRestore", pb.BeginRestoreRequest(account_key=account_key))
        assert isinstance(answer, pb.BeginRestoreResponse)
        return answer.nonce

    def join(self, request: pb.JoinRequest) -> pb.JoinResponse:
        answer = self.call("Join", request)
        assert isinstance(answer, pb.JoinResponse)
        return answer

    def bundle(self) -> pb.GetBundleResponse:
        answer = self.call("GetBundle", pb.GetBundleRequest())
        assert isinstance(answer, pb.GetBundleResponse)
        return answer

    def push(self, request: pb.PushRequest) -> pb.Ack:
        answer = self.call("Push", request)
        assert isinstance(answer, pb.PushResponse)
        return pb.Ack.FromString(answer.ack.body)

    def pull(self, *cursors: pb.Cursor) -> list[pb.PullResponse]:
        try:
            answers = self.stub.Pull(pb.PullRequest(cursors=cursors), timeout=DEADLINE_S, metadata=HEADERS)
            return list(answers)
        except grpc.RpcError as error:
            raise refused_call(error) from error

    def put_roster(self, roster: pb.Signed) -> None:
        self.call("PutRoster", pb.PutRosterRequest(roster=roster))

    def rotate(self, request: pb.RotateRequest) -> pb.Signed:
        answer = self.call("Rotate", request)
        assert isinstance(answer, pb.RotateResponse)
        return answer.erasure

    def chunks(self, path: str, repository: str = "", max_bytes: int = 0, **how: object) -> list[bytes]:
        """A file of a package repository; Refused with what the mirror said."""
        request = packages_pb.GetFileRequest(repository=repository, path=path, max_bytes=max_bytes)
        try:
            answers = self.packages.GetFile(request, **{"timeout": DEADLINE_S, "metadata": HEADERS, **how})
            return [answer.chunk for answer in answers]
        except grpc.RpcError as error:
            raise refused_call(error) from error

    def close(self) -> None:
        self.channel.close()


def credentials_of(ca_der: bytes, certificate_der: bytes, key_der: bytes) -> grpc.ChannelCredentials:
    """What grpc needs to show a certificate and to believe the mirror's."""
    key = load_der_private_key(key_der, None).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return grpc.ssl_channel_credentials(_pem(ca_der), key, _pem(certificate_der))


@contextmanager
def invited_link(address: str, token: str) -> Iterator[MirrorLink]:
    """A line with the certificate of an invitation."""
    shown = decode_token(token)
    line = MirrorLink(address, shown.ca, shown.certificate, shown.key)
    try:
        yield line
    finally:
        line.close()


@contextmanager
def device_link(address: str, token: str, device: SimDevice) -> Iterator[MirrorLink]:
    """A line with a device's own certificate; of the token only the authority is used."""
    line = MirrorLink(address, decode_token(token).ca, device.certificate, device.key_der())
    try:
        yield line
    finally:
        line.close()


def enrol_by_token(address: str, token: str, person: Person, device: SimDevice) -> None:
    """The person's first device."""
    with invited_link(address, token) as line:
        device.certificate = line.enrol(person.enrolment(device)).certificate


def join_by_token(address: str, token: str, person: Person, device: SimDevice) -> pb.JoinResponse:
    """Another device, by the words; not in the roster yet."""
    with invited_link(address, token) as line:
        nonce = line.begin(person.account())
        answer = line.join(person.claim(device, nonce, decode_token(token).mirror_key))
    device.certificate = answer.certificate
    return answer


def _pem(der: bytes) -> bytes:
    return x509.load_der_x509_certificate(der).public_bytes(Encoding.PEM)


def refused_call(error: grpc.RpcError) -> RefusedCall:
    """What the mirror said."""
    status = rpc_status.from_call(error)
    reason, metadata, kinds = "", {}, []
    for detail in status.details if status else ():
        kinds.append(detail.type_url.rsplit(".", 1)[-1])
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            reason, metadata = info.reason, dict(info.metadata)
            assert info.domain == "selene.mirror"
    return RefusedCall(error.code(), reason, metadata, tuple(kinds), error.details() or "")
