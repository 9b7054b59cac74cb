// Choosing: what cannot be taken back takes two taps, sets say how many are chosen, keys lead to what can be chosen, and
// nothing on the page moves while a finger is on it. The program says what cannot be taken back: data-twice lists it.
(function () {
  "use strict";
  var KEPT = "stammtisch one tap", TOO_SOON = 200, LONGEST = 4000, AFTER = 60, SETTLED = 400, ENDED = 1200, FINGER = 42.5, REACH = 44;
  var CHOICES = ".tap:not(label), label.tap input, #ask .options button, #ask .choice input, #ask .scale button";
  // armed: what was tapped once; held: messages that wait until the finger is up; down: when it went down, 0 if it is up;
  // touched: where, as browsers move clicks, null for a mouse; found: whether armed is a place that taps beside it mean
  // over: whether the game was
  var armed = null, since = 0, held = [], down = 0, moment = "", settling = 0, touched = null, found = false, over = false;

  function form() { return document.getElementById("move"); }
  function list(kind) { return Array.prototype.slice.call(document.querySelectorAll(kind)); }
  function shown(each) { return each.getClientRects().length > 0 && !each.disabled; }
  function momentNow() { var field = form() && form().elements.moment; return field ? field.value : ""; }
  function once() { try { return localStorage.getItem(KEPT) === "1"; } catch (error) { return false; } }

  // -- two taps

  function optionOf(button) {
    var field = button.closest(".scale") && button.closest(".scale").querySelector("select");
    return field ? field.value : button.value;
  }
  function isTwice(button) {
    var stands = form() && form().dataset.twice;
    return !!stands && !once() && stands.split(" ").indexOf(optionOf(button)) >= 0;
  }
  function wordsOf(button) {
    // in the list it stands with what is done
    var listed = !found && document.querySelector('#ask .options button[value="' + optionOf(button) + '"]') || button;
    var words = (listed.getAttribute("aria-label") || listed.textContent).trim().replace(/\s+/g, " ");
    return found ? words.split(": ")[0] : words;
  }
  // marks what is armed, and says it on the rail
  function tell() {
    if (armed) {
      armed.classList.add("armed");
      armed.classList.toggle("found", found);
      armed.dataset.again = form().dataset.again.replace("{choice}", "").replace(/[:\s]+$/, "");
    }
    var line = document.getElementById("again"), take = document.getElementById("take");
    if (line) { line.textContent = armed ? form().dataset.again.replace("{choice}", wordsOf(armed)) : ""; }
    if (take) {
      take.hidden = !armed || !found;
      take.textContent = take.hidden ? "" : take.dataset.words.replace("{choice}", wordsOf(armed));
    }
  }
  function disarm() {
    if (!armed) { return; }
    armed.classList.remove("armed", "found");
    armed = null;
    tell();
  }
  function arm(button, near) {
    disarm();
    armed = button;
    found = near;
    since = Date.now();
    tell();
    document.dispatchEvent(new CustomEvent("stammtisch:armed", { detail: optionOf(button) }));
  }

  // the first of two taps on something that was tapped before it could be chosen
  window.tableArm = function (button) { arm(button, false); };

  // -- boards finer than a finger: it means the nearest place that can be chosen

  function isFine(cell) {
    var box = cell.getBoundingClientRect();
    return Math.min(box.width, box.height) < FINGER;
  }
  function cellNear(event) {
    var ground = touched && event.detail && event.target.closest && event.target.closest(".across-9 .ground");
    if (!ground || event.target.closest(".card, summary") || document.body.classList.contains("settling")) { return null; }
    var all = Array.prototype.filter.call(ground.querySelectorAll(".cell"), isFine), best = null, least = REACH;
    all.forEach(function (cell) {
      var at = middle(cell), far = Math.hypot(at.x - touched.x, at.y - touched.y);
      if (far < least) { least = far; best = cell; }
    });
    return best;
  }
  document.addEventListener("pointerdown", function (event) {
    touched = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
  }, true);
  document.addEventListener("click", function (event) {
    var cell = cellNear(event), take = event.target.id === "take";
    var button = cell || event.target.closest && event.target.closest("button[name=option], .scale button");
    if (take && armed) { armed.click(); return; }
    // where the nearest place stands for what was meant, a tap elsewhere leads back to the question
    if (!button) { if (found && event.target.closest && !event.target.closest("#again")) { disarm(); } return; }
    var again = armed === button && Date.now() - since >= TOO_SOON;
    if (!cell && (again || !isTwice(button))) {
      if (armed !== button) { disarm(); }
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (armed !== button) { arm(button, !!cell); } else if (again) { button.click(); }
  }, true);
  document.addEventListener("input", function (event) { if (event.target.closest(".scale")) { disarm(); } });
  document.addEventListener("DOMContentLoaded", function () {
    var field = document.getElementById("twice");
    if (!field) { return; }
    field.parentElement.hidden = false;
    field.checked = !once();
    field.addEventListener("change", function () {
      try { localStorage.setItem(KEPT, field.checked ? "" : "1"); } catch (error) { /* two taps, then */ }
      field.checked = !once();
    });
  });

  // -- sets: how many are chosen, and what they add up to where the rules add them up

  function marked() { return list("input[type=checkbox][name=option]:checked"); }
  function count() {
    var said = document.querySelector("#ask .chosen"), boxes = marked(), sum = 0;
    if (!said) { return; }
    var rules = form().dataset, exact = rules.least === rules.most;
    boxes.forEach(function (box) { var card = box.closest("[data-sum]"); sum += card ? Number(card.dataset.sum) : 0; });
    var number = exact ? rules.count.replace("{number}", boxes.length).replace("{most}", rules.most) : boxes.length;
    said.textContent = boxes.length || exact ? "(" + number + ("sums" in rules && boxes.length ? ", Σ " + sum : "") + ")" : "";
    said.parentElement.classList.toggle("early", boxes.length < Number(rules.least));
  }
  // one more than there may be is not taken; where there is one it takes its place
  function restrain(box) {
    var most = Number(form().dataset.most), boxes = marked(), line = document.getElementById("again");
    if (line) { line.textContent = ""; }
    if (boxes.length <= most) { return; }
    if (most === 1) { boxes.forEach(function (each) { each.checked = each === box; }); return; }
    box.checked = false;
    if (line) { line.textContent = form().dataset.enough; }
  }
  // what was refused is answered by choosing on
  function answered() {
    var notice = document.getElementById("notice");
    if (notice && notice.dataset.seen) { notice.replaceChildren(); }
  }
  document.addEventListener("change", function (event) {
    if (event.target.name === "option" && form()) { answered(); restrain(event.target); count(); }
  });

  // -- nothing moves under a finger: what is sent meanwhile waits until it is up

  function flush() {
    if (down) { return; }
    held.splice(0).forEach(function (run) { run(); });
  }
  function release() {
    if (!down) { return; }
    down = 0;
    setTimeout(flush, AFTER);
  }
  document.addEventListener("pointerdown", function () {
    var at = down = Date.now();
    setTimeout(function () { if (down === at) { release(); } }, LONGEST);
  }, true);
  ["pointerup", "pointercancel"].forEach(function (name) { document.addEventListener(name, release, true); });
  window.addEventListener("blur", release);
  if (window.htmx && htmx.createWebSocket) {
    var connect = htmx.createWebSocket;
    htmx.createWebSocket = function (address) {
      var socket = connect(address), add = socket.addEventListener;
      socket.addEventListener = function (name, listener) {
        add.call(socket, name, name !== "message" ? listener : function (event) {
          var run = function () { listener.call(socket, event); };
          if (down || held.length) { held.push(run); } else { run(); }
        });
      };
      return socket;
    };
  }
  document.addEventListener("htmx:wsAfterMessage", function () {
    if (armed && (!armed.isConnected || momentNow() !== moment)) { disarm(); }
    if (armed) { tell(); }
    // a finger on its way to what stood there before
    var ended = !!document.querySelector("#ended:not([hidden])"), end = ended && !over;
    over = ended;
    if (end || moment && momentNow() !== moment) {
      document.body.classList.add("settling");
      clearTimeout(settling);
      settling = setTimeout(function () { document.body.classList.remove("settling"); }, end ? ENDED : SETTLED);
    }
    moment = momentNow();
    count();
  });
  document.addEventListener("DOMContentLoaded", function () {
    moment = momentNow();
    over = !!document.querySelector("#ended:not([hidden])");
    count();
  });

  // -- a piece that is picked gives way to another that could have been picked: that takes the first back

  // offered: the places that could be chosen when one was; wanted: which one is to be chosen instead
  var offered = [], wanted = "";
  function markOthers() {
    var release = document.getElementById("takeback") && document.querySelector(".cell.release");
    list(".spot[data-at]").forEach(function (spot) { spot.classList.toggle("instead", !!release && offered.indexOf(spot.dataset.at) >= 0); });
  }
  function pickWanted() {
    var cell = wanted && document.querySelector('.cell.tap[data-at="' + wanted + '"]');
    if (cell && document.body.classList.contains("happening")) { setTimeout(pickWanted, AFTER); return; }
    if (cell) { wanted = ""; cell.click(); }
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.id === "move") { offered = list(".cell.tap").map(function (cell) { return cell.dataset.at; }); wanted = ""; }
  });
  document.addEventListener("click", function (event) {
    var spot = event.target.closest && event.target.closest(".spot.instead");
    if (spot) { wanted = spot.dataset.at; document.querySelector(".cell.release").click(); }
  });
  document.addEventListener("htmx:wsAfterMessage", function () { markOthers(); pickWanted(); });

  // -- keys: arrows lead to the nearest thing that can be chosen, digits are the nth option

  function middle(each) {
    var box = (each.closest("label") || each).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  function nearest(from, key, all) {
    var ahead = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key], here = middle(from);
    var best = null, least = Infinity;
    all.forEach(function (each) {
      var at = middle(each), x = at.x - here.x, y = at.y - here.y;
      var along = x * ahead[0] + y * ahead[1], aside = Math.abs(x * ahead[1]) + Math.abs(y * ahead[0]);
      if (each !== from && along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = each; }
    });
    return best;
  }
  document.addEventListener("keydown", function (event) {
    var here = document.activeElement, all;
    if (event.key === "Escape" && armed) { disarm(); event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || !form()) { return; }
    if (here && here.matches("input:not([type=checkbox]), select, textarea")) { return; }
    if (document.querySelector("#large:popover-open")) { return; }
    all = list(CHOICES).filter(shown);
    if (/^[1-9]$/.test(event.key)) {
      var asked = all.filter(function (each) { return each.closest("#ask"); });
      var option = (asked.length ? asked : all)[Number(event.key) - 1];
      if (option) { event.preventDefault(); option.focus(); option.click(); }
    } else if (event.key.indexOf("Arrow") === 0 && (all.indexOf(here) >= 0 || here && here.id === "asked")) {
      var next = here.id === "asked" ? all[0] : nearest(here, event.key, all);
      if (next) { event.preventDefault(); next.focus(); }
    }
  });
})();
