// Messages about my turn when the page is closed: asked for once, then said again to each table where I sit.
(function () {
  "use strict";
  function bytes(text) {
    var whole = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(whole, function (sign) { return sign.charCodeAt(0); });
  }
  function tell(link, found, wanted) {
    var form = new URLSearchParams({ do: "push", endpoint: found.endpoint }), keys = found.toJSON().keys;
    if (wanted) { form.set("p256dh", keys.p256dh); form.set("auth", keys.auth); }
    return fetch(link + "/do", { method: "POST", headers: { "hx-request": "true" }, body: form }).then(function (answer) {
      if (!answer.ok) { throw new Error(answer.status); }
    });
  }
  document.addEventListener("DOMContentLoaded", function () {
    var box = document.getElementById("alerts"), field = document.getElementById("push");
    if (!field || !("PushManager" in window) || !("serviceWorker" in navigator) || !window.isSecureContext) { return; }
    field.closest("label").hidden = false;
    navigator.serviceWorker.ready.then(function (worker) {
      worker.pushManager.getSubscription().then(function (found) {
        field.checked = !!found;
        if (found) { tell(box.dataset.link, found, true).catch(function () { field.checked = false; }); }
      });
      field.addEventListener("change", function () {
        if (field.checked) {
          worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) })
            .then(function (found) { return tell(box.dataset.link, found, true); })
            .catch(function () { field.checked = false; });
        } else {
          worker.pushManager.getSubscription().then(function (found) {
            if (found) { tell(box.dataset.link, found, false).finally(function () { found.unsubscribe(); }); }
          });
        }
      });
    });
  });
})();
