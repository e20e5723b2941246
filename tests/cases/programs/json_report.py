import json
from datetime import date, timedelta

raw = '''{"orders": [
  {"id": 1, "customer": {"name": "Ann", "vip": true}, "items": [{"sku": "a", "qty": 2, "price": 5.25}, {"sku": "b", "qty": 1, "price": 100}], "date": "2024-02-27", "note": null},
  {"id": 2, "customer": {"name": "B\\u00f6b", "vip": false}, "items": [], "date": "2024-02-28", "note": "rush\\nplease"},
  {"id": 3, "customer": {"name": "Cy"}, "items": [{"sku": "a", "qty": 10, "price": 4.99}], "date": "2024-03-01"}
], "currency": "EUR"}'''
data = json.loads(raw)
report = {"currency": data["currency"], "orders": [], "totals": {}}
for order in data["orders"]:
    subtotal = sum(i["qty"] * i["price"] for i in order["items"])
    discount = 0.1 if order["customer"].get("vip", False) else 0
    when = date.fromisoformat(order["date"])
    report["orders"].append({
        "id": order["id"],
        "customer": order["customer"]["name"],
        "total": round(subtotal * (1 - discount), 2),
        "due": (when + timedelta(days=30)).isoformat(),
        "weekday": when.strftime("%A"),
        "note": order.get("note") or "-",
    })
totals = [o["total"] for o in report["orders"]]
report["totals"] = {"sum": sum(totals), "max": max(totals), "mean": round(sum(totals) / len(totals), 4), "empty": [o["id"] for o in report["orders"] if not o["total"]]}
print(json.dumps(report, indent=2))
print(json.dumps(report, indent=2, ensure_ascii=False, sort_keys=True)[:120])
print(json.dumps(report["totals"], separators=(",", ":")))


def walk(value, path="$"):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from walk(v, f"{path}.{k}")
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from walk(v, f"{path}[{i}]")
    else:
        yield path, value


for path, value in walk(data["orders"][0]):
    print(f"{path} = {json.dumps(value)}")


def flatten(d, sep="."):
    out = {}
    for k, v in d.items():
        if isinstance(v, dict):
            out.update({f"{k}{sep}{kk}": vv for kk, vv in flatten(v, sep).items()})
        else:
            out[k] = v
    return out


def get(d, path, default=None):
    for part in path.split("."):
        try:
            d = d[int(part)] if isinstance(d, list) else d[part]
        except (KeyError, IndexError, ValueError):
            return default
    return d


print(flatten({"a": {"b": {"c": 1}, "d": 2}, "e": [1]}), get(data, "orders.1.customer.name"), get(data, "orders.9.x", "none"), get(data, "orders.x"))
def merge(a, b):
    return {k: merge(a[k], b[k]) if k in a and k in b and isinstance(a[k], dict) and isinstance(b[k], dict) else b.get(k, a.get(k)) for k in a | b}
print(merge({"x": {"y": 1, "z": 2}, "q": 1}, {"x": {"z": 3}, "r": [1]}))
for bad in ['{"a": }', "[1, 2", "{'a': 1}"]:
    try:
        json.loads(bad)
    except json.JSONDecodeError as e:
        print(e)
