# A listing that the program cuts by itself, and one that the executor cuts.
# %% step
def shortened(text, most=60):
    return text if len(text) <= most else text[:most] + " [cut]"

lines = [f"{n}^2={n * n}" for n in range(1, 60)]
print(shortened("; ".join(lines)))
# %% step
for n in range(400):
    print("line", n, "x" * 40)
# %% step
final_answer(len(lines))
