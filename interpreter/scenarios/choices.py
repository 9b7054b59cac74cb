"""Match the choices written in a scenario with a seat's options, and explain refusals."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.errors import GameError
from ..game.state import State
from ..program.events import Choose, Step
from .position import Failed, group_of
from .table_text import card_list, difference_lines
from .terms import OptionsMeant, Terms


@dataclass(slots=True, eq=False)
class OpenDecision:
    """A seat's decision in a state: the site and the numbers of its options."""

    state: State
    terms: Terms
    seat: int
    site: int
    numbers: list[int]

    @property
    def name(self) -> str:
        """The name of the player who decides."""
        return self.terms.players[self.seat]

    def text(self, number: int, in_group: bool = False) -> str:
        """An option in the words of a scenario, with the group of its card where that matters."""
        group = self.group(number)[0] if in_group else 0
        return self.terms.option_text(self.site, number) + (f" in group {group}" if group else "")

    def texts(self, numbers: list[int], in_group: bool = False) -> list[str]:
        """The distinct texts of options."""
        return list(dict.fromkeys(self.text(number, in_group) for number in numbers))

    def group(self, number: int) -> tuple[int, list[int]]:
        """The number of the group that an option's card is in, with its cards; 0 and [] if there is none."""
        option = self.state.option(self.site, number)
        if not option.kind.startswith("card ") or option.value is None:
            return 0, []
        try:
            return group_of(self.state, option.value)
        except GameError:  # the card is out of the game
            return 0, []

    def matching_options(self, choice: OptionsMeant) -> list[int]:
        """The options, offered or refused, that a choice may mean. Raises Failed if its group does not exist."""
        numbers = choice.numbers.get(self.site, [])
        if not choice.group or not numbers:
            return numbers
        groups = {number: self.group(number)[0] for number in numbers}
        if choice.group not in groups.values():
            known = sorted({group for group in groups.values() if group})
            lies = (
                f"It lies in group {' and '.join(map(str, known))}." if known else "No such card lies in a group now."
            )
            raise Failed(choice.node, f"there is no '{choice.text}' on the table", [lies])
        return [number for number, group in groups.items() if group == choice.group]

    def fitting(self, choice: OptionsMeant) -> list[int]:
        """The offered options that a choice means. Raises Failed if it does not say which of several groups."""
        numbers = [number for number in self.numbers if number in self.matching_options(choice)]
        deck = self.state.game.program.cards
        groups = {number: self.group(number) for number in numbers if self.group(number)[0]}
        if not choice.group and len({tuple(sorted(deck[c].look for c in cards)) for _, cards in groups.values()}) > 1:
            meant = [f"'{choice.text} in group {group}'" for group in dict.fromkeys(g for g, _ in groups.values())]
            raise Failed(choice.node, f"'{choice.text}' may mean {' or '.join(meant)}", ["Say which."])
        return numbers

    def option_number(self, choice: OptionsMeant) -> int | None:
        """The offered option that a choice means; None if there is none. Raises Failed if it may be several."""
        numbers = self.fitting(choice)
        texts = self.texts(numbers)
        if len(texts) > 1:
            raise Failed(choice.node, f"'{choice.text}' may mean {' or '.join(texts)}", ["Say which."])
        return numbers[0] if numbers else None

    def next_offer(self, choice: OptionsMeant) -> OpenDecision:
        """The seat's decision after a choice. Raises Failed if the choice is not possible, or no decision follows."""
        number = self.option_number(choice)
        if number is None:
            message = f"{self.name} may not choose '{choice.text}' now, so nothing can follow it"
            raise Failed(choice.node, message, [*self.because(self.matching_options(choice)), self.waiting()])
        later = self.state.clone()
        later.choose(later.option(self.site, number), self.seat)
        found = offer(later, self.terms, self.seat)
        if found is None:
            raise Failed(choice.node, f"{self.name} has nothing more to decide after '{self.text(number)}'")
        return found

    def refusal(self, number: int) -> str:
        """The words that refuse an option; "" if none do."""
        return self.terms.fill_settings(self.state.refusal_at(self.site, number, self.seat))

    def because(self, numbers: list[int]) -> list[str]:
        """The lines with what refuses these options."""
        reasons = [self.refusal(number) for number in numbers]
        return [f"because: {reason}" for reason in dict.fromkeys(reasons) if reason]

    def waiting(self) -> str:
        """The decision in words."""
        words = self.terms.program.sites[self.site].words
        return f"{self.name} has to decide ({words}): {', '.join(self.texts(self.numbers))}"


def offer(state: State, terms: Terms, seat: int) -> OpenDecision | None:
    """A seat's current decision; None if there is none."""
    site = dict(state.sites()).get(seat)
    return None if site is None else OpenDecision(state, terms, seat, site, state.option_numbers(seat, site))


def unfinished_lines(state: State, terms: Terms) -> list[str]:
    """The lines about choices that must follow the last one, if nothing has happened since."""
    log = state.log.since(0) if state.log is not None else []
    after = next((at for at, event in enumerate(reversed(log)) if not isinstance(event, Step)), 0)
    last = log[-1 - after] if log else None
    now = offer(state, terms, last.seat) if isinstance(last, Choose) else None
    if now is None or not isinstance(last, Choose):
        return []
    nodes, site, before = terms.program.nodes, terms.program.sites[now.site], terms.program.sites[last.site]
    # the next part is asked by the step itself, or by the option that was chosen
    chosen = {entry.words for entry in before.entries if entry.base <= last.number < entry.base + entry.count}
    if nodes[site.node].words not in chosen - {""} and (after or site.node != before.node):
        return []
    return [f"{now.name} has made only part of a choice: the rest is missing.", now.waiting()]


def differences(now: OpenDecision, choices: list[OptionsMeant]) -> list[str]:
    """The lines about missing options, as ranges such as `Offer 3..8`, and about unexpected ones.

    Of choices with several parts the same is asked once their first parts are made.
    """
    lacking, wanted, partly = [], set(), []
    in_group = any(choice.group for choice in choices)
    for choice in choices:
        numbers = choice.numbers.get(now.site, [])
        if choice.group:
            numbers = [number for number in numbers if now.group(number)[0] == choice.group]
        wanted |= {*numbers}
        if not {*numbers} & {*now.numbers}:
            lacking.append(choice.text)
        elif ".." in choice.text:
            partly += [number for number in numbers if number not in now.numbers]
    extra = [number for number in now.numbers if number not in wanted]
    found = difference_lines(lacking + now.texts(partly), now.texts(extra, in_group))
    return found or [line for one in _join_choices(choices) for line in _differences_after(now, *one)]


def _join_choices(choices: list[OptionsMeant]) -> list[tuple[OptionsMeant, list[OptionsMeant]]]:
    """Choices with those that follow from them, in the order written."""
    found: dict[tuple[str, int], tuple[OptionsMeant, list[OptionsMeant]]] = {}
    for choice in choices:
        if choice.then is not None:
            found.setdefault((choice.first, choice.group), (choice, []))[1].append(choice.then)
    return list(found.values())


def _differences_after(now: OpenDecision, choice: OptionsMeant, following: list[OptionsMeant]) -> list[str]:
    """The differences in the options that follow a choice."""
    return [f"after {choice.first}: {line}" for line in differences(now.next_offer(choice), following)]


def check_refused(now: OpenDecision, choice: OptionsMeant, reason: str) -> None:
    """Raise Failed unless an option exists here and is refused for this reason.

    Of a choice with several parts the last is asked, once those before it are made.
    """
    if choice.then is not None:
        check_refused(now.next_offer(choice), choice.then, reason)
        return
    numbers = now.matching_options(choice)
    if not numbers:
        raise Failed(choice.node, f"'{choice.text}' means nothing here", [now.waiting()])
    if allowed := now.texts([number for number in numbers if number in now.numbers]):
        raise Failed(choice.node, f"{now.name} may choose {card_list(allowed)}")
    # a text may also mean cards elsewhere; each number of a range is refused by itself
    whole = [[number] for number in numbers] if ".." in choice.text else [numbers]
    for own in whole if reason else ():
        if reason not in map(now.refusal, own):
            text = now.text(own[0]) if len(whole) > 1 else choice.text
            raise Failed(choice.node, f"'{text}' is refused for another reason", now.because(own))
