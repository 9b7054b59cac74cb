// What has happened is read out to whoever cannot see it: each new line of the log once, the oldest first.
(function () {
  "use strict";
  var MOST = 12, LINES = "#log li[id]", known = null, told = null;

  function number(line) { return Number(line.id.slice("line-".length)); }
  function found() {
    return Array.prototype.slice.call(document.querySelectorAll(LINES)).sort(function (a, b) { return number(a) - number(b); });
  }
  function words(line) {
    var copy = line.cloneNode(true);
    copy.querySelectorAll("ul").forEach(function (more) { more.remove(); });
    copy.querySelectorAll("[aria-label]").forEach(function (card) { card.textContent = card.getAttribute("aria-label"); });
    return copy.textContent.trim();
  }
  function keep(lines) { known = new Set(lines.map(function (line) { return line.id; })); }
  function tell() {
    var lines = found(), fresh = lines.filter(function (line) { return !known.has(line.id); });
    keep(lines);
    fresh.slice(-MOST).forEach(function (line) {
      var said = document.createElement("p");
      said.textContent = words(line);
      told.appendChild(said);
    });
    while (told.children.length > MOST) { told.firstChild.remove(); }
  }

  // that another part of the game has begun stands in the rail until my next choice
  var stage = "";
  function lookAtStage() {
    var top = document.getElementById("top"), now = top && top.dataset.stage || "", line = document.getElementById("stage");
    if (!now || !line) { return; }
    if (stage && now !== stage) { line.textContent = now; line.hidden = false; }
    stage = now;
  }
  document.addEventListener("htmx:wsAfterMessage", lookAtStage);
  document.addEventListener("htmx:beforeRequest", function (event) {
    var line = document.getElementById("stage");
    if (line && event.target.matches("#move, #pick")) { line.hidden = true; }
  });

  // on a phone a tap on the way to the log shows what is new above the table, and the way on to all of it
  var latest = null;
  function lastTrick(trick) {
    var copy = trick.cloneNode(true);
    copy.removeAttribute("id");
    return copy;
  }
  function showNew(link, fresh) {
    var title = document.querySelector("#log h3"), order = document.querySelector("#log h2 small"), trick = document.querySelector("#trick:not([hidden])"), heading = document.createElement("h2"), list = fresh.cloneNode(true), all = document.createElement("a");
    if (!latest) {
      latest = document.createElement("div");
      latest.id = "latest";
      latest.className = "guide";
      latest.popover = "auto";
      document.body.appendChild(latest);
    }
    heading.textContent = title ? title.textContent : "";
    if (order) { heading.append(" ", order.cloneNode(true)); }
    list.removeAttribute("class");
    list.querySelectorAll("[id]").forEach(function (each) { each.removeAttribute("id"); });
    all.href = link.getAttribute("href");
    all.textContent = link.firstChild.textContent.trim() + " ▼";
    all.addEventListener("click", function () { latest.hidePopover(); });
    var close = document.querySelector("#settings .close"), away = close && close.cloneNode(true);
    latest.replaceChildren(heading, list, all);
    if (away) { away.setAttribute("popovertarget", latest.id); latest.prepend(away); }
    if (trick) { heading.before(lastTrick(trick)); }
    latest.style.top = document.getElementById("top").getBoundingClientRect().bottom + 8 + "px";
    latest.showPopover();
    all.focus({ preventScroll: true });
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("#top .below"), fresh = document.querySelector("#log .new");
    if (!link || !fresh || !HTMLElement.prototype.showPopover) { return; }
    event.preventDefault();
    showNew(link, fresh);
  });

  document.addEventListener("DOMContentLoaded", function () {
    var log = document.getElementById("log");
    lookAtStage();
    if (!log) { return; }
    told = document.createElement("div");
    told.id = "news";
    told.className = "said";
    told.setAttribute("role", "log");
    document.body.appendChild(told);
    keep(found());
    new MutationObserver(tell).observe(log.parentElement, { childList: true, subtree: true });
  });
})();
