// What the rules say of a heading, a tile or a number of the table: a tap on it asks; what can be tapped is held.
(function () {
  "use strict";
  var HOLD = 450, GAP = 8, MORE = "button, a, label, input, select, summary, .card", PLACE = ".cell, .spot";
  // told: what was asked before, by its names; source: what the open answer is about; press: a finger on a button
  var box = null, source = null, told = {}, timer = 0, swallow = false, link = document.body.dataset.link || "";
  // the pages of seats and of those who watch answer it
  if (!HTMLElement.prototype.showPopover || !/\/table\/[^/]+\/(\d+|watch)\/[^/]+$/.test(link)) { return; }

  function close() {
    if (source) { box.hidePopover(); source = null; }
  }
  function put() {
    var at = source.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    // of a card of my hand it stands above all of them
    var hand = source.closest("#hand .cards"), above = (hand || source).getBoundingClientRect().top - GAP - box.offsetHeight;
    box.style.left = Math.max(GAP, Math.min(at.left, wide - box.offsetWidth - GAP)) + "px";
    var below = at.bottom + GAP, fits = below + box.offsetHeight < innerHeight - GAP;
    box.style.top = (fits && !hand || above < GAP ? Math.min(below, Math.max(GAP, innerHeight - box.offsetHeight - GAP)) : above) + "px";
  }
  function show(about, text) {
    if (!text || !about.isConnected) { return; }
    if (!box) {
      box = document.createElement("div");
      box.id = "what";
      box.className = "guide";
      box.popover = "manual";
      box.setAttribute("role", "status");
      document.body.appendChild(box);
    }
    source = about;
    box.innerHTML = text;
    if (!box.matches(":popover-open")) { box.showPopover(); }
    put();
  }
  function ask(about) {
    var names = about.dataset.what;
    if (told[names] !== undefined) { show(about, told[names]); return; }
    fetch(link + "/what?of=" + encodeURIComponent(names)).then(function (answer) { return answer.ok ? answer.text() : ""; })
      .then(function (text) { told[names] = text; show(about, text); }, function () { /* no network: nothing is shown */ });
  }
  // what lies at a place of a board, which is smaller than a finger
  function tell(cell) {
    var words = cell.getAttribute("aria-label") || cell.textContent, at = words.indexOf(": "), line = document.createElement("p");
    var name = document.createElement("b");
    name.textContent = words.slice(0, at);
    line.append(at < 0 ? words : name, at < 0 ? "" : words.slice(at + 1));
    show(cell, line.outerHTML);
  }
  // a place, or a card of my hand, that cannot be chosen now says what it is, and which rule forbids it
  function refuse(spot, card) {
    tell(spot);
    fetch(link + "/why?" + (card ? "card=" + card : "at=" + encodeURIComponent(spot.dataset.at))).then(function (answer) { return answer.ok ? answer.text() : ""; })
      .then(function (text) { if (text && source === spot) { show(spot, box.innerHTML + text); } }, function () { /* no network */ });
  }
  function aboutOf(target) { return target.closest ? target.closest("[data-what]") : null; }

  document.addEventListener("pointerdown", function (event) {
    var about = aboutOf(event.target), button = event.target.closest && event.target.closest(".place");
    var cell = !button && event.target.closest && event.target.closest(PLACE);
    clearTimeout(timer);
    if ((about && button || cell && event.pointerType === "touch" && !cell.parentElement.querySelector(".card")) && !source) {
      timer = setTimeout(function () { swallow = true; if (cell) { tell(cell); } else { ask(about); } }, HOLD);
    }
  }, true);
  ["pointerup", "pointercancel", "pointermove"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 6) { clearTimeout(timer); }
      // the click that follows at once, but none by keyboard later
      if (name === "pointerup") { setTimeout(function () { swallow = false; }, 300); }
    });
  });
  document.addEventListener("click", function (event) {
    if (swallow) { swallow = false; event.preventDefault(); event.stopImmediatePropagation(); return; }
    var about = aboutOf(event.target), spot = event.target.closest && event.target.closest(".spot[data-at]:not(.instead)");
    var card = event.target.closest && event.target.closest("span.card"), held = card && card.closest("[id^=held-]"), dim = held ? card : null;
    var again = source && (about || spot || dim) === source;
    close();
    if ((spot || dim) && !again && document.getElementById("move")) { refuse(spot || dim, held && held.id.slice("held-".length)); return; }
    if (about && !again && !event.target.closest(MORE)) { ask(about); }
  }, true);
  document.addEventListener("contextmenu", function (event) { if (swallow) { event.preventDefault(); } });
  document.addEventListener("keydown", function (event) {
    var focus = document.activeElement, about = focus && focus.matches(".place") ? aboutOf(focus) : null;
    if (event.key === "Escape" && source) { event.preventDefault(); close(); }
    else if (about && (event.key === "i" || event.key === "I") && !event.ctrlKey && !event.metaKey && !event.altKey) { ask(about); }
  });
  window.addEventListener("scroll", close, { passive: true });
  document.addEventListener("htmx:wsAfterMessage", function () { if (source && !source.isConnected) { close(); } });
  document.addEventListener("DOMContentLoaded", function () {
    var hint = document.getElementById("asking");
    document.documentElement.classList.add("asking");
    if (hint) { hint.hidden = !document.querySelector("[data-what]"); }
  });
})();
