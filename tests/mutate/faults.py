# SPDX-License-Identifier: MIT
"""Where a C file can be wrong in one place: a Fault for each operator, number, named value, condition and
statement of its functions, and for each value of its constant tables."""
import ctypes
import hashlib
import re

import clang.cindex as cx

K = cx.CursorKind
KEY_COLUMNS = 110
INCLUDE = '#include "tests/mutate/switch.h"\n'
OPERATORS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="],
             "!=": ["=="], "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&": ["|"], "|": ["&"],
             "^": ["|"], "<<": [">>"], ">>": ["<<"], "&&": ["||"], "||": ["&&"]}
COMPOUND = {"+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=",
            "<<=": ">>=", ">>=": "<<="}
TOKEN = re.compile(r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'
                                |^[ \t]*\#(?:\\\n|[^\n])*)
                       |(?P<name>[A-Za-z_]\w*)|(?P<hex>0[xX][0-9a-fA-F]+)[uUlL]*(?![\w.])
                       |(?P<real>\d+\.\d*(?:[eE][+-]?\d+)?[fF]?|\d+[eE][+-]?\d+[fF]?)
                       |(?P<number>\d+)[uUlL]*(?![\w.])|(?P<other>\S)""", re.S | re.M | re.X)


class Fault:
    """One change at path, from start to end: `before` becomes `after`. uses: where a table's name stands."""

    def __init__(self, path, start, end, kind, before, after, function, table=None):
        self.path, self.start, self.end, self.kind = path, start, end, kind
        self.before, self.after, self.function, self.table = before, after, function, table
        self.nth = 0  # of those that are spelled alike in this function

    def edits(self, n):
        """[(start, end, text)] that plant it as number n."""
        if self.table:  # a wrong copy behind the table, and a choice wherever it is used
            declaration, at, name, uses = self.table
            text, wrong = declaration, f"{name}__fault{n}"
            offset = self.start - at
            after = self.after if re.fullmatch(r"\w+", self.after) else f"({self.after})"
            text = text[:offset] + after + text[offset + len(self.before):]
            copy = f" static const __typeof__({name}) {wrong} = {one_line(text[text.index('=') + 1:])};"
            end = at + len(declaration) + 1
            return [(end, end, copy)] + [(a, b, f"(*(fl_mutant_at({n}) ? &{wrong} : &{name}))")
                                         for a, b in uses]
        after = one_line(self.after)
        if self.kind.startswith("statement"):
            text = f"if (fl_mutant_at({n})) {{ {after} }} else {self.before}"
        else:
            text = f"(fl_mutant_at({n}) ? ({after}) : ({self.before}))"
        return [(self.start, self.end, text)]

    def key(self):
        change = f"{one_line(self.before)} -> {one_line(self.after) or 'nothing'}"
        key = f"{self.path}: {self.function}: {change}" + (f" ({self.nth + 1})" if self.nth else "")
        if len(key) <= KEY_COLUMNS:
            return key
        return f"{key[:KEY_COLUMNS - 12]}... #{hashlib.sha1(key.encode()).hexdigest()[:6]}"


def one_line(text):
    return " ".join(re.sub(r"/\*.*?\*/", " ", text, flags=re.S).split())


def place(location):
    """A location's file and offset; within a macro's argument that of the argument as it is spelled."""
    f, line, column, offset = cx.c_object_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    cx.conf.lib.clang_getFileLocation(location, ctypes.byref(f), ctypes.byref(line), ctypes.byref(column),
                                      ctypes.byref(offset))
    return (cx.File(f).name if f else None), offset.value


class Named:
    """Values that have names: of enumerations, and the register headers' macros. others(): what could stand
    in a name's place by mistake."""

    def __init__(self, unit, registers):
        self.of = dict(registers)
        for c in unit.cursor.get_children():
            if c.kind == K.ENUM_DECL:
                group = [(e.spelling, e.enum_value) for e in c.get_children()
                         if e.kind == K.ENUM_CONSTANT_DECL]
                self.of.update({name: group for name, _ in group})

    def others(self, name):
        group = self.of.get(name, [])
        mine = [v for other, v in group if other == name]
        return [other for other, v in group if v not in mine]


class File:
    """The faults of one file, as one translation unit shows it."""

    def __init__(self, path, rng):
        self.path, self.rng = path, rng
        self.text = open(path, encoding="latin-1").read()  # a character a byte, as clang counts
        self.found, self.functions, self.closed, self.tables = [], [], [], []

    def span(self, cursor):
        (f, a), (g, b) = place(cursor.extent.start), place(cursor.extent.end)
        return (a, b) if f == self.path and g == self.path and a < b else None

    def add(self, a, b, kind, after, function):
        before = self.text[a:b]
        if before.count("(") == before.count(")") and "#" not in before and "//" not in before:
            self.found.append(Fault(self.path, a, b, kind, before, after, function))

    def binary(self, c, function):
        at, parts = self.span(c), [self.span(p) for p in c.get_children()]
        if not at or len(parts) != 2 or None in parts:
            return
        (a, b), (la, lb), (ra, rb) = at, *parts
        op = one_line(self.text[lb:ra])
        left, right = self.text[la:lb], self.text[ra:rb]
        kinds = [p.type.get_canonical() for p in c.get_children()]
        pointer = any(k.kind == cx.TypeKind.POINTER for k in kinds)
        if la != a or rb != b or (pointer and op in "+-"):
            return
        if op in OPERATORS:
            self.add(a, b, op, f"{left} {self.rng.choice(OPERATORS[op])} {right}", function)
        if op == "|" or op == "&&" or op == "||":
            self.add(a, b, op, self.rng.choice([left, right]), function)

    def condition(self, c, function):
        at = self.span(c)
        if at and self.text[at[0]] != "!":
            self.add(*at, "condition", f"!({self.text[at[0]:at[1]]})", function)

    def statement(self, c, function):
        at = self.span(c)
        if not at or self.text[at[1]:at[1] + 1] != ";":
            return
        a, b = at
        whole = self.text[a:b]
        steps = c.kind == K.UNARY_OPERATOR and re.search(r"^(\+\+|--)|(\+\+|--)$", whole)
        assigns = c.kind == K.BINARY_OPERATOR and re.match(r"[^=!<>]+=[^=]", whole)
        if c.kind in (K.CALL_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR) or steps or assigns:
            self.add(a, b + 1, "statement left out", "", function)
        if c.kind == K.COMPOUND_ASSIGNMENT_OPERATOR:
            left, right = [self.span(p) for p in c.get_children()]
            op = one_line(self.text[left[1]:right[0]]) if left and right else ""
            if op in COMPOUND:
                self.add(a, b + 1, "statement " + op,
                         f"{self.text[a:left[1]]} {COMPOUND[op]} {self.text[right[0]:b]};", function)

    def body(self, cursor, function):
        for c in cursor.get_children():
            if c.kind == K.CASE_STMT:  # its label is a constant
                parts = list(c.get_children())
                self.close(parts[0])
                self.statement(parts[-1], function)
                self.node(parts[-1], function)
            elif c.kind in (K.ENUM_DECL, K.STATIC_ASSERT, K.STRUCT_DECL):
                self.close(c)
            elif c.kind == K.VAR_DECL and c.storage_class == cx.StorageClass.STATIC:
                self.close(c)
                self.table(c, function)
            else:
                self.node(c, function)

    def node(self, c, function):
        if c.kind == K.VAR_DECL and "[" in c.type.spelling:
            at = self.span(c)
            sizes = list(c.get_children())
            if at and "=" in self.text[at[0]:at[1]] and sizes:
                self.node(sizes.pop(), function)
            for s in sizes:
                self.close(s)
            return
        if c.kind == K.BINARY_OPERATOR:
            self.binary(c, function)
        elif c.kind in (K.IF_STMT, K.WHILE_STMT, K.CONDITIONAL_OPERATOR):
            self.condition(next(c.get_children()), function)
        elif c.kind == K.UNARY_OPERATOR:
            at = self.span(c)
            if at and self.text[at[0]] in "!~-" and self.text[at[0] + 1] != "-":
                self.add(*at, self.text[at[0]], self.text[at[0] + 1:at[1]], function)
        if c.kind in (K.COMPOUND_STMT, K.IF_STMT, K.FOR_STMT, K.WHILE_STMT, K.DEFAULT_STMT):
            for s in c.get_children():
                self.statement(s, function)
        self.body(c, function)

    def close(self, c):
        at = self.span(c)
        if at:
            self.closed.append(at)

    def table(self, c, function):
        at = self.span(c)
        if at and self.text[at[1]:at[1] + 1] == ";" and "=" in self.text[at[0]:at[1]] and (
                "const" in c.type.spelling):
            self.tables.append((c.spelling, at, function))

    def walk(self, unit):
        for c in unit.cursor.get_children():
            at = self.span(c)
            if at and c.kind == K.FUNCTION_DECL and c.is_definition():
                inner = [p for p in c.get_children() if p.kind == K.COMPOUND_STMT]
                body = self.span(inner[0]) if inner else None
                if body:
                    self.functions.append((*body, c.spelling))
                    self.node(inner[0], c.spelling)
            elif at and c.kind == K.VAR_DECL and c.storage_class == cx.StorageClass.STATIC:
                self.table(c, c.spelling)

    def tokens(self, named):
        """Numbers and names: where they stand in functions, and in tables."""
        nest = []  # of [ that open a designator
        last = ""
        for m in TOKEN.finditer(self.text):
            if m["skip"]:
                continue
            text, at = m[0], m.start()
            if text == "[":
                nest.append(last in "{,")
            elif text == "]" and nest:
                nest.pop()
            last = text
            after = self.instead(m, named)
            if after is None or any(nest):
                continue
            f = next((f for a, b, f in self.functions if a <= at < b), None)
            table = next((t for t in self.tables if t[1][0] <= at < t[1][1]), None)
            if table:
                name, (a, b), function = table
                if at > self.text.index("=", a):
                    uses = [(u.start(), u.end()) for u in re.finditer(rf"\b{name}\b", self.text)
                            if not a <= u.start() < b and self.is_use(u.start())]
                    self.found.append(Fault(self.path, at, m.end(), "value", text, after, function,
                                            (self.text[a:b], a, name, uses)))
            elif f and not any(a <= at < b for a, b in self.closed):
                self.add(at, m.end(), "value", after, f)

    def is_use(self, at):
        return self.text[at - 1] != "." and self.text[at - 2:at] != "->" and not any(
            m.start() <= at < m.end() for m in self.comments())

    def comments(self):
        if not hasattr(self, "skipped"):
            self.skipped = [m for m in TOKEN.finditer(self.text) if m["skip"]]
        return self.skipped

    def instead(self, m, named):
        text = m[0]
        if m["hex"]:
            digits, suffix = m["hex"], text[len(m["hex"]):]
            value = int(digits, 16)
            flipped = value ^ 1 << self.rng.randrange(max(value.bit_length(), 1))
            return f"{flipped:#x}{suffix}"
        if m["number"] and text != "0" or m["real"]:
            return f"{text} {self.rng.choice('+-')} 1"
        if text == "0":
            return "1"
        if text in ("true", "false"):
            return "false" if text == "true" else "true"
        others = named.others(text) if m["name"] else []
        return self.rng.choice(others) if others else None


def register_values(headers):
    """{name: all (name, value) of its field}: the values of fields that have names."""
    groups = {}
    for header in headers:
        for m in re.finditer(r"^#define (\w+__[A-Z0-9_]+?) (\w+)$", open(header).read(), re.M):
            if not re.search(r"__(MASK|SHIFT|COUNT|RESET)$", m[1]):
                groups.setdefault(m[1].rpartition("__")[0], []).append((m[1], m[2]))
    return {name: group for group in groups.values() for name, _ in group}


def faults_of(source, args, wanted, registers, rng):
    """The faults of source, and of the wanted headers that it includes: {path: [Fault]}."""
    unit = cx.Index.create().parse(source, args=args)
    named = Named(unit, registers)
    included = {i.include.name.removeprefix("./") for i in unit.get_includes()}
    result = {}
    for path in [source] + sorted(included & wanted):
        f = File(path if path == source else "./" + path, rng)
        f.walk(unit)
        f.tokens(named)
        seen, alike = set(), {}
        result[path] = []
        for fault in sorted(f.found, key=lambda x: (x.start, x.end, x.kind)):
            fault.path = path
            if (fault.start, fault.end, fault.after) in seen:
                continue
            seen.add((fault.start, fault.end, fault.after))
            spelled = fault.function, fault.before
            fault.nth = alike.get(spelled, 0)
            alike[spelled] = fault.nth + 1
            result[path].append(fault)
    return result
