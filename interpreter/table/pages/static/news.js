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

  document.addEventListener("DOMContentLoaded", function () {
    var log = document.getElementById("log");
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
