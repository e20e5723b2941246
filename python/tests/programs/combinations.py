# A recursive function, checked against a loop, with an argument it refuses.
def choose(n: int, k: int) -> int:
    """Ways to take k of n."""
    if k < 0 or k > n:
        raise ValueError(f"cannot take {k} of {n}")
    if k == 0 or k == n:
        return 1
    return choose(n - 1, k - 1) + choose(n - 1, k)

row = [choose(9, k) for k in range(10)]
print(row)
product = 1
for k in range(1, 10):
    product = product * (10 - k) // k
    assert product == row[k], "the loop disagrees"
try:
    choose(3, 5)
except ValueError as error:
    print("refused:", error)
print(f"{choose(12, 5):,} ways")
final_answer(sum(row))
