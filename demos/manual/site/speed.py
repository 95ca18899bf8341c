#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speed.py FILE…: a page of how fast the models are, out of the figures that tests/bench/history keeps
(DATE-COMMIT.tsv, written by `make bench-keep`), as Markdown on standard output. `make doc`. A file that is no
such table is an error."""

import html
import math
import pathlib
import re
import sys

WIDTH, HEIGHT, EDGE = 150, 40, 5
LEAST, MOST = 1 / 16, 4  # of the ratios that a plot shows


def read(path):
    """(date, commit, processor, {(row, threads): (model, llvmpipe or None, unit)})"""
    m = re.fullmatch(r"(\d{4})(\d\d)(\d\d)-([0-9a-f]+)\.tsv", path.name)
    if not m:
        sys.exit(f"speed.py: {path}: the name is not DATE-COMMIT.tsv")
    rows, processor = {}, ""
    for n, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("# "):
            processor = line[2:]  # the last such line; the first has the license
            continue
        try:
            name, threads, unit, model, llvmpipe, _ = line.split("\t")
            rows[name, int(threads)] = (float(model), float(llvmpipe) if llvmpipe else None, unit)
        except ValueError:
            sys.exit(f"speed.py: {path}: line {n} has not six columns of numbers")
    return f"{m[1]}-{m[2]}-{m[3]}", m[4], processor, rows


def height(ratio):
    share = math.log(min(max(ratio, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
    return HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)


def plot(label, ratios, n):
    """Ratios by commit, (index, ratio), as a small drawing on a scale of powers of two; lines at 1 and 1/2."""
    at = [(EDGE + i * (WIDTH - 2 * EDGE) / max(n - 1, 1), height(r)) for i, r in ratios]
    out = [f'<svg class="speed" role="img" width="{WIDTH}" height="{HEIGHT}" '
           f'aria-label="{html.escape(label)}">']
    for ratio, name in ((1, "one"), (0.5, "half")):
        out.append(f'<line class="{name}" x1="0" x2="{WIDTH}" y1="{height(ratio):.1f}" '
                   f'y2="{height(ratio):.1f}"/>')
    out.append('<polyline points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in at) + '"/>')
    out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in at]
    return "".join(out) + "</svg>"


def of_row(kept, row, threads):
    """(index of the commit, ratio), and the last figures."""
    ratios, last = [], None
    for i, (_, _, _, rows) in enumerate(kept):
        figure = rows.get((row, threads))
        if figure and figure[1]:
            ratios.append((i, figure[0] / figure[1]))
            last = figure
    return ratios, last


def main():
    kept = sorted((read(pathlib.Path(p)) for p in sys.argv[1:]), key=lambda k: k[:2])
    names = sorted({row for k in kept for row, _ in k[3]})
    if not names:
        sys.exit("speed.py: no figures")
    print("# How fast the models are\n\n<!-- SPDX-License-Identifier: MIT -->\n")
    print("Frames recorded from Mesa's drivers, drawn by a model, beside Mesa's llvmpipe, which compiles "
          "for the processor what a model has to judge. Both run in one go on one machine, so that the ratio "
          "says something where the rates do not: at 1 the model is as fast, at 0.5 it takes twice the time. "
          "`make bench` measures, `make bench-keep` keeps the figures of a commit for this page.\n")
    print("In the drawings a step to the right is a commit that was measured; the scale is one of powers of "
          "two, from 1/16 at the bottom to 4 at the top, and the lines are at 1 and at a half.\n")
    print("| measured | commit | rows | processor |\n|---|---|---|---|")
    for date, commit, processor, rows in kept:
        print(f"| {date} | `{commit}` | {len(rows)} | {processor} |")
    print()
    for chip in dict.fromkeys(n.split(".")[0] for n in names):
        rows = [n for n in names if n.split(".")[0] == chip]
        print(f"## {chip.upper()}\n\n\\htmlonly\n<table class=\"speed\"><thead><tr><th>frame</th>"
              "<th>rate, 1 thread</th><th>ratio</th><th>by commit</th><th>rate, 2 threads</th><th>ratio</th>"
              "<th>by commit</th></tr></thead><tbody>")
        for row in rows:
            cells = [f'<th scope="row">{html.escape(row.split(".", 1)[1])}</th>']
            for threads in 1, 2:
                ratios, last = of_row(kept, row, threads)
                if not ratios:
                    cells.append("<td></td><td></td><td></td>")
                    continue
                label = f"{row}, {threads} thread{'s' * (threads > 1)}: {ratios[0][1]:.2f}"
                if len(ratios) > 1:
                    label += f" to {ratios[-1][1]:.2f}"
                cells.append(f"<td>{last[0]:.4g} {last[2]}</td><td>{ratios[-1][1]:.2f}</td>"
                             f"<td>{plot(label, ratios, len(kept))}</td>")
            print("<tr>" + "".join(cells) + "</tr>")
        print("</tbody></table>\n\\endhtmlonly\n")


if __name__ == "__main__":
    main()
