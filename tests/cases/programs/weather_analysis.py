import statistics
from itertools import groupby

raw = """2024-01-01,Oslo,-5.2,0.0
2024-01-01,Rome,11.0,2.4
2024-01-02,Oslo,-7.9,1.2
2024-01-02,Rome,12.5,0.0
2024-01-03,Oslo,,3.3
2024-01-03,Rome,9.8,14.1
2024-01-04,Oslo,-1.0,0.0
2024-01-04,Rome,bad,0.2"""

records, problems = [], []
for number, line in enumerate(raw.splitlines(), start=1):
    day, city, temp, rain = line.split(",")
    try:
        records.append({"day": day, "city": city, "temp": float(temp), "rain": float(rain)})
    except ValueError as e:
        problems.append((number, str(e)))
print(len(records), problems)
by_city = {c: list(g) for c, g in groupby(sorted(records, key=lambda r: r["city"]), key=lambda r: r["city"])}
for city, rs in by_city.items():
    temps = [r["temp"] for r in rs]
    print(f"{city:>6}: mean {statistics.mean(temps):6.2f} median {statistics.median(temps):6.2f} stdev {statistics.stdev(temps):5.2f} range {max(temps) - min(temps):.1f} rain {sum(r['rain'] for r in rs):.1f}mm")


def trend(values):
    return "".join("^" if b > a else "v" if b < a else "-" for a, b in zip(values, values[1:]))


def to_f(c): return c * 9 / 5 + 32
def moving(xs, n): return [round(sum(xs[i:i + n]) / n, 2) for i in range(len(xs) - n + 1)]
def chill(t, wind=20): return round(13.12 + 0.6215 * t - 11.37 * wind ** 0.16 + 0.3965 * t * wind ** 0.16, 1)


for city, rs in by_city.items():
    t = [r["temp"] for r in rs]
    print(city, trend(t), [f"{to_f(x):.1f}F" for x in t], moving(t, 2), [chill(x) for x in t])
hottest = max(records, key=lambda r: r["temp"])
wettest = sorted(records, key=lambda r: (-r["rain"], r["city"]))[:2]
print(hottest, [(w["city"], w["day"][5:]) for w in wettest])
buckets = {"freezing": 0, "cool": 0, "warm": 0}
for r in records:
    match r:
        case {"temp": t} if t < 0: buckets["freezing"] += 1
        case {"temp": t} if t < 10: buckets["cool"] += 1
        case _: buckets["warm"] += 1
print(buckets, any(r["rain"] > 10 for r in records), all(r["temp"] > -10 for r in records))
lo, hi = min(r["temp"] for r in records), max(r["temp"] for r in records)
for r in records:
    pos = round((r["temp"] - lo) / (hi - lo) * 20)
    print(f"{r['day'][8:]} {r['city']:<5}|{' ' * pos}*{' ' * (20 - pos)}| {r['temp']:+.1f}")
