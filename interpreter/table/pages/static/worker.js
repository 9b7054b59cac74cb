// The service worker: it keeps the files of KEPT, which are the same for everybody, and shows a page of its own where
// there is no network. It keeps no page of a table and answers nothing else.
(function () {
  "use strict";
  var all = KEPT.files.concat(Object.values(KEPT.pages));
  var name = KEPT.cache + KEPT.files.join("");

  self.addEventListener("install", function (event) {
    event.waitUntil(caches.open(name).then(function (cache) { return cache.addAll(all); }).then(function () { return self.skipWaiting(); }));
  });
  self.addEventListener("activate", function (event) {
    event.waitUntil(caches.keys().then(function (names) {
      return Promise.all(names.filter(function (one) { return one !== name; }).map(function (one) { return caches.delete(one); }));
    }).then(function () { return self.clients.claim(); }));
  });

  function without() {
    var language = (navigator.languages || []).map(function (one) { return one.slice(0, 2); }).find(function (one) { return KEPT.pages[one]; });
    return caches.match(KEPT.pages[language] || KEPT.pages.en);
  }
  self.addEventListener("fetch", function (event) {
    var at = new URL(event.request.url);
    if (event.request.method !== "GET" || at.origin !== location.origin) { return; }
    if (event.request.mode === "navigate") {
      event.respondWith(fetch(event.request).catch(without));
    } else if (KEPT.files.indexOf(at.pathname) >= 0) {
      event.respondWith(caches.match(at.pathname).then(function (found) { return found || fetch(event.request); }));
    }
  });

  // a message says which game and which table, no more; who looks at that page already is not disturbed
  function isOpen(client, table) { return new URL(client.url).pathname.indexOf("/table/" + table + "/") === 0; }
  self.addEventListener("push", function (event) {
    var said = event.data.json();
    event.waitUntil(self.clients.matchAll({ type: "window" }).then(function (open) {
      if (open.some(function (client) { return client.focused && isOpen(client, said.table); })) { return undefined; }
      return self.registration.showNotification(said.title, { tag: said.table, icon: KEPT.icon, data: said.table });
    }));
  });
  self.addEventListener("notificationclick", function (event) {
    var table = event.notification.data;
    event.notification.close();
    event.waitUntil(self.clients.matchAll({ type: "window" }).then(function (open) {
      var found = open.find(function (client) { return isOpen(client, table); });
      return found ? found.focus() : self.clients.openWindow("/table/" + table + "/back");
    }));
  });
})();
