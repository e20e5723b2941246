# Tools in comprehensions, in functions and as keys.
# %% step
towns = ["Ulm", "Bern", "Linz"]

def warmest(names):
    warmth = {name: temperature(name) for name in names}
    return max(warmth, key=warmth.get), warmth

best, warmth = warmest(towns)
for name, value in sorted(warmth.items(), key=lambda pair: pair[1]):
    print(f"{name:<5}{value:5.1f}")
# %% step
order = sorted(towns, key=temperature)
print(order, [n for n in map(temperature, order)])
note = lookup(query=f"weather in {best}")
print(note.upper())
# %% step fails
temperature("Atlantis")
# %% step
try:
    temperature("Atlantis")
except KeyError:
    print("no such town")
final_answer({"best": best, "mean": round(sum(warmth.values()) / len(warmth), 2)})
