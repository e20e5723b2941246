# A table of numbers with nothing but the library.
import statistics

rain = {"north": [12, 30, 22, 8], "east": [5, 9, 14, 3], "south": [40, 38, 51, 29], "west": [0, 17, 6, 21]}
totals = {place: sum(days) for place, days in rain.items()}
wettest = max(totals, key=lambda place: totals[place])
driest = min(totals.items(), key=lambda pair: pair[1])[0]
print("-" * 28)
for place, days in sorted(rain.items(), key=lambda pair: -totals[pair[0]]):
    print("{:<8}{:>6}{:>8.2f}{:>6}".format(place, totals[place], statistics.mean(days), statistics.median(days)))
by_day = [sum(days[n] for days in rain.values()) for n in range(4)]
changes = [f"{(after - before) / before * 100:+.1f}%" for before, after in zip(by_day, by_day[1:])]
print(by_day, changes)
final_answer((wettest, driest, totals, changes, round(statistics.stdev(by_day), 3)))
