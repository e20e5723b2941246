from collections import defaultdict
from decimal import Decimal, ROUND_HALF_UP

CENT = Decimal("0.01")


class Expense:
    def __init__(self, payer, amount, shares, what=""):
        self.payer, self.amount, self.what = payer, Decimal(str(amount)).quantize(CENT), what
        self.shares = dict.fromkeys(shares, 1) if not isinstance(shares, dict) else shares

    def split(self):
        total = sum(self.shares.values())
        parts = {p: (self.amount * w / total).quantize(CENT, ROUND_HALF_UP) for p, w in self.shares.items()}
        rest = self.amount - sum(parts.values())
        first = next(iter(parts))
        parts[first] += rest
        return parts


def balances(expenses):
    result = defaultdict(Decimal)
    for e in expenses:
        result[e.payer] += e.amount
        for person, part in e.split().items():
            result[person] -= part
    return dict(result)


def settle(balance):
    debts = sorted((v, p) for p, v in balance.items() if v < 0)
    credits = sorted(((v, p) for p, v in balance.items() if v > 0), reverse=True)
    payments = []
    while debts and credits:
        (owed, debtor), (due, creditor) = debts.pop(0), credits.pop(0)
        amount = min(-owed, due)
        payments.append((debtor, creditor, amount))
        if -owed > amount:
            debts.insert(0, (owed + amount, debtor))
        if due > amount:
            credits.insert(0, (due - amount, creditor))
    return payments


expenses = [Expense("ann", 100, ["ann", "bob", "cy"], "dinner"), Expense("bob", 45.5, {"ann": 1, "bob": 2}, "taxi"), Expense("cy", "9.99", ["bob", "cy"], "snacks")]
for e in expenses:
    print(f"{e.what:<8}{e.amount:>8} {({k: str(v) for k, v in e.split().items()})}")
b = balances(expenses)
print({k: str(v) for k, v in sorted(b.items())}, sum(b.values()) == 0)
for debtor, creditor, amount in settle(b):
    print(f"{debtor} pays {creditor} {amount:,.2f}")
principal, rate, months = Decimal("10000"), Decimal("0.06") / 12, 6
payment = (principal * rate / (1 - (1 + rate) ** -months)).quantize(CENT, ROUND_HALF_UP)
for month in range(1, months + 1):
    interest = (principal * rate).quantize(CENT)
    part = min(payment - interest, principal) if month < months else principal
    principal -= part
    print(f"{month:>2} {payment if month < months else part + interest:>9} interest {interest:>6} left {principal:>9}")
print(sum(Decimal("0.1") for _ in range(10)) == 1, sum([0.1] * 10) == 1.0, Decimal("1.005").quantize(CENT), round(1.005, 2))
