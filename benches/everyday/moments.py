from datetime import date, datetime, timedelta

start, busy = datetime(2024, 1, 1, 9, 30), {}
for number in range(4000):
    moment = start + timedelta(hours=7 * number, minutes=number % 60)
    if moment.weekday() < 5 and moment < datetime(2026, 1, 1):
        busy[moment.strftime('%Y-%m')] = busy.get(moment.strftime('%Y-%m'), 0) + 1
    if number % 100 == 0:
        print(moment.isoformat(), datetime.fromisoformat(str(moment)) - start, (moment.date() - date(2024, 2, 29)).days)
print(busy)
