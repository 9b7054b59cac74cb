// Very many numbers: a slider and a field in place of the list, and a button that says what will be chosen.
(function () {
  "use strict";
  function show(scale, at) {
    var list = scale.querySelector("select"), number = list.options[at].text, button = scale.querySelector("button");
    list.selectedIndex = at;
    scale.querySelector("[type=range]").value = at;
    scale.querySelector("[type=range]").setAttribute("aria-valuetext", number);
    scale.querySelector("button b").textContent = number;
    button.disabled = false;
  }
  function write(scale, at) {
    show(scale, at);
    scale.querySelector("[type=number]").value = scale.querySelector("select").options[at].text;
  }
  // a number that was tapped stands in the field and on its button, too
  document.addEventListener("stammtisch:armed", function (event) {
    document.querySelectorAll("#ask .scale").forEach(function (scale) {
      var at = Array.prototype.findIndex.call(scale.querySelector("select").options, function (one) { return one.value === event.detail; });
      if (at >= 0) { write(scale, at); }
    });
  });
  // only numbers that can be chosen: of others the button chooses nothing
  function find(scale, text) {
    return Array.prototype.findIndex.call(scale.querySelector("select").options, function (one) { return one.text === text; });
  }
  document.addEventListener("input", function (event) {
    var scale = event.target.closest && event.target.closest(".scale");
    if (!scale) { return; }
    if (event.target.type === "range") {
      write(scale, Number(event.target.value));
    } else if (event.target.type === "number") {
      var at = find(scale, String(Number(event.target.value)));
      if (at >= 0) { show(scale, at); } else { scale.querySelector("button").disabled = true; }
    }
  });
  // what is typed takes the place of the number that stands there
  document.addEventListener("focusin", function (event) {
    if (event.target.matches && event.target.matches(".scale [type=number]")) { event.target.select(); }
  });
  // Enter in the field is the button beside it
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.closest || !event.target.closest(".scale > input")) { return; }
    event.preventDefault();
    event.target.closest(".scale").querySelector("button").click();
  });
})();
