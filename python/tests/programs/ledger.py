# A class with methods that call each other, and a report.
import json

class Ledger:
    """Entries and what they come to."""

    def __init__(self, owner):
        self.owner = owner
        self.entries = []

    def add(self, what, amount, tags=()):
        self.entries.append({"what": what, "amount": amount, "tags": sorted(tags)})
        return self

    def balance(self):
        return sum(entry["amount"] for entry in self.entries)

    def __str__(self):
        return f"Ledger of {self.owner}: {self.balance():.2f}"

book = Ledger("Grace")
book.add("books", -31.4, {"work", "paper"}).add("prize", 250).add("tea", -4.75, ["home"])
print(str(book))
report = {
    "owner": book.owner,
    "entries": len(book.entries),
    "tags": sorted({tag for entry in book.entries for tag in entry["tags"]}),
    "balance": round(book.balance(), 2),
}
print(json.dumps(report))
for at, entry in enumerate(book.entries, 1):
    print(f"[{'+' if entry['amount'] > 0 else '-'}] {at}. {entry['what']:<6} {abs(entry['amount']):8.2f} {entry['tags']}")
final_answer(report)
