#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""index.py TAGS DIR: the page of all names of the API, DIR/names.html, out of Doxygen's tag file, in the form
of DIR/pages.html. `make doc`."""

import html
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

KINDS = ("function", "define", "enumvalue", "enumeration", "typedef", "variable", "struct", "union")


def names(tags):
    """{name: (kind, link)}; what is in a structure stands with it."""
    found = {}
    for compound in ET.parse(tags).getroot():
        if compound.get("kind") in ("struct", "union"):
            found[compound.findtext("name")] = (compound.get("kind"), compound.findtext("filename"))
        if compound.get("kind") != "file":
            continue
        for member in compound.findall("member"):
            if member.get("kind") in KINDS and not member.findtext("name").startswith("@"):
                found[member.findtext("name")] = (
                    member.get("kind"), f"{member.findtext('anchorfile')}#{member.findtext('anchor')}")
    return found


def main():
    pages = pathlib.Path(sys.argv[2])
    found = {n: v for n, v in names(sys.argv[1]).items() if v[1]}
    if len(found) < 1000:
        sys.exit(f"index.py: {len(found)} names only")
    letters = {}
    for name in sorted(found, key=str.lower):
        short = re.sub(r"^(fl_|FL_)", "", name)
        letters.setdefault(short[:1].upper(), []).append(name)
    out = [f"<p>{len(found)} names, by their first letter after fl_.</p>", "<p>"]
    out += [f'<a href="#names-{c}">{c}</a>' for c in sorted(letters)] + ["</p>"]
    for c in sorted(letters):
        out.append(f'<h2 id="names-{c}">{c}</h2>\n<ul class="names">')
        out += [f'<li><a href="{html.escape(link)}"><code>{html.escape(n)}</code></a> {kind}</li>'
                for n in letters[c] for kind, link in [found[n]]]
        out.append("</ul>")
    page = (pages / "pages.html").read_text()
    head, rest = re.split(r'<div class="contents">', page, maxsplit=1)
    foot = rest[rest.index("</main>"):]
    head = re.sub(r'<h1 class="title">.*?</h1>', '<h1 class="title">Names of the API</h1>', head)
    head = re.sub(r"<title>.*?</title>", "<title>Names of the API - firstlight</title>", head)
    body = '<div class="contents">\n' + "\n".join(out) + "\n</div>\n"
    (pages / "names.html").write_text(head + body + foot)


if __name__ == "__main__":
    main()
