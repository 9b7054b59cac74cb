"""How long an editor waits: answers about Balvin while it is edited, beside the time of `load_ruleset`.

    python tests/benchmarks/editing.py [--rounds 3]

Each place of testdata/places.yaml in Balvin and its variants is asked with a text that was never seen before, as after
a key; then again with one more letter, as while a word is typed. Times are ratios, since machines differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / ".dev")]

from stammtisch.editor.completion.complete import completions  # noqa: E402
from stammtisch.editor.hover import hover  # noqa: E402
from stammtisch.editor.known.workspace import Workspace  # noqa: E402
from stammtisch.editor.mistakes import mistakes  # noqa: E402
from stammtisch.editor.navigation import definition  # noqa: E402
from stammtisch.front.api import load_ruleset  # noqa: E402
from stammtisch.reading.source import Source  # noqa: E402

BALVIN = ROOT / "rulesets/balvin/ruleset.yaml"
UNSEEN = "about: The double barrels"  # a text that is changed each time, so that nothing is known of it


def seconds(ask: Callable[..., object], *about: object) -> float:
    """The processor time of a question, so that other programs do not count."""
    start = time.process_time()
    ask(*about)
    return time.process_time() - start


def measure(rounds: int) -> dict[str, list[float]]:
    """The times of each kind of answer."""
    written = yaml.safe_load((ROOT / "tests/testdata/places.yaml").read_text(encoding="utf-8"))
    places = [one for one in written.values() if one["in"].startswith("balvin") and "scenarios" not in one["in"]]
    workspace, times = Workspace(), dict[str, list[float]]()
    mistakes(workspace, BALVIN)
    for number, place in enumerate(places * rounds):
        path = BALVIN if place["in"] == "balvin" else ROOT / "rulesets" / place["in"]
        text = path.read_text(encoding="utf-8").replace(place["old"], place["new"], 1)
        before, _, after = text.replace(UNSEEN, f"{UNSEEN} {number}").partition("¦")
        for letter, kind in (("", "completion, first letter"), ("e", "completion, next letter")):
            workspace.change(path, before + letter + after)
            at = Source("", before + letter + after).place(len(before + letter))
            times.setdefault(kind, []).append(seconds(completions, workspace, path, at))
        times.setdefault("mistakes", []).append(seconds(mistakes, workspace, path))
        times.setdefault("explanation", []).append(seconds(hover, workspace, path, at))
        times.setdefault("declaration", []).append(seconds(definition, workspace, path, at))
        workspace.change(path, before + letter + after + "#")
        times.setdefault("declaration after a key", []).append(seconds(definition, workspace, path, at))
        workspace.close(path)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    load_ruleset(BALVIN)
    loading = median(seconds(load_ruleset, BALVIN) for _ in range(2 * rounds + 1))
    print(f"load_ruleset balvin: {loading * 1000:.0f} ms of processor time; the rest in its terms")
    print(f"{'':28}{'median':>8}{'worst':>8}")
    for kind, times in measure(rounds).items():
        print(f"{kind:28}{median(times) / loading:8.2f}{max(times) / loading:8.2f}")


if __name__ == "__main__":
    main()
