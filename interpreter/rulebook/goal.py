"""The goal of a game in English: what counts, who wins, and tie-breaks."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from ..language import model as m
from ..language import syntax as s
from .english import English
from .wording import without_article

COLLECT = "Players collect points."


def is_points(value: s.Expr | None) -> bool:
    """Whether a value is the points of the player whose score it is, or of that player's team."""
    match value:
        case s.Field(target=s.Name(name="player") | s.Field(target=s.Name(name="player"), name="team"), name="points"):
            return not value.args
    return False


@dataclass(frozen=True, slots=True)
class Goal:
    """Writes the goal of the game. lists: the definitions that give lists."""

    rules: m.Ruleset
    english: English
    lists: Set[str]

    def score(self) -> str:
        """The sentence about what is counted; "" if nothing is."""
        if self.rules.score is None:
            return ""
        text = self.team_score(self.english.phrase(self.rules.score, {"player": "the player"}))
        if self.collects():
            # who wins by points says as much
            return "" if self.wins_by_points() else COLLECT
        whose = "A team's" if self.rules.teams else "A player's"
        return f"{whose} score is {text}."

    def collects(self) -> bool:
        """Whether the score is the points that players or teams have."""
        return is_points(self.rules.score)

    def wins_by_points(self) -> bool:
        """Whether those with the most or fewest points win, where the score is the points."""
        if not self.rules.winner:
            return self.collects()
        return self.collects() and is_points(self.rules.winner[0].value)

    def team_score(self, text: str) -> str:
        """The score of teams in words, as it depends on the team alone."""
        return text.replace("the player's team", "the team") if self.rules.teams else text

    def payoff(self) -> str:
        """The sentence about what players play for, if it is not the victory."""
        if self.rules.payoff is None:
            return ""
        told = self.english.phrase(self.rules.payoff, {"player": "the player"})
        scored = self.rules.score is not None and told == self.english.phrase(
            self.rules.score, {"player": "the player"}
        )
        if scored:
            return "Each player tries to score as high as possible, which matters more than winning."
        return f"Each player tries to get as much as possible of this, which matters more than winning: {told}."

    def ranking(self) -> tuple[str, str]:
        """The sentences about who wins, and about tie-breaks."""
        winner, several = ("The team with", "Teams") if self.rules.teams else ("Whoever has", "Players")
        if len(self.rules.teams) == 1:
            return "The course of play decides whether all win or all lose.", "If it has not decided by then, all win."
        if not self.rules.winner:
            if self.rules.score is None:
                return (
                    "The course of play decides who wins.",
                    "If nobody has won by then, all players share the victory.",
                )
            if self.collects():
                return f"{winner} the most points at the end wins.", f"{several} with equally many share the victory."
            return f"{winner} the highest score wins.", f"{several} with equal scores share the victory."
        said = []
        for ranking in self.rules.winner:
            # a clause about others has to name the owner
            within = isinstance(ranking.value, s.Aggregate) and ranking.value.choice.where is not None
            value = without_article(self.team_score(self.english.phrase(ranking.value, {"player": "the player"})))
            value = value.removeprefix("the team's ").removeprefix("team's ") if self.rules.teams else value
            value = value.replace("the player's ", "that player's " if within else "").removeprefix("player's ")
            value = value.replace("the player", "that player")
            words = ("highest", "lowest")
            if getattr(ranking.value, "name", "") in self.lists:
                words, value = ("best", "lowest"), f"{value}, compared one by one,"
            elif value.partition(" ")[0].endswith("s"):
                words = ("most", "fewest")
            said.append(f"the {words[not ranking.most]} {value}")
        holds = self.ranking_condition(self.rules.winner[0])
        ties = f"If tied: {', then '.join(said[1:]).removesuffix(',')}. " if len(said) > 1 else ""
        equal = f"{several} equal in all of this share" if ties else f"Equal {several.lower()} share"
        wins = "at the end wins." if self.wins_by_points() else "wins."
        first = f"{several} for whom this holds win: {holds}." if holds else f"{winner} {said[0]} {wins}"
        return first, f"{ties}{equal} the victory."

    def ranking_condition(self, ranking: s.Ranking) -> str:
        """The condition that a ranking counts as 1, and otherwise as 0; "" if it has another form."""
        match ranking.value:
            case s.If(condition=condition, then=s.Number(value=1), otherwise=s.Number(value=0)) if ranking.most:
                told = self.team_score(self.english.conditions.statement(condition, {"player": "the player"}))
                return told.replace("the player", "that player")
        return ""
