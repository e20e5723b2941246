# ends: raised
class RuleError(Exception):
    def __init__(self, rule, detail):
        super().__init__(f"{rule}: {detail}")
        self.rule = rule


RULES = []


def rule(name, *, weight=1):
    def deco(fn):
        RULES.append((name, weight, fn))
        return fn
    return deco


@rule("positive")
def positive(order):
    return order["total"] > 0


@rule("known-country", weight=2)
def country(order):
    return order["address"]["country"] in {"DE", "FR"}


@rule("ratio")
def ratio(order):
    return order["total"] / order["items"] < 100


def evaluate(order):
    score = 0
    for name, weight, fn in RULES:
        try:
            if fn(order):
                score += weight
        except (KeyError, ZeroDivisionError) as e:
            e.add_note(f"while checking {name!r}")
            e.add_note(f"order keys: {', '.join(sorted(order))}")
            raise RuleError(name, "could not be evaluated") from e
    return score


def run(orders):
    results, errors = [], []
    for o in orders:
        try:
            results.append(evaluate(o))
        except RuleError as e:
            errors.append(e)
    print(results, [str(e) for e in errors])
    if errors:
        raise ExceptionGroup("bad orders", errors)


run([{"total": 5, "items": 1, "address": {"country": "DE"}}, {"total": 5, "address": {}, "items": 2}, {"total": 1, "items": 0, "address": {"country": "US"}}])
