"""Writes `tables.rs` and `arcs.rs` of `algorithms/src/math/elementary`: the numbers that elementary functions look up.

    python3 algorithms/tables/generate_elementary.py

Everything is computed from series in integers with 1600 bits behind the point, so the files depend on nothing but this script.
"""

import fractions
import math
import pathlib
import struct

SHIFT = 1600
ONE = 1 << SHIFT
Exact = fractions.Fraction


def exp(x: Exact) -> Exact:
    """e**x for |x| < 1."""
    term = total = ONE
    at = 1
    while term:
        term = term * x.numerator // (x.denominator * at)
        total += term
        at += 1
    return Exact(total, ONE)


def log(x: Exact) -> Exact:
    """The natural logarithm, for 1/2 <= x <= 2, from that of (1 + z) / (1 - z)."""
    z = (x - 1) / (x + 1)
    power = ONE * z.numerator // z.denominator
    square = power * power >> SHIFT
    total = 0
    for at in range(1, 2 * SHIFT, 2):
        total += power // at
        power = power * square >> SHIFT
    return Exact(2 * total, ONE)


def arctan_of_inverse(n: int) -> Exact:
    return sum((Exact((-1) ** k * ONE // ((2 * k + 1) * n ** (2 * k + 1)), ONE) for k in range(SHIFT)), Exact(0))


PI = 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)


def sine_cosine(x: Exact) -> tuple[Exact, Exact]:
    sine = cosine = 0
    term = ONE
    at = 0
    while term and at < 800:
        if at % 2:
            sine += term if at % 4 == 1 else -term
        else:
            cosine += term if at % 4 == 0 else -term
        at += 1
        term = term * x.numerator // (x.denominator * at)
    return Exact(sine, ONE), Exact(cosine, ONE)


def bits(x: float) -> str:
    return f'0x{struct.unpack("<Q", struct.pack("<d", x))[0]:016x}'


def parts(x: Exact, count: int) -> list[float]:
    """Floats whose sum is near x, each the float next to what is left."""
    out = []
    for _ in range(count):
        out.append(float(x))
        x -= Exact(out[-1])
    return out


def on_grid(x: Exact, exponent: int) -> float:
    """The multiple of 2**exponent next to x."""
    unit = Exact(2) ** exponent
    return float(round(x / unit) * unit)


def on_grid_then(x: Exact, exponents: list[int], count: int) -> list[float]:
    """As `parts`, of which the first ones are multiples of powers of two: their products with small integers are exact."""
    out = []
    for exponent in exponents:
        out.append(on_grid(x, exponent))
        x -= Exact(out[-1])
    return out + parts(x, count)


lines = [
    '//! What elementary functions look up. `algorithms/tables/generate_elementary.py` writes this file.',
]


def scalar(name: str, text: str, value: float) -> None:
    lines.extend(['', f'/// {text}', f'pub(super) const {name}: f64 = f64::from_bits({bits(value)});'])


def row(name: str, text: str, values: list[float]) -> None:
    items = ', '.join(f'f64::from_bits({bits(value)})' for value in values)
    whole = f'pub(super) const {name}: [f64; {len(values)}] = [{items}];'
    lines.extend(['', f'/// {text}'])
    if len(whole) <= 140:
        lines.append(whole)
    else:
        lines.append(f'pub(super) const {name}: [f64; {len(values)}] = [')
        lines.extend(f'    f64::from_bits({bits(value)}),' for value in values)
        lines.append('];')


def table(name: str, text: str, rows: list[list[float]]) -> None:
    lines.extend(['', f'/// {text}', f'pub(super) static {name}: [[u64; {len(rows[0])}]; {len(rows)}] = ['])
    lines.extend(f'    [{", ".join(map(bits, values))}],' for values in rows)
    lines.append('];')


ln2 = log(Exact(2))
scalar('STEPS_PER_LN2', '256 / ln 2.', float(256 / ln2))
row('LN2_STEP', 'ln 2 / 256; products of the first two with integers below 2^19 are exact.', on_grid_then(ln2 / 256, [-42, -76], 1))
row('LN2', 'ln 2; a multiple of 2^-42 first.', on_grid_then(ln2, [-42], 2))
row('LN2_PAIR', 'ln 2.', parts(ln2, 2))
row('INVERSE_LN2', '1 / ln 2.', parts(1 / ln2, 2))
ln10 = 3 * ln2 + log(Exact(5, 4))
row('INVERSE_LN10', '1 / ln 10.', parts(1 / ln10, 2))
row('LOG10_2', 'The logarithm of 2 to base ten.', parts(ln2 / ln10, 2))
scalar('STEPS_PER_PI', '128 / pi.', float(128 / PI))
row('PI_STEP', 'pi / 128; products of the first two with integers up to 2^24 are exact.', on_grid_then(PI / 128, [-34, -63], 1))
row('PI_STEP_PAIR', 'pi / 128.', parts(PI / 128, 2))
row('PI', 'pi.', parts(PI, 2))

factorial = 1
inverses = []
for n in range(1, 16):
    factorial *= n
    inverses.append(parts(Exact(1, factorial), 2))
table('INVERSE_FACTORIALS', '1/1!, 1/2!, 1/3! and so on, each in two parts.', inverses)
table('INVERSES', '1/1, 1/2, 1/3 and so on, each in two parts.', [parts(Exact(1, n), 2) for n in range(1, 17)])

# Bit 63 of the first word has the weight 2**127, which is far above 128 / pi: the words begin with zeros.
words = 22
digits = int(128 / PI * 2 ** (64 * words - 128))
lines.extend(['', '/// The binary digits of 128 / pi. The lowest bit of the second word has the weight 1.', f'pub(super) static PI_DIGITS: [u64; {words}] = ['])
lines.extend(f'    0x{digits >> 64 * (words - 1 - at) & (1 << 64) - 1:016x},' for at in range(words))
lines.append('];')

table('POWERS', '2^(i/256) in two parts.', [parts(exp(ln2 * i / 256), 2) for i in range(256)])

rows = []
for i in range(257):
    # Nine bits behind the point, so that its product with 53 bits, less 1, has 53 bits too.
    c = round(Exact(512) / (1 + Exact(i, 256)))
    rows.append([c / 512, *on_grid_then(-log(Exact(c, 512)), [-42], 2)])
table('LOGARITHMS', 'A number c near 1 / (1 + i/256), and -ln c in three parts, a multiple of 2^-42 first.', rows)

rows = []
for i in range(65):
    sine, cosine = sine_cosine(PI * i / 128)
    rows.append([*parts(sine, 2), *(parts(cosine, 2) if i < 64 else [0.0, 0.0])])
table('SINES', 'Sine and cosine of i * pi / 128, each in two parts.', rows)

folder = pathlib.Path(__file__).parent.parent / 'src/math/elementary'
folder.mkdir(exist_ok=True)
(folder / 'tables.rs').write_text('\n'.join(lines) + '\n')


# The arc functions have short series around 65 points each.
TERMS = 11


def arctan_series(c: Exact) -> list[Exact]:
    """Coefficients of atan(c + h) but the first, from those of 1 / (1 + (c + h)**2)."""
    out = [1 / (1 + c * c), -2 * c / (1 + c * c) ** 2]
    while len(out) < TERMS - 1:
        out.append(-(2 * c * out[-1] + out[-2]) / (1 + c * c))
    return [a / (n + 1) for n, a in enumerate(out)]


def arcsin_series(c: Exact) -> list[Exact]:
    """Coefficients of asin(c + h) but the first, from those of its derivative y: (1 - x**2) y' = x y."""
    root = Exact(math.isqrt(int(ONE * ONE * (1 - c * c))), ONE)
    out = [1 / root, c / root / (1 - c * c)]
    while len(out) < TERMS - 1:
        n = len(out) - 1
        out.append((c * (2 * n + 1) * out[-1] + n * out[-2]) / (1 - c * c) / (n + 1))
    return [a / (n + 1) for n, a in enumerate(out)]


def arctan(x: Exact) -> Exact:
    power = int(ONE * x)
    square = int(ONE * x * x)
    total = 0
    for at in range(1, 2 * SHIFT, 2):
        total += power // at if at % 4 == 1 else -(power // at)
        power = power * square >> SHIFT
    return Exact(total, ONE)


def arcsin(x: Exact) -> Exact:
    power = int(ONE * x)
    square = int(ONE * x * x)
    total = 0
    for at in range(1, 2 * SHIFT, 2):
        total += power // at
        power = (power * square >> SHIFT) * at // (at + 1)
    return Exact(total, ONE)


tangents = []
angle = Exact(0)
for i in range(65):
    tangents.append([*parts(angle, 2), *parts(arctan_series(Exact(i, 64))[0], 2), *map(float, arctan_series(Exact(i, 64))[1:])])
    angle += arctan(Exact(1, 64) / (1 + Exact(i * (i + 1), 4096)))
sines = []
for i in range(65):
    series = arcsin_series(Exact(i, 128))
    sines.append([*parts(arcsin(Exact(i, 128)), 2), *parts(series[0], 2), *map(float, series[1:])])
lines = ['//! What arc functions look up. `algorithms/tables/generate_elementary.py` writes this file.']
table('ARC_TANGENTS', 'Coefficients of the series of `atan(i/64 + h)`, the first two in two parts.', tangents)
table('ARC_SINES', 'Coefficients of the series of `asin(i/128 + h)`, the first two in two parts.', sines)
(folder / 'arcs.rs').write_text('\n'.join(lines) + '\n')
