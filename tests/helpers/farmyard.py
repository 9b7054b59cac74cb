"""A small game with pictures: on cards, on their backs and on boards."""

from __future__ import annotations

from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n"
RULES = """format: 1
game: Farmyard
players: 2
things: {kind: [farm, church, barn], cell: 2x2}
components: {building: {front: {kind: kind, worth: 1..9}}}
shared:
  row: {holds: building, starts with: {kind: [farm, barn], worth: 1}}
  deck: {pile of: building, see: nobody, starts with: {kind: church, worth: 2}}
each cell: {stands: maybe kind, whose: maybe player}
each player: {hand: {holds: building, see: owner, starts with: {kind: church, worth: 3..4}}}
setup: [{set: {cell_1_1.stands: farm, cell_2_2.stands: church, cell_2_2.whose: first(players)}}]
phases: {Sales: {turns: player in players, until: {Late: round > 2}, choose: card in player.hand, move: card, to: row}}
score: 0
look: {farm: green art/farm.png, church: blue ✚ art/church.webp, barn: red ▲, building: brown ◆ back.png}
"""


def write_farmyard(folder: Path) -> Path:
    """Write the game into a folder, which is made."""
    (folder / "art").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RULES)
    (folder / "art" / "farm.png").write_bytes(PNG + b"farm")
    (folder / "art" / "church.webp").write_bytes(b"RIFF\x10\0\0\0WEBPchurch")
    (folder / "back.png").write_bytes(PNG + b"back")
    return folder
