// The page around a game: it loads Python in a worker, begins games, and shows the table's pages in a frame.
(function () {
  "use strict";
  var waiting = {}, followed = {}, number = 0, worker = null, shown = null;
  var language = (navigator.languages || [navigator.language]).map(function (tag) { return tag.slice(0, 2); })
    .find(function (tag) { return document.querySelector('[data-words][lang="' + tag + '"]'); }) || "en";

  function piece(id) { return document.getElementById(id); }
  function words(name) { return document.querySelector('[data-words][lang="' + language + '"]').dataset[name]; }

  function ask(what, given) {
    return new Promise(function (resolve, reject) {
      waiting[number += 1] = { resolve: resolve, reject: reject };
      worker.postMessage({ id: number, ask: what, with: given || {} });
    });
  }

  function hear(event) {
    var told = event.data, asked = waiting[told.id];
    if (told.stage) { say("rules"); }
    if (told.socket && followed[told.socket]) { followed[told.socket](told.what, told.value); }
    if (!asked) { return; }
    delete waiting[told.id];
    if ("error" in told) { asked.reject(Object.assign(new Error(told.error), { refused: told.refused, old: told.old })); } else { asked.resolve(told.answer); }
  }

  function say(name, more) {
    piece("status").textContent = words(name) + (more ? " " + more : "");
    piece("loading").hidden = false;
  }

  function fail(error) {
    if (error.old) { say("old"); } else { say("failed", error.message); }
    piece("loading").classList.add("failed");
  }

  // the frames of the table ask here what a browser would ask a server
  window.stammtisch = {
    language: language,
    request: function (method, path, form, live) {
      return ask("request", { method: method, path: path, form: form || "", language: language, live: !!live });
    },
    follow: function (path, hear) {
      var socket = number += 1;
      followed[socket] = hear;
      ask("follow", { socket: socket, path: path, language: language }).catch(function () { hear("close", 1011); });
      return function () { delete followed[socket]; ask("leave", { socket: socket }); };
    },
    named: function (title) { document.title = title; }
  };

  function showStart(html) {
    if (shown) { shown.remove(); shown = null; }
    piece("loading").hidden = piece("bar").hidden = true;
    piece("start").hidden = false;
    piece("start").innerHTML = html;
    document.documentElement.lang = language;
    var form = piece("begin"), players = form.elements.players;
    function fit() {
      var thinking = form.dataset.thinking.split(" ").indexOf(players.value) >= 0;
      form.querySelectorAll("[data-seat]").forEach(function (seat) { seat.hidden = Number(seat.dataset.seat) > Number(players.value); });
      form.querySelectorAll("[data-thinks]").forEach(function (option) {
        option.hidden = option.disabled = !thinking;
        if (!thinking && option.selected) { option.parentElement.value = "random"; }
      });
      if (piece("too-large")) { piece("too-large").hidden = thinking; }
    }
    players.addEventListener("change", fit);
    fit();
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      begin(new URLSearchParams(new FormData(form)).toString());
    });
  }

  function begin(form) {
    say("beginning");
    ask("begin", { form: form }).then(showTable, function (error) {
      if (!error.refused) { fail(error); return; }
      piece("loading").hidden = true;
      piece("refused").textContent = error.message;
    });
  }

  function showTable(path) {
    piece("start").hidden = piece("loading").hidden = true;
    piece("bar").hidden = false;
    shown = document.createElement("iframe");
    shown.id = "table";
    shown.title = document.title;
    shown.src = "frame.html#" + path;
    document.body.appendChild(shown);
  }

  function saveRecording() {
    ask("recording").then(function (content) {
      var link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([content], { type: "application/jsonl" }));
      link.download = "game.jsonl";
      link.click();
      setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("[data-in]").forEach(function (text) { text.hidden = text.dataset.in !== language; });
    if (location.protocol === "file:") { piece("wheel").hidden = true; return; }
    piece("as-file").hidden = true;
    say("python");
    worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = hear;
    worker.onerror = function (event) { fail(new Error(event.message || "")); };
    // a game under way is in this page alone
    window.addEventListener("beforeunload", function (event) { if (shown) { event.preventDefault(); } });
    piece("fresh").addEventListener("click", function () { ask("start", { language: language }).then(showStart, fail); });
    piece("record").addEventListener("click", saveRecording);
    var data = document.body.dataset;
    ask("load", { code: data.code, game: data.game, library: data.library, root: location.pathname.replace(/\/[^/]*$/, ""), language: language }).then(showStart, fail);
  });
}());
