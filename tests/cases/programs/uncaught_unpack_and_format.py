# ends: raised
from collections import namedtuple
Row = namedtuple("Row", "id name amount")
rows = [Row(*line.split(",")) for line in "1,ann,5.5|2,bob,x|3,cy,7".split("|")]
def total(rows, *, convert=float):
    result = 0
    for i, row in enumerate(rows):
        try:
            result += convert(row.amount)
        except ValueError as error:
            error.add_note(f"row {i}: {row!r}")
            if i != 1:
                raise
            print("skipped", error, error.__notes__)
    return result
print(total(rows), [r._asdict()["name"] for r in rows], f"{rows[0]!r:>45}")
try:
    a, b = rows
except ValueError as e:
    print(e)
report = "{r.name:>{w}}|{r.amount:>6}".format
print(*(report(r=r, w=5) for r in rows), sep="\n")
lookup = {r.name: r for r in rows}
print(sorted(lookup, key=lambda n: lookup[n].amount), max(rows, key=lambda r: len(r.name)).name)
(first, *middle, last), (x, y) = rows, "ab"
print(first.id, middle[0].id, last.id, x, y)
print("%s has %d of %5.1f" % (first.name, last.id if last.id == 3 else int(last.id), float(first.amount)))
summary = {
    "ids": [int(r.id) for r in rows],
    "mean": sum(float(r.amount) for r in rows if r.amount != "x") / len(rows),
    "bad": [
        f"{r.name:<{len(r.name) + 2}}{float(r.amount):.2f}" for r in rows
    ],
}
