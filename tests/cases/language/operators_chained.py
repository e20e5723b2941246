def v(x):
    print("eval", x)
    return x
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1)
print(v(1) < v(2) < v(3))
print(v(3) < v(2) < v(1))
print(1 == 1.0 == True, 1 is 1 in [1] if True else 0)
print(1 < 2 in [2, 3], not 1 == 2, (1 < 2) == True)
x = 5
print(0 <= x <= 10, 0 <= x < 5, -x < 0 < x)
print("a" < "b" < "c", [1] < [1, 0] < [2], (1, "a") < (1, "b"))
print(v(0) or v("") or v([]) or v("last"))
print(v(1) and v("x") and v(0) and v("never"))
print(1 or 1 / 0, 0 and 1 / 0, None or False, "" and 5)
print(not [], not [0], not "", not "0", not 0.0, not None)
print(1 if [] else 2, "y" if "x" else "n", 1 if 0 else 2 if 0 else 3)
print(2 ** 3 ** 2, -2 ** 2, (-2) ** 2, 2 ** -1, -7 // 2, -7 % 3, 7 % -3)
print(1 + 2 * 3 - 4 / 2, 10 - 2 - 3, 2 * 3 % 4, ~5, -~5, +-+1)
print(5 & 3 | 4 ^ 1, 1 << 2 + 1, (1 << 2) + 1, 6 >> 1 << 1)
print(1 in [1] == True, "a" in "abc" in ["abc"], 3 not in [1, 2])
for pair in [(1, "a"), (None, 1), ([], ()), ({}, {}), (1j, 1), (object, 1)]:
    try:
        print(pair[0] < pair[1])
    except TypeError as e:
        print(e)
for op in (lambda: 1 + "a", lambda: "a" + 1, lambda: [1] + (2,), lambda: None + 1, lambda: -"a", lambda: ~1.5,
           lambda: +[], lambda: {} - {1}, lambda: "a" * "b", lambda: [1] * 1.5, lambda: 1 @ 2, lambda: 2 ** "x",
           lambda: "a" / 2, lambda: 1 << 1.0, lambda: 1 << -1, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 0 ** -1,
           lambda: 1.5 // 0, lambda: 1.5 % 0, lambda: 0.0 ** -1, lambda: 1j / 0, lambda: 1j // 1, lambda: 1j % 1, lambda: 1 in 5,
           lambda: 1 in "abc", lambda: b"a" + "a", lambda: "a" + b"a", lambda: {1} + {2}, lambda: {} + {}, lambda: {} | [],
           lambda: {1} | [1], lambda: 5(), lambda: None(), lambda: "x"(), lambda: 5[0], lambda: None[0], lambda: {}[[]],
           lambda: [1][2], lambda: "ab"[5], lambda: (1,)["a"], lambda: [1][1.0], lambda: {1: 2}[3], lambda: "a" % 5 % 6,
           lambda: len, lambda: True + True, lambda: True / 2, lambda: print < 1, lambda: int + int):
    try:
        r = op()
        print("ok" if callable(r) else r)
    except Exception as e:
        print(type(e).__name__ + ":", e)
a = b = 0
a += (b := 3) * 2
print(a, b, (c := 10) + c, [d := 1, d + 1], (e := 1, 2))
