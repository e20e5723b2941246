"""Clean a messy customer export and report on it."""
import csv
import io
import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, datetime
from typing import Optional

RAW = '''id,name,email,phone,joined,spend
1, Alice O'Neil ,ALICE@Example.com,(555) 123-4567,2023-01-15,"1,234.50"
2,bob smith,bob[at]example.com,555.987.6543,15/02/2023,99
3,"Garcia, Maria",maria.garcia@example.org,+1 555 222 3333,March 3 2023,
4,,nobody@example.com,n/a,2023-13-01,12.5
5,Zoë Müller,zoe@müller.de,0049-30-1234,2023-04-30,"7,000.00"
2,bob smith,bob@example.com,5559876543,2023-02-15,101.25
7,"Quote ""Q"" Person",q@example.com,,20230501,-5
'''

DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%B %d %Y", "%Y%m%d")


@dataclass(slots=True)
class Customer:
    id: int
    name: str
    email: Optional[str] = None
    phone: str | None = None
    joined: date | None = None
    spend: float = 0.0
    problems: list[str] = field(default_factory=list, repr=False, compare=False)


def parse_date(text):
    for fmt in DATE_FORMATS:
        try:
            return datetime.strptime(text, fmt).date()
        except ValueError as error:
            last = error
    raise ValueError(f"no format fits {text!r}") from last


def parse(row):
    problems = []
    name = " ".join(row["name"].split()) or "<unknown>"
    if (m := re.fullmatch(r"(?P<last>[^,]+),\s*(?P<first>.+)", name)):
        name = m.expand(r"\g<first> \g<last>")
    name = re.sub(r"\b[a-z]", lambda m: m[0].upper(), name) if name.islower() else name
    email = row["email"].strip().lower()
    if not re.fullmatch(r"[\w.+-]+@[\w-]+(\.[a-z]{2,})+", email):
        problems.append(f"bad email {email!r}")
        email = None
    digits = re.sub(r"\D+", "", row["phone"])
    phone = None
    if len(digits) >= 10:
        phone = "{}-{}-{}".format(digits[-10:-7], digits[-7:-4], digits[-4:])
    else:
        problems.append(f"bad phone {row['phone']!r}")
    try:
        joined = parse_date(row["joined"])
    except ValueError as error:
        problems.append(f"{error}; {error.__cause__}")
        joined = None
    try:
        spend = float((row["spend"] or "0").replace(",", ""))
    except ValueError as error:
        problems.append(str(error))
        spend = 0.0
    return Customer(int(row["id"]), name, email, phone, joined, spend, problems)


customers = [parse(row) for row in csv.DictReader(io.StringIO(RAW))]
for c in customers:
    print(c)
    for p in c.problems:
        print("   !", p)

merged = {}
for c in customers:
    if c.id in merged:
        old = merged[c.id]
        changes = {f.name: getattr(c, f.name) for f in fields(c)
                   if f.name != "problems" and getattr(c, f.name) not in (None, getattr(old, f.name))}
        merged[c.id] = replace(old, **changes)
        print("merged", c.id, sorted(changes))
    else:
        merged[c.id] = c
by_quarter = defaultdict(Counter)
for c in merged.values():
    if c.joined:
        by_quarter[f"{c.joined:%Y}-Q{(c.joined.month + 2) // 3}"][c.email and c.email.split("@")[1]] += 1
for quarter, domains in sorted(by_quarter.items()):
    print(quarter, dict(domains), domains.total())
print(json.dumps([asdict(c) for c in merged.values()], default=lambda o: o.isoformat(), indent=2, ensure_ascii=True, sort_keys=True))
out = io.StringIO()
writer = csv.DictWriter(out, ["id", "name", "spend"], extrasaction="ignore", quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
writer.writeheader()
writer.writerows(asdict(c) for c in sorted(merged.values(), key=lambda c: -c.spend))
print(out.getvalue())
try:
    csv.DictWriter(io.StringIO(), ["id"]).writerow({"id": 1, "x": 2})
except ValueError as error:
    print("ValueError:", error)
try:
    customers[0].nope = 3
except AttributeError as error:
    print("AttributeError:", error)
