import re, operator, textwrap, collections
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator
class TemplateError(Exception):
    def __init__(self, msg, line): super().__init__(f"line {line}: {msg}"); self.line = line
class Template:
    """{{ expr|filter:arg }}, {% if/elif/else %}, {% for a, b in xs %}, {% set %}, {# comments #}"""
    TOKEN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.S)
    FILTERS: dict[str, Callable] = {"upper": str.upper, "title": str.title, "length": len, "join": lambda xs, sep=", ": sep.join(map(str, xs)), "default": lambda v, d="": d if v is None else v, "round": lambda v, n="0": round(float(v), int(n)), "pad": lambda v, n="10": f"{v!s:>{int(n)}}", "sort": sorted, "reverse": lambda xs: list(xs)[::-1], "first": lambda xs: next(iter(xs)), "money": lambda v, c="€": f"{v:,.2f} {c}"}
    def __init__(self, text):
        self.tokens, line = [], 1
        for part in self.TOKEN.split(textwrap.dedent(text)):
            if part: self.tokens.append((part, line)); line += part.count("\n")
        self.pos = 0; self.body = self.parse()
        if self.pos < len(self.tokens): raise TemplateError(f"unexpected {self.tokens[self.pos][0]}", self.tokens[self.pos][1])
    def parse(self, *until):
        nodes = []
        while self.pos < len(self.tokens):
            tok, line = self.tokens[self.pos]
            if tok.startswith("{%"):
                words = tok[2:-2].split()
                if words[0] in until: return nodes
                self.pos += 1
                match words:
                    case ["if", *cond]:
                        branches = [(" ".join(cond), self.parse("elif", "else", "endif"))]
                        while (w := self.word())[0] == "elif": self.pos += 1; branches.append((" ".join(w[1:]), self.parse("elif", "else", "endif")))
                        if w[0] == "else": self.pos += 1; branches.append(("1", self.parse("endif")))
                        self.pos += 1; nodes.append(("if", branches, line))
                    case ["for", *names, "in", expr]: body = self.parse("endfor", "empty"); empty = []; 
                    case ["set", name, "=", *expr]: nodes.append(("set", name, " ".join(expr), line)); continue
                    case [other, *_]: raise TemplateError(f"unknown tag {other!r}", line)
                if words[0] == "for":
                    if self.word()[0] == "empty": self.pos += 1; empty = self.parse("endfor")
                    self.pos += 1; nodes.append(("for", [n.strip(",") for n in names], expr, body, empty, line))
            else:
                self.pos += 1
                if tok.startswith("{{"): nodes.append(("out", tok[2:-2].strip(), line))
                elif not tok.startswith("{#"): nodes.append(("text", tok))
        if until: raise TemplateError(f"expected {' or '.join(until)}", self.tokens[-1][1])
        return nodes
    def word(self):
        if self.pos >= len(self.tokens): raise TemplateError("unclosed block", self.tokens[-1][1])
        return self.tokens[self.pos][0][2:-2].split()
    def value(self, expr, ctx, line):
        expr, *filters = (p.strip() for p in expr.split("|")); v = self.atom(expr, ctx, line)
        for f in filters:
            name, _, arg = f.partition(":")
            try: fn = self.FILTERS[name]
            except KeyError: raise TemplateError(f"no filter {name!r}; have {', '.join(sorted(self.FILTERS)[:3])}...", line) from None
            try: v = fn(v, *([arg.strip("\"'")] if arg else []))
            except (TypeError, ValueError, StopIteration) as e: raise TemplateError(f"{name}: {e}", line) from e
        return v
    def atom(self, expr, ctx, line):
        if m := re.fullmatch(r"(.+?)\s*(==|!=|<=|>=|<|>| and | or | in )\s*(.+)", expr):
            a = self.atom(m[1], ctx, line); o = m[2].strip()
            if o == "and": return a and self.atom(m[3], ctx, line)
            if o == "or": return a or self.atom(m[3], ctx, line)
            b = self.atom(m[3], ctx, line); return a in b if o == "in" else {"==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}[o](a, b)
        if expr.startswith("not "): return not self.atom(expr[4:], ctx, line)
        if re.fullmatch(r"-?\d+", expr): return int(expr)
        if re.fullmatch(r"'[^']*'|\"[^\"]*\"", expr): return expr[1:-1]
        head, *rest = expr.split(".")
        v = ctx.get(head)
        for part in rest:
            try: v = v[int(part) if part.isdigit() else part]
            except (KeyError, TypeError, IndexError): v = getattr(v, part, None)
            if callable(v): v = v()
        return v
    def render(self, **ctx): return "".join(self.walk(self.body, collections.ChainMap(ctx)))
    def walk(self, nodes, ctx) -> Iterator[str]:
        for node in nodes:
            match node:
                case ("text", t): yield t
                case ("out", e, line): yield "" if (v := self.value(e, ctx, line)) is None else str(v)
                case ("set", n, e, line): ctx[n] = self.value(e, ctx, line)
                case ("if", branches, line): yield from next((self.walk(b, ctx) for c, b in branches if self.value(c, ctx, line)), ())
                case ("for", names, e, body, empty, line):
                    items = list(self.value(e, ctx, line) or ())
                    for i, item in enumerate(items):
                        scope = ctx.new_child({"loop": {"index": i + 1, "last": i == len(items) - 1, "odd": i % 2}})
                        scope.update(zip(names, item, strict=True) if len(names) > 1 else [(names[0], item)]); yield from self.walk(body, scope)
                    if not items: yield from self.walk(empty, ctx)
@dataclass
class Line:
    sku: str; qty: int; price: float
    def total(self): return self.qty * self.price
t = Template("""\
    Dear {{ customer.name|title }},{# greeting #}
    {% set n = lines|length %}{% if n > 2 %}many{% elif n == 1 %}one{% else %}{{ n }}{% endif %} lines
    {% for line in lines %}{{ loop.index }}. {{ line.sku|pad:6 }} {{ line.total|money:$ }}{% if not loop.last %},
    {% endif %}{% empty %}nothing ordered{% endfor %}
    {% for k, v in customer.tags %}[{{ k }}={{ v|default:'-' }}]{% endfor %} {{ missing }}|{{ missing|default:"none"|upper }}|{{ lines.0.sku }}|{{ 'x' }}|{{ names|sort|reverse|join:"/" }}
    """)
print(t.render(customer={"name": "ann o'hara", "tags": [("a", 1), ("b", None)]}, lines=[Line("p1", 3, 1250.5), Line("pen", 10, 0.333)], names=["b", "c", "a"]))
print(t.render(customer={"name": "x"}, lines=[], names=[])); print([n[0] for n in t.body], len(t.tokens))
for src, ctx in (("{% if x %}a", {}), ("{% bad %}", {}), ("a\n{{ x|nope }}", {"x": 1}), ("{{ x|round:a }}", {"x": 1}), ("{% endif %}", {}), ("{% for a, b in xs %}{% endfor %}", {"xs": [(1, 2, 3)]}), ("{{ xs|first }}", {"xs": []}), ("{{ x|upper }}", {"x": 5}), ("{% for x in 5 %}{% endfor %}", {})):
    try: print(repr(Template(src).render(**ctx)))
    except (TemplateError, ValueError, TypeError) as e: print(type(e).__name__, e, "<-", repr(e.__cause__))
rules = []
def rule(*, priority=0, name=None):
    def deco(fn): rules.append((priority, len(rules), name or fn.__name__, fn)); return fn
    return deco
@rule(priority=5)
def vip(o): return ("discount", 0.2) if o["total"] > 100 and o.get("vip") else None
@rule(priority=5, name="bulk!")
def bulk(o): return ("discount", 0.1) if sum(o["items"].values()) >= 10 else None
@rule()
def free_shipping(o): return ("shipping", 0) if o["total"] > 50 else ("shipping", 4.99)
@rule(priority=-1)
def audit(o): return "audit", f"{o['total']:.1f}/{len(o['items'])}"
for order in ({"total": 120.0, "vip": True, "items": {"a": 12}}, {"total": 20, "items": {"a": 1, "b": 2}}, {"items": {}}):
    facts, trace = collections.defaultdict(list), []
    for prio, _, name, fn in sorted(rules, key=lambda r: (-r[0], r[1])):
        try: result = fn(order)
        except KeyError as e: trace.append(f"{name}: missing {e}"); continue
        if result: k, v = result; facts[k].append(v); trace.append(f"{name}({prio:+d})")
    print(dict(facts), trace, max(facts["discount"], default=0))
