// What happens is seen: the pictures in between that a message brings are shown one after another, each for its time.
// Nobody has to wait: a tap on the table, Space or Esc goes on to the last of them, and a tab in the background does. A
// tap on what can be chosen then chooses it, if the page was asked the same in its last turn; else it counts as the
// first of two taps, as nobody can have read the question yet.
(function () {
  "use strict";
  // milliseconds: the most that pictures take together; for how long a tap may still be meant for the one before, and
  // the rail of a question may be needed again
  var MOST = 4000, STRAY = 250, SOON = 1000;
  // how much of the window the rail keeps, and from which pictures are seen above it
  var RAIL = 0.4, GAP = 10;
  var OWN = "a, button, input, select, textarea, label, summary, [contenteditable]";
  var FORMS = "#move, #pick", KEPT = "stammtisch pace";
  // how much of their time pictures have, by what this device is set to; step by step each waits until it is let go
  // how many of the first tricks that this device sees have how much more time
  var FIRST = 3, LONGER = 2, TRICKS = "stammtisch tricks";
  var PACES = { slow: 2, normal: 1, fast: 0.5, none: 0, step: 1 }, STEP = "step";
  var queue = [], live = null, received = "", shown = "", before = {}, ups = {}, downs = {}, anew = false, chosen = "";
  // the kinds of questions that this page was asked in its last turn, and in this one
  var asked = {}, known = {};
  var timer = 0, lasting = 0, until = 0, left = MOST, running = false, rush = false, stays = false;

  function piece(id) { return document.getElementById(id); }
  function dock() { return document.querySelector(".dock"); }
  function epoch(mark) { return mark.split(".")[0]; }
  function kept() { try { return localStorage.getItem(KEPT); } catch (error) { return ""; } }
  function pace() { var found = chosen || kept(); return found in PACES ? found : "normal"; }
  // somebody who is new here sees longer what is taken, unless a pace was chosen; who looks on keeps up with the others
  function longer(picture) {
    if (!("taken" in picture.dataset) || !dock() || chosen || kept()) { return 1; }
    try {
      var seen = Number(localStorage.getItem(TRICKS)) || 0;
      if (seen < FIRST) { localStorage.setItem(TRICKS, seen + 1); }
      return seen < FIRST ? LONGER : 1;
    } catch (error) { return 1; }
  }
  function hold(picture) {
    return (Number(picture.dataset.hold) || 0) * PACES[pace()];
  }

  // a connection that comes back says up to where this page has been told what happened
  var connect = htmx.createWebSocket;
  htmx.createWebSocket = function (address) { return connect(received ? address + "&mark=" + received : address); };
  live = piece("live");
  if (piece("move")) { asked[piece("move").dataset.kinds] = true; }
  before = counters();
  received = shown = (live && live.dataset.mark) || "";

  document.addEventListener("htmx:wsBeforeMessage", function (event) {
    var box = document.createElement("template");
    box.innerHTML = event.detail.message;
    var found = box.content.querySelectorAll("template[data-mark]");
    if (!found.length) { return; }
    event.preventDefault();
    if (!running) { left = MOST; }
    for (var at = 0; at < found.length; at += 1) {
      var mark = found[at].dataset.mark;
      // what was taken back is not played
      if (epoch(mark) !== epoch(received)) { rush = anew = true; }
      received = mark;
      queue.push(found[at]);
    }
    go();
  });

  // who chooses has seen what there was
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.matches(FORMS)) { left = MOST; until = 0; before = counters(); ups = {}; downs = {}; keep(); }
  });

  function calm() { return rush || document.hidden; }
  // what belongs to the picture that is shown does not have to wait
  function due() {
    if (calm() || (queue[0].dataset.mark === shown && queue.length === 1)) { return 0; }
    return pace() === STEP ? (stays ? Infinity : 0) : until - Date.now();
  }
  function go() {
    clearTimeout(timer);
    while (queue.length) {
      var wait = due();
      if (wait > 0) {
        begin();
        if (wait < Infinity) { timer = setTimeout(go, wait); }
        return;
      }
      if (queue.length > 1) { begin(); }
      show(queue.shift());
    }
    end();
  }
  function show(picture) {
    var rest = queue.slice(0, -1).concat(queue.length ? [picture] : []);
    var sum = rest.reduce(function (all, each) { return all + hold(each); }, 0);
    var time = hold(picture) * Math.min(1, sum > left ? left / sum : 1);
    left -= queue.length ? time : 0;
    time *= calm() ? 1 : longer(picture);
    if (picture.dataset.mark !== shown) { until = Date.now() + time; stays = time > 0; }
    shown = picture.dataset.mark;
    var land = pace() !== "none" && !calm() ? tableMovement(picture.dataset.way) : null;
    htmx.swap(document.body, picture.innerHTML, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    compare();
    var boxes = land ? land() : [];
    if (running) { bring(boxes); }
  }

  // what has happened is seen between the top line and the rail, if the page has to move for it
  function bring(boxes) {
    var top = piece("top"), rail = dock();
    if (!boxes.length || !top || !rail) { return; }
    var from = top.getBoundingClientRect().bottom + GAP, to = rail.getBoundingClientRect().top - GAP;
    var high = Math.min.apply(null, boxes.map(function (box) { return box.top; }));
    var low = Math.max.apply(null, boxes.map(function (box) { return box.bottom; }));
    if (low > to) { scrollBy({ top: Math.min(low - to, high - from), behavior: "instant" }); }
    else if (high < from) { scrollBy({ top: high - from, behavior: "instant" }); }
  }

  // by how much the numbers have gone up and down since my last choice
  function counters() {
    var found = {};
    document.querySelectorAll("dd").forEach(function (each) {
      var area = each.closest("section[id]"), row = each.parentElement, name = row.querySelector("dt");
      var key = [area && area.id, name && name.textContent, Array.prototype.indexOf.call(row.children, each)].join();
      found[key] = { place: each, text: (each.lastChild && each.lastChild.textContent || "").trim() };
    });
    return found;
  }
  function compare() {
    var now = counters();
    if (anew) { ups = {}; downs = {}; }
    Object.keys(now).forEach(function (key) {
      var old = before[key] && before[key].text, text = now[key].text, by = Number(text) - Number(old), told = now[key].place.dataset;
      if (anew) { by = 0; }
      if (old && text && by > 0) { ups[key] = (ups[key] || 0) + by; }
      if (old && text && by < 0) { downs[key] = (downs[key] || 0) - by; }
      // what begins again says so itself
      if (!Number(text)) { delete ups[key]; delete downs[key]; }
      if (ups[key]) { told.gain = "+" + ups[key]; } else { delete told.gain; }
      if (downs[key]) { told.loss = (ups[key] ? " −" : "−") + downs[key]; } else { delete told.loss; }
    });
    before = now;
    anew = false;
  }

  // the rail keeps its height, so that nothing comes to lie under a finger
  function keep() {
    var rail = dock();
    clearTimeout(lasting);
    if (rail && !rail.style.minHeight) { rail.style.minHeight = Math.min(rail.offsetHeight, RAIL * innerHeight) + "px"; }
  }
  function release() { if (dock()) { dock().style.minHeight = ""; } }
  function begin() {
    if (running) { return; }
    running = true;
    if (Object.keys(asked).length) { known = asked; asked = {}; }
    keep();
    var button = piece("skip");
    if (button) {
      button.hidden = false;
      button.querySelector(".next").hidden = pace() !== STEP;
    }
    document.body.classList.add("happening");
  }
  function end() {
    if (running) {
      setTimeout(settle, STRAY);
      var button = piece("skip");
      if (button) { button.hidden = true; }
    }
    running = rush = false;
    clearTimeout(lasting);
    if (piece("move")) { asked[piece("move").dataset.kinds] = true; }
    // the rail of a question has its own height at once; while others choose, the next picture may follow soon
    if (document.querySelector(FORMS)) { stays = false; release(); } else { lasting = setTimeout(release, Math.max(0, until - Date.now()) + SOON); }
    htmx.trigger(live || document.body, "htmx:wsAfterMessage", {});
  }
  function settle() { if (!running) { document.body.classList.remove("happening"); } }
  function skip() { if (running) { rush = true; go(); } }
  function next() { if (pace() === STEP) { stays = false; go(); } else { skip(); } }

  // what shows a card, or a place of a board, that was tapped, and can be chosen when all has been shown
  function finder(target) {
    var card = target.closest("[data-zone] .card[data-all]"), spot = target.closest(".spot"), area = spot && spot.closest("section[id]");
    if (card) {
      var zone = card.closest("[data-zone]").dataset.zone, all = card.dataset.all;
      return function (each) { return each.dataset.all === all && each.closest("[data-zone='" + zone + "']"); };
    }
    if (!area) { return null; }
    var name = spot.textContent.trim().split(": ")[0];
    return function (each) { return each.matches(".cell") && (each.ariaLabel || "").split(": ")[0] === name && each.closest("section[id]") === piece(area.id); };
  }
  function choose(target) {
    var wanted = finder(target);
    skip();
    var found = wanted && piece("move") && Array.prototype.find.call(document.querySelectorAll(".room .tap"), wanted);
    if (running || !found) { return; }
    document.body.classList.remove("happening");
    if (known[piece("move").dataset.kinds] || found.matches("label")) { found.click(); } else { tableArm(found); }
  }

  document.addEventListener("click", function (event) {
    if (!running || !event.target.closest) { return; }
    var button = event.target.closest(".skip > button");
    if (button && button.matches(".end")) { skip(); }
    else if (button || (event.target.closest("main") && !event.target.closest(OWN))) {
      if (pace() === STEP) { next(); } else { choose(event.target); }
    }
  });
  document.addEventListener("keydown", function (event) {
    if (!running || event.target.closest("input, textarea, select")) { return; }
    if (event.key === "Escape") { event.preventDefault(); skip(); }
    if (event.key === " " && !event.target.closest(OWN)) { event.preventDefault(); next(); }
  });
  document.addEventListener("visibilitychange", function () { if (document.hidden) { skip(); } });
  document.addEventListener("submit", function (event) {
    if (document.body.classList.contains("happening") && event.target.matches(FORMS)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);

  // how fast, which only this device knows
  var setting = piece("pace");
  if (setting) {
    setting.hidden = false;
    setting.querySelector("select").value = pace();
    setting.addEventListener("change", function (event) {
      chosen = event.target.value;
      try { localStorage.setItem(KEPT, chosen); } catch (error) { /* for this page alone */ }
    });
  }
})();
