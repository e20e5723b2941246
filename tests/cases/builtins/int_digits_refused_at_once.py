# A number with too many digits is refused at once, however large it is. Conversions that are allowed go on.
import json

huge = 9 ** 10 ** 6


def attempt(f):
    try:
        print(repr(f())[:60])
    except (ValueError, OverflowError) as error:
        print(type(error).__name__, str(error)[:140])


for f in [
    lambda: str(huge),
    lambda: repr(-huge),
    lambda: f"{huge}",
    lambda: f"{huge!r:>10}",
    lambda: f"{huge:d}",
    lambda: f"{huge:,}",
    lambda: f"{huge:n}",
    lambda: f"{huge:>20}",
    lambda: "{}".format(huge),
    lambda: format(huge, "+d"),
    lambda: format(huge, ".2f"),
    lambda: format(huge, "c"),
    lambda: format(huge, "zz"),
    lambda: format(huge, ".3d"),
    lambda: "%d" % huge,
    lambda: "%i" % -huge,
    lambda: "%s" % huge,
    lambda: b"%d" % huge,
    lambda: str([huge]),
    lambda: json.dumps(huge),
    lambda: json.dumps({huge: 1}),
    lambda: print(huge),
    lambda: int("9" * 10**6),
    lambda: int(b"9" * 10**6),
    lambda: int("9" * 10**6, 7),
    lambda: int("1" * 10**6, 7),
    lambda: int("9" * 10**6 + "z"),
    lambda: int("_" + "9" * 10**6),
    lambda: json.loads("9" * 10**6),
]:
    attempt(f)

# What is allowed goes on: hexadecimal, short numbers, zeros and underscores around few digits.
print(len(hex(huge)), len(f"{1 << 40000:x}"), len("%x" % huge))
print(int("0" * 3000 + "17"), int(" " * 100_000 + "17"), int("1_7"), int("f" * 30_000, 16) == 16**30_000 - 1)
print(int("v" * 30_000, 32) == 32**30_000 - 1)
print(len(str(10**4299)), len(f"{10**4299:d}"), len("%d" % 10**4299), int("9" * 4300) == 10**4300 - 1)
