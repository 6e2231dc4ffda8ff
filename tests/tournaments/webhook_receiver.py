"""A real HTTP server in a thread, such as a club's page has for our webhooks."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread


@dataclass(frozen=True)
class Received:
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """Keeps what it was sent, and answers with `statuses` in turn, then with the last of them."""

    url: str = ""
    statuses: list[int] = field(default_factory=lambda: [204])
    #: Sent with every answer.
    location: str = ""
    received: list[Received] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)


@contextmanager
def receiving(certificate: tuple[Path, Path] | None = None) -> Iterator[Receiver]:
    """A receiver on this machine, under the name localhost where it has a certificate."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with receiver.lock:
                receiver.received.append(Received(self.path, dict(self.headers), body))
                several = len(receiver.statuses) > 1
                status = receiver.statuses.pop(0) if several else receiver.statuses[0]
            self.send_response(status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_where: object) -> None:
            """Who does not trust the certificate hangs up; that is what a test looks at."""

    with Server(("127.0.0.1", 0), Handler) as server:
        host = "127.0.0.1"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            host = "localhost"
        scheme = "https" if certificate else "http"
        receiver.url = f"{scheme}://{host}:{server.server_port}/hook?club=7"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
