# limits: memory=64MiB
# ends: ok
for size in (10 ** 5, 10 ** 6):
    x = "a" * size
    print(len(x + x), len(x.upper()), len(x.split("a")) if size < 10 ** 6 else "")
print(len(str(10 ** 4000)))
try:
    str(10 ** 5000)
except ValueError as error:
    print(error)
try:
    int("9" * 5000)
except ValueError as error:
    print(error)
