// A card large, with all that is known of it by name: held by a finger, under a resting pointer, or by the key i. It is
// made of the card's own HTML and the lines in its data-all, and of nothing else.
(function () {
  "use strict";
  var HOLD = 450, REST = 500, NEXT = 150, LEAVE = 250, SLACK = 10, GAP = 10, EDGE = 6, LEAST = 120;
  var CARD = ".card[data-all]";
  // source: the card that is seen large; how: hold, hover or keys; press: a finger on a card; quiet: a card that was clicked
  var box = null, source = null, known = "", how = "", timer = 0, press = null, quiet = null, swallow = false;
  if (!HTMLElement.prototype.showPopover) { return; }

  function said(what) { var look = document.getElementById("look"); return look ? look.dataset[what] : ""; }
  function element(name, text) { var made = document.createElement(name); made.textContent = text || ""; return made; }
  function later(time, what) { clearTimeout(timer); timer = setTimeout(what, time); }

  // the card at a place of the page, also below what can be tapped on a board
  function cardAt(target, x, y) {
    if (!target || !target.closest || target.closest("#large")) { return null; }
    var spot = target.closest(".cell, .spot");
    if (!spot) { return target.closest(CARD); }
    var below = document.elementsFromPoint(x, y).find(function (each) { return each.matches(CARD); });
    return below || spot.parentElement.querySelector(CARD);
  }

  function fill(card) {
    var copy = element("span"), list = element("dl"), face;
    copy.className = card.className;
    copy.classList.remove("tap", "looked", "remembered");
    copy.setAttribute("aria-hidden", "true");
    card.childNodes.forEach(function (part) {
      if (part.nodeName !== "INPUT") { copy.appendChild(part.cloneNode(true)); }
    });
    card.dataset.all.split("\n").forEach(function (line) {
      var at = line.indexOf("\t"), row = element("div"), length = line.length - at;
      row.className = length > 60 ? "sentence" : length > 24 ? "long" : "";
      row.append(element("dt", line.slice(0, at)), element("dd", line.slice(at + 1)));
      list.appendChild(row);
    });
    face = element("div");
    face.append(list);
    if (card.classList.contains("remembered")) { face.append(element("p", said("remembered"))); }
    if (how === "keys") { face.append(element("p", said("keys"))); }
    box.replaceChildren(copy, face);
  }

  // the drawing makes room for what is written below it, as nobody can scroll with a finger on the card
  function fit() {
    box.style.removeProperty("--most");
    var over = box.scrollHeight - box.clientHeight, drawn = box.firstChild.offsetWidth;
    if (over > 0) { box.style.setProperty("--most", Math.max(LEAST, drawn - over * 63 / 88) + "px"); }
  }

  // beside the card, so that it and its neighbours stay in sight where there is room
  function put(card) {
    var at = card.getBoundingClientRect(), wide = document.documentElement.clientWidth, high = window.innerHeight;
    var w = box.offsetWidth, h = box.offsetHeight, x = at.left + at.width / 2 - w / 2, y = at.top + at.height / 2 - h / 2;
    if (at.top - GAP - h >= EDGE) { y = at.top - GAP - h; }
    else if (at.bottom + GAP + h <= high - EDGE) { y = at.bottom + GAP; }
    else if (at.right + GAP + w <= wide - EDGE) { x = at.right + GAP; }
    else if (at.left - GAP - w >= EDGE) { x = at.left - GAP - w; }
    else { y = at.top + at.height / 2 > high / 2 ? EDGE : high; }
    box.style.left = Math.max(EDGE, Math.min(x, wide - w - EDGE)) + "px";
    box.style.top = Math.max(EDGE, Math.min(y, high - h - EDGE)) + "px";
  }

  function show(card, by) {
    clearTimeout(timer);
    if (!card || !card.isConnected) { return; }
    if (!box) {
      box = element("div");
      box.id = "large";
      box.popover = "manual";
      box.setAttribute("role", "status");
      document.body.appendChild(box);
    }
    if (source) { source.classList.remove("looked"); }
    source = card; known = card.dataset.all; how = by;
    card.removeAttribute("title");
    card.classList.toggle("looked", how === "keys");
    fill(card);
    if (!box.matches(":popover-open")) { box.showPopover(); }
    box.scrollTop = 0;
    fit();
    put(card);
  }

  function close() {
    clearTimeout(timer);
    if (!source) { return; }
    source.classList.remove("looked");
    source = null; how = "";
    box.hidePopover();
  }

  function shownCards() {
    return Array.prototype.filter.call(document.querySelectorAll(CARD), function (card) {
      return card.getClientRects().length && !card.closest("#large");
    });
  }

  document.addEventListener("pointerover", function (event) {
    if (event.pointerType === "touch" || event.buttons || how === "keys") { return; }
    var card = cardAt(event.target, event.clientX, event.clientY);
    if (card !== quiet) { quiet = null; }
    if (card && card === quiet) { return; }
    if (card) { card.removeAttribute("title"); }
    if (box && box.contains(event.target) || card && card === source) { clearTimeout(timer); }
    else if (card) { later(source ? NEXT : REST, function () { show(card, "hover"); }); }
    else { later(LEAVE, close); }
  });
  document.documentElement.addEventListener("pointerleave", function () { if (how === "hover") { close(); } else if (!how) { clearTimeout(timer); } });

  document.addEventListener("pointerdown", function (event) {
    var card = cardAt(event.target, event.clientX, event.clientY), open = how;
    clearTimeout(timer);
    press = null;
    // a tap that closes chooses nothing; a click on a card under a resting pointer does
    swallow = !!open && open !== "hover";
    close();
    quiet = card;
    if (event.pointerType === "touch" && card && !open) {
      press = { x: event.clientX, y: event.clientY };
      later(HOLD, function () { if (press) { swallow = true; show(card, "hold"); } });
    }
  }, true);
  document.addEventListener("pointermove", function (event) {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
      press = null;
      close();
    }
  });
  function letGo() {
    press = null;
    if (how === "hold") { close(); } else if (!how) { clearTimeout(timer); }
    // the click that follows at once, but none by keyboard later
    setTimeout(function () { swallow = false; }, 300);
  }
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("click", function (event) {
    if (swallow) { swallow = false; event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  document.addEventListener("contextmenu", function (event) { if (press) { event.preventDefault(); } });

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "Escape" && source) { event.preventDefault(); close(); return; }
    var focus = document.activeElement, step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (how === "keys" && step) {
      var cards = shownCards(), at = cards.indexOf(source);
      event.preventDefault();
      source.classList.remove("looked");
      cards[(at + step + cards.length) % cards.length].scrollIntoView({ block: "nearest" });
      show(cards[(at + step + cards.length) % cards.length], "keys");
    } else if (event.key === "i" || event.key === "I") {
      var card = focus.matches(".card *, .card, .cell") && cardAt(focus, -1, -1);
      if (card && how === "keys") { close(); } else if (card) { show(card, "keys"); }
    }
  });
  document.addEventListener("focusin", function () { if (how === "keys") { close(); } });
  window.addEventListener("blur", close);

  function offer() { document.getElementById("look").hidden = !document.querySelector(CARD); }

  // a card that is no longer there, or of which something else is known, is not seen on
  document.addEventListener("htmx:wsAfterMessage", function () {
    if (source && (!source.isConnected || source.dataset.all !== known)) { close(); }
    else if (how === "keys") { source.classList.add("looked"); }
    offer();
  });

  document.addEventListener("DOMContentLoaded", function () {
    var line = document.getElementById("look");
    if (!line) { return; }
    offer();
    line.querySelector("button").addEventListener("click", function () {
      var cards = shownCards();
      if (cards.length) { show(cards.find(function (card) { return card.closest("#hand"); }) || cards[0], "keys"); }
    });
  });
})();
