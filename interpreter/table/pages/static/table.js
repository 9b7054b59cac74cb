// What htmx does not do for a page of the table: the tab's title, and saying when the
// connection is lost. Everything else works without it.
(function () {
  "use strict";
  var SILENCE = 50000, PATIENCE = 2000;
  var socket = null, open = false, heard = Date.now(), hadFocus = false;

  function piece(id) { return document.getElementById(id); }
  function say(what) { var lost = piece("lost"); if (lost) { lost.textContent = lost.dataset[what] || ""; lost.hidden = !what; } }
  function again() { if (socket && navigator.onLine !== false) { heard = Date.now(); socket.reconnect(); } }

  // what somebody has opened or closed stays as it is when its piece is replaced
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = function (name, node) {
    return !(name === "open" && node.nodeName === "DETAILS");
  };

  document.addEventListener("htmx:wsOpen", function (event) {
    socket = event.detail.socketWrapper; open = true; heard = Date.now(); say("");
  });
  document.addEventListener("htmx:wsClose", function (event) {
    open = false;
    if (event.detail.event.code === 1008) { location.reload(); return; }
    setTimeout(function () { if (!open) { say("lost"); } }, PATIENCE);
  });
  document.addEventListener("htmx:wsBeforeMessage", function () {
    heard = Date.now();
    hadFocus = document.activeElement && document.activeElement !== document.body;
  });
  document.addEventListener("htmx:wsAfterMessage", function () {
    var top = piece("top");
    if (top) { document.title = top.dataset.title; }
    if (hadFocus && document.activeElement === document.body) {
      var next = piece("asked") || document.querySelector("#top .now");
      if (next) { next.setAttribute("tabindex", "-1"); next.focus({ preventScroll: true }); }
    }
  });

  // a phone that wakes up, or a network that comes back, may have lost the connection without being told
  window.addEventListener("online", again);
  window.addEventListener("offline", function () { say("offline"); });
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden && (!open || Date.now() - heard > SILENCE)) { again(); }
  });
  setInterval(function () { if (open && Date.now() - heard > SILENCE) { again(); } }, 10000);

  // where connections do not work at all, a move is followed by the whole page
  // a refusal that stood there when a choice was made that was taken says nothing any more; a page that has changed by
  // then no longer hears the answer
  var refused = null, asked = "";
  function moment() { var field = document.querySelector("#move [name=moment]"); return field ? field.value : ""; }
  document.addEventListener("htmx:beforeRequest", function () {
    refused = piece("notice") && piece("notice").firstElementChild;
    asked = moment();
  });
  document.addEventListener("htmx:wsAfterMessage", function () {
    if (refused && asked && moment() !== asked && piece("notice").dataset.seen) { refused.remove(); refused = null; }
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    var status = event.detail.xhr && event.detail.xhr.status;
    if (status === 204 && !open) { location.reload(); }
    if (status >= 400 && status !== 409) { location.reload(); }
  });
  // what was refused is seen wherever somebody has scrolled to
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target && event.detail.target.id === "notice") { event.detail.target.scrollIntoView({ block: "nearest" }); }
  });
  document.addEventListener("htmx:sendError", function () {
    say("unsent");
  });
})();
