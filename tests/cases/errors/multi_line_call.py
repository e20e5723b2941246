def compute(a, b, c):
    return a / b + c


result = compute(
    1,
    0,
    compute(1,
            1,
            2),
)
