import decimal, fractions, datetime
vals = [0, 7, -7, 255, 10**20, -(10**6), True]
specs = ["", "d", "5", "<5", "^7", "*^9d", "+d", " d", "08", "08d", "+08,", "x", "#x", "#X", "#010b", "_b", "_x", ",", "_", "#o", "n", "e", ".2f", ",.1f", "%", ".0%", "g", "G", "=+8", "0=8", "<08", "c", "z.1f", "010_d", "#_x", "020_b", ".3", "+.0e"]
for s in specs:
    row = []
    for v in vals:
        try:
            row.append(format(v, s))
        except (ValueError, OverflowError) as e:
            row.append(f"!{e}")
    print(f"{s!r:>8}", *row, sep=" | ")
fs = [0.0, -0.0, 1.0, 1.5, 2.5, -2.675, 1e100, 1e-7, 123456789.0, 0.1 + 0.2, float("inf"), float("-inf"), float("nan"), 1e15, 1e16, 99999.5]
fspecs = ["", ".0f", ".1f", "f", "e", ".3e", "g", ".3g", "#.3g", "G", "n", "%", ".1%", "+", " .2f", "08.2f", "z.0f", ",.2f", "_.2f", "<10", ">10.1e", "^+12.2f", "*=12.1f", ".10", ".17g", "#.0f", "020,.2f", "F", "E", "r", ".2d", ".400f"]
for s in fspecs:
    row = []
    for v in fs:
        try:
            r = format(v, s)
            row.append(r if len(r) < 60 else f"{r[:10]}..{len(r)}")
        except (ValueError, OverflowError) as e:
            row.append(f"!{e}")
    print(f"{s!r:>9}", *row, sep=" | ")
for s in ["", "5", ">6", "^7", "*<8", ".2", "10.3", "s", "05", "=5", ",", "+", "d", "é^9", "\u3000>5", "<", "1000000000000000000000"]:
    try:
        print(repr(s), repr(format("abcd", s)))
    except ValueError as e:
        print(repr(s), e)
for s in ["", ".2f", "+.1e", "10.2f", "g", "<20", "d", ",.1f", "%", "020.1f", "=20"]:
    try:
        print(repr(s), format(1234.5 - 2.25j, s), format(0j, s) if s != "=20" else "")
    except ValueError as e:
        print(repr(s), e)
for s in ["", ".1f", "e", ".3g", ",", "010", "+", "%", ".2%", "<9", "E", "n", "_", "z.0f", "x"]:
    try:
        print(repr(s), format(decimal.Decimal("-1234.565"), s), format(decimal.Decimal("1E+5"), s), format(decimal.Decimal("NaN"), s))
    except ValueError as e:
        print(repr(s), e)
for s in ["", ".2f", "e", "+.3g", ",.1f", "%", "012.3f", "_", "d", "<8", "#"]:
    try:
        print(repr(s), format(fractions.Fraction(-22, 7), s))
    except ValueError as e:
        print(repr(s), e)
w, p, n, items = 12, 3, 3.14159265, {"k": [1, 2]}
print(f"{n:{w}.{p}}|{n:<{w}.{p}f}|{n!r:^{w + 2}}|{items['k'][0]:0{w // 3}d}|{'x' if n else 'y':>{len(items) + 3}}|{{{n:.1f}}}|{n=:.2f}|{items=}|{ n = }|{n!s:.4}|{(lambda x: x * 2)(4)}|{'a' 'b'}|{'nested ' + f'{w:{f"{p}"}d}'}")
print("%5d|%-5d|%05d|%+d|% d|%x|%#x|%#o|%X|%c|%c|%s|%r|%a|%5.1f|%e|%G|%%|%.3s|%*d|%-*d|%.*f|%i|%u|%(a)s" .replace("|%(a)s", "") % (42, 42, 42, 42, 42, 255, 255, 8, 255, 65, "B", "s", "r", "é", 3.14159, 12345.678, 1e-10, "abcdef", 6, 7, 6, 7, 2, 1.005, 3.9, -3.2))
print("%(name)-8s|%(n)03d|%(f).1f%%|%(name)r" % {"name": "bob", "n": 5, "f": 99.55}, "%s" % ((1, 2),), "%s" % [1], "%d" % True, "%.0f %.0f %.0f" % (0.5, 1.5, 2.5), "%g %g" % (1e5, 1e6), "%#g" % 1, "%5s%-5s|" % ("a", "b"), b"%s %d %x %a" % (b"x", 5, 255, "q"), "%+.2e" % -0.0, "%08.3f" % -3.14159, "%s %s" % ("a", None), "%x" % -255, "%#06x" % 10, "%r" % "it's", "%-10r|" % "q")
print("{0} {1} {0}".format("a", "b"), "{:>{}}".format("x", 5), "{a[0]} {a[1].real} {b.__class__.__name__} {c[key]}".format(a=[1, 2], b=3, c={"key": "v"}), "{!r} {!s:>5} {!a}".format("q", "w", "é"), "{:{fill}{align}{width}}".format("m", fill="*", align="^", width=7), "{:%Y-%m-%d}".format(datetime.date(2024, 1, 2)), "{{}}{}".format(1), "{0:{1}}".format(5, "03d"), "{:,}".format(1234567.891), "{x}{y}".format_map({"x": 1, "y": 2}))
print(round(0.5), round(1.5), round(2.5), round(-0.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(1350, -2), round(5, 3), round(1e300, 5), round(-1.5), round(1.25, 1), round(1.35, 1), round(0.1 + 0.2, 15), round(5.5e15, -3), round(float("nan"), 1), round(True), round(12345.678, -2), round(1e22, 2), round(15, -1), round(25, -1), round(-15, -1), round(10**25 + 5, -1))
print(1e16, 1e15, 12345678901234567.0, 1.0e-4, 1e-5, 1/3, 2/3, 100.0, 1e2, 1.10, 3.0e10, 123e-7, 0.1 + 0.7, 1.1 * 3, 4.35 * 100, 1e23, 9007199254740993.0, 5e-324, 2.2250738585072014e-308, float("1e400"), -1e-400, 0.1 .hex(), float.fromhex("0x1.8p3"), (0.1).as_integer_ratio(), 1.0.is_integer(), 3.7 // 1, -3.7 // 1, -7 // 2, -7 % 3, 7 % -3, -7.5 % 2, 5.5 % -2, divmod(-7, 2), divmod(7.5, -2), 2 ** -1, (-8) ** (1 / 3), 0 ** 0, 0.0 ** 0, 1e308 * 10, -1e308 * 10, int(1e20), int(-2.9), 10 ** 20 / 3, 7 // 0.5)
