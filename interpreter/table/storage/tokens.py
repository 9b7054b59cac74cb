"""Secret tokens in links: whoever has one may do what its link is for."""

from __future__ import annotations

import base64
import hmac
import secrets

LENGTH = 24


def new_token() -> str:
    """A random token of 192 bits, as 32 characters that are valid in a link."""
    return secrets.token_urlsafe(LENGTH)


def feed_token(token: str) -> str:
    """The token of the feed of a seat with this token, which nobody can work out from it; "" if there is none."""
    digest = hmac.digest(token.encode(), b"feed", "sha256")
    return base64.urlsafe_b64encode(digest[:LENGTH]).decode() if token else ""


def new_name(ids: str = "") -> str:
    """A new table's id with the prefix `ids`: it appears in links and is no secret."""
    return f"{ids}{'-' if ids else ''}{secrets.token_hex(4)}"


def new_code() -> str:
    """A random code of six digits, to be said and typed."""
    return f"{secrets.randbelow(1_000_000):06}"


def new_seed() -> int:
    """A random seed for a game: 0 to 2**63 - 1."""
    return secrets.randbits(63)


def tokens_match(given: str, kept: str) -> bool:
    """Whether two tokens are equal, compared in constant time; "" never matches."""
    if not kept:
        return False
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), kept.encode())
