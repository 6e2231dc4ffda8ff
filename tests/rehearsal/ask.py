"""`python3 -m tests.rehearsal.ask URL [--body JSON] [--token TOKEN]`: print what a server answers.

A program of its own, as it runs in the network of the rehearsed system. Exit status 1, with what
was wrong on the error output, unless the answer is a good one.
"""

import argparse
import sys
import urllib.error
import urllib.request


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--body")
    parser.add_argument("--token")
    wishes = parser.parse_args()
    request = urllib.request.Request(wishes.url)  # noqa: S310
    if wishes.body is not None:
        request.data = wishes.body.encode()
        request.add_header("Content-Type", "application/json")
    if wishes.token:
        request.add_header("Authorization", f"Bearer {wishes.token}")
    # No proxy of this machine comes between.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=20) as answer:
            print(answer.read().decode())
    except urllib.error.HTTPError as refusal:
        print(f"{refusal.status} {refusal.read().decode(errors='replace')}", file=sys.stderr)
        return 1
    except OSError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
