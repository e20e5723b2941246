# What is longer than can be counted is told at once.
for x in 'abc', 'éa', b'abc':
    for n in 2**62, 2**63 - 1, 2**63, 10**20, -2**70, -1, 0:
        try: print(type(x).__name__, n, x * n, n * x)
        except OverflowError as e: print(type(x).__name__, n, e)
