# needs: numpy
# Arrays that live from one step to the next.
# %% step
import numpy as np

points = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 7.0]])
print(points.shape)
# %% step
slope, offset = np.polyfit(points[:, 0], points[:, 1], 1)
print(round(float(slope), 6), round(float(offset), 6))
points = points + np.array([1.0, 0.0])
# %% step fails
np.dot(points, np.array([1.0, 2.0, 3.0]))
# %% step
final_answer(np.dot(points, np.array([1.0, 2.0])).tolist())
