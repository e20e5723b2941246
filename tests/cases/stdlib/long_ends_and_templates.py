"""Ends of lines of any length, and templates with very many conversions."""
import csv
import io

for end in ('\n', '\r\n', 'ab', 'é|', 'longer than most'):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=end)
    writer.writerow(['plain', 'with b', 'é', 'x|y', 5, None])
    print(repr(out.getvalue()))
text = ('%s,' * 5000) % tuple(['abcdefghij'] * 5000)
print(len(text), text[-12:])
grown = 'é' * 100
for turn in range(300):
    grown += 'ab' if turn % 3 else 'ü'
    assert grown[turn] == grown[:turn + 1][-1] and len(grown) == len(list(grown))
print(len(grown), grown[-3:])
