// A first game explains itself: the first time that a kind of choice is asked, what the rules say about it comes by itself,
// where nothing of the question is below it; else its button is gold until it has been read. This device remembers that.
(function () {
  "use strict";
  var KEPT = "stammtisch guide", MOST = 300, GAP = 8, LEAST = 120;
  // what the question is about, what can be tapped, and points just counted; better, no card that lies open for all is
  // below it either; best of all, nothing that lies on the table
  var NEEDED = ".felt .about, .felt .tap, #counted", OPEN = NEEDED + ", .felt .common .card:not(.back)";
  var ALL = OPEN + ", .felt .board, .felt .tiles > li, .felt .zone, .felt .counters";
  // moment: for which the page was looked at last; told: the kinds of options that are explained in what is there; mine:
  // whether somebody has asked for it
  var moment = "", told = [], mine = false;

  function piece(id) { return document.getElementById(id); }
  function form() { return piece("move"); }
  function kinds() { return form() ? form().dataset.kinds.split(" ") : []; }
  function now() { var field = form() && form().elements.moment; return field ? field.value : ""; }
  function button() { return document.querySelector("#ask .why"); }
  function isOpen() { var box = piece("why"); return !!box && box.matches(":popover-open"); }
  function kept() { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch (error) { return {}; } }
  function keep(what) { try { localStorage.setItem(KEPT, JSON.stringify(what)); } catch (error) { /* for this page alone */ } }
  function seen() { return kept().seen || []; }
  function isNew() { return !kept().off && kinds().some(function (each) { return seen().indexOf(each) < 0; }); }
  function note() {
    var all = kept();
    all.seen = seen().filter(function (each) { return told.indexOf(each) < 0; }).concat(told).slice(-MOST);
    keep(all);
  }
  function mark() { if (button()) { button().classList.toggle("new", isNew()); } }

  // where it may stand on a wide page: over the question, at the other end of the table, beside the table
  function spots() {
    var ask = piece("ask").getBoundingClientRect(), width = Math.min(ask.width, 480), low = document.querySelector(".dock").getBoundingClientRect().top;
    if (innerWidth <= 672) { return [{ left: GAP, width: document.documentElement.clientWidth - 2 * GAP, low: low }]; }
    var beside = document.querySelector("aside").getBoundingClientRect(), found = [{ left: ask.left, width: width, low: low }, { left: ask.right - width - GAP, width: width, low: low }];
    return beside.left > ask.right ? found.concat({ left: beside.left, width: beside.width, low: innerHeight }) : found;
  }
  // above the rail, higher up if something is there that it must not cover; whether there is room
  function stand(box, spot, taken) {
    var top = piece("top").getBoundingClientRect().bottom + GAP, low = spot.low - GAP;
    box.style.left = spot.left + "px";
    box.style.width = spot.width + "px";
    box.style.maxHeight = Math.max(LEAST, low - top) + "px";
    var height = box.offsetHeight, across = box.getBoundingClientRect();
    taken.filter(function (each) { return each.width && each.right > across.left && each.left < across.right; })
      .sort(function (one, other) { return other.bottom - one.bottom; })
      .forEach(function (each) { if (each.bottom > low - height - GAP) { low = Math.min(low, each.top - GAP); } });
    var fits = low - height >= top && box.scrollHeight <= box.clientHeight;
    box.style.top = (fits ? low - height : spot.low - GAP - height) + "px";
    return fits;
  }
  function place(box, uncovered) {
    var taken = Array.prototype.map.call(document.querySelectorAll(uncovered), function (each) { return each.getBoundingClientRect(); });
    var found = spots();
    return found.some(function (spot) { return stand(box, spot, taken); }) || stand(box, found[0], taken);
  }
  // other scripts have put the hand and the rail in order by then
  function laidOut(run) { requestAnimationFrame(function () { requestAnimationFrame(run); }); }
  function open() {
    var box = piece("why");
    if (!isOpen()) { box.showPopover(); }
    box.className = "guide";
    if (mine) { place(box, OPEN); return; }
    var room = [ALL, OPEN, NEEDED].some(function (uncovered) {
      return ["guide brief", "guide brief short"].some(function (name) { box.className = name; return place(box, uncovered); });
    });
    if (!room) { box.hidePopover(); }
  }
  function close() {
    if (!isOpen()) { return; }
    piece("why").hidePopover();
    note();
    mine = false;
    mark();
  }
  function look() {
    if (now() === moment) { mark(); settle(); return; }
    // what was explained and has been answered is known
    close();
    moment = now();
    mark();
    if (!moment || !isNew()) { return; }
    var asked = moment, first = !seen().length;
    told = kinds();
    htmx.ajax("GET", button().getAttribute("href") + "?new=" + (first ? "first" : "more"), { source: button(), target: "#why > div", swap: "innerHTML" })
      .then(function () { laidOut(function () { if (asked === now() && !mine && !document.querySelector(".settings:popover-open")) { open(); } }); },
        function () { /* the next question's explanation takes the place of one that has not come yet */ });
  }

  document.addEventListener("click", function (event) {
    var here = event.target.closest ? event.target : null, pressed = here && here.closest("#why button");
    if (here && here.closest("#ask .why")) {
      if (isOpen() && mine) { event.preventDefault(); event.stopImmediatePropagation(); close(); } else { mine = true; }
    } else if (pressed) {
      close();
      if (pressed.matches(".off")) { keep({ seen: seen(), off: true }); setting(); mark(); }
    } else if (here && isOpen() && here.closest(".felt")) { close(); }
  }, true);
  document.addEventListener("keydown", function (event) { if (event.key === "Escape" && isOpen()) { close(); event.preventDefault(); } }, true);
  document.addEventListener("htmx:afterSwap", function (event) {
    if (mine && event.detail.target && event.detail.target.parentElement === piece("why")) { told = kinds(); open(); }
  });
  function settle() { laidOut(function () { if (isOpen()) { open(); } }); }
  window.addEventListener("resize", settle);
  window.addEventListener("scroll", settle, { passive: true });
  function setting() { var field = piece("explained"); if (field) { field.checked = !kept().off; } }
  document.addEventListener("htmx:wsAfterMessage", look);
  window.addEventListener("load", function () {
    var field = piece("explained");
    if (!piece("why")) { return; }
    // it, and what it stands above and beside, grow as pictures and letters come, and with what is sent
    var sizes = new ResizeObserver(settle);
    document.querySelectorAll("#why, .dock, .felt").forEach(function (each) { sizes.observe(each); });
    look();
    if (field) {
      field.parentElement.hidden = false;
      setting();
      field.addEventListener("change", function () { keep(field.checked ? { seen: [] } : { seen: seen(), off: true }); setting(); mark(); });
    }
  });
})();
