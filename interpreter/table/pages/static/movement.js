// Cards move from place to place between two pictures: only as the seat has perceived it, which the server says with a
// picture. Who wants less motion sees none; what has moved is told by the log and the pictures themselves.
(function () {
  "use strict";
  // milliseconds, and the most that moves at once
  var TIME = 260, APART = 40, MOST = 20, EASE = "cubic-bezier(.2, .7, .2, 1)";

  function calm() { return matchMedia("(prefers-reduced-motion: reduce)").matches || !document.body.animate; }
  function box(element) { var found = element && element.getBoundingClientRect(); return found && found.width ? found : null; }

  // where a place is: itself, or the panel of its player, where it is a number
  function place(spot) {
    var parts = spot.split("@"), found = document.querySelector("[data-zone='" + parts[0] + "']"), area = document.getElementById(parts[1]);
    return box(found) ? found : box(area) ? area : document.getElementById("hand");
  }
  function card(spot, words) {
    var all = words && spot ? spot.querySelectorAll(".card") : [];
    for (var at = all.length - 1; at >= 0; at -= 1) {
      if (all[at].getAttribute("aria-label") === words && box(all[at])) { return all[at]; }
    }
    return null;
  }
  function fly(element, from, to, late, gone) {
    var across = from.left + from.width / 2 - to.left - to.width / 2, down = from.top + from.height / 2 - to.top - to.height / 2;
    var start = { transform: "translate(" + across + "px, " + down + "px) scale(" + Math.min(2, from.width / to.width) + ")" };
    var end = gone ? { transform: "none", opacity: 0.3 } : { transform: "none" };
    return element.animate([start, end], { duration: TIME, delay: late, easing: EASE, fill: "backwards" });
  }
  // what goes where it is not seen flies as it was, or as a back
  function ghost(shape, from, to, late) {
    var element = shape || document.createElement("span");
    if (!shape) { element.classList.add("card", "back"); }
    element.removeAttribute("id");
    element.classList.add("flying");
    element.setAttribute("aria-hidden", "true");
    var width = Math.min(from.width, 70), middle = { left: to.left + to.width / 2, top: to.top + to.height / 2 };
    element.style.width = width + "px";
    element.style.left = middle.left - width / 2 + "px";
    element.style.top = middle.top - width * 0.7 + "px";
    document.body.appendChild(element);
    var seat = { left: middle.left - width / 2, top: middle.top - width * 0.7, width: width, height: width * 1.4 };
    fly(element, from, seat, late, true).onfinish = function () { element.remove(); };
  }

  // Notes where things lie before a picture is shown; what it returns moves them afterwards, and says where to.
  window.tableMovement = function (told) {
    var ways = told ? JSON.parse(told).slice(0, MOST) : [], still = calm();
    var from = ways.map(function (way) {
      var spot = place(way[0]), found = card(spot, way[2]);
      return { box: box(found) || box(spot), seen: found, shape: found && !still ? found.cloneNode(true) : null };
    });
    return function () {
      var boxes = [];
      ways.forEach(function (way, at) {
        var spot = place(way[1]), found = card(spot, way[2]), to = box(found) || box(spot), start = from[at];
        if (!to) { return; }
        // a trick is seen as a whole
        if (spot.closest(".felt")) { boxes.push(box(spot.closest(".round")) || to); }
        var apart = start.box && Math.abs(start.box.left - to.left) + Math.abs(start.box.top - to.top) > 2;
        if (still || !apart) { return; }
        var small = { left: start.box.left, top: start.box.top, width: Math.min(start.box.width, 90), height: Math.min(start.box.height, 126) };
        if (found) { fly(found, start.seen ? start.box : small, to, at * APART, false); }
        else { ghost(start.shape, start.seen ? start.box : small, to, at * APART); }
      });
      return boxes;
    };
  };
})();
