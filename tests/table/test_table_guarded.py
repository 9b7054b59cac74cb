"""What a server refuses: foreign, malformed and oversized requests change nothing and never end in a 500."""

from __future__ import annotations

import re

import pytest
from helpers.browsers import TAKEN, begun, client_of, seated
from helpers.tiers import full

from stammtisch.base.streams import Stream
from stammtisch.table.play.seats import toggle_designer
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables

FORM = {"content-type": "application/x-www-form-urlencoded"}


def wrong_requests(table: Table, stream: Stream, count: int) -> list[tuple[str, str, bytes, dict[str, str]]]:
    """Requests as strangers, broken programs and curious players send them: method, path, body, headers."""
    now = moment(table.state, table.state.decision.seat)
    seat = table.state.decision.seat
    tokens = [table.host, table.watch, "x" * 32, "%00", "ä", "", "..%2f..%2fetc%2fpasswd"]
    tokens += [who.token for other, who in enumerate(table.seats) if other != seat]
    own, mine = f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}", table.seats[seat].token
    paths = [f"/table/{table.id}/{seat + 1}/{token}" for token in tokens]
    paths += [
        "/table/x/1/y",
        f"/table/{table.id}/-1/x",
        f"/table/{table.id}/999/x",
        f"/table/{table.id}/²/x",
        "/%ff",
    ]
    paths += [f"/table/{table.id}/host/{table.watch}", own + "/", own + "/most", own.replace(table.id, "0" * 8)]
    # what people do besides playing, the pages of hosts and designers, seats of a shared device
    paths += [own.replace(f"/{seat + 1}/", f"/{seat + 2}/") + "/do", f"/table/{table.id}/watch/{table.watch}/do"]
    paths += [
        f"/table/{table.id}/{kind}/{token}" for kind in ("join", "designer", "device", "host") for token in ("x", mine)
    ]
    paths += [f"/table/{table.id}/device/{table.device}/{seat + 1}", f"/table/{table.id}/device/{table.device}/x/do"]
    paths += ["/tables/x", f"/tables/{table.host}", own + "/replay", own + "/live", own + "/do/do"]
    bodies = [b"", b"option=0", b"moment=%s" % now.encode(), b"option=99&moment=%s" % now.encode(), b"\xff\xfe=\x00"]
    bodies += [b"option=-1&moment=%s" % now.encode(), b"option=0&option=1&moment=%s" % now.encode(), b"x" * 5000]
    bodies += [
        b"option=%D9%A3&moment=0",
        b"option=1e1&moment=1",
        b"&" * 300,
        b"option=%ff&moment=1",
        b"option=0&moment=9.9",
    ]
    bodies += [b"option=99999999999999999999&moment=0", b"[]", b'{"option": 0}']
    good = b"option=0&moment=%s" % now.encode()
    heads: list[dict[str, str]] = [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"content-type": "text/plain"},
        {"content-type": "multipart/form-data; boundary=x"},
        {"content-type": "application/json"},
        {"host": ""},
        {"host": "localhost.evil.example"},
    ]
    found = []
    for _ in range(count):
        which = stream.draw(3)
        method = ["POST", "GET", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"][stream.draw(7)]
        if which == 0:
            found.append(("POST", own, bodies[stream.draw(len(bodies))], FORM))
        elif which == 1:
            found.append((method, paths[stream.draw(len(paths))], good, FORM))
        else:
            found.append(("POST", own, good, FORM | heads[stream.draw(len(heads))]))
    return found


@full
def test_malformed_and_foreign_requests_change_nothing(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client, before, seats = client_of(tables), table.state, [*table.seats]
    statuses = set()
    for method, path, body, headers in wrong_requests(table, Stream(5), 300):
        answer = client.request(method, path, content=body, headers=headers, follow_redirects=False)
        statuses.add(answer.status_code)
        assert 400 <= answer.status_code < 500, (method, path, body[:50], headers, answer.status_code)
        assert "access-control-allow-origin" not in answer.headers
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert not any(seat.token in answer.text for seat in table.seats if seat.token not in path)
        assert table.state is before and table.seats == seats
    assert statuses == {400, 403, 404, 405, 409, 413, 415, 421}
    player = seated(tables, table)[table.state.decision.seat]
    assert player.choose(0, player.look().moment).status == TAKEN


def test_a_mistake_inside_is_no_traceback_and_changes_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    player, before = seated(tables, table)[0], table.state
    monkeypatch.setattr("stammtisch.table.web.seat_routes.seat_page", lambda *of: 1 / 0)
    page = player.look()
    assert page.status == 500 and "Something went wrong" in page.text and "ZeroDivision" not in page.text
    assert "the game goes on" in caplog.text and player.link.rsplit("/", 1)[1] not in caplog.text
    assert table.state is before


def test_pages_hold_no_seed_no_foreign_link_and_nothing_from_elsewhere(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3, 7_345_345_345_345)
    for seat, player in enumerate(seated(tables, table)):
        page = player.look()
        assert "7345345345345" not in page.text + str(page.headers)
        tokens = [who.token for other, who in enumerate(table.seats) if other != seat]
        assert not [token for token in [*tokens, table.host, table.watch] if token in page.text + str(page.headers)]
        scripts = re.findall(r"<script(.*?)</script>", page.text, re.S)
        assert len(scripts) == 1 and re.fullmatch(r' src="/table-\w+\.js" defer>', scripts[0])
        assert (
            " style=" not in page.text
            and not re.search(r" on\w+=", page.text)
            and not re.search(r'(?:src|href)="(?!/|#|data:,|\?(?:then=|log))', page.text)
        )
        assert page.headers["cache-control"] == "no-store" and page.headers["referrer-policy"] == "same-origin"
    style = re.search(r'href="(/table-\w+\.css)"', page.text)
    assert style is not None
    answer = client_of(tables).get(style[1])
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/css")
    script = client_of(tables).get(re.findall(r'src="(/table-\w+\.js)"', page.text)[0])
    assert script.status_code == 200 and script.headers["content-type"].startswith("text/javascript")
    assert "url(" not in answer.text and "@import" not in answer.text


def test_pages_that_are_not_live_have_the_script_for_large_cards_alone(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    toggle_designer(tables, table)
    page = client_of(tables).get(f"/table/{table.id}/designer/{table.designer}/position")
    scripts = re.findall(r'<script src="(/cards-\w+\.js)" defer></script>', page.text)
    assert page.text.count("<script") == len(scripts) == 1
    script = client_of(tables).get(scripts[0])
    assert script.status_code == 200 and "data-all" in script.text and "htmx.org" not in script.text
