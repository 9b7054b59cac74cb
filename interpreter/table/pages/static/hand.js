// The order of my own hand: dragged, moved by keys or put in order by what is on the cards. This device keeps it and
// nobody else learns it. What comes from the server is put in order before it is shown, so nothing jumps.
(function () {
  "use strict";
  var HELD = 400, SLACK = 8, MOST = 20, GAP = 8, KEPT = "stammtisch order ", OWN = "own", DEALT = "dealt";
  // carry: the card that is moved; press: where a pointer went down on one; moved: the click that follows is none
  var carry = null, press = null, moved = false, said = null, place = null;
  if (!HTMLElement.prototype.showPopover) { return; }
  // the seat, without what tells its link from that of others
  place = (document.body.dataset.link || location.pathname).slice((document.documentElement.dataset.root || "").length).split("/").slice(0, 4).join("/");
  document.documentElement.classList.add("ordering");

  function items(list) {
    return Array.prototype.filter.call(list.children, function (item) { return item.id.indexOf("held-") === 0; });
  }
  function tag(item) { return Number(item.id.slice(5)); }
  function listOf(item) { return item.closest("[data-hand]"); }
  function itemAt(target) {
    var item = target && target.closest && target.closest("#hand [data-hand] > li");
    return item && item.id ? item : null;
  }

  // -- what this device keeps

  function kept() {
    try { return JSON.parse(localStorage.getItem(KEPT + place) || "{}").hands || {}; } catch (error) { return {}; }
  }
  function keep(list, order) {
    var hands = kept();
    hands[list.dataset.hand] = order;
    try {
      localStorage.setItem(KEPT + place, JSON.stringify({ at: Date.now(), hands: hands }));
      forget();
    } catch (error) { /* without room the order lasts as long as the page */ }
  }
  function age(key) { try { return JSON.parse(localStorage.getItem(key)).at || 0; } catch (error) { return 0; } }
  function forget() {
    var keys = Object.keys(localStorage).filter(function (key) { return key.indexOf(KEPT) === 0; });
    keys.sort(function (one, other) { return age(other) - age(one); }).slice(MOST).forEach(function (key) { localStorage.removeItem(key); });
  }

  // -- putting in order

  function sorted(cards, order) {
    if (order.by === DEALT) { return cards.sort(function (one, other) { return tag(one) - tag(other); }); }
    if (order.by === OWN) {
      // what has come since then lies at the end
      var at = function (item) { var found = order.cards.indexOf(tag(item)); return found < 0 ? order.cards.length : found; };
      return cards.sort(function (one, other) { return at(one) - at(other); });
    }
    return cards.sort(function (one, other) {
      var mine = one.dataset.places.split(" "), theirs = other.dataset.places.split(" ");
      var first = Number(mine[order.by]) - Number(theirs[order.by]);
      for (var at = 0; !first && at < mine.length; at++) { first = Number(mine[at]) - Number(theirs[at]); }
      return first;
    });
  }
  function put(list) {
    var order = kept()[list.dataset.hand], before = items(list), end = list.querySelector(":scope > .order");
    if (order) {
      var focus = document.activeElement, held = list.contains(focus) ? focus : null;
      sorted(before.slice(), order).forEach(function (item, at) {
        if (list.children[at] !== item) { list.insertBefore(item, list.children[at] || end); }
      });
      if (held && held !== document.activeElement) { held.focus({ preventScroll: true }); }
    }
    // cards that cannot be chosen can be moved by keys as well
    items(list).forEach(function (item, at) {
      var card = item.querySelector("span.card");
      if (card) { card.tabIndex = at ? -1 : 0; }
    });
  }
  // on a phone cards that are chosen lie in rows, and stay so until another kind of thing is asked
  function keepRows() {
    var hand = document.getElementById("hand"), asked = document.getElementById("move");
    if (hand && asked) { document.documentElement.classList.toggle("rows", !!hand.querySelector(".tap")); }
  }
  function putAll(root) { Array.prototype.forEach.call(root.querySelectorAll("[data-hand]"), put); }
  function keepAsSeen(list) { keep(list, { by: OWN, cards: items(list).map(tag) }); }

  function tell(item) {
    var list = listOf(item), all = items(list), card = item.querySelector(".card");
    if (!said) {
      said = document.createElement("p");
      said.className = "said";
      said.setAttribute("role", "status");
      document.body.appendChild(said);
    }
    said.textContent = list.dataset.moved.replace("{card}", card.getAttribute("aria-label") || card.textContent)
      .replace("{place}", all.indexOf(item) + 1).replace("{cards}", all.length);
  }

  // the others are moved around the card, which so keeps pointer and focus
  function shift(item, to) {
    var list = listOf(item), all = items(list), from = all.indexOf(item);
    if (to < 0 || to >= all.length || to === from) { return false; }
    all.slice(Math.min(from, to), Math.max(from, to) + 1).forEach(function (other) {
      if (other !== item && to > from) { list.insertBefore(other, item); }
    });
    if (to < from) {
      all.slice(to, from).reverse().forEach(function (other) { list.insertBefore(other, item.nextSibling); });
    }
    return true;
  }

  // -- pointers

  function nearest(list, x, y) {
    var best = -1, least = Infinity;
    items(list).forEach(function (item, at) {
      var box = item.querySelector(".card").getBoundingClientRect(), next = items(list)[at + 1];
      var right = next && Math.abs(next.getBoundingClientRect().top - box.top) < 9 ? Math.min(box.right, next.getBoundingClientRect().left) : box.right;
      var away = Math.hypot(x - (box.left + right) / 2, 2 * (y - (box.top + box.bottom) / 2));
      if (away < least) { least = away; best = at; }
    });
    return best;
  }
  function begin() {
    carry = press.item;
    carry.classList.add("carried");
    moved = true;
  }
  function end(keeping) {
    press = null;
    if (!carry) { return; }
    var item = carry;
    carry = null;
    item.classList.remove("carried");
    if (keeping && item.isConnected) { keepAsSeen(listOf(item)); tell(item); }
    // the click that follows at once, but none later
    setTimeout(function () { moved = false; }, 50);
  }
  document.addEventListener("pointerdown", function (event) {
    var item = event.button === 0 ? itemAt(event.target) : null;
    end(true);
    press = item && { item: item, x: event.clientX, y: event.clientY, at: Date.now(), touch: event.pointerType === "touch" };
  });
  document.addEventListener("pointermove", function (event) {
    if (!carry && press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
      if (press.touch && Date.now() - press.at < HELD) { press = null; } else { begin(); }
    }
    if (carry) { shift(carry, nearest(listOf(carry), event.clientX, event.clientY)); }
  });
  document.addEventListener("pointerup", function () { end(true); });
  document.addEventListener("pointercancel", function () { end(true); });
  // a finger that has held a card moves that, not the page
  document.addEventListener("touchmove", function (event) {
    if ((carry || press && press.touch && Date.now() - press.at >= HELD) && event.cancelable) { event.preventDefault(); }
  }, { passive: false });
  document.addEventListener("dragstart", function (event) { if (itemAt(event.target)) { event.preventDefault(); } });
  document.addEventListener("click", function (event) {
    if (moved) { moved = false; event.preventDefault(); event.stopImmediatePropagation(); return; }
    var button = event.target.closest && event.target.closest("[data-by]"), list = button && listOf(button);
    if (!list) { return; }
    keep(list, { by: button.dataset.by === DEALT ? DEALT : Number(button.dataset.by) });
    put(list);
    button.closest("[popover]").hidePopover();
  }, true);

  // what a hand can be put in order by stands above the button, or where there is room
  document.addEventListener("toggle", function (event) {
    if (event.newState !== "open" || !event.target.closest(".order")) { return; }
    var box = event.target, at = box.previousElementSibling.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    box.style.margin = "0";
    box.style.left = Math.max(GAP, Math.min(at.right - box.offsetWidth, wide - box.offsetWidth - GAP)) + "px";
    box.style.top = Math.max(GAP, at.top - box.offsetHeight - GAP) + "px";
  }, true);

  // -- keys: arrows go from card to card, with Shift they take the card along

  document.addEventListener("keydown", function (event) {
    var step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    var item = step && !event.ctrlKey && !event.metaKey && !event.altKey ? itemAt(document.activeElement) : null;
    if (!item || document.querySelector("#large:popover-open")) { return; }
    var all = items(listOf(item)), to = all.indexOf(item) + step;
    event.preventDefault();
    if (event.shiftKey) {
      if (shift(item, to)) { keepAsSeen(listOf(item)); tell(item); }
    } else if (all[to]) { all[to].querySelector(".card input, .card").focus(); }
  });

  // -- pages

  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (event.detail.fragment) { putAll(event.detail.fragment); }
  });
  document.addEventListener("htmx:wsBeforeMessage", function () { end(true); });
  document.addEventListener("htmx:oobAfterSwap", function (event) { if (event.detail.target.id === "ask") { keepRows(); } });
  document.addEventListener("DOMContentLoaded", function () {
    document.documentElement.classList.add("rows");
    putAll(document);
    keepRows();
  });
})();
