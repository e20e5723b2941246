# An answer in the middle of a loop, and code after it that never runs.
# %% step
for n in range(10):
    print(n)
    if n * n > 10:
        final_answer({"n": n, "squares": [i * i for i in range(n)]})
print("not reached")
