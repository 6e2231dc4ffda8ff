"""What stands for JSON: one digest, however the JSON was written down."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any


def digest_of(data: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the JSON with sorted keys and no spaces, in UTF-8."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()
