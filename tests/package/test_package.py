"""What gets installed: the files in the wheel, and the ways to start the program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.paths import ROOT
from helpers.tiers import full

FOLDERS = {"interpreter": "stammtisch", "rulesets": "stammtisch/rulesets", "schemas": "stammtisch/schemas"}


def run(
    *arguments: str | Path, cwd: Path = ROOT, path: Path | str = "", good: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run this Python in a folder, with path as its only PYTHONPATH; the exit code must be 0 if good, else not."""
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode == 0) == good, done.stdout + done.stderr
    return done


def expected() -> set[str]:
    """The names in the wheel that the files of this checkout ask for, its own records aside."""
    names = set()
    for folder, place in FOLDERS.items():
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and not {"__pycache__", "node_modules"} & {*file.parts}:
                names.add(f"{place}/{file.relative_to(ROOT / folder).as_posix()}")
    return names


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a source distribution that is built from this checkout, without a look at any registry."""
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@full
def test_the_wheel_holds_the_package_its_rulesets_and_schemas_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert len(names) == len(set(names))
    own = {name for name in names if ".dist-info/" not in name}
    assert own == expected()
    assert {
        "stammtisch/py.typed",
        "stammtisch/language/grammar.lark",
        "stammtisch/rulesets/munchhausen/variants/two-players.yaml",
        "stammtisch/schemas/ruleset.schema.json",
    } <= own


@full
def test_the_wheel_names_its_command_and_its_licence(unpacked: Path) -> None:
    (about,) = unpacked.glob("stammtisch-*.dist-info")
    assert "stammtisch = stammtisch.main:main" in (about / "entry_points.txt").read_text().splitlines()
    assert "Stammtisch contributors" in (about / "licenses/LICENSE").read_text()
    assert "License-Expression: MIT" in (about / "METADATA").read_text().splitlines()


@full
def test_an_installed_copy_finds_its_rulesets_and_schemas(unpacked: Path, tmp_path: Path) -> None:
    code = (
        "from stammtisch.reading import library, schema_files\n"
        "print(*library.rulesets())\n"
        "print(library.find('munchhausen/two-players'))\n"
        "print(schema_files.schema_path('ruleset'))\n"
        "assert schema_files.linked_schema('ruleset')\n"
    )
    ids, variant, schema = run("-c", code, cwd=tmp_path, path=unpacked).stdout.splitlines()
    assert ids.split() == sorted(file.parent.name for file in ROOT.glob("rulesets/*/ruleset.yaml"))
    package = unpacked / "stammtisch"
    assert Path(variant) == package / "rulesets/munchhausen/variants/two-players.yaml"
    assert Path(schema) == package / "schemas/ruleset.schema.json"


@full
@pytest.mark.parametrize("name", ["cli", "interpreter"])
def test_the_names_of_the_checkout_are_not_installed(name: str, unpacked: Path, tmp_path: Path) -> None:
    refused = run("-c", f"import stammtisch, {name}", cwd=tmp_path, path=unpacked, good=False)
    assert refused.stderr.splitlines()[-1] == f"ModuleNotFoundError: No module named '{name}'"


@full
def test_every_way_to_start_gives_the_same_help(unpacked: Path, tmp_path: Path) -> None:
    started = "import sys; from stammtisch.main import main; sys.argv[0] = 'stammtisch'; sys.exit(main())"
    ways: list[tuple[str, list[str | Path], Path | str]] = [
        ("stammtisch", ["-c", started], unpacked),
        ("python -m stammtisch", ["-m", "stammtisch"], unpacked),
        ("python -m stammtisch", ["-m", "stammtisch"], ROOT / ".dev"),
        (f"python {ROOT / 'cli.py'}", [ROOT / "cli.py"], ""),
    ]
    helps = set()
    for name, command, path in ways:
        usage, _, rest = run(*command, "--help", cwd=tmp_path, path=path).stdout.partition("\n\n")
        assert "".join(usage.split()) == "".join(f"Usage: {name} [OPTIONS] [COMMAND] [ARGS]...".split())
        assert "validate" in rest
        helps.add(rest)
    assert len(helps) == 1


@full
def test_every_way_to_start_hands_on_the_exit_code(unpacked: Path, tmp_path: Path) -> None:
    for command, path in ((["-m", "stammtisch"], unpacked), ([ROOT / "cli.py"], "")):
        assert run(*command, "no-such-command", cwd=tmp_path, path=path, good=False).returncode == 2


@full
def test_the_version_is_the_same_everywhere(unpacked: Path, tmp_path: Path) -> None:
    (about,) = unpacked.glob("stammtisch-*.dist-info")
    version = about.name.removeprefix("stammtisch-").removesuffix(".dist-info")
    assert run("-m", "stammtisch", "--version", cwd=tmp_path, path=unpacked).stdout.split()[-1] == version


@full
def test_cli_works_where_stammtisch_is_not_installed_and_uses_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    # -S leaves out what is installed, the path brings back the needed packages but no editable install
    packages = os.pathsep.join(sysconfig.get_paths()[key] for key in ("purelib", "platlib"))
    listed = run("-S", ROOT / "cli.py", "list", cwd=tmp_path, path=packages).stdout
    assert "munchhausen" in listed
    code = "import cli, stammtisch; print(stammtisch.__file__)"
    for path in (packages, f"{unpacked}{os.pathsep}{packages}"):
        assert Path(run("-S", "-c", code, path=path).stdout.strip()) == ROOT / "interpreter/__init__.py"


def test_cli_says_in_one_line_what_is_missing_and_what_installs_it(tmp_path: Path) -> None:
    # -S leaves out everything that is installed
    done = run("-S", ROOT / "cli.py", "list", cwd=tmp_path, good=False)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = ", ".join(re.split("[><=]", entry)[0] for entry in needed if ";" not in entry)
    (line,) = done.stderr.splitlines()
    assert done.returncode == 2
    assert line.startswith(f"Not installed: {names}. In the folder {ROOT} type: python3 -m venv")
    assert done.stdout == ""


def test_the_readme_has_the_commands_that_the_checks_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^<!-- run: (\w+) -->\n+```sh\n(.+?)^```$", readme, re.M | re.S))
    assert sorted(blocks) == ["extras", "play", "test"]
    assert all(blocks[name].startswith("python3 -m venv .venv && ") for name in ("play", "test"))
    for page in re.findall(r"\]\(([^):#]+)\)", readme):
        assert (ROOT / page).exists(), page


def test_a_missing_library_is_named_as_pip_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from stammtisch.base.errors import UsageError, extra

    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(UsageError, match="^this needs scipy, which is not installed: pip install scipy$"):
        extra("scipy.optimize", "scipy")


@pytest.mark.parametrize("adapter, name", [("open_spiel", "openspiel"), ("pettingzoo", "pettingzoo")])
def test_an_adapter_asks_for_the_packages_of_its_extra(adapter: str, name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = " ".join(re.split("[<>=]", need)[0] for need in project["optional-dependencies"][name])
    source = (ROOT / f"interpreter/adapters/{adapter}.py").read_text(encoding="utf-8")
    assert f'\nPACKAGES = "{wanted}"\n' in source
    assert f"`pip install {wanted}`" in (ROOT / "docs/adapters.md").read_text(encoding="utf-8")
