"""Finding rulesets, variants and mechanisms by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.paths import RULESETS

from stammtisch.base.diagnostics import RulesetError, Span
from stammtisch.reading import library


def complaint(error: pytest.ExceptionInfo[RulesetError]) -> tuple[str, str, str]:
    (found,) = error.value.diagnostics
    return found.code, found.message, found.hint


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Shipped rulesets alpha (variants big, small) and beta, mechanisms bids; the working folder is beside them."""
    shipped = tmp_path / "shipped"
    for name in (
        "alpha/ruleset",
        "alpha/variants/big",
        "alpha/variants/small",
        "beta/ruleset",
        "mechanisms/bids",
        "notes/x",
    ):
        path = shipped / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("format: 1\n")
    (shipped / "alpha/variants/README.md").write_text("")
    monkeypatch.setattr(library, "root", lambda: shipped)
    monkeypatch.chdir(tmp_path)
    return shipped


def test_the_rulesets_of_this_checkout() -> None:
    assert library.root() == RULESETS
    assert "munchhausen" in library.rulesets()
    assert library.find("munchhausen/two-players") == library.root() / "munchhausen/variants/two-players.yaml"
    assert "auctions" in library.mechanisms()


def test_an_installed_copy_has_its_rulesets_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stammtisch/rulesets").mkdir(parents=True)
    monkeypatch.setattr(library, "__file__", str(tmp_path / "stammtisch/reading/library.py"))
    assert library.root() == tmp_path / "stammtisch/rulesets"
    assert library.rulesets() == []


def test_lists(shelf: Path) -> None:
    assert library.rulesets() == ["alpha", "beta"]
    assert library.variants("alpha") == ["big", "small"]
    assert library.variants("beta") == [] == library.variants("gamma") == library.variants("../shipped/alpha")
    assert library.mechanisms() == ["bids"]


def test_find_a_ruleset(shelf: Path) -> None:
    assert library.find("alpha") == shelf / "alpha/ruleset.yaml"
    assert library.find("alpha/big") == shelf / "alpha/variants/big.yaml"
    assert library.find("shipped/notes/x.yaml") == Path("shipped/notes/x.yaml")
    assert library.find("shipped/beta") == Path("shipped/beta/ruleset.yaml")
    assert library.find(str(shelf / "beta")) == shelf / "beta/ruleset.yaml"


def test_what_comes_with_it_goes_before_a_folder_of_that_name(shelf: Path) -> None:
    own = Path("alpha/ruleset.yaml")
    own.parent.mkdir()
    own.write_text("format: 1\n")
    assert library.find("alpha") == shelf / "alpha/ruleset.yaml"
    assert library.find("./alpha") == own


def test_find_beside_a_file(shelf: Path) -> None:
    for name in (
        "mine/one/ruleset.yaml",
        "mine/one/variants/a.yaml",
        "mine/one/variants/b.yaml",
        "mine/alpha/ruleset.yaml",
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("format: 1\n")
    here = Path("mine/one/variants/a.yaml")
    assert library.find("../ruleset.yaml", here) == Path("mine/one/ruleset.yaml")
    assert library.find("..", here) == Path("mine/one/ruleset.yaml")
    assert library.find("b.yaml", here) == library.find("b", here) == Path("mine/one/variants/b.yaml")
    assert library.find("one", here).resolve() == Path("mine/one/ruleset.yaml").resolve()
    assert library.find("one/b", here).resolve() == Path("mine/one/variants/b.yaml").resolve()
    assert library.find("alpha", here).resolve() == Path("mine/alpha/ruleset.yaml").resolve()
    assert library.find("beta", here) == shelf / "beta/ruleset.yaml"


@pytest.mark.parametrize(
    ("name", "code", "message", "hint"),
    [
        (
            "alpa",
            "unknown-ruleset",
            "there is no ruleset called `alpa`",
            "Did you mean alpha? There are: alpha, beta; or give the path of a file.",
        ),
        (
            "zzz",
            "unknown-ruleset",
            "there is no ruleset called `zzz`",
            "There are: alpha, beta; or give the path of a file.",
        ),
        (
            "alpha/bigg",
            "unknown-variant",
            "there is no variant called `alpha/bigg`",
            "Did you mean alpha/big? There are: alpha/big, alpha/small; or give the path of a file.",
        ),
        ("beta/big", "unknown-variant", "there is no variant called `beta/big`", "Give the path of a file."),
        (
            "alhpa/big",
            "unknown-ruleset",
            "there is no ruleset called `alhpa/big`",
            "Did you mean alpha/big? There are: alpha, beta, alpha/big, alpha/small; or give the path of a file.",
        ),
        ("", "unknown-ruleset", "there is no ruleset called ``", "There are: alpha, beta; or give the path of a file."),
        (
            "x\0y",
            "unknown-ruleset",
            "there is no ruleset called `x\0y`",
            "There are: alpha, beta; or give the path of a file.",
        ),
    ],
)
def test_a_ruleset_that_is_nowhere(shelf: Path, name: str, code: str, message: str, hint: str) -> None:
    span = Span("game.yaml", 2, 10, 2, 14)
    with pytest.raises(RulesetError) as caught:
        library.find(name, None, span)
    assert complaint(caught) == (code, message, hint)
    assert caught.value.diagnostics[0].span == span


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("skul", "skull"),
        ("games/cantstp", "games/cantstop"),
        ("lone_dic", "lone_dice.yaml"),
        ("lone_dice", "lone_dice.yaml"),
        ("scenarios", ""),
    ],
)
def test_what_lies_in_the_folder_is_proposed(shelf: Path, name: str, guess: str) -> None:
    for file in ("skull/ruleset", "games/cantstop/ruleset", "lone_dice", "lone.scenarios", "below/mine"):
        path = Path(f"{file}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("format: 1\n")
    with pytest.raises(RulesetError) as caught:
        library.find(name)
    assert complaint(caught)[2].startswith(f"Did you mean {guess}? There are: alpha" if guess else "There are: alpha")
    if name != "lone_dice":  # a file names another one without its ending, too
        with pytest.raises(RulesetError) as caught:
            library.find(f"../{name}", Path("below/mine.yaml"))
        assert complaint(caught)[2].startswith(f"Did you mean ../{guess}? " if guess else "There are: ")


def test_find_a_variant(shelf: Path) -> None:
    alpha = shelf / "alpha/ruleset.yaml"
    big = shelf / "alpha/variants/big.yaml"
    assert library.find_variant(alpha, "big") == big
    assert library.find_variant(shelf / "alpha/variants/small.yaml", "big") == big
    assert library.find_variant(alpha, "shipped/notes/x.yaml") == Path("shipped/notes/x.yaml")
    assert library.find_variant(shelf / "beta/ruleset.yaml", "alpha/big") == big
    with pytest.raises(RulesetError) as caught:
        library.find_variant(alpha, "smal")
    hint = "Did you mean small? There are: big, small; or give the path of a file."
    assert complaint(caught) == ("unknown-variant", "there is no variant called `smal`", hint)


def test_find_a_mechanism(shelf: Path) -> None:
    game = Path("game.yaml")
    assert library.find_mechanism("bids", game) == shelf / "mechanisms/bids.yaml"
    Path("bids.yaml").write_text("format: 1\n")
    assert library.find_mechanism("bids", game) == library.find_mechanism("bids.yaml", game) == Path("bids.yaml")
    assert library.find_mechanism("bids", Path("bids.yaml")) == shelf / "mechanisms/bids.yaml"
    with pytest.raises(RulesetError) as caught:
        library.find_mechanism("bid", game)
    hint = "Did you mean bids? There are: bids; or give the path of a file."
    assert complaint(caught) == ("unknown-mechanism", "there is no mechanism called `bid`", hint)


def test_identity_and_short_names(shelf: Path) -> None:
    assert library.identity(shelf / "alpha/ruleset.yaml") == "alpha"
    assert library.identity(shelf / "alpha/variants/big.yaml") == "alpha+big"
    assert library.display_path(str(shelf / "alpha/ruleset.yaml")) == "alpha/ruleset.yaml"
    assert library.display_path(str(Path("x.yaml").resolve())) == "x.yaml"
    assert library.display_path("/elsewhere/x.yaml") == "/elsewhere/x.yaml"
