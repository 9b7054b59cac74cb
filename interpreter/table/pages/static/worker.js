// The service worker: it keeps the files of KEPT, which are the same for everybody, and shows a page of its own where
// there is no network. It keeps no page of a table and answers nothing else.
(function () {
  "use strict";
  // where the table's server lies on its site
  var root = new URL(".", self.location).pathname;
  var files = KEPT.files.map(below), all = files.concat(Object.values(KEPT.pages).map(below));
  var name = KEPT.cache + KEPT.files.join("") + "@" + root;

  function below(path) { return root + path; }
  function isOld(one) { return one !== name && (one.indexOf("@") < 0 || one.slice(one.indexOf("@") + 1) === root); }

  self.addEventListener("install", function (event) {
    event.waitUntil(caches.open(name).then(function (cache) { return cache.addAll(all); }).then(function () { return self.skipWaiting(); }));
  });
  self.addEventListener("activate", function (event) {
    event.waitUntil(caches.keys().then(function (names) {
      return Promise.all(names.filter(isOld).map(function (one) { return caches.delete(one); }));
    }).then(function () { return self.clients.claim(); }));
  });

  function without() {
    var language = (navigator.languages || []).map(function (one) { return one.slice(0, 2); }).find(function (one) { return KEPT.pages[one]; });
    return caches.match(below(KEPT.pages[language] || KEPT.pages.en));
  }
  self.addEventListener("fetch", function (event) {
    var at = new URL(event.request.url);
    if (event.request.method !== "GET" || at.origin !== location.origin) { return; }
    if (event.request.mode === "navigate") {
      event.respondWith(fetch(event.request).catch(without));
    } else if (files.indexOf(at.pathname) >= 0) {
      event.respondWith(caches.match(at.pathname).then(function (found) { return found || fetch(event.request); }));
    }
  });

  // a message says which game and which table, no more; who looks at that page already is not disturbed
  function isOpen(client, table) { return new URL(client.url).pathname.indexOf(below("table/" + table + "/")) === 0; }
  self.addEventListener("push", function (event) {
    var said = event.data.json();
    event.waitUntil(self.clients.matchAll({ type: "window" }).then(function (open) {
      if (open.some(function (client) { return client.focused && isOpen(client, said.table); })) { return undefined; }
      return self.registration.showNotification(said.title, { tag: said.table, icon: below(KEPT.icon), data: said.table });
    }));
  });
  self.addEventListener("notificationclick", function (event) {
    var table = event.notification.data;
    event.notification.close();
    event.waitUntil(self.clients.matchAll({ type: "window" }).then(function (open) {
      var found = open.find(function (client) { return isOpen(client, table); });
      return found ? found.focus() : self.clients.openWindow(below("table/" + table + "/back"));
    }));
  });
})();
