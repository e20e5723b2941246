from collections import Counter
import re
import string

text = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief -- it was the epoch of incredulity.
"What?" she said. Don't panic; we'll manage!"""

words = re.findall(r"[a-z']+", text.lower())
print(len(text), len(words), len(set(words)), sum(c in string.punctuation for c in text), text.count("\n") + 1)
for word, n in Counter(words).most_common(6):
    print(f"{word:<8}{n:>3} {'*' * n}")
by_length = {}
for w in sorted(set(words)):
    by_length.setdefault(len(w), []).append(w)
for n in sorted(by_length):
    print(n, by_length[n][:4])
letters = Counter(c for c in text.lower() if c.isalpha())
print(letters.most_common(5), sum(letters.values()), [c for c in string.ascii_lowercase if c not in letters])
sentences = [s.strip() for s in re.split(r"(?<=[.!?])\s+", text.replace("\n", " ")) if s.strip()]
for i, s in enumerate(sentences, 1):
    print(i, len(s.split()), s[:30] + ("..." if len(s) > 30 else ""))
bigrams = Counter(zip(words, words[1:]))
print([(" ".join(b), n) for b, n in bigrams.most_common(3)])
print(max(words, key=len), min(words, key=lambda w: (len(w), w)), sum(map(len, words)) / len(words))
vowels = sum(text.lower().count(v) for v in "aeiou")
print(vowels, f"{vowels / len(text):.2%}", " ".join(w.capitalize() for w in words[:6]), "".join(w[0] for w in words[:12]))
print(re.sub(r"\b(\w)(\w*)\b", lambda m: m[2] + m[1] + "ay", "the quick fox"), " ".join(reversed("one two three".split())))
def wrap(words, width):
    line, out = "", []
    for w in words:
        if len(line) + len(w) + 1 > width and line:
            out.append(line)
            line = w
        else:
            line = f"{line} {w}".strip()
    return out + [line]
for line in wrap(text.split(), 40):
    print(f"|{line:<40}|{len(line):>3}")
pal = [w for w in "level noon radar python civic test".split() if w == w[::-1]]
anagrams = {}
for w in "listen silent enlist google elgoog abc cab".split():
    anagrams.setdefault("".join(sorted(w)), []).append(w)
print(pal, [v for v in anagrams.values() if len(v) > 1])
print("-".join(f"{ord(c):02x}" for c in "Hi é"), text[:10].encode().hex(" "), text.splitlines()[-1].partition(" "))
