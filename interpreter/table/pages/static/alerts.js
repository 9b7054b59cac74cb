// It is my turn: the icon of the tab, and if this device is set so, a quiet sound and a short vibration. This device
// remembers what is wanted.
(function () {
  "use strict";
  var KEPT = "stammtisch alerts", wasMine = mine(), sound = null;

  function piece(id) { return document.getElementById(id); }
  function mine() { var top = piece("top"); return !!top && top.classList.contains("yours"); }
  function wanted() { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch (error) { return {}; } }
  function keep(what) { try { localStorage.setItem(KEPT, JSON.stringify(what)); } catch (error) { /* for this page alone */ } }

  function showIcon() {
    var icon = piece("icon"), name = icon && icon.dataset[mine() ? "turn" : "plain"];
    if (name && icon.getAttribute("href") !== name) { icon.setAttribute("href", name); }
  }
  function tone() {
    if (!sound) { sound = new AudioContext(); }
    var now = sound.currentTime, gain = sound.createGain(), tones = [523.25, 659.25];
    gain.connect(sound.destination);
    gain.gain.setValueAtTime(0.0001, now);
    gain.gain.exponentialRampToValueAtTime(0.06, now + 0.03);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.7);
    tones.forEach(function (pitch, at) {
      var wave = sound.createOscillator();
      wave.frequency.value = pitch;
      wave.connect(gain);
      wave.start(now + at * 0.14);
      wave.stop(now + 0.75);
    });
  }
  function tell(what) {
    if (what.sound && window.AudioContext) { tone(); }
    if (what.vibration && navigator.vibrate) { navigator.vibrate([60, 80, 60]); }
  }

  document.addEventListener("htmx:wsAfterMessage", function () {
    showIcon();
    if (mine() && !wasMine) { tell(wanted()); }
    wasMine = mine();
  });

  document.addEventListener("DOMContentLoaded", function () {
    var box = piece("alerts"), can = { sound: !!window.AudioContext, vibration: !!navigator.vibrate && matchMedia("(pointer: coarse)").matches };
    showIcon();
    if ("serviceWorker" in navigator && window.isSecureContext) { navigator.serviceWorker.register((document.documentElement.dataset.root || "") + "/worker.js").catch(function () {}); }
    if (!box) { return; }
    Array.prototype.forEach.call(box.querySelectorAll("[data-alert]"), function (field) {
      var what = field.dataset.alert, choice = wanted();
      field.checked = !!choice[what];
      field.closest("label").hidden = !can[what];
      field.addEventListener("change", function () {
        choice = wanted();
        choice[what] = field.checked;
        keep(choice);
        // what was turned on is tried at once
        if (field.checked) { var only = {}; only[what] = true; tell(only); }
      });
    });
    box.hidden = false;
  });
  // browsers let a page sound only once somebody has touched it
  document.addEventListener("pointerdown", function () { if (sound && sound.state === "suspended") { sound.resume(); } });
})();
