import functools


def at_most(limit):
    def wrap(fn):
        @functools.wraps(fn)
        def guard(amount):
            if amount > limit:
                raise PermissionError("refunds end at %d" % limit)
            return fn(amount)
        return guard
    return wrap


@at_most(100)
def refund(amount):
    return "refunded %d" % amount
