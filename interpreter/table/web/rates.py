"""Rate limits by seat and by table, as many people may share one address."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

MOST_KEYS = 10_000


@dataclass
class Rates:
    """A token bucket for each key: so many requests at once, and so many a second after that; `now` is the clock."""

    most: float
    a_second: float
    now: Callable[[], float] = time.monotonic
    left: dict[Hashable, tuple[float, float]] = field(default_factory=dict)

    def allow(self, key: Hashable) -> bool:
        """Whether one more request is allowed; it is counted then."""
        now = self.now()
        left, last = self.left.get(key, (self.most, now))
        left = min(self.most, left + (now - last) * self.a_second)
        if left < 1:
            return False
        if len(self.left) >= MOST_KEYS:
            self._forget(now)
        self.left[key] = left - 1, now
        return True

    def _forget(self, now: float) -> None:
        """Forget keys whose bucket is full again."""
        self.left = {
            key: (left, last)
            for key, (left, last) in self.left.items()
            if left + (now - last) * self.a_second < self.most
        }
