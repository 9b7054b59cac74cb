// Clocks count down by themselves, on the clock of the server: a page learns when time ends, not each second.
(function () {
  "use strict";
  var DAY = 86400, ahead = 0;

  function two(number) { return (number < 10 ? "0" : "") + number; }
  function words(seconds, days) {
    var left = Math.max(0, Math.ceil(seconds)), hours = Math.floor(left % DAY / 3600), minutes = Math.floor(left % 3600 / 60);
    if (left >= DAY) { return days.replace("{days}", Math.floor(left / DAY)) + " " + hours + ":" + two(minutes); }
    return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(left % 60);
  }
  function show() {
    var box = document.getElementById("clocks");
    Array.prototype.forEach.call(box ? box.querySelectorAll("[data-until]") : [], function (one) {
      var left = (Number(one.dataset.until) - Date.now() - ahead) / 1000, text = words(left, box.dataset.days);
      if (one.textContent !== text) { one.textContent = text; }
      one.classList.toggle("soon", left < 15);
    });
  }
  document.addEventListener("DOMContentLoaded", function () {
    var live = document.getElementById("live"), now = live && live.dataset.now;
    if (!now) { return; }
    ahead = Number(now) - Date.now();
    show();
    setInterval(show, 500);
  });
  document.addEventListener("htmx:wsAfterMessage", show);
})();
