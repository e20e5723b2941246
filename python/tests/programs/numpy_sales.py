# needs: numpy
# A table as arrays.
import numpy as np
import statistics

units = np.array([31, 45, 28, 60, 52, 71, 66, 80, 59])
shops = ["Graz", "Lund", "Nice"]
table = units.reshape(3, 3)
print(f"all: {int(units.sum())}, mean {float(units.mean()):.2f}, median {statistics.median(units.tolist())}")
best = int(np.argmax(table.sum(axis=1)))
print(shops[best], table[best].tolist(), table.max(axis=0).tolist())
growth = np.diff(units) / units[:-1] * 100
for at, change in enumerate(growth, start=1):
    print(f"{at}: {change:+.1f}%")
final_answer({"best": shops[best], "growth": [round(float(change), 2) for change in growth], "over": int((units > 50).sum())})
