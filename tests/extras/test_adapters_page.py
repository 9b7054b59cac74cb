"""docs/adapters.md: every example prints what is written. Needs both extras for adapters."""

from helpers.examples import run_examples


def test_the_examples_print_what_is_written() -> None:
    assert run_examples("adapters.md") == 2
