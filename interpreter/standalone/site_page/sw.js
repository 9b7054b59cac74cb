// The service worker: all files of the site are kept, so that it opens without a network, and pictures of games that
// are played here are answered. A new version waits until no page of the old one is open.
(function () {
  "use strict";
  var name = "stammtisch-site-" + KEPT.version, PICTURES = "stammtisch-pictures";
  function below(path) { return new URL(path, self.location.href).href; }

  self.addEventListener("install", function (event) {
    event.waitUntil(caches.open(name).then(function (cache) { return cache.addAll(KEPT.files.map(below)); }));
  });
  self.addEventListener("activate", function (event) {
    event.waitUntil(caches.keys().then(function (names) {
      var old = names.filter(function (one) { return one.indexOf("stammtisch-site-") === 0 && one !== name; });
      return Promise.all(old.map(function (one) { return caches.delete(one); }));
    }).then(function () { return self.clients.claim(); }));
  });
  self.addEventListener("fetch", function (event) {
    var at = event.request.url.split("#")[0].split("?")[0];
    if (event.request.method !== "GET" || at.indexOf(below("./")) !== 0) { return; }
    if (at === below("./")) { at = below("index.html"); }
    var from = at.indexOf(below("pictures/")) === 0 ? PICTURES : name;
    event.respondWith(caches.open(from).then(function (cache) { return cache.match(at); }).then(function (found) { return found || fetch(event.request); }));
  });
}());
