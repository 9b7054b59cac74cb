"""The goal of a game in another language: what counts, who wins, and tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.languages.catalogues import mark
from ...base.languages.declension import NounPhrase, of_cases
from ...language import syntax as s
from ..fallback import Unsaid
from ..goal import Goal
from ..wording import sentence
from .phrases import Phrases


@dataclass(frozen=True, slots=True)
class OtherGoal(Goal):
    """Writes the goal of the game in another language."""

    phrases: Phrases | None = None

    @property
    def other(self) -> Phrases:
        assert self.phrases is not None
        return self.phrases

    def names(self) -> dict[str, NounPhrase]:
        """The names that a score may use."""
        return {"player": self.other.vocabulary.the("player")}

    def score(self) -> str:
        v = self.other.vocabulary
        if self.rules.score is None:
            return ""
        if self.collects():
            return "" if self.wins_by_points() else v.say("Players collect points.")
        told = self.other.phrase(self.rules.score, self.names())
        if self.rules.teams:
            return sentence(v.say("A team's score is {score}.", score=told))
        return sentence(v.say("A player's score is {score}.", score=told))

    def payoff(self) -> str:
        v = self.other.vocabulary
        if self.rules.payoff is None:
            return ""
        told = self.other.phrase(self.rules.payoff, self.names())
        if self.rules.score is not None and str(told) == str(self.other.phrase(self.rules.score, self.names())):
            return v.say("Each player tries to score as high as possible, which matters more than winning.")
        return v.say(
            "Each player tries to get as much as possible of this, which matters more than winning: {told}.", told=told
        )

    def ranking(self) -> tuple[str, str]:
        v, teams = self.other.vocabulary, bool(self.rules.teams)
        if len(self.rules.teams) == 1:
            return (
                v.say("The course of play decides whether all win or all lose."),
                v.say("If it has not decided by then, all win."),
            )
        if not self.rules.winner:
            return self.by_score(teams)
        told = [self.key(ranking) for ranking in self.rules.winner]
        ties = ""
        if len(told) > 1:
            ties = v.say("If tied: {keys}.", keys=v.say(", then ").join(map(str, told[1:]))) + " "
            ties += v.say("Teams equal in all of this share the victory.") if teams else v.say(
                "Players equal in all of this share the victory.")  # fmt: skip
        else:
            ties = v.say("Equal teams share the victory.") if teams else v.say("Equal players share the victory.")
        if holds := self.holding(self.rules.winner[0]):
            return v.say("Players for whom this holds win: {condition}.", condition=holds), ties
        wins = mark("The team with {key} wins.") if teams else mark("Whoever has {key} wins.")
        if self.wins_by_points():
            wins = mark("The team with {key} at the end wins.") if teams else mark("Whoever has {key} at the end wins.")
        return sentence(v.say(wins, key=told[0])), ties

    def by_score(self, teams: bool) -> tuple[str, str]:
        """Who wins where the score alone says so."""
        v = self.other.vocabulary
        if self.rules.score is None:
            return (
                v.say("The course of play decides who wins."),
                v.say("If nobody has won by then, all players share the victory."),
            )
        if self.collects():
            most = (mark("The team with the most points at the end wins.")
                    if teams else mark("Whoever has the most points at the end wins."))  # fmt: skip
            equal = mark("Teams with equally many share the victory.") if teams else mark(
                "Players with equally many share the victory.")  # fmt: skip
            return v.say(most), v.say(equal)
        if teams:
            return v.say("The team with the highest score wins."), v.say("Teams with equal scores share the victory.")
        return v.say("Whoever has the highest score wins."), v.say("Players with equal scores share the victory.")

    def key(self, ranking: s.Ranking) -> NounPhrase:
        """What has to be highest or lowest: `die meisten Punkte`."""
        v = self.other.vocabulary
        value = self.other.phrase(ranking.value, self.names())
        noun, owner = value.noun, value.owner
        if noun is None or owner is None or str(owner) != str(v.the("player")):
            which = mark("the highest value of {value}") if ranking.most else mark("the lowest value of {value}")
            return v.say_part(which, value=value)
        if getattr(ranking.value, "name", "") in self.lists:
            which = mark("the best {key}") if ranking.most else mark("the lowest {key}")
            return of_cases(v.say_part(which, key=noun), v.say(", compared one by one,"))
        if noun.plural_only:
            return v.say_part(mark("the most {key}") if ranking.most else mark("the fewest {key}"), key=noun)
        return v.say_part(mark("the highest {key}") if ranking.most else mark("the lowest {key}"), key=noun)

    def holding(self, ranking: s.Ranking) -> str:
        """The condition that a ranking counts as 1, and otherwise as 0; "" if it has another form."""
        match ranking.value:
            case s.If(condition=condition, then=s.Number(value=1), otherwise=s.Number(value=0)) if ranking.most:
                if self.rules.teams:
                    raise Unsaid("team")
                return self.other.conditions.statement(condition, self.names()).main()
        return ""
