"""The demo's way to the server: the standard library's client, in threads."""

import asyncio
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from duplicate.simulator.wire import LONGEST_SECONDS, RawReply, Server, Unreachable


class ThreadedServer(Server):
    """One address, a connection for every request: enough for a dozen players."""

    async def _exchange(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> RawReply:
        return await asyncio.to_thread(_exchange, method, address, headers, body)


def _exchange(
    method: str, address: str, headers: Mapping[str, str], body: bytes | None
) -> RawReply:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    target = parts._replace(scheme="", netloc="").geturl()
    try:
        connection = kind(parts.netloc, timeout=LONGEST_SECONDS)
        try:
            connection.request(method, target, body, dict(headers))
            response = connection.getresponse()
            return RawReply(response.status, response.getheaders(), response.read())
        finally:
            connection.close()
    except (HTTPException, OSError) as fault:
        raise Unreachable(f"{type(fault).__name__} {fault}") from fault
