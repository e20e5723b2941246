# Every arithmetic operator, apart and in place, over numbers of every kind: what is done quickly is what is done at length.
def apart(op):
    return f'def f(x, y):\n    return x {op} y\n'


def in_place(op):
    return f'def f(x, y):\n    x {op}= y\n    return x\n'


def made(source):
    names = {}
    exec(source, names)
    return names['f']


VALUES = [0, 1, -7, 62, 2**31, -2**63, True, 0.0, -1.5, 1e300, float('nan'), None]

for op in ['+', '-', '*', '/', '//', '%', '&', '|', '^', '<<', '>>', '**']:
    both = made(apart(op)), made(in_place(op))
    for x in VALUES:
        results = []
        for y in VALUES:
            if op in ('**', '<<') and isinstance(y, int) and isinstance(x, int) and (y > 63 or y > 9 and abs(x) > 9):
                continue
            seen = []
            for f in both:
                try:
                    seen.append(repr(f(x, y)))
                except Exception as error:
                    seen.append(type(error).__name__ + ': ' + str(error))
            results.append(seen[0] if seen[0] == seen[1] else str(seen))
        print(op, x, *results, sep=' | ')
