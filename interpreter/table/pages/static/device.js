// What this device remembers: the name that somebody gave last, for the next time they sit down.
(function () {
  "use strict";
  var NAME = "stammtisch name", FIELD = "[data-remembered]";

  function kept() { try { return localStorage.getItem(NAME) || ""; } catch (error) { return ""; } }
  function keep(name) { try { localStorage.setItem(NAME, name); } catch (error) { /* it is asked for again */ } }

  document.addEventListener("DOMContentLoaded", function () {
    var field = document.querySelector(FIELD);
    if (field && !field.value) { field.value = kept(); }
  });
  document.addEventListener("submit", function (event) {
    var field = event.target.querySelector(FIELD);
    if (field && field.value.trim()) { keep(field.value.trim()); }
  });
})();
