# Days between days.
import datetime
from datetime import timedelta

start = datetime.date(2024, 1, 31)
days = [start + timedelta(days=29 * n) for n in range(5)]
for day in days:
    print(day.isoformat(), day.strftime("%a %d %b"), day.weekday())
print((days[-1] - start).days, datetime.datetime(2024, 2, 29, 13, 5).strftime("%H:%M"))
final_answer(max(days).isoformat())
