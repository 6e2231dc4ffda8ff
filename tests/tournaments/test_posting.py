"""Sending to addresses of others' choice: where to, for how long, and what of the answer counts."""

import ipaddress
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from referee.posting import Answer, Patience, Unsendable, is_public, post, read_address
from tests.processes import free_port
from tests.tournaments.webhook_receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def send(url: str, *, patience: Patience | None = None) -> Answer:
    return post(url, b"{}", {}, allows_private=True, patience=patience or Patience())


def test_the_body_goes_out_as_it_is_to_the_path_and_query_under_the_hosts_name(
    receiver: Receiver,
) -> None:
    answer = post(receiver.url, "{„ä“}".encode(), {"X-Own": "1"}, allows_private=True)
    assert answer == Answer(204)
    assert answer.is_taken
    (received,) = receiver.received
    assert (received.path, received.body.decode()) == ("/hook?club=7", "{„ä“}")
    assert received.headers["Content-Type"] == "application/json"
    assert received.headers["Host"] == receiver.url.split("/")[2]
    assert received.headers["X-Own"] == "1"


@pytest.mark.parametrize("status", [301, 307, 400, 404, 500, 503])
def test_only_2xx_is_taken_for_delivered(receiver: Receiver, status: int) -> None:
    receiver.statuses = [status]
    assert not send(receiver.url).is_taken


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int) -> None:
    with receiving() as elsewhere:
        receiver.statuses, receiver.location = [status], elsewhere.url
        assert send(receiver.url) == Answer(status)
        assert elsewhere.received == []
    assert len(receiver.received) == 1


def test_a_machine_of_our_own_network_is_not_called_unless_that_is_allowed(
    receiver: Receiver,
) -> None:
    for host in ("127.0.0.1", "localhost", "127.1", "0x7f000001", "[::ffff:127.0.0.1]"):
        url = receiver.url.replace("127.0.0.1", host)
        answer = post(url, b"{}", {})
        assert (answer.status, answer.fault.endswith("is not on the public network")) == (
            None,
            True,
        ), url
    assert receiver.received == []
    assert send(receiver.url).is_taken


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("9.9.9.9", True),
        ("2620:fe::fe", True),
        ("64:ff9b::909:909", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("240.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::1", False),
    ],
)
def test_which_addresses_are_public(address: str, expected: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is expected


@pytest.mark.parametrize(
    "url",
    [
        "",
        "beispiel.example",
        "ftp://beispiel.example/",
        "file:///etc/hostname",
        "http://",
        "http:///nur/pfad",
        "http://beispiel.example:0/",
        "http://beispiel.example:99999/",
        "http://beispiel.example:x/",
        "http://[::1/",
        "http://wer:was@beispiel.example/",
        "http://beispiel.example/ zwei",
        "http://beispiel.example/\r\nX-Own: 1",
        "http://bücher.example/",
    ],
)
def test_what_is_no_address_to_send_to(url: str) -> None:
    with pytest.raises(Unsendable):
        read_address(url)
    assert send(url).status is None


def test_nobody_there_is_a_fault_and_no_crash() -> None:
    refused = send(f"http://127.0.0.1:{free_port()}/")
    assert refused.status is None
    assert "refused" in refused.fault
    unknown = send("http://gibt-es-nicht.invalid/")
    assert unknown == Answer(None, "gibt-es-nicht.invalid is not known")


def test_what_is_no_http_is_a_fault() -> None:
    with Speaking(b"SSH-2.0-none\r\n") as url:
        answer = send(url)
    assert answer.status is None
    assert answer.fault


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_silence_is_not_waited_for(scheme: str) -> None:
    with Speaking(b"") as url:
        answer = send(url.replace("http", scheme), patience=Patience(step_seconds=0.1))
    assert answer.status is None
    assert "timed out" in answer.fault


@pytest.mark.parametrize(
    ("scheme", "words"),
    [("http", b"HTTP/1.1 200 OK\r\nX: "), ("https", b"\x16\x03\x03\x3f\xff")],
    ids=["header", "handshake"],
)
def test_an_answer_that_drips_in_for_ever_is_broken_off(scheme: str, words: bytes) -> None:
    """Each step is in time: only the limit for all of it ends this."""
    patience = Patience(step_seconds=20, whole_seconds=0.2)
    with Speaking(words, drips=b"\x02") as url:
        answer = send(url.replace("http", scheme), patience=patience)
    assert answer == Answer(None, "no answer within 0.2 seconds")


def test_a_certificate_that_nobody_vouches_for_is_refused_and_one_that_is_known_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("NOT TESTED WITH TLS: openssl is not installed (apt-get install openssl)")
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    made = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    made += ["-nodes", "-days", "2", "-subj", "/CN=localhost", "-out", str(certificate)]
    made += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key)]
    subprocess.run(made, check=True, capture_output=True)
    with receiving((certificate, key)) as receiver:
        answer = send(receiver.url)
        assert answer.status is None
        assert "certificate verify failed" in answer.fault
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert send(receiver.url) == Answer(204)
        # The name that was asked for is the one that the certificate must bear.
        assert "certificate" in send(receiver.url.replace("localhost", "127.0.0.1")).fault
    assert len(receiver.received) == 1


class Speaking:
    """A server that says something to whoever calls, then drips, or is silent to the end."""

    def __init__(self, words: bytes, *, drips: bytes = b"") -> None:
        self.words, self.drips = words, drips
        self.ended = Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.thread = Thread(target=self._speak)

    def __enter__(self) -> str:
        self.thread.start()
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}/"

    def __exit__(self, *_error: object) -> None:
        self.ended.set()
        self.thread.join()
        self.socket.close()

    def _speak(self) -> None:
        called, _ = self.socket.accept()
        with called:
            try:
                called.sendall(self.words)
                while not self.ended.wait(0.02):
                    called.sendall(self.drips)
            except OSError:
                pass  # the caller has hung up
