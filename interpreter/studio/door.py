"""The one door: a request as JSON, its answer as JSON. What can be asked is listed in the modules of requests."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from ..base.diagnostics import RulesetError
from ..base.errors import ChoiceError, GameError, UsageError
from ..base.similar import ask_if_meant
from ..table.play.table import Refused
from ..table.storage.store import NotSaved
from .arguments import checked_arguments, declarations, type_words
from .refusals import FAILED, Refusal, bad_request, impossible
from .requests import files, keeping, language, learning, numbers, playing, rules, sheets, tests, variants
from .studio import Studio

LOG = logging.getLogger(__name__)
DEEPEST = 40


def go_on(studio: Studio, job: int, seconds: float = 0.2) -> dict[str, Any]:
    """Work on a job for about so many seconds (at most 2), and say how far it is."""
    return studio.jobs.go_on(job, seconds)


def stop(studio: Studio, job: int) -> dict[str, Any]:
    """End a job; what it has found so far is its result."""
    return studio.jobs.stop(job)


def functions(studio: Studio) -> dict[str, Any]:
    """All requests: their names, what they do, and their arguments with what each has to be."""
    del studio
    return {"functions": [describe(one) for one in REQUESTS.values()]}


def describe(function: Callable[..., Any]) -> dict[str, Any]:
    """A request in words."""
    arguments = [
        {"name": name, "is": type_words(kind), "needed": is_needed}
        for name, (kind, is_needed) in declarations(function).items()
    ]
    return {"name": function.__name__, "about": " ".join((function.__doc__ or "").split()), "arguments": arguments}


REQUESTS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        *files.REQUESTS,
        *language.REQUESTS,
        *rules.REQUESTS,
        *playing.REQUESTS,
        *tests.REQUESTS,
        *numbers.REQUESTS,
        *learning.REQUESTS,
        *sheets.REQUESTS,
        *variants.REQUESTS,
        *keeping.REQUESTS,
        go_on,
        stop,
        functions,
    )
}


def answer(studio: Studio, request: object) -> dict[str, Any]:
    """The answer to a request {name, arguments}: {result}, or {mistake} for whatever stands in its way."""
    try:
        function, arguments = _understand(request)
        return {"result": function(studio, **arguments)}
    except Refusal as refusal:
        return {"mistake": refusal.to_json()}
    except RulesetError as error:
        return {"mistake": studio.rules_refusal(error.diagnostics).to_json()}
    except (UsageError, GameError, ChoiceError, Refused, NotSaved) as error:
        return {"mistake": impossible(str(error)).to_json()}
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return {"mistake": impossible(f"A file cannot be used: {why}.").to_json()}
    except Exception:
        LOG.exception("a mistake in Stammtisch itself, while the studio asked for something:")
        message = "Something went wrong in Stammtisch itself. The terminal says more; your files are as they were."
        return {"mistake": Refusal(FAILED, message).to_json()}


def answer_text(studio: Studio, text: str | bytes) -> str:
    """The same from and to the text of JSON."""
    return json.dumps(answer(studio, read_request(text)), ensure_ascii=False)


def read_request(text: str | bytes) -> object:
    """A request from the text of JSON; None where it is none, which no request is."""
    try:
        found: object = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return found


def is_apart(studio: Studio, request: object) -> bool:
    """Whether a request works on a job that shares nothing with other requests."""
    if not isinstance(request, dict) or request.get("name") not in (go_on.__name__, stop.__name__):
        return False
    arguments = request.get("arguments")
    number = arguments.get("job") if isinstance(arguments, dict) else None
    job = studio.jobs.jobs.get(number) if isinstance(number, int) else None
    return job is not None and job.is_apart


def _understand(request: object) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The function of a request and its arguments. Raises Refusal."""
    if not isinstance(request, dict) or not isinstance(name := request.get("name"), str):
        raise bad_request('a request is JSON: {"name": …, "arguments": {…}}')
    if name not in REQUESTS:
        known = ask_if_meant(name, REQUESTS, "ask for `functions`", "did you mean {}?")
        raise bad_request(f"there is no request '{name[:60]}'; {known}")
    arguments = request.get("arguments", {})
    _check_texts(arguments)
    return REQUESTS[name], checked_arguments(REQUESTS[name], arguments)


def _check_texts(value: object, depth: int = 0) -> None:
    """Raise Refusal for texts that no file can hold, and for what is deeper than any request."""
    if depth > DEEPEST:
        raise bad_request("the request is too deep")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise bad_request("a text holds half of a sign (a lone surrogate)") from None
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_texts(key, depth + 1)
            _check_texts(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner, depth + 1)


def _refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")
