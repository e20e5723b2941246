import csv
import io

raw = """id,name,department,salary,start
1,"Smith, Ann",Engineering,85000,2019-03-01
2,Bob Jones,Sales,54000.50,2020-11-15
3,"Carol ""CJ"" Jay",Engineering,97000,2015-06-30
4,Dan,,48000,2022-01-10
5,Eve,Sales,not available,2021-05-05
"""
rows = list(csv.DictReader(io.StringIO(raw)))
print(len(rows), rows[0], list(rows[2].values()))


def parse_salary(text):
    try:
        return float(text)
    except ValueError:
        return None


people = [{**r, "salary": parse_salary(r["salary"]), "department": r["department"] or "Unassigned"} for r in rows]
departments = {}
for p in people:
    departments.setdefault(p["department"], []).append(p)
for name in sorted(departments):
    known = [p["salary"] for p in departments[name] if p["salary"] is not None]
    mean = sum(known) / len(known) if known else float("nan")
    print(f"{name:<12} n={len(departments[name])} mean={mean:>10,.2f} min={min(known, default=0):,.0f}")
out = io.StringIO()
writer = csv.writer(out)
writer.writerow(["name", "salary band"])
for p in sorted(people, key=lambda p: (p["salary"] is None, -(p["salary"] or 0))):
    band = "unknown" if p["salary"] is None else "high" if p["salary"] > 80000 else "mid" if p["salary"] > 50000 else "low"
    writer.writerow([p["name"], band])
print(out.getvalue())
out = io.StringIO()
w = csv.DictWriter(out, fieldnames=["name", "start"], extrasaction="ignore", delimiter=";", quoting=csv.QUOTE_ALL, lineterminator="\n")
w.writeheader()
w.writerows(people[:2])
print(out.getvalue())
for line in csv.reader(["a,b,c", '"x ""y""",,"multi', 'line"', "", " spaced , q"], skipinitialspace=True):
    print(line)
print(list(csv.reader(["1|2|'3|4'"], delimiter="|", quotechar="'")), list(csv.reader(["1,2.5,x"], quoting=csv.QUOTE_NONE)))
years = {}
for p in people:
    year = int(p["start"][:4])
    years[year] = years.get(year, 0) + 1
print(dict(sorted(years.items())), [p["name"].split(",")[0].split()[-1] for p in people])


def to_table(rows, columns):
    widths = {c: max(len(c), *(len(str(r[c])) for r in rows)) for c in columns}
    line = "+" + "+".join("-" * (widths[c] + 2) for c in columns) + "+"
    yield line
    yield "|" + "|".join(f" {c.upper():<{widths[c]}} " for c in columns) + "|"
    yield line.replace("-", "=")
    for r in rows:
        yield "|" + "|".join(f" {r[c]!s:{'>' if isinstance(r[c], float) else '<'}{widths[c]}} " for c in columns) + "|"
    yield line


print("\n".join(to_table(people, ["id", "name", "salary"])))
