# SPDX-License-Identifier: MIT
"""A page in chromium without a window, driven as a user drives it: WebDriver, by Debian's
chromium-driver."""

import base64
import json
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Up": "\ue013", "Down": "\ue015", "Left": "\ue012",
        "Right": "\ue014"}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Browser:
    def __init__(self, profile, width=1400, height=1000, dark=False):
        self.at = f"http://127.0.0.1:{free_port()}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.at.rsplit(':')[-1]}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        args += ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if dark else []
        wanted = {"browserName": "chrome",
                  "goog:chromeOptions": {"args": args, "binary": "/usr/bin/chromium"},
                  "goog:loggingPrefs": {"browser": "ALL"}}
        until = time.time() + 60
        while True:
            try:
                self.session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except OSError:
                if time.time() > until:
                    raise
                time.sleep(0.2)
        self.session = f"/session/{self.session['sessionId']}"

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.at + path, method=method,
                                         data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(f"{method} {path}: {json.load(e)['value']['message']}") from None

    def do(self, path, body):
        return self.ask("POST", self.session + path, body)

    def open(self, url):
        self.do("/url", {"url": url})

    def run(self, script, *args):
        return self.do("/execute/sync", {"script": script, "args": list(args)})

    def find(self, css):
        return self.do("/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        self.do(f"/element/{self.find(css)}/click", {})

    def type(self, css, *words):
        """Words as they are; names of KEYS in angle brackets."""
        text = re.sub(r"<(\w+)>", lambda m: KEYS[m[1]], "".join(words))
        self.do(f"/element/{self.find(css)}/value", {"text": text})

    def choose(self, css, value):
        self.click(f'{css} option[value="{value}"]' if value else css)

    def text(self, css):
        return self.run("return document.querySelector(arguments[0]).textContent", css)

    def wait(self, script, seconds=60):
        until = time.time() + seconds
        while not (got := self.run(f"return {script}")):
            if time.time() > until:
                raise RuntimeError(f"not within {seconds} s: {script}")
            time.sleep(0.1)
        return got

    def windows(self):
        return self.ask("GET", self.session + "/window/handles")

    def to_window(self, handle):
        self.do("/window", {"handle": handle})

    def close_window(self):
        self.ask("DELETE", self.session + "/window")

    def console(self):
        """What the page's scripts said since the last time."""
        return [line["message"] for line in self.do("/se/log", {"type": "browser"})]

    def picture(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.ask("GET", self.session + "/screenshot")))

    def close(self):
        try:
            self.ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
