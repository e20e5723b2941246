# needs: numpy
# needs: numpy.random
# Numbers drawn with a seed.
import numpy as np

np.random.seed(5)
sample = np.random.normal(loc=10.0, scale=2.0, size=64)
low, high = np.percentile(sample, 5), np.percentile(sample, 95)
print(f"{sample.shape} {sample.mean():.6f} {sample.std(ddof=1):.6f} {low:.6f} {high:.6f}")
print(np.round(sample[:4], 3).tolist(), int(np.sum((sample > low) & (sample < high))))
final_answer([round(float(value), 6) for value in (low, high)])
