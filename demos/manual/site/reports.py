#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reports.py FAMILY…: a page of all reports that the families' models can make, out of the calls in their
sources, as Markdown on standard output. `make doc`. A block that the page does not explain is an error."""

import pathlib
import re
import sys

TITLES = {"r500": "R3xx to R5xx", "r600": "R6xx and R7xx", "cik": "Sea Islands", "gc": "Vivante's cores"}

# What a block is, and what most reports of it come from.
BLOCKS = {
    "": "The report names the block.",
    "BIF": "The bus interface: how the card reaches the machine's memory.",
    "BLT": "The blit engine.",
    "CB": "The color buffer: formats, pitch, blending, clears.",
    "CG": "Clocks, through their index and data registers.",
    "CP": "The command processor: packets, rings, indirect buffers. Most often a count in a packet's head is "
          "wrong, and what follows is read as another packet.",
    "DB": "The depth buffer: formats, pitch, tests, HiZ.",
    "DMA": "The engine that copies memory.",
    "E2": "The 2D engine: formats, pitch, sources.",
    "FE": "The front end, which reads commands and vertices. Most often a count in a command's head "
          "is wrong, or "
          "a vertex lies outside of its buffer.",
    "FG": "Fog and the alpha test.",
    "GA": "The geometry assembly: points, lines, colors.",
    "GB": "The pipes: how many there are, and how tiles fall to them.",
    "GRBM": "The register bus: a register that is not there, or is written while its block is busy.",
    "HDP": "The host's window to memory. What the chip has drawn must be flushed and waited for "
           "before the host "
           "reads it, and what the host has written before the chip does.",
    "HI": "The host interface: identity, clocks, reset, interrupts.",
    "IH": "Interrupts: their ring, and its pointers.",
    "MC": "The memory controller: addresses that are nobody's. Look at where the surface or buffer "
          "was placed, "
          "and at its size.",
    "MMU": "Page tables: an address that no entry maps, or not so.",
    "PA": "Primitives: assembly, clipping, the viewport, set-up.",
    "PE": "The pixel engine: color and depth buffers.",
    "RA": "The rasterizer: what goes to fragments, samples.",
    "RB": "Color and depth: caches and their flushes.",
    "RBBM": "The register bus: a register that is not there, or is written while its block is busy.",
    "RLC": "The controller that saves and loads contexts: its microcode, its memory.",
    "RS": "What goes from vertices to fragments: more or less than the programs want.",
    "gc RS": "The resolve engine, which copies, converts and clears.",
    "SC": "The scan converter: scissors, rectangles of clipping, samples.",
    "SDMA": "The engine that copies memory.",
    "SH": "Programs: instructions, registers, uniforms.",
    "SPI": "What programs are given at their start, and hand over at their end.",
    "SQ": "Programs as they run: instructions, registers, addresses, waits.",
    "SX": "Where programs' results are gathered.",
    "TS": "Tile status: fast clears.",
    "TX": "Textures: formats, sizes, addresses, filters.",
    "US": "The fragment program: words, ranges, look-ups, what it writes.",
    "VAP": "Vertices, from fetching to the viewport: formats, strides, counts, vertex programs.",
    "VC": "The vertex cache: fetches, their formats and buffers.",
    "VGT": "Primitives and indices: types, counts, the buffers of geometry programs.",
    "VM": "Page tables: an address that no entry maps, or not so.",
    "VS": "Vertex programs, and what they are given.",
    "ZB": "The depth buffer: formats, pitch, tests, HiZ.",
}
KINDS = {"FL_NOTE": "note", "FL_WARN": "warning", "FL_REFUSE": "refused"}

CALL = re.compile(r"\b(?:m[a-z0-9]+_)?(?:report|report_reg|sq_report|sq_refuse|SAY)\s*\(")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def arguments(text, at):
    """The arguments of the call whose parenthesis is before `at`; None: it is a declaration."""
    out, depth, start, i = [], 0, at, at
    while i < len(text):
        c = text[i]
        if c == '"':
            i = STRING.match(text, i).end()
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if not depth:
                out.append(text[start:i].strip())
                return out
            depth -= 1
        elif c == "," and not depth:
            out.append(text[start:i].strip())
            start = i + 1
        i += 1
    return None


def literal(argument):
    """A string literal of pieces and PRIx64 and the like; None: it is something else."""
    rest = STRING.sub("", argument)
    if not STRING.search(argument) or re.sub(r"\bPRI[a-zA-Z0-9]+\b|\s", "", rest):
        return None
    return "".join(STRING.findall(argument))


def plain(text):
    """A format as a reader sees it."""
    text = re.sub(r"0x%[-+ #0-9.*]*(?:ll|l|h|z)*[xX]?", "0x…", text)
    text = re.sub(r"%%|%[-+ #0-9.*]*(?:ll|l|h|z|j)*[diuxXfgesc]?",
                  lambda m: "%" if m[0] == "%%" else "…", text)
    text = text.replace('\\"', '"').replace("\\n", " ")
    return re.sub(r"([|<>*_\\`\[\]#&@])", r"\\\1", text)


def of_file(path):
    """(block, kind, section, text) of each report of a source."""
    text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
    for m in CALL.finditer(text):
        args = arguments(text, m.end())
        if not args or not any(literal(a) for a in args):
            continue
        kind = next((KINDS[w] for a in args for w in KINDS if w == a), None)
        strings = [literal(a) for a in args if literal(a) is not None]
        block = next((s for s in strings if re.fullmatch(r"[A-Z0-9]{2,7}", s)), None)
        words = [s for s in strings if s != block]
        said = next((s for s in words if len(words) == 1 or s != words[0]), None)
        if said is None:
            continue
        section = words[0] if len(words) > 1 else ""
        if "refuse" in m[0]:
            kind = "refused"
        yield block or ("SQ" if "sq_" in m[0] else "US" if "SAY" in m[0] else ""), kind or "", section, said


def main():
    print("# What the models object to\n\n<!-- SPDX-License-Identifier: MIT -->\n")
    print("A model reports what a real chip would answer with a black screen, a hang, or nothing at "
          "all. A report "
          "has a kind, the block that objects, what was asked and found, the place in the command "
          "stream, and the "
          "section of the document that says so. Each kind of mistake is reported once, with how often it "
          "happened. `--strict` makes a failure of any. This page has every report that stands in "
          "the models' "
          "sources; … is what differs from case to case.\n")
    print("| kind | what it means | what to do |\n|---|---|---|")
    print("| note | worth knowing | nothing, if it was meant |")
    print("| warning | the document forbids it, or leaves it undefined; drawing went on | mend it: "
          "a card may draw "
          "otherwise |")
    print("| refused | the chip would not do it, or would hang; the command was not carried out | "
          "mend it first: "
          "what comes later may be its consequence |\n")
    total = 0
    for family in sys.argv[1:]:
        found = {}
        for path in sorted(pathlib.Path("hw/model", family).glob("*.c")):
            for block, kind, section, said in of_file(path):
                found.setdefault(block, {})[said] = (kind, section, path.name)
        if not found:
            continue
        print(f"## {TITLES.get(family, family)}\n")
        for block in sorted(found):
            if block not in BLOCKS:
                sys.exit(f"reports.py: what is the block {block} of {family}?")
            rows = found[block]
            total += len(rows)
            print(f"### {TITLES.get(family, family)}: {block or 'several blocks'}\n")
            print(BLOCKS.get(f"{family} {block}", BLOCKS[block]) + "\n")
            print("| report | kind | by |\n|---|---|---|")
            for said in sorted(rows, key=lambda s: rows[s][1]):
                kind, section, _ = rows[said]
                print(f"| {plain(said)} | {kind} | {plain(section)} |")
            print()
    if total < 300:
        sys.exit(f"reports.py: {total} reports only")


if __name__ == "__main__":
    main()
