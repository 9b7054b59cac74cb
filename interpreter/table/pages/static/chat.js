// The chat: what others say is shown for a moment wherever somebody looks, and what was sent leaves its field. Who closes
// the chat hears nothing of it.
(function () {
  "use strict";
  var SECONDS = 6, OPEN = "stammtisch chat", heard = 0, timer = 0, bubble = null;

  function box() { return document.getElementById("talk"); }
  function last() { var chat = document.getElementById("chat"), all = chat ? chat.getElementsByTagName("li") : []; return all[all.length - 1]; }
  function number(item) { return item ? Number(item.id.slice(5)) : 0; }
  function keep(open) { try { localStorage.setItem(OPEN, open ? "" : "closed"); } catch (error) { /* for this page alone */ } }
  function kept() { try { return localStorage.getItem(OPEN) !== "closed"; } catch (error) { return true; } }

  function show(item) {
    if (!bubble) {
      bubble = document.createElement("div");
      bubble.id = "heard";
      bubble.setAttribute("role", "status");
      bubble.addEventListener("click", function () { bubble.hidden = true; box().scrollIntoView({ block: "center" }); });
      document.body.appendChild(bubble);
    }
    bubble.replaceChildren.apply(bubble, Array.prototype.map.call(item.childNodes, function (node) { return node.cloneNode(true); }));
    bubble.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(function () { bubble.hidden = true; }, SECONDS * 1000);
  }

  // the newest line is in sight
  function toEnd() { var lines = last() && last().closest(".earlier"); if (lines) { lines.scrollTop = lines.scrollHeight; } }

  document.addEventListener("htmx:wsAfterMessage", function () {
    var item = last(), news = number(item) > heard;
    heard = Math.max(heard, number(item));
    if (news) { toEnd(); }
    if (news && !item.classList.contains("own") && box() && box().open && !document.getElementById("chat").hidden) { show(item); }
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    var form = event.target;
    if (form && form.id === "say" && event.detail.xhr && event.detail.xhr.status === 204) { form.reset(); }
  });
  document.addEventListener("DOMContentLoaded", function () {
    heard = number(last());
    toEnd();
    if (!box()) { return; }
    box().open = kept();
    box().addEventListener("toggle", function () { keep(box().open); toEnd(); });
  });
})();
