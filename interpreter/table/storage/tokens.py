"""The secrets in links: whoever has one may do what its link is for."""

from __future__ import annotations

import hmac
import secrets

LENGTH = 24


def new_token() -> str:
    """192 bits by lot, as 32 characters that can stand in a link."""
    return secrets.token_urlsafe(LENGTH)


def new_name(ids: str = "") -> str:
    """The id of a table, which begins with a word of its server's: it stands in links and is no secret."""
    return f"{ids}{'-' if ids else ''}{secrets.token_hex(4)}"


def new_seed() -> int:
    """The seed of a game, by lot: 0 to 2**63 - 1."""
    return secrets.randbits(63)


def tokens_match(given: str, kept: str) -> bool:
    """Whether two tokens are the same, found out in a time that does not tell how much of them is; with "" none is."""
    if not kept:
        return False
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), kept.encode())
