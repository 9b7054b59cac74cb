// The studio as a site: what its page asks goes to Python in workers, one for all that is asked while writing and one
// for many games. Files are kept in this browser.
(function () {
  "use strict";
  var own = document.currentScript.dataset, waiting = {}, followed = {}, jobs = {}, number = 0;
  // the jobs of each worker for games have numbers of their own
  var GAMES = ["simulate", "simulate_bots", "compare", "run_tests"], OF_JOBS = ["go_on", "stop", "report"], APART = 1000000;
  // how long a worker may take to end a job, and a page to close, in milliseconds; the most characters of a link
  var PATIENCE = 3000, LONGEST = 60000, FAILED = "The studio cannot run in this browser: ";
  var writing = null, playing = null, base = 0, begun = null, toServer = fetch.bind(window);

  // a line above the page, "" for none
  function say(text) {
    var line = document.getElementById("site-says");
    if (!line && text) {
      line = document.createElement("p");
      line.id = "site-says";
      line.setAttribute("role", "status");
      document.documentElement.appendChild(line);
    }
    if (line && text) { line.textContent = text; } else if (line) { line.remove(); }
  }

  // -- workers

  function start(role, folder) {
    var worker = new Worker(own.worker, { type: "module" });
    worker.onmessage = hear;
    worker.onerror = function (event) { fail(new Error(event.message || "its worker does not start.")); };
    worker.ready = ask(worker, "load", {
      keeps: role === "writing", folder: folder, root: location.pathname.replace(/\/[^/]*$/, ""), program: own.program, library: own.library, assembler: own.assembler
    });
    worker.ready.catch(fail);
    return worker;
  }

  function fail(error) { say(FAILED + error.message); }

  function ask(worker, what, given) {
    return new Promise(function (resolve, reject) {
      waiting[number += 1] = { resolve: resolve, reject: reject, worker: worker };
      worker.postMessage({ id: number, ask: what, with: given || {} });
    });
  }

  function hear(event) {
    var told = event.data, asked = waiting[told.id];
    if (told.socket && followed[told.socket]) { followed[told.socket](told.what, told.value); }
    if (!asked) { return; }
    delete waiting[told.id];
    if ("error" in told) { asked.reject(new Error(told.error)); } else { asked.resolve(told.answer); }
  }

  function askReady(worker, what, given) { return worker.ready.then(function () { return ask(worker, what, given); }); }
  function door(worker, request) { return askReady(worker, "door", { name: request.name, text: JSON.stringify(request) }); }

  // -- many games

  function beginJob(request) {
    if (!playing) {
      playing = start("games");
      base += APART;
    }
    return askReady(writing, "files").then(function (files) { return askReady(playing, "take", { files: files }); })
      .then(function () { return door(playing, request); })
      .then(function (text) {
        var answer = JSON.parse(text);
        if (answer.result) { answer.result.job += base; }
        return JSON.stringify(answer);
      });
  }

  function workOn(request) {
    var job = request.arguments.job, known = jobs[job] || { done: false, progress: { done: 0, total: 0 }, result: null };
    // its worker was ended
    if (!playing || job < base) {
      return Promise.resolve(JSON.stringify(request.name === "report"
        ? { mistake: { kind: "not-possible", message: "These games were stopped before they could be shown. Play them again." } }
        : { result: Object.assign({}, known, { done: true }) }));
    }
    var inner = { name: request.name, arguments: Object.assign({}, request.arguments, { job: job - base }) };
    var answered = door(playing, inner).then(function (text) {
      var answer = JSON.parse(text);
      if (request.name === "go_on" && answer.result) { jobs[job] = answer.result; }
      return text;
    });
    return request.name === "stop" ? Promise.race([answered, new Promise(function (resolve) { setTimeout(function () { resolve(end(known)); }, PATIENCE); })]) : answered;
  }

  // a worker that does not answer is ended; what it has found so far stays
  function end(known) {
    if (playing) { playing.terminate(); playing = null; }
    return JSON.stringify({ result: Object.assign({}, known, { done: true }) });
  }

  function answer(text) {
    var request = JSON.parse(text), job = request.arguments && request.arguments.job;
    if (GAMES.indexOf(request.name) >= 0) { return beginJob(request); }
    if (OF_JOBS.indexOf(request.name) >= 0 && job > APART) { return workOn(request); }
    return door(writing, request);
  }

  window.fetch = function (address, options) {
    if (address !== "door") { return toServer(address, options); }
    var said = FAILED;
    return begun.then(function () { said = "This went wrong: "; return answer(options.body); })
      .catch(function (error) { return JSON.stringify({ mistake: { kind: "away", message: said + error.message } }); })
      .then(function (text) { return new Response(text, { headers: { "content-type": "application/json" } }); });
  };

  function call(name, given) {
    return answer(JSON.stringify({ name: name, arguments: given })).then(function (text) {
      var found = JSON.parse(text);
      if (found.mistake) { throw Object.assign(new Error(found.mistake.message), found.mistake); }
      return found.result;
    });
  }

  // -- links

  function shareLink(folder) {
    return call("export_zip", { folder: folder }).then(function (found) {
      var name = found.name.replace(/\.zip$/, ""), data = found.base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
      if (data.length > LONGEST) { throw new Error("This game is too large for a link, most of all for its pictures. Save it as a zip and send that."); }
      return location.href.split("#")[0] + "#game=" + encodeURIComponent(name) + "&zip=" + data;
    });
  }

  // a game in the link of the page is taken over once, in a folder of its own
  function takeShared() {
    var sent = new URLSearchParams(location.hash.slice(1)), data = sent.get("zip"), name = (sent.get("game") || "game").replace(/[^\w-]/g, "-");
    if (!data) { return Promise.resolve(); }
    history.replaceState(null, "", location.pathname + location.search);
    return call("files", {}).then(function (found) {
      var folders = found.files.map(function (file) { return file.file.split("/")[0]; }), free = name;
      for (var count = 2; folders.indexOf(free) >= 0; count += 1) { free = name + "-" + count; }
      return call("import_zip", { base64: data.replace(/-/g, "+").replace(/_/g, "/") + "===".slice((data.length + 3) % 4), folder: free });
    }).catch(function (error) { alert("The game in this link cannot be opened: " + error.message); });
  }

  // -- a folder on disk, where the browser allows one: it is remembered, and may be used once somebody allows it again

  var MODE = { mode: "readwrite" }, HANDLES = "handles";

  function remember(mode, work) {
    return new Promise(function (resolve, reject) {
      var opened = indexedDB.open("stammtisch-folder " + location.pathname, 1);
      opened.onupgradeneeded = function () { opened.result.createObjectStore(HANDLES); };
      opened.onerror = function () { reject(opened.error); };
      opened.onsuccess = function () {
        var done = opened.result.transaction(HANDLES, mode), asked = work(done.objectStore(HANDLES));
        done.oncomplete = function () { opened.result.close(); resolve(asked.result); };
        done.onerror = function () { reject(done.error); };
      };
    });
  }

  function openFolder() {
    return window.showDirectoryPicker(Object.assign({ id: "stammtisch" }, MODE)).then(function (handle) {
      return remember("readwrite", function (store) { return store.put(handle, "folder"); });
    }).then(function () { location.reload(); }, function (error) { if (error.name !== "AbortError") { throw error; } });
  }

  function leaveFolder() {
    return remember("readwrite", function (store) { return store.delete("folder"); }).then(function () { location.reload(); });
  }

  // buttons behind the line above the page; which one was pressed
  function askFor(words) {
    return new Promise(function (resolve) {
      words.forEach(function (word, number) {
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = word;
        button.onclick = function () { resolve(number); };
        document.getElementById("site-says").append(" ", button);
      });
    });
  }

  // the folder that was opened last, null for the games in the browser
  function chosenFolder() {
    if (!window.showDirectoryPicker) { return Promise.resolve(null); }
    return remember("readonly", function (store) { return store.get("folder"); }).then(function (handle) {
      if (!handle) { return null; }
      return handle.queryPermission(MODE).then(function (state) {
        if (state === "granted") { return handle; }
        say("Your games are in the folder " + handle.name + " on this computer. May the studio open it again?");
        return askFor(["Open the folder", "Games in this browser"]).then(function (number) {
          return number === 0 ? handle.requestPermission(MODE).then(function (now) { return now === "granted" ? handle : null; }) : null;
        });
      });
    }).catch(function () { return null; });
  }

  // -- what frames of the table ask

  var language = (navigator.language || "en").slice(0, 2);
  window.stammtisch = {
    shareLink: shareLink,
    language: language,
    request: function (method, path, form, live) {
      return askReady(writing, "request", { method: method, path: path, form: form || "", language: language, live: !!live });
    },
    follow: function (path, hear) {
      var socket = number += 1;
      followed[socket] = hear;
      askReady(writing, "follow", { socket: socket, path: path, language: language }).catch(function () { hear("close", 1011); });
      return function () { delete followed[socket]; askReady(writing, "leave", { socket: socket }); };
    },
    named: function () {}
  };

  // -- the beginning

  // two pages would overwrite each other's files; one that is being closed still has the lock for a moment
  function haveAlone() {
    if (!navigator.locks) { return Promise.resolve(); }
    return new Promise(function (resolve, reject) {
      navigator.locks.request("stammtisch-studio " + location.pathname, { signal: AbortSignal.timeout(PATIENCE) }, function () {
        resolve();
        return new Promise(function () { /* until this page is closed */ });
      }).catch(function () { reject(new Error("it is open in another tab. Close that one, then reload this page.")); });
    });
  }

  if (location.protocol === "file:") {
    begun = Promise.reject(new Error("browsers do not run this page from a file. Put the folder on a web server."));
  } else {
    begun = haveAlone().then(chosenFolder).then(function (folder) {
      window.stammtisch.disk = { name: folder ? folder.name : "", open: window.showDirectoryPicker ? openFolder : null, leave: leaveFolder };
      say("Loading about 10 MB, the first time only.");
      writing = start("writing", folder);
      return writing.ready;
    }).then(takeShared).then(function () { say(""); });
    if (navigator.storage && navigator.storage.persist) { navigator.storage.persist(); }
    if ("serviceWorker" in navigator) { navigator.serviceWorker.register("sw.js").catch(function () { /* without it a network is needed */ }); }
  }
  begun.catch(fail);
}());
