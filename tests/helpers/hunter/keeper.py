"""The parent of the hunt: starts stretches, ends those that hang, keeps each find once and makes it small."""

from __future__ import annotations

import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helpers.hunter.rulesets import BASE, Specimen
from helpers.hunter.trials import dumped

# no stage takes so many seconds of the clock without telling, however busy the machine is
SILENCE = 180.0


@dataclass
class Kept:
    """A find as it is kept: what it is, the smallest specimen, after how many programs and minutes of a processor, how often."""

    key: str
    kind: str
    stage: str
    told: str
    specimen: Specimen
    programs: int
    minutes: float
    times: int = 1


class Keeper:
    """Hunts in one checkout and keeps the finds in a folder."""

    def __init__(self, program: Path, out: Path, count: int, seconds: float) -> None:
        self.program, self.out, self.count, self.seconds = program, out, count, seconds
        self.finds: dict[str, Kept] = {}
        self.tried: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.stage, self.minutes = "", 0.0
        self.played, self.worlds, self.left = 0, 0, 0
        self.heard = 0.0
        # processor time of the stretches that are over, and of this one, in seconds
        self.spent, self.now = 0.0, 0.0

    def hunt(self, minutes: float, seed: int) -> None:
        """Stretch after stretch until the time is over."""
        self.out.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        end, number = begun + 60 * minutes, 0
        with tempfile.TemporaryDirectory() as folder:
            while time.monotonic() < end:
                self.stretch(10**9 * seed + number, Path(folder), end)
                number += self.count
        self.minutes = (time.monotonic() - begun) / 60

    def make_small(self) -> None:
        """Each find as small as it gets in its seconds."""
        for kept in self.finds.values():
            if kept.kind != "dead":
                with tempfile.TemporaryDirectory() as name:
                    kept.specimen = self.smallest(kept.specimen, kept.key, Path(name))
                self.write(kept)

    def stretch(self, seed: int, folder: Path, end: float) -> None:
        """One child; what it tells is counted. One that is silent for too long is ended and is a find itself."""
        child = self.start(folder, "--stretch", str(seed), "--count", str(self.count))
        lines: queue.Queue[str] = queue.Queue()

        def listen() -> None:
            for line in child.stdout or ():
                lines.put(line)

        threading.Thread(target=listen, daemon=True).start()
        while time.monotonic() < end:
            try:
                line = json.loads(lines.get(timeout=1.0))
            except queue.Empty:
                if child.poll() is not None and lines.empty():
                    break
                if time.monotonic() - self.heard > SILENCE:
                    self.silent(folder)
                    break
                continue
            self.heard = time.monotonic()
            self.hear(line)
        self.spent, self.now = self.spent + self.now, 0.0
        code = child.poll()
        child.kill()
        child.wait()
        if code not in (None, 0):
            told = (child.stderr.read() if child.stderr else "")[-400:]
            self.silent(folder, f"the process ended with {code}: {told}")

    def start(self, folder: Path, *args: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "helpers.hunter", "--program", str(self.program), "--out", str(folder), *args]
        here = Path(__file__).resolve().parents[2]
        environment = {**os.environ, "PYTHONPATH": "", "PYTHONHASHSEED": "0"}
        self.heard = time.monotonic()
        return subprocess.Popen(
            command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )

    def hear(self, line: dict[str, Any]) -> None:
        self.stage, self.now = line.get("stage", self.stage), line.get("spent", self.now)
        if "find" in line:
            self.tried["found"] += 1
            self.keep(line)
        elif "done" in line:
            self.tried[line["done"]] += 1
            self.used.update(line["used"])
            self.codes.update(line["codes"] if line["done"] == "refused" else ())
            self.played += line["played"]
            self.worlds += line["worlds"]
            self.left += line["left"]
            if line["failed"]:
                self.failures[re.sub(r"\S*yaml:\d+ [^:]*: |\d+|\([^)]*\)", "", line["failed"])[:60]] += 1

    def silent(self, folder: Path, told: str = "no sign of life") -> None:
        """The specimen that the child was at."""
        now = folder / "now.json"
        if not now.is_file():
            raise RuntimeError(f"the hunt could not begin: {told}")
        self.keep({"find": f"dead: {self.stage}", "kind": "dead", "stage": self.stage, "told": told}, now)

    def keep(self, line: dict[str, Any], file: Path | None = None) -> None:
        """A find, kept if it is new."""
        if line["find"] in self.finds:
            self.finds[line["find"]].times += 1
            return
        data = json.loads(file.read_text()) if file else line["specimen"]
        tried, minutes = sum(self.tried.values()), (self.spent + self.now) / 60
        kept = Kept(line["find"], line["kind"], line["stage"], line["told"], Specimen(**data), tried, minutes)
        self.finds[kept.key] = kept
        self.write(kept)

    def smallest(self, specimen: Specimen, key: str, folder: Path) -> Specimen:
        """The specimen made small in a process of its own."""
        now = folder / "now.json"
        now.write_text(json.dumps({"tree": specimen.tree, "variant": specimen.variant, "seed": specimen.seed}))
        child = self.start(folder, "--small", key, "--shrink", str(self.seconds))
        try:
            child.communicate(timeout=10 * self.seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
        return Specimen(**json.loads(now.read_text()))

    def write(self, kept: Kept) -> None:
        """The find as a file, or if it is a variant as a folder."""
        number = list(self.finds).index(kept.key) + 1
        name = f"{number:02}-{re.sub(r'[^a-z0-9]+', '-', kept.key.lower())[:60].strip('-')}"
        commands = {"validate": "stammtisch validate FILE", "bulk": "stammtisch simulate FILE -n 3 --jobs 1"}
        command = commands.get(kept.stage, f"stammtisch play FILE --seat all=random --seed {kept.specimen.seed}")
        told = " ".join(kept.told.split())[:300]
        head = f"# {' '.join(kept.key.split())}\n# {told}\n# {command.replace('FILE', 'this file')}\n"
        if kept.specimen.variant is None:
            (self.out / f"{name}.yaml").write_text(head + dumped(kept.specimen.tree), encoding="utf-8")
            return
        (self.out / f"{name}.yaml").unlink(missing_ok=True)
        folder = self.out / name
        folder.mkdir(exist_ok=True)
        (folder / f"{BASE}.yaml").write_text(dumped(kept.specimen.tree), encoding="utf-8")
        (folder / "variant.yaml").write_text(head + dumped(kept.specimen.variant), encoding="utf-8")

    def summary(self) -> str:
        """The figures of the hunt."""
        from helpers.hunter.hunt import words

        tried = sum(self.tried.values())
        accepted = self.tried["accepted"] + sum(k.times for k in self.finds.values() if k.stage != "validate")
        unused = sorted(words() - set(self.used))
        lines = [
            f"{tried} programs in {self.minutes:.1f} minutes ({self.spent / 60:.1f} of a processor), {100 * accepted // max(1, tried)} % accepted, "
            f"{self.played} decisions played, {self.worlds} compared with another world; the evaluator or the search for "
            f"another world took too long {self.left} times",
            "used: " + ", ".join(f"{word} {count}" for word, count in self.used.most_common()),
            "never used: " + (", ".join(unused) or "nothing"),
            "refused: " + ", ".join(f"{code} {count}" for code, count in self.codes.most_common(25)),
            "failures of the rules: " + ", ".join(f"{told} {count}" for told, count in self.failures.most_common(15)),
            f"{len(self.finds)} finds: " + ", ".join(f"{k} {n}" for k, n in self.kinds().items()),
        ]
        for kept in sorted(self.finds.values(), key=lambda k: -k.times):
            lines.append(
                f"  {kept.times} x {kept.key} (first after {kept.minutes:.1f} min of a processor, program {kept.programs})"
            )
        return "\n".join(lines)

    def kinds(self) -> Counter[str]:
        return Counter(kept.kind for kept in self.finds.values())
