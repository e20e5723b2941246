sales = [
    {"region": "North", "product": "Widget", "units": 120, "price": 9.99, "date": "2024-01-15"},
    {"region": "South", "product": "Gadget", "units": 75, "price": 24.5, "date": "2024-01-20"},
    {"region": "North", "product": "Gadget", "units": 30, "price": 24.5, "date": "2024-02-03"},
    {"region": "East", "product": "Widget", "units": 200, "price": 9.49, "date": "2024-02-11"},
    {"region": "South", "product": "Doohickey", "units": 12, "price": 199.0, "date": "2024-03-01"},
    {"region": "East", "product": "Gadget", "units": 55, "price": 22.75, "date": "2024-03-09"},
]


def group_by(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def revenue(rows):
    return sum(r["units"] * r["price"] for r in rows)


print(f"{'Region':<10}{'Orders':>8}{'Units':>8}{'Revenue':>14}{'Share':>9}")
print("-" * 49)
total = revenue(sales)
for region, rows in sorted(group_by(sales, lambda r: r["region"]).items(), key=lambda kv: -revenue(kv[1])):
    units = sum(r["units"] for r in rows)
    print(f"{region:<10}{len(rows):>8}{units:>8}{revenue(rows):>14,.2f}{revenue(rows) / total:>9.1%}")
print("-" * 49)
print(f"{'Total':<10}{len(sales):>8}{sum(r['units'] for r in sales):>8}{total:>14,.2f}{1:>9.1%}")
print()
for month, rows in group_by(sales, lambda r: r["date"][:7]).items():
    best = max(rows, key=lambda r: r["units"] * r["price"])
    print(f"{month}: {revenue(rows):>10,.2f}  best: {best['product']} in {best['region']}")
products = {p: revenue(rs) for p, rs in group_by(sales, lambda r: r["product"]).items()}
print(dict(sorted(products.items())))
print({k: round(v, 2) for k, v in products.items() if v > 2000})
average = total / len(sales)
print(f"average order {average:.3f}, above average: {[r['product'] for r in sales if r['units'] * r['price'] > average]}")
bar_unit = max(products.values()) / 30
for name, value in sorted(products.items(), key=lambda kv: kv[1], reverse=True):
    print(f"{name:>10} | {'█' * round(value / bar_unit)} {value:.0f}")
