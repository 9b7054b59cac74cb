"""Work that takes long, done in portions: a page asks for the next one as long as it wants."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from .refusals import impossible

MOST_JOBS = 8
MOST_SECONDS = 2.0


@dataclass(slots=True)
class Step:
    """How far a job is: so much of a total, and its result so far, as JSON."""

    done: int
    total: int
    result: Any


@dataclass(slots=True)
class Job:
    """A piece of work under way. outcome: what it leaves for other requests, such as a run for its report.

    is_apart: whether it reads no files and shares nothing, so that other requests need not wait for its portions.
    """

    steps: Generator[Step, None, None]
    last: Step = field(default_factory=lambda: Step(0, 0, None))
    is_done: bool = False
    outcome: Any = None
    is_apart: bool = False


class Jobs:
    """The jobs of a studio by number; the oldest are forgotten."""

    def __init__(self) -> None:
        self.jobs: dict[int, Job] = {}
        self.number = 0

    def begin(self, job: Job) -> dict[str, int]:
        """Take a job that has not begun."""
        self.number += 1
        self.jobs[self.number] = job
        for old in [*self.jobs][: max(0, len(self.jobs) - MOST_JOBS)]:
            del self.jobs[old]
        return {"job": self.number}

    def find(self, number: int) -> Job:
        """The job of a number. Raises Refusal."""
        if number not in self.jobs:
            raise impossible("This is no longer under way. Begin it again.")
        return self.jobs[number]

    def go_on(self, number: int, seconds: float) -> dict[str, Any]:
        """Work on a job for about so many seconds, at least one step; return how far it is."""
        job = self.find(number)
        until = time.monotonic() + min(max(seconds, 0.0), MOST_SECONDS)
        try:
            while not job.is_done:
                step = next(job.steps, None)
                job.is_done = step is None
                job.last = step or job.last
                if time.monotonic() >= until:
                    break
        except BaseException:
            job.is_done = True
            del self.jobs[number]
            raise
        return self._state(job)

    def stop(self, number: int) -> dict[str, Any]:
        """End a job; what it has found so far is its result."""
        job = self.find(number)
        job.is_done = True
        job.steps.close()
        return self._state(job)

    def _state(self, job: Job) -> dict[str, Any]:
        progress = {"done": job.last.done, "total": job.last.total}
        return {"done": job.is_done, "progress": progress, "result": job.last.result}
