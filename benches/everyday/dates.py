from datetime import datetime, timedelta

at = datetime(2024, 1, 1)
step = timedelta(hours=7)
days = set()
for _ in range(10000):
    at += step
    days.add((at.year, at.month, at.weekday()))
print(at, len(days))
