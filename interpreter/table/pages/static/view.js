// What a question is about stands right above the rail, in view with it; refusals stay until they were seen.
(function () {
  "use strict";
  var GAP = 10, SEEN = 600, MOST = 0.4, ABOUT = ".felt .about, .felt .tap", THINGS = ".felt .about:not(.counters *), .felt .tap";
  // shown: the moment for which the page was moved last; since: when a refusal came into view; over: whether the game was
  // refused: the moment for which something was refused
  var shown = "", since = 0, over = null, refused = "";

  function dock() { return document.querySelector(".dock"); }
  function moment() { var field = document.querySelector("#move [name=moment]"); return field ? field.value : ""; }
  // what still flies will lie in the place around it
  function resting(each) { return each.getAnimations && each.getAnimations().length ? each.parentElement : each; }
  function boxes(kind) {
    return Array.prototype.map.call(document.querySelectorAll(kind), function (each) { return resting(each).getBoundingClientRect(); })
      .filter(function (box) { return box.width && box.height; });
  }
  // of what can be tapped on a tile all that lies there is looked at
  function tiles() {
    var found = Array.prototype.map.call(document.querySelectorAll(".felt .tiles > li"), function (each) { return each; });
    return found.filter(function (each) { return each.querySelector(".tap"); }).map(function (each) { return each.getBoundingClientRect(); });
  }
  function around(found) {
    return found.reduce(function (all, box) {
      return { top: Math.min(all.top, box.top), bottom: Math.max(all.bottom, box.bottom) };
    }, { top: Infinity, bottom: -Infinity });
  }

  // where the rail is too high, what the question speaks of is left to the gold frame
  function tighten() {
    var rail = dock();
    if (!rail) { return; }
    rail.classList.remove("tight");
    rail.classList.toggle("tight", rail.offsetHeight > MOST * innerHeight);
  }

  // to the top of the table if all of it is in view from there, else as little as it takes, and no further than that all
  // of it, or else what can be tapped, stays in view; with the last trick where there is room for it
  function bring() {
    var rail = dock(), top = document.getElementById("top");
    if (!rail || !top || !moment()) { return; }
    // wherever the page stands now, the rail is at the bottom of the window once the table is in view
    var from = top.getBoundingClientRect().bottom + GAP, to = innerHeight - rail.offsetHeight - GAP;
    var all = boxes(ABOUT), taps = boxes(".felt .tap"), wanted = around(all.concat(tiles()));
    if (wanted.bottom - wanted.top > to - from) { wanted = around(all); }
    // what just fits has no gap around it
    if (wanted.bottom - wanted.top > to - from) { from -= GAP; to += GAP; }
    // a number in a player's panel is told at the question as well
    var things = boxes(THINGS);
    if (wanted.bottom - wanted.top > to - from && things.length) { wanted = around(things); }
    if (!all.length || wanted.bottom + scrollY <= to) { scrollTo({ top: 0, behavior: "instant" }); return; }
    if (wanted.bottom - wanted.top > to - from && taps.length) { wanted = around(taps); }
    var more = around([wanted].concat(boxes("#trick")));
    if (more.bottom - more.top <= to - from) { wanted = more; }
    if (wanted.top < from) { scrollBy({ top: wanted.top - from, behavior: "instant" }); }
    else if (wanted.bottom > to) {
      scrollBy({ top: Math.min(wanted.bottom - to, wanted.top - from), behavior: "instant" });
    }
  }
  function follow() {
    if (moment() && moment() !== shown) { shown = moment(); tighten(); bring(); }
    else if (!moment()) {
      shown = "";
      // how the game has ended stands above the table
      var ended = document.getElementById("ended");
      if (ended && !ended.hidden && over === false) { scrollTo({ top: 0, behavior: "instant" }); }
    }
    over = !!document.querySelector("#ended:not([hidden])");
  }

  // -- what was refused, or is new, stays until it was seen: then a tap or the next choice takes it away

  function notice() { return document.getElementById("notice"); }
  function look() {
    if (!notice() || !notice().firstElementChild || notice().dataset.seen) { return; }
    if (document.hidden) { since = 0; return; }
    since = since || Date.now();
    if (Date.now() - since >= SEEN) { notice().dataset.seen = "1"; } else { setTimeout(look, SEEN); }
  }
  function told() {
    var button = notice() && notice().querySelector("button.seen");
    if (!notice()) { return; }
    delete notice().dataset.seen;
    since = 0;
    refused = moment();
    if (button) { button.hidden = false; }
    look();
  }
  // what was asked above the page is answered
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.matches("[popover]")) { event.target.hidePopover(); }
  });
  // what was refused of a question is no matter any more at the next one
  document.addEventListener("htmx:wsAfterMessage", function () {
    if (notice() && notice().dataset.seen && moment() && moment() !== refused) { notice().replaceChildren(); }
  });
  // news that were closed stay closed on this page, also when they are sent again
  var closed = "";
  function close() {
    document.querySelectorAll(".matters .notice").forEach(function (each) {
      each.hidden = each.dataset.seen === closed;
      each.querySelector("button").hidden = false;
    });
  }
  document.addEventListener("click", function (event) {
    var told = event.target.closest && event.target.closest(".matters .notice");
    if (told) { closed = told.dataset.seen; close(); }
  });
  document.addEventListener("htmx:wsAfterMessage", close);
  document.addEventListener("DOMContentLoaded", close);

  document.addEventListener("visibilitychange", look);
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target && event.detail.target.id === "notice") { told(); }
  });
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("#notice .notice") && !event.target.closest("a")) { notice().replaceChildren(); }
  });
  document.addEventListener("DOMContentLoaded", told);

  // who has asked for the next game goes there as soon as it has begun
  var goes = false;
  document.addEventListener("htmx:beforeRequest", function (event) {
    goes = goes || !!(event.target.closest && event.target.closest("#ended"));
  });
  document.addEventListener("htmx:wsAfterMessage", function () {
    var there = document.getElementById("next-game");
    if (goes && there) { goes = false; location.assign(there.href); }
  });

  // points that were counted for all players stay until they are tapped away
  var counted = null, away = "";
  function keepCounted() {
    var box = document.getElementById("counted");
    if (!box) { return; }
    if (box.hidden && counted) {
      box.innerHTML = counted.html;
      box.classList.add("all");
      box.hidden = false;
    } else if (!box.hidden && box.textContent === away) {
      box.hidden = true;
    } else if (!box.hidden) {
      counted = box.matches(".all") ? { html: box.innerHTML, text: box.textContent } : null;
    }
    box.querySelectorAll("button").forEach(function (each) { each.hidden = false; });
  }
  document.addEventListener("click", function (event) {
    var box = event.target.closest && event.target.closest("#counted.all");
    if (!box) { return; }
    away = box.textContent;
    counted = null;
    box.hidden = true;
  });
  document.addEventListener("htmx:wsAfterMessage", keepCounted);
  document.addEventListener("DOMContentLoaded", keepCounted);

  // below the table the way back to it stands where the way down did
  function lookDown() {
    var table = document.querySelector(".felt");
    document.body.classList.toggle("beyond", !!table && table.getBoundingClientRect().bottom < innerHeight / 3);
  }
  window.addEventListener("scroll", lookDown, { passive: true });

  document.addEventListener("htmx:wsAfterMessage", follow);
  document.addEventListener("DOMContentLoaded", function () { follow(); });
  window.addEventListener("load", function () { shown = ""; follow(); });
})();
