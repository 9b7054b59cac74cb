// The page on which a position is set up: cards are tapped or dragged to other places, values are changed, and each
// change becomes a line of the text that is sent. What somebody writes there stays.
(function () {
  "use strict";
  var lay, text, first = {}, held = null;

  function all(kind, from) { return Array.prototype.slice.call((from || lay).querySelectorAll(kind)); }
  function closest(event, kind) { var found = event.target.closest && event.target.closest(kind); return found && lay.contains(found) ? found : null; }
  function cards(place) { return all(".piece", place).map(function (card) { return card.textContent; }); }
  function chosen() { return all(".piece[aria-pressed=true]"); }

  // a line for a place, or none if it is as it was
  function write(label, now) {
    var lines = text.value.split("\n").filter(function (line) { return line.trim() && line.indexOf(label + ":") !== 0; });
    if (now !== first[label]) { lines.push(label + ": " + now); }
    text.value = lines.join("\n");
  }
  function laid(place) {
    var found = cards(place);
    if (!place.hasAttribute("data-ordered")) { found.sort(); }
    return "[" + found.join(", ") + "]";
  }
  function tell(place) {
    place.querySelector(".put").querySelector("small").textContent = all(".piece", place).length;
    write(place.dataset.place, laid(place));
  }

  // cards go to a place, below another one if it is named
  function move(found, place, before) {
    var from = found.map(function (card) { return card.closest(".laid"); });
    found.forEach(function (card) {
      var row = card.parentNode, next = before && before.parentNode;
      card.setAttribute("aria-pressed", "false");
      place.querySelector("ul").insertBefore(row, next === row ? row.nextSibling : next);
    });
    from.concat(place).forEach(tell);
  }

  // what is on a square, in words
  function values(name) { return all("[data-of='" + name + "'] [data-place]"); }
  function button(name) { return lay.querySelector("[data-member='" + name + "']"); }
  function show(name) {
    var words = values(name).map(function (one) {
      var said = one.value, short = one.dataset.place.split(".").pop();
      return said === "none" || said === "false" || said === "0" ? "" : said === "true" ? short : said;
    });
    button(name).querySelector("b").textContent = words.filter(Boolean).join(" ");
  }
  function swap(one, other) {
    var here = values(one), there = values(other);
    if (one === other || here.length !== there.length) { return; }
    here.forEach(function (value, at) {
      var was = value.value;
      value.value = there[at].value; there[at].value = was;
      write(value.dataset.place, value.value); write(there[at].dataset.place, there[at].value);
    });
    show(one); show(other);
  }
  function open(name) {
    all("[data-of]").forEach(function (one) { one.hidden = one.dataset.of !== name; });
    all(".member").forEach(function (one) { one.setAttribute("aria-pressed", String(one.dataset.member === name)); });
    held = name;
  }

  function tapped(event) {
    var card = closest(event, ".piece"), place = closest(event, ".put"), member = closest(event, ".member");
    if (card) { card.setAttribute("aria-pressed", String(card.getAttribute("aria-pressed") !== "true")); }
    else if (place) { move(chosen(), place.closest(".laid")); }
    else if (member) {
      var name = member.dataset.member, from = held && button(held);
      if (from && held !== name && from.querySelector("b").textContent && from.closest(".things") === member.closest(".things")) {
        swap(held, name); open("");
      } else { open(held === name ? "" : name); }
    }
    lay.classList.toggle("holding", chosen().length > 0);
  }

  // dragging, where there is a pointer for it
  function begin(event) {
    var card = closest(event, ".piece"), member = closest(event, ".member");
    if (card && card.getAttribute("aria-pressed") !== "true") { chosen().forEach(function (one) { one.setAttribute("aria-pressed", "false"); }); card.setAttribute("aria-pressed", "true"); }
    if (member) { open(member.dataset.member); }
    if (card || member) { event.dataTransfer.setData("text/plain", ""); event.dataTransfer.effectAllowed = "move"; }
  }
  function over(event) { if (closest(event, chosen().length ? ".laid" : ".member")) { event.preventDefault(); } }
  function drop(event) {
    var place = closest(event, ".laid"), member = closest(event, ".member");
    event.preventDefault();
    if (place && chosen().length) { move(chosen(), place, closest(event, ".piece")); }
    else if (member && held) { swap(held, member.dataset.member); open(""); }
    lay.classList.remove("holding");
  }

  document.addEventListener("DOMContentLoaded", function () {
    lay = document.getElementById("lay"); text = document.getElementById("text");
    if (!lay || !text) { return; }
    all(".laid").forEach(function (place) { first[place.dataset.place] = laid(place); });
    all("input[data-place], select[data-place]").forEach(function (one) {
      first[one.dataset.place] = one.value;
      one.addEventListener("change", function () {
        write(one.dataset.place, one.value || first[one.dataset.place]);
        var of = one.closest("[data-of]");
        if (of) { show(of.dataset.of); }
      });
    });
    all(".member").forEach(function (one) { one.setAttribute("aria-pressed", "false"); show(one.dataset.member); });
    lay.addEventListener("click", tapped);
    lay.addEventListener("dragstart", begin);
    lay.addEventListener("dragover", over);
    lay.addEventListener("drop", drop);
    lay.hidden = false;
  });
})();
