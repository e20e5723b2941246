ROOMS = {"single": 80.0, "double": 120.0, "suite": 260.0}
SEASONS = [((12, 15), (1, 10), 1.5), ((6, 1), (8, 31), 1.25)]


def in_season(day, start, end):
    return start <= day <= end if start <= end else day >= start or day <= end


def nightly(room, day, *, member=False, nights=1):
    """Price of one night in cents."""
    if room not in ROOMS:
        raise KeyError(f"unknown room type: {room}")
    price = ROOMS[room]
    for start, end, factor in SEASONS:
        if in_season(day, start, end):
            price *= factor
    discount = 0
    if member:
        discount += 0.1
    if nights >= 7:
        discount += 0.15
    elif nights >= 3:
        discount += 0.05
    return round(price * (1 - min(discount, 0.2)) * 100)


def fmt(cents):
    whole, part = divmod(cents, 100)
    return f"{whole:,}.{part:02d}"


def quote(room, start, nights, **options):
    from datetime import date, timedelta
    first = date(2024, *start)
    days = [first + timedelta(days=i) for i in range(nights)]
    costs = [nightly(room, (d.month, d.day), nights=nights, **options) for d in days]
    tax = round(sum(costs) * 0.07)
    return {"nights": nights, "net": fmt(sum(costs)), "tax": fmt(tax), "total": fmt(sum(costs) + tax), "dearest": days[costs.index(max(costs))].isoformat()}


for args, options in [(("single", (3, 1), 2), {}), (("double", (5, 30), 4), {"member": True}), (("suite", (12, 28), 8), {"member": True}), (("attic", (1, 1), 1), {})]:
    try:
        print(args, quote(*args, **options))
    except KeyError as e:
        print("error", e)
print([nightly("single", d) for d in [(12, 14), (12, 15), (1, 10), (1, 11), (8, 31), (9, 1)]])
occupancy = [[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1]]
print([f"{sum(row) / len(row):.0%}" for row in occupancy], [sum(col) for col in zip(*occupancy)], max(range(4), key=lambda c: sum(r[c] for r in occupancy)))
