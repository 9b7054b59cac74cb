// A page of the table within a frame: the page comes from the worker, and what it asks a server goes there, too.
(function () {
  "use strict";
  var host = window, page = null, ends = [];
  while (!host.stammtisch && host !== host.parent) { host = host.parent; }
  if (!host.stammtisch && window.opener) { host = window.opener; }
  while (!host.stammtisch && host !== host.parent) { host = host.parent; }
  page = host.stammtisch;

  // an address in the page, as the page that is shown stands in its own place
  function relative(address) {
    var found = new URL(address, new URL(location.hash.slice(1), location.origin));
    return found.pathname + found.search;
  }

  // what htmx uses of a request to a server
  window.XMLHttpRequest = class extends EventTarget {
    constructor() { super(); this.upload = new EventTarget(); this.readyState = 0; this.status = 0; this.headers = {}; this.responseText = this.response = ""; }
    open(method, address) { this.method = method; this.address = address; this.readyState = 1; }
    setRequestHeader(name, value) { this.headers[name.toLowerCase()] = value; }
    overrideMimeType() {}
    abort() {}
    getAllResponseHeaders() { return "content-type: text/html\r\n"; }
    getResponseHeader(name) { return name.toLowerCase() === "content-type" ? "text/html" : null; }
    tell(name) {
      var event = new ProgressEvent(name);
      if (this["on" + name]) { this["on" + name](event); }
      this.dispatchEvent(event);
    }
    send(body) {
      page.request(this.method, relative(this.address), body ? String(body) : "", this.headers["hx-request"] === "true").then((answer) => {
        this.readyState = 4;
        this.status = answer.status;
        this.responseURL = location.origin + answer.path;
        this.response = this.responseText = answer.text;
        this.tell("load");
        this.tell("loadend");
      }, () => { this.tell("error"); this.tell("loadend"); });
    }
  };

  // a connection that keeps a page up to date
  window.WebSocket = class extends EventTarget {
    constructor(address) {
      super();
      this.url = address;
      this.readyState = 0;
      this.end = page.follow(relative(address), (what, value) => {
        if (what === "open") { this.readyState = 1; this.tell(new Event("open")); }
        if (what === "text") { this.tell(new MessageEvent("message", { data: value })); }
        if (what === "close") { this.readyState = 3; this.tell(new CloseEvent("close", { code: value })); }
      });
      ends.push(this.end);
    }
    tell(event) {
      if (this["on" + event.type]) { this["on" + event.type](event); }
      this.dispatchEvent(event);
    }
    send() {}
    close() { if (this.readyState < 2) { this.readyState = 3; this.end(); this.tell(new CloseEvent("close", { code: 1000 })); } }
  };
  Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  window.fetch = function (address) {
    return page.request("GET", relative(address), "", false).then(function (answer) { return new Response(answer.text, { status: answer.status }); });
  };
  // messages to closed pages come from servers only
  delete Navigator.prototype.serviceWorker;

  function go(path) { location.hash = path; location.reload(); }

  function clicked(event) {
    var link = event.target.closest && event.target.closest("a[href]"), address = link && link.getAttribute("href");
    if (!link || event.defaultPrevented || event.button || address.charAt(0) === "#") { return; }
    event.preventDefault();
    if (link.target === "_blank") { window.open("frame.html#" + relative(address)); } else { go(relative(address)); }
  }

  function submitted(event) {
    // htmx sends its forms itself
    if (event.defaultPrevented) { return; }
    event.preventDefault();
    var form = event.target, data = new FormData(form, event.submitter), sent = new URLSearchParams(data).toString();
    var method = (form.getAttribute("method") || "get").toUpperCase(), path = relative(form.getAttribute("action") || "");
    if (method === "GET") { go(path.split("?")[0] + "?" + sent); return; }
    page.request("POST", path, sent, false).then(function (answer) {
      if (answer.status < 400) { go(answer.path); } else { write(answer.text); }
    });
  }

  // frames in a page ask the worker as well
  function withFrames(text) {
    var found = new DOMParser().parseFromString(text, "text/html");
    found.querySelectorAll("iframe[src]").forEach(function (frame) { frame.src = "frame.html#" + relative(frame.getAttribute("src")); });
    return "<!doctype html>" + found.documentElement.outerHTML;
  }

  function write(text) {
    document.open();
    // after what is in the page, so that htmx is asked first
    window.addEventListener("click", clicked);
    window.addEventListener("submit", submitted);
    document.write(withFrames(text));
    document.close();
    if (window.parent === host) { page.named(document.title); }
  }

  window.addEventListener("pagehide", function () { ends.forEach(function (end) { end(); }); });
  page.request("GET", location.hash.slice(1), "", false).then(function (answer) { write(answer.text); });
}());
