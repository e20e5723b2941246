print("{} {}".format(1, "a"), "{0} {1} {0}".format(1, 2), "{a} {b}".format(a=1, b=2), "{0} {k}".format(5, k=6), "{{}} {{{0}}}".format(1), "".format(), "x".format(1, 2))
print("{0[0]} {0[1]} {1[key]} {2.real}".format([1, 2], {"key": "v"}, 5), "{a[b][0]}".format(a={"b": [9]}), "{0[a b]} {0[1x]}".format({"a b": 1, "1x": 2}), "{0[1]}".format({1: "int key"}), "{.imag}".format(3j))
print("{!r} {!s} {!a} {0!r:>6}|".format("é", "é", "é", "x") if False else "{!r} {!s} {!a}".format("é", "é", "é"), "{0!r:>6}|".format("x"))
print("{:>5}|{:<5}|{:^5}|{:*^9}|{:+d}|{:05d}|{:,}|{:.2f}|{:10.3f}|{:e}|{:%}|{:x}|{:#b}".format("a", "b", "c", "mid", 5, 42, 1234567, 3.14159, 2.71828, 12345.678, 0.25, 255, 5))
print("{:{}}|{:{w}.{p}}|{:{fill}{align}{w}}".format("a", 4, 3.14159, "z", w=6, p=3, fill="*", align="^"), "{:{}{}}".format("x", ">", 3))
print("{0:{1}}".format(5, "03d"), "{a:{b}}".format(a=1, b=4), "{:}".format(5), "{!s:}".format(5), "{0:}".format(""))
class P:
    def __init__(self, x): self.x = x
    def __format__(self, s): return f"P<{s}>"
    def __getitem__(self, k): return f"item {k!r}"
print("{} {:abc} {0.x} {0[k]} {0[3]}".format(P(1), P(2)) if False else "{0} {1:abc} {0.x} {0[k]} {0[3]} {0[-1]}".format(P(1), P(2)))
print("{x} {y}".format_map({"x": 1, "y": 2}))
class D(dict):
    def __missing__(self, k): return "<" + k + ">"
print("{known} {unknown}".format_map(D(known=1)), "{a.x}".format_map({"a": P(5)}))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: "{}".format(), lambda: "{} {}".format(1), lambda: "{0} {}".format(1, 2), lambda: "{} {0}".format(1, 2), lambda: "{a}".format(), lambda: "{a}".format(b=1), lambda: "{".format(1), lambda: "}".format(1), lambda: "{0".format(1), lambda: "{!}".format(1), lambda: "{!z}".format(1),
          lambda: "{!rx}".format(1), lambda: "{0.nope}".format(1), lambda: "{0[5]}".format([1]), lambda: "{0[a]}".format([1]), lambda: "{0[}".format([1]), lambda: "{0[]}".format([1]), lambda: "{:d}".format("a"), lambda: "{:s}".format(1), lambda: "{:q}".format(1), lambda: "{:.2d}".format(1), lambda: "{:{}}".format(1), lambda: "{a b}".format(**{"a b": 1}), lambda: "{1}".format(0), lambda: "{-1}".format(0), lambda: "{0.}".format(1), lambda: "{.}".format(1), lambda: "{:{:{}}}".format(1, 2, 3), lambda: "{0!r".format(1), lambda: "{0:{".format(1), lambda: "{}}".format(1), lambda: "{:>1000000000000000000000}".format(1), lambda: "{99999999999999999999}".format(1), lambda: "{:\u00e9>4}".format(1), lambda: "{:{{}}}".format(1), lambda: "{x.y}".format(x=1), lambda: "{ 0 }".format(1), lambda: "{0 }".format(1), lambda: "{:5:}".format("a"), lambda: "{:c}".format(97), lambda: "{:n} {:_} {:_x}".format(1234, 5678, 2 ** 20), lambda: "{:010.3f}|{:+.2e}|{: .1f}|{:-}".format(3.14159, 12345, 2.5, -1), lambda: "{:<010}|{:=+8}|{:^+9.2f}".format(5, 5, 1.5), lambda: "{0:.3}{1:.3}".format("abcdef", 3.14159), lambda: "{:,.3f} {:_.2f} {:,d}".format(1234567.891, 1234567.891, -1234), lambda: "{:6.2%}|{:g}|{:G}".format(.5, 1e-10, 1e20), lambda: str.format("{}-{}", 1, 2), lambda: "{}".format_map(5), lambda: "{a}".format_map([1]), lambda: "{0}".format_map([7])):
    t(f)
print(format(5, "03"), format("a", ">3"), format(1.5, ".2f"), format(None), format([1]), format(True, "d"), format(10 ** 20, ","), format(-0.0, "g"), format(1j, ".1f"), format("x", ""))
