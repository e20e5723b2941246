# Counting words with re and collections.
import re
from collections import Counter

text = "The rain stays. The plain stays dry, and the train stays late: rain, plain, train!"
words = re.findall(r"[a-z]+", text.lower())
counts = Counter(words)
for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
    print(f"{word:<6}|{'*' * count}")
parts = [part.strip() for part in re.split(r"[.!:]", text) if part.strip()]
print(len(parts), [len(part.split()) for part in parts])
print(re.sub(r"(\w)ain", lambda found: found.group(1).upper() + "AIN", text))
final_answer({"top": counts.most_common(2), "average": round(len(words) / len(parts), 2)})
