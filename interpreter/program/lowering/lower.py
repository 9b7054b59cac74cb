"""Lower a checked ruleset to a program, for a fixed number of players and options."""

from __future__ import annotations

from typing import Any

from ...base.diagnostics import mistake
from ...check.checked import Checked
from ...language.model import Always
from .. import ir
from ..fold import make
from .constant_tables import tabulate
from .expressions import Expressions
from .flow import Sentences
from .layout_builder import lay_out
from .score_parts import ScoreParts
from .spending import count_spending
from .teams import put_teams, seats_of_teams, worth
from .work_budget import count_work


def lower(checked: Checked, players: int, chosen: dict[str, Any], identity: str, hashed: str) -> ir.Program:
    """Return the program of a checked ruleset. Raises RulesetError for what only shows with these options."""
    expressions = lay_out(checked, players, chosen)
    layout, writer, rules = expressions.layout, expressions.writer, checked.ruleset
    put_teams(rules, layout)
    sentences = Sentences(expressions)
    writer.go(writer.block())
    kept = keep_after_steps(sentences, rules.always)
    starting_values(expressions)
    sentences.steps(rules.setup, {})
    writer.lead_to(started := writer.block())
    sentences.steps(rules.phases, {})
    close(writer.blocks)
    score, parts = judge("score", rules.score, expressions), ScoreParts(expressions)
    payoff = judge("payoff", rules.payoff, expressions) if rules.payoff is not None else ""
    ranking = [(judge(f"rank {i + 1}", r.value, expressions), r.most) for i, r in enumerate(rules.winner)]
    ranking, teams = ranking or [(score, True)], seats_of_teams(rules, players)
    payoff = payoff or worth(ranking, teams, layout, writer)
    invariants = always_true(checked, expressions, kept)
    worked_out(checked, expressions)
    program = ir.Program(
        ruleset=identity,
        game=rules.game,
        hash=hashed,
        players=players,
        options=layout.options,
        ints=layout.ints,
        lists=layout.lists,
        tables=layout.tables,
        functions=writer.functions,
        blocks=writer.blocks,
        sites=writer.sites,
        groups=writer.groups,
        nodes=writer.nodes,
        messages=writer.messages,
        reasons=writer.reasons,
        cards=layout.cards,
        attributes=layout.attributes,
        names=layout.names,
        kinds=writer.kinds,
        veiled=writer.veiled,
        zones=layout.zones,
        winners=layout.winners,
        score=score,
        ranking=ranking,
        payoff=payoff,
        invariants=invariants,
        started=started,
        score_parts=parts.parts_of(checked.exprs[id(rules.score)]) if rules.score is not None else [],
        ranking_words=[parts.words(checked.exprs[id(r.value)]) for r in rules.winner] or ["score"],
        rows=layout.rows,
        teams=teams,
        cases=layout.cases,
    )
    count_spending(program, expressions.ranges)
    tabulate(program, expressions.ranges)
    count_work(program, expressions.ranges, writer)
    return program


def keep_after_steps(sentences: Sentences, conditions: list[Always]) -> dict[Always, int]:
    """Make a slot for each condition that is checked after a step: whether it held there."""
    layout, kept = sentences.layout, sentences.events.kept
    for always in conditions:
        if always.at.startswith("after "):
            kept[always] = layout.add_int(always.words, 0, 1)
            layout.firsts.append((kept[always], 1))
    return kept


def always_true(checked: Checked, expressions: Expressions, kept: dict[Always, int]) -> list[tuple[str, str]]:
    """Write a function for each `always:`; return the words of each and the function's name."""
    functions, invariants = expressions.writer.functions, []
    for number, always in enumerate(checked.ruleset.always, 1):
        holds = ["var", kept[always]] if always in kept else expressions.lower(checked.exprs[id(always.expr)], {})
        if always.at == "the end":
            holds = make("or", ["ge", ["var", ir.PC], 0], holds)
        functions[f"always {number}"] = ir.Function(f"always {number}", [], holds)
        invariants.append((always.words, f"always {number}"))
    return invariants


def worked_out(checked: Checked, expressions: Expressions) -> None:
    """Write a function for each definition that the table shows, where no rule has needed one."""
    table, writer = checked.ruleset.layout.table.layout, expressions.writer
    for name in table.worked_out:
        definition = checked.definitions.get(name)
        if definition is not None and name not in writer.functions:
            inner = {p: writer.register(p.name, expressions.layout.type_bounds(p.type)) for p in definition.params}
            body = expressions.lower(definition.value, {**inner})
            writer.functions[name] = ir.Function(name, [*inner.values()], body)


def close(blocks: list[ir.Block]) -> None:
    """End the game in every block that leads nowhere."""
    for block in blocks:
        if not block.body or block.body[-1][0] not in ir.TERMINATORS:
            block.body.append(["over"])


def starting_values(expressions: Expressions) -> None:
    """Write the initial value of every variable; tokens come from the box."""
    layout, writer = expressions.layout, expressions.writer
    for slot, first in layout.firsts:
        if first:
            writer.write("set", slot, 0, first)
    for name, supply in layout.supplies.items():
        writer.write("set", layout.boxes[name], 0, supply)
    taken: dict[str, int] = {}
    for slot, typed, env, kind in layout.initial:
        value, at = expressions.lower(typed, env, kind), layout.ints[slot]
        writer.write("set", slot, 0, value)
        known = isinstance(value, int)
        if at.token and known and value < 0:
            message = f"{at.declared} cannot start with {value} {at.token}s"
            raise mistake("out-of-range", message, layout.source_of_number(typed), hint="Write 0 or more.")
        if at.token:
            box = layout.boxes[at.token]
            writer.write("set", box, 0, ["sub", ["var", box], ["var", slot]])
            taken[at.token] = taken.get(at.token, 0) + (value if known else 0)
            supply = layout.supplies[at.token]
            if taken[at.token] > supply:
                message = f"with {layout.players} players this needs more than the {supply} {at.token}s in the game"
                raise mistake("conserved", message, typed.pos.span)
        elif known and at.kind == "int" and not at.low <= value <= at.high:
            message = f"{at.declared} goes from {at.low} to {at.high}, so it cannot start with {value}"
            raise mistake("out-of-range", message, layout.source_of_number(typed))


def judge(name: str, expr: Any, expressions: Expressions) -> str:
    """Write a function of one player; return its name."""
    layout, writer = expressions.layout, expressions.writer
    register = writer.register("player", (0, layout.players - 1))
    checked = layout.checked
    body = expressions.lower(checked.exprs[id(expr)], {checked.player: register}) if expr is not None else 0
    writer.functions[name] = ir.Function(name, [register], body)
    return name
