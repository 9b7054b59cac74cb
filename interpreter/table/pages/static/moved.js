// A page that looks back says that the game has gone on, and whether it waits for its player now.
(function () {
  "use strict";
  var LONGEST = 60000, NO_SUCH_LINK = 1008;
  var wait = 1000;

  function follow(steps) {
    var socket = new WebSocket(location.origin.replace(/^http/, "ws") + steps.dataset.follows);
    socket.onmessage = function (event) {
      var sent = document.createElement("template"), now;
      wait = 1000;
      sent.innerHTML = event.data;
      now = sent.content.getElementById("now");
      if (!now) { return; }
      document.getElementById("now").replaceWith(now);
      document.querySelector("#moved span").hidden = now.dataset.mark === steps.dataset.mark;
    };
    socket.onclose = function (event) {
      if (event.code === NO_SUCH_LINK) { return; }
      setTimeout(function () { follow(steps); }, wait);
      wait = Math.min(2 * wait, LONGEST);
    };
  }

  document.addEventListener("DOMContentLoaded", function () {
    var steps = document.querySelector("[data-follows]");
    if (steps) { follow(steps); }
  });
})();
