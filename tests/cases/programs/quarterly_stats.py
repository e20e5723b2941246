import statistics as st
from decimal import Decimal, ROUND_HALF_EVEN, ROUND_HALF_UP, getcontext, localcontext, InvalidOperation, DivisionByZero
from fractions import Fraction
from itertools import accumulate, batched, groupby, pairwise, starmap
from math import fsum, isclose, nan, inf

data = {"north": [12.5, 15.25, 9.75, 20.0], "south": [7.1, 7.3, 7.2, 7.1], "east": [100, 98, 103, 99], "west": [0.1] * 10}


def table(rows, headers):
    widths = [max(len(str(r[i])) for r in [headers, *rows]) for i in range(len(headers))]
    line = "+".join("-" * (w + 2) for w in widths)
    yield "|".join(f" {h:^{w}} " for h, w in zip(headers, widths))
    yield line
    for row in rows:
        yield "|".join(f" {c:>{w}} " if isinstance(c, (int, float, Decimal)) else f" {c:<{w}} " for c, w in zip(row, widths))


rows = []
for region, values in data.items():
    rows.append((region, len(values), round(st.mean(values), 3), round(st.stdev(values), 4), st.median_low(values), st.median_high(values)))
print(*table(rows, ("region", "n", "mean", "sd", "lo", "hi")), sep="\n")
print(st.quantiles(data["north"], n=4), st.quantiles(data["east"], n=5, method="inclusive"))
print(st.mode([1, 1, 2, 2]), st.multimode("aabbc"), st.fmean([1, 2, 3, 4], weights=[4, 3, 2, 1]))
print(st.geometric_mean([1, 2, 4]), st.harmonic_mean([40, 60]), st.harmonic_mean([40, 60], weights=[5, 30]))
print(st.linear_regression([1, 2, 3, 4], [2.1, 3.9, 6.2, 7.8]), st.correlation([1, 2, 3], [3, 2, 1]), st.covariance([1, 2, 3], [1, 5, 7]))
print(st.mean([Fraction(1, 3), Fraction(1, 6)]), st.mean([Decimal("1.10"), Decimal("2.20")]), st.pvariance([Decimal(1), Decimal(2)]))
nd = st.NormalDist.from_samples([2.5, 3.1, 2.1, 2.4, 2.7, 3.5])
print(nd, f"{nd.cdf(3):.6f}", f"{nd.inv_cdf(0.95):.6f}", nd + 3, nd.zscore(3), (nd * 2 - 1).mean)
for bad in ([], ["a"], [1, None]):
    try:
        st.mean(bad)
    except (st.StatisticsError, TypeError) as e:
        print(type(e).__name__, e)
try:
    st.stdev([1])
except st.StatisticsError as e:
    print(e)
print(sum(data["west"]), fsum(data["west"]), sum([0.1] * 10) == 1.0, isclose(sum(data["west"]), 1))
print(sum([1e308, 1e308, -1e308]), max([nan, 1, 2]), min([1, nan, 2]), sorted([3, inf, -inf, 2.5]))

getcontext().prec = 28
prices = [Decimal(x) for x in ("19.99", "5.005", "0.125", "1E+3", "-7.5")]
cent = Decimal("0.01")
for p in prices:
    print(f"{p!s:>8} {p.quantize(cent, ROUND_HALF_UP)!s:>9} {p.quantize(cent, ROUND_HALF_EVEN)!s:>9} {p:,.1f} {p:+010.2f} {p:e} {p.as_tuple()}")
print(sum(prices), sum(prices, Decimal(0)).normalize(), Decimal("1000").normalize(), Decimal("1E+3").to_integral_value())
with localcontext() as ctx:
    ctx.prec = 6
    print(Decimal(1) / Decimal(7), Decimal(2).sqrt(), Decimal(10).ln(), Decimal("1.5") ** 3)
print(Decimal(1) / 7, Decimal(0.1), Decimal("0.1") + Decimal("0.2") == Decimal("0.3"), round(Decimal("2.675"), 2), round(Decimal("2.5")))
for expr in ("Decimal(1)/0", "Decimal('x')", "Decimal(1) + 1.5", "Decimal('sNaN') + 1", "Decimal(0)/0"):
    try:
        print(eval(expr))
    except Exception as e:
        print(expr, "->", type(e).__name__, e)
f = Fraction("3.14159").limit_denominator(100)
print(f, repr(f), float(f), f"{f:.3f}", Fraction(7, 3) // 1, Fraction(-7, 3) % 2, divmod(Fraction(7, 2), Fraction(2, 3)), Fraction(1.1), Fraction(0.5) ** -2, round(Fraction(5, 2)), hash(Fraction(1, 2)) == hash(0.5))
running = list(accumulate(data["north"], lambda a, b: round(a * 0.5 + b, 3), initial=0))
print(running, [b - a for a, b in pairwise(data["east"])], list(batched("ABCDEFG", 3)), list(starmap(pow, [(2, 5), (3, 2)])))
print({k: list(g) for k, g in groupby(sorted(range(10), key=lambda n: n % 3), key=lambda n: n % 3)})
