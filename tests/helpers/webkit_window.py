"""A window with nothing but a page of WebKit in it, for `helpers.webkit`; the system's Python runs it.

python3 webkit_window.py WIDTH HEIGHT
"""

from __future__ import annotations

import sys
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402

# runs in every page before its own scripts: what they complain of is kept
LISTEN = """
window.faults = [];
addEventListener("error", event => faults.push("error: " + (event.message || "not loaded: " + (event.target.src || event.target.href))), true);
addEventListener("unhandledrejection", event => faults.push("rejected: " + event.reason));
addEventListener("securitypolicyviolation", event => faults.push("policy: " + event.violatedDirective + " " + event.blockedURI));
for (const level of ["error", "warn"]) {
  const before = console[level];
  console[level] = (...words) => { faults.push(level + ": " + words.join(" ")); before.apply(console, words); };
}
"""


def main() -> None:
    width, height = map(int, sys.argv[1:3])
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)

    def open_view(_session: Any) -> Any:
        manager = WebKit2.UserContentManager()
        every, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
        manager.add_script(WebKit2.UserScript.new(LISTEN, every, start, None, None))
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=manager)
        window = Gtk.Window(decorated=False)
        window.set_default_size(width, height)
        window.add(view)
        window.show_all()
        return view

    def begin(_context: Any, session: Any) -> None:
        about = WebKit2.ApplicationInfo()
        about.set_name("WebKitGTK")
        about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(about)
        session.connect("create-web-view", open_view)

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main()
