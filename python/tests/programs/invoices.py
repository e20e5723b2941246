# JSON in and out, and a name that is not there.
import json

text = '{"invoices": [{"to": "Ada", "sum": 120.5, "paid": true}, {"to": "Kurt", "sum": 80, "paid": false}, {"to": "Emmy", "sum": 99, "paid": null}]}'
invoices = json.loads(text)["invoices"]
open_ones = [invoice["to"] for invoice in invoices if not invoice["paid"]]
print("open:", ", ".join(open_ones))
by_name = {invoice["to"]: invoice for invoice in invoices}
print(by_name.get("Max", "no invoice to Max"), "Ada" in by_name)
print(json.dumps({"open": open_ones, "total": sum(invoice["sum"] for invoice in invoices)}, indent=2, sort_keys=True))
final_answer(sum(invoice["sum"] for invoice in invoices if invoice["paid"]))
