// What this device remembers: the name that somebody gave last, for the next time they sit down; and whether it has said
// which way leads back to a seat.
(function () {
  "use strict";
  var NAME = "stammtisch name", FIELD = "[data-remembered]";

  var TOLD = "stammtisch way back", SAT_DOWN = "stammtisch sat down";

  function read(store, name) { try { return window[store].getItem(name) || ""; } catch (error) { return ""; } }
  function write(store, name, value) { try { window[store].setItem(name, value); } catch (error) { /* it is asked for again */ } }
  function kept() { return read("localStorage", NAME); }
  function keep(name) { write("localStorage", NAME, name); }

  // the way back: the address of the own page, shown once after sitting down, and in the settings
  function line() { return document.getElementById("way-back"); }
  function told() { if (line() && !line().hidden) { line().hidden = true; write("localStorage", TOLD, "yes"); } }
  function address(button) { return new URL(button.dataset.link, location.href).href; }
  function copy(button) {
    function done() { button.textContent = button.dataset.copied; setTimeout(told, 900); }
    if (navigator.clipboard) { navigator.clipboard.writeText(address(button)).then(done, function () {}); return; }
    // pages without https have no clipboard
    var field = document.createElement("textarea");
    field.value = address(button);
    button.after(field);
    field.select();
    if (document.execCommand("copy")) { done(); }
    field.remove();
  }
  document.addEventListener("DOMContentLoaded", function () {
    var own = document.getElementById("own-link");
    if (own) {
      own.querySelector("input").value = address(own.querySelector("button"));
      own.querySelectorAll("[hidden]").forEach(function (each) { each.hidden = false; });
    }
    if (line() && read("sessionStorage", SAT_DOWN) && !read("localStorage", TOLD)) { line().hidden = false; }
  });
  document.addEventListener("click", function (event) {
    var found = event.target.closest && event.target.closest(".copy, #way-back .seen");
    if (found) { if (found.matches(".copy")) { copy(found); } else { told(); } }
  });
  // whoever has chosen has read it, or never will
  document.addEventListener("htmx:afterRequest", function (event) { if (event.target.id === "move") { told(); } });

  document.addEventListener("DOMContentLoaded", function () {
    var field = document.querySelector(FIELD);
    if (field && !field.value) { field.value = kept(); }
  });
  document.addEventListener("submit", function (event) {
    var field = event.target.querySelector(FIELD);
    if (field && field.value.trim()) { keep(field.value.trim()); }
    if (event.target.closest(".plain") && (field || event.target.querySelector("[name=code]"))) { write("sessionStorage", SAT_DOWN, "yes"); }
  });
})();
