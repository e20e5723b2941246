import difflib
import textwrap

old = textwrap.dedent("""\
    def area(r):
        return 3.14 * r * r

    def main():
        print(area(2))
    """).splitlines(keepends=True)
new = textwrap.dedent("""\
    import math

    def area(radius):
        return math.pi * radius ** 2

    def main():
        print(area(2))
        print("done")
    """).splitlines(keepends=True)

print("".join(difflib.unified_diff(old, new, "a/area.py", "b/area.py", n=1)), end="")
print("".join(difflib.ndiff(old[:2], new[2:4])), end="")


def lcs_diff(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            table[i][j] = table[i + 1][j + 1] + 1 if a[i] == b[j] else max(table[i + 1][j], table[i][j + 1])
    i = j = 0
    ops = []
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            ops.append((" ", a[i])); i += 1; j += 1
        elif j == len(b) or i < len(a) and table[i + 1][j] >= table[i][j + 1]:
            ops.append(("-", a[i])); i += 1
        else:
            ops.append(("+", b[j])); j += 1
    return ops


ops = lcs_diff("kitten", "sitting")
print("".join(s + c for s, c in ops), "".join(c for s, c in ops if s != "-"), "".join(c for s, c in ops if s != "+"))


def apply(lines, edits):
    out = list(lines)
    for at, removed, added in sorted(edits, reverse=True):
        if out[at:at + len(removed)] != removed:
            raise ValueError(f"conflict at {at}: {out[at:at + len(removed)]!r}")
        out[at:at + len(removed)] = added
    return out


edits = [(i1, old[i1:i2], new[j1:j2]) for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new).get_opcodes() if tag != "equal"]
print(apply(old, edits) == new, len(edits))
try:
    apply(new, edits)
except ValueError as e:
    print(e)
print(difflib.get_close_matches("recieve", ["receive", "relieve", "deceive", "retrieve"]), f"{difflib.SequenceMatcher(None, 'abcd', 'bcde').ratio():.3f}")
def merge(base, left, right):
    out = []
    for b, l, r in zip(base, left, right):
        out.append(l if l == r or r == b else r if l == b else f"<<{l}|{r}>>")
    return out
print(merge("abcd", "abXd", "aYcd"), merge(["x"], ["y"], ["z"]))
