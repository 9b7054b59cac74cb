"""What others see of a choice, as tables in memory: for information sets (tree.wat)."""

from __future__ import annotations

from ...program import ir
from .writing.layout import MemoryLayout, Unfit

MOST_OPTIONS_SHOWN = 1 << 18  # numbers of options of all decisions; what has more is no small game


def shown_choices(program: ir.Program, bodies: dict[int, list[ir.Stmt]], layout: MemoryLayout) -> int:
    """The address of a table with four words for each block at which somebody decides.

    The offset of the list of those who have still to decide, and of the first one's stage (0, 0: one decides alone);
    the address of what is shown of each option number, or of a table of these by stage; a number to tell it by.
    """
    if sum(entry.base + entry.count for site in program.sites for entry in site.entries) > MOST_OPTIONS_SHOWN:
        raise Unfit("it has too many options")
    sites = {site.number: shown_options(site, layout) for site in program.sites}
    words = [0] * 4 * (max(bodies) + 1)
    for number, body in bodies.items():
        match body[-1]:
            case ["ask", site]:
                words[4 * number : 4 * number + 4] = [0, 0, sites[site], number]
            case ["together", group]:
                made = program.groups[group]
                stages = layout.words([sites[site] for site in made.sites])
                places = [layout.lists[made.pending], 16 + 4 * made.stage, stages, number]
                words[4 * number : 4 * number + 4] = places
    return layout.words(words)


def shown_options(site: ir.Site, layout: MemoryLayout) -> int:
    """The address of a table with what others see of each option number of a decision.

    Of a card only that one was chosen: what they see of it, they see where it then lies.
    """
    shown = [0] * max(entry.base + entry.count for entry in site.entries)
    if not site.secret:
        for entry in site.entries:
            hidden = entry.kind.startswith(("card ", "group "))
            for number in range(entry.base, entry.base + entry.count):
                shown[number] = 1 + (entry.base if hidden else number)
    return layout.words(shown)
