# ends: raised
import difflib, hashlib, json, textwrap, re
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import chain, zip_longest, count
@dataclass(frozen=True)
class Commit:
    tree: tuple; parents: tuple; message: str; n: int
    @cached_property
    def id(self): return hashlib.sha1(json.dumps([self.tree, [p.id for p in self.parents], self.message]).encode()).hexdigest()[:7]
    def __str__(self): return f"{self.id} {self.message}"
    @property
    def files(self): return dict(self.tree)
class Conflict(Exception):
    def __init__(self, files): super().__init__("conflicts in " + ", ".join(sorted(files))); self.files = files
class Repo:
    def __init__(self): self.branches, self.head, self.work, self.seq = {}, "main", {}, count(1)
    @property
    def tip(self): return self.branches.get(self.head)
    def commit(self, message, *extra):
        tree = tuple(sorted(self.work.items()))
        if self.tip and self.tip.tree == tree and not extra: raise ValueError("nothing to commit")
        self.branches[self.head] = c = Commit(tree, tuple(filter(None, (self.tip, *extra))), message, next(self.seq)); return c
    def branch(self, name):
        if name in self.branches: raise ValueError(f"branch {name!r} exists")
        self.branches[name] = self.tip; return self
    def checkout(self, name):
        try: self.work = self.branches[name].files
        except KeyError as e: raise LookupError(f"no branch {e}; did you mean {', '.join(difflib.get_close_matches(name, self.branches)) or 'nothing'}?") from None
        self.head = name; return self
    @staticmethod
    def ancestors(c):
        seen, todo = OrderedDict(), deque([c])
        while todo:
            c = todo.popleft()
            if c and c.id not in seen: seen[c.id] = c; todo.extend(c.parents)
        return seen
    def log(self): return [str(c) for c in sorted(self.ancestors(self.tip).values(), key=lambda c: -c.n)]
    def base(self, a, b): mine = self.ancestors(a); return next((c for i, c in self.ancestors(b).items() if i in mine), None)
    def diff(self, a, b):
        for name in sorted(a.keys() | b.keys()):
            yield from difflib.unified_diff(a.get(name, "").splitlines(), b.get(name, "").splitlines(), f"a/{name}", f"b/{name}", lineterm="", n=1)
    def merge(self, other):
        o = self.branches[other]; base = self.base(self.tip, o)
        if base.id == o.id: return "already up to date"
        if base.id == self.tip.id: self.branches[self.head] = o; self.work = o.files; return "fast-forward"
        b, m, t = base.files, self.tip.files, o.files; out, bad = {}, {}
        for name in b.keys() | m.keys() | t.keys():
            vb, vm, vt = b.get(name), m.get(name), t.get(name)
            if vm == vt or vt == vb: r = vm
            elif vm == vb: r = vt
            else:
                r, ok = merge3((vb or "").splitlines(), (vm or "").splitlines(), (vt or "").splitlines()); r = "\n".join(r)
                if not ok: bad[name] = r
            if r is not None: out[name] = r
        if bad: raise Conflict(bad)
        self.work = out; return self.commit(f"merge {other}", o)
def merge3(base, a, b):
    out, ok = [], True; ma = {m.a: m for m in difflib.SequenceMatcher(None, base, a, False).get_matching_blocks()}; sync = []
    am = {i: j for i, j in pairs(base, a)}; bm = {i: j for i, j in pairs(base, b)}; sync = [(i, am[i], bm[i]) for i in range(len(base)) if i in am and i in bm] + [(len(base), len(a), len(b))]
    pi = pa = pb = 0
    for i, ja, jb in sync:
        cb, ca, cc = base[pi:i], a[pa:ja], b[pb:jb]
        if ca == cc or cc == cb: out += ca
        elif ca == cb: out += cc
        else: out += ["<<<<<<<", *ca, "=======", *cc, ">>>>>>>"]; ok = False
        if i < len(base): out.append(base[i])
        pi, pa, pb = i + 1, ja + 1, jb + 1
    return out, ok
def pairs(x, y):
    for m in difflib.SequenceMatcher(None, x, y, False).get_matching_blocks():
        for k in range(m.size): yield m.a + k, m.b + k
r = Repo(); r.work = {"readme": "title\n\nintro\nmiddle\nend", "code.py": "def f():\n    return 1\n"}; c1 = r.commit("first"); r.branch("feature").checkout("feature"); r.work["readme"] = r.work["readme"].replace("intro", "INTRO"); r.work["new"] = "n"; r.commit("feature work"); r.checkout("main"); r.work["readme"] += "\nmore"; del r.work["code.py"]; r.commit("main work")
print(*r.log(), sep="\n"); print(*r.diff(c1.files, r.tip.files), sep="\n"); m = r.merge("feature"); print(m, [p.id for p in m.parents], sorted(r.work.items()), r.base(*m.parents), sep="\n"); print(len(r.log()), r.merge("feature"))
r.branch("x").checkout("x"); r.work["readme"] = r.work["readme"].replace("title", "X title"); r.commit("x title"); r.checkout("main"); r.work["readme"] = r.work["readme"].replace("title", "Main title"); r.commit("m title")
try: r.merge("x")
except Conflict as e: print(e, e.files["readme"], sep="\n")
r.branch("ff").checkout("ff"); r.work["ff"] = "1"; r.commit("ff"); r.checkout("main"); print(r.merge("ff"), sorted(r.branches), r.tip.message)
for bad in (lambda: r.commit("again"), lambda: r.branch("ff"), lambda: r.checkout("fature"), lambda: r.checkout("zzz"), lambda: r.merge("nope"), lambda: setattr(r.tip, "n", 1)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
a, b = "the quick brown fox\njumps over\nthe lazy dog".splitlines(), "the quick red fox\njumped over\nthe lazy dog\nagain".splitlines()
print(*difflib.ndiff(a, b), sep="\n"); print(*difflib.context_diff(a, b, "old", "new", lineterm="", n=0), sep="\n"); sm = difflib.SequenceMatcher(None, a[0], b[0]); print([(t, a[0][i:j], b[0][k:l]) for t, i, j, k, l in sm.get_opcodes()], f"{sm.ratio():.3f}", list(difflib.restore(difflib.ndiff(a, b), 2)) == b, [list(g)[0][0] for g in sm.get_grouped_opcodes(0)], difflib.IS_LINE_JUNK("  #\n"), difflib.get_close_matches("comit", ["commit", "comet", "omit", "merge"], n=2, cutoff=0.7))
print(*(f"{x or '':<22}│ {y or ''}" for x, y in zip_longest(a, b)), sep="\n"); r.merge("main").nothing
