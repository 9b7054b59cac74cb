"""The limits of the language: sizes of files and of what a game may do. docs/limits.md is generated from here."""

from __future__ import annotations

FILE_CHARACTERS = 2_000_000
FILE_VALUES = 50_000
DEPTH = 60
EXPRESSION = 1_000
NUMBER = 1_000_000_000
MEMBERS = 1_000
CARDS = 5_000
CELLS = 100_000
RANGE = 100_000
OPTIONS = 100_000
TIMES = 100_000
PASSES = 100_000
CHANGES = 100_000
STEPS = 5_000_000
SHARES = 20_000
SETS = 20_000
HEAPS = 100
SLOTS = 20_000
BLOCKS = 5_000
SENTENCES = 20_000
MOST_POSITIONS = 250  # native lists hold 256

# the name, the limit, what is counted and what happens beyond it
LIMITS: tuple[tuple[str, int, str], ...] = (
    ("Characters in a file", FILE_CHARACTERS, "Refused when the file is read."),
    (
        "Values in a file",
        FILE_VALUES,
        "Names, numbers and parts, each once; what `*` repeats counts again.",
    ),
    ("Depth", DEPTH, "Parts within parts of a file, and steps within steps."),
    ("Characters of an expression on several lines", EXPRESSION, "Its brackets must close within this many."),
    ("A number", NUMBER, "Written, or calculated before the game begins; also below 0."),
    ("Things of a kind", MEMBERS, "Also the squares of a grid."),
    ("Cards", CARDS, "All copies of all components."),
    ("Cells of a table", CELLS, "All combinations from the smallest to the greatest key."),
    (
        "Values of a range",
        RANGE,
        "`a..b` as a list: in loops, choices, sums. Not after `in`, and not the range of a number.",
    ),
    ("Options of a choice", OPTIONS, "All numbers or cards that it can ever offer."),
    ("Times", TIMES, "`repeat`, or `deal` to each, in one step."),
    (
        "Passes",
        PASSES,
        "A loop with `until` in which nobody decides; blocks between two decisions.",
    ),
    (
        "Changes",
        CHANGES,
        "Cards moved, shown or shuffled, and numbers set, between two decisions, by steps that do more than ten.",
    ),
    (
        "Steps of expressions and loops",
        STEPS,
        "Between two decisions, as far as they are certain; in play those of long lists, and of short ones gone "
        "through again and again.",
    ),
    ("Shares", SHARES, "The ways that `splits` finds."),
    ("Sets", SETS, "Sets of at most `count` items that `where all` searches at a decision."),
    ("Heaps", HEAPS, "The heaps of `splits`."),
    ("Numbers of a game", SLOTS, "Counters of all players and things, remembered names, the course of loops."),
    ("Blocks of a game", BLOCKS, "Parts of steps between decisions, loops and branches."),
    ("Steps of a game", SENTENCES, "The steps of an action count wherever it is run, also within other actions."),
    ("Positions", MOST_POSITIONS, "What `times seen` remembers: the last turns, each player's counted."),
)
