# Variables and functions of one step in the next.
# %% step
rate = 4

def charge(hours, factor=1.5):
    return hours * rate * factor

print("rate:", rate)
# %% step
monday = charge(3) + rate
rate = 5
print(f"monday={monday} later={charge(3)}")
# %% step
entries = [monday, charge(2, factor=10)]
entries.append(rate)
final_answer({"rate": rate, "entries": entries})
