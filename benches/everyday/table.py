import csv
import io

out = io.StringIO()
writer = csv.writer(out)
writer.writerow(['id', 'name', 'note', 'price'])
for number in range(3000):
    writer.writerow([number, f'item {number % 50}', 'said "yes", then left' if number % 5 == 0 else '', number * 0.25])
total, notes = 0.0, {}
for row in csv.DictReader(io.StringIO(out.getvalue())):
    total += float(row['price'])
    notes[row['note']] = notes.get(row['note'], 0) + 1
print(total, notes)
