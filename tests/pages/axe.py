#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""axe.py AXE DIR [SEED]: the pages of the manual in DIR, by axe (AXE/axe.min.js), in chromium without
a window, in light and in dark, wide and as narrow as a phone: what axe objects to. Pages that Doxygen makes
of headers and structures by the hundred are alike: with a seed every EVERYth of them, others for another
seed. `make check-pages`; `make check-pages AXE_ALL=1` looks at all."""

import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

LOOKS = (("light, wide", 0, "1280,900"), ("dark, narrow", 1, "390,800"))
HERE = pathlib.Path(__file__).parent
TIMEOUT_S = 1800
ALIKE = re.compile(r"/(struct|union|dir_)[^/]*\.html$|_8h(_source)?\.html$")
EVERY = 6


class Handler(http.server.SimpleHTTPRequestHandler):
    """The manual's files, axe, the page that runs it, and what it finds."""

    axe = pages = found = done = None

    def log_message(self, *args):
        pass

    def send(self, kind, data):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/axe.js":
            self.send("text/javascript", self.axe)
        elif self.path == "/pages":
            self.send("application/json", json.dumps(self.pages).encode())
        elif self.path == "/axe":
            self.send("text/html", (HERE / "axe.html").read_bytes())
        else:
            super().do_GET()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send("application/json", b"{}")
        if self.path == "/found":
            self.found[body["path"]] = body["wrong"]
            if sys.stderr.isatty():
                print(f"\r{len(self.found)} of {len(self.pages)}", end="\033[K", file=sys.stderr)
        else:
            self.done.set()


def look(server, dark, size):
    """All pages once; path: what is wrong with it."""
    Handler.found, Handler.done = {}, threading.Event()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={profile}", f"--window-size={size}", "--remote-debugging-port=0",
             f"--blink-settings=preferredColorScheme={0 if dark else 1}",
             f"http://127.0.0.1:{server.server_address[1]}/axe"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended = Handler.done.wait(TIMEOUT_S)
        browser.terminate()
        browser.wait()
    return Handler.found if ended else None


def main():
    axe, pages = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    Handler.axe = (axe / "axe.min.js").read_bytes()
    every = sorted("/" + str(p.relative_to(pages)) for p in pages.glob("**/*.html"))
    alike = [p for p in every if ALIKE.search(p)]
    if len(sys.argv) > 3:
        alike = alike[int(sys.argv[3]) % EVERY::EVERY]
    Handler.pages = [p for p in every if p in alike or not ALIKE.search(p)]
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *a: Handler(*a, directory=str(pages)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wrong = 0
    for name, dark, size in LOOKS:
        found = look(server, dark, size)
        if found is None or len(found) != len(Handler.pages) or not found:
            print(f"FAIL {name}: {len(found or Handler.found)} of {len(Handler.pages)} pages were looked at")
            wrong += 1
            continue
        for path, objections in sorted(found.items()):
            for line in objections:
                print(f"FAIL {name}: {path}: {line}")
            wrong += len(objections)
        print(f"{name}: {len(found)} of {len(every)} pages by axe")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
