"""Statistics of a text: readability, n-grams, concordance, sentence lengths, a histogram, similarity of paragraphs."""
import itertools
import math
import re
import string
import unicodedata
from collections import Counter, defaultdict
from functools import lru_cache, partial
from heapq import nlargest
from operator import itemgetter
from statistics import StatisticsError, mean, median, mode, quantiles, stdev
from textwrap import dedent, indent, shorten, wrap

TEXT = dedent("""\
    It was the best of times, it was the worst of times; it was the age of wisdom -- it was the age of foolishness!
    Was it? "Yes," said Dr. Müller, "it wasn't the naïve café owner's fault at all."

    The quick brown fox jumps over the lazy dog. The dog, being lazy, doesn't mind: 3.14 times out of 10 (or 31.4%).
    E-mail me at fox@den.org... or don't.

    \tWhat?! No way. No. Way.
""")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
SENTENCE = re.compile(r"(?<!\bDr)(?<=[.!?])[\"”]?\s+(?=[\"“A-Z])")
STOP = frozenset("the of it was a at or and no".split())


def paragraphs(text):
    return [p.strip() for p in re.split(r"\n\s*\n", text) if p.strip()]


def plain(word):
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


@lru_cache(maxsize=None)
def syllables(word):
    word = plain(word).replace("'s", "")
    groups = re.findall(r"[aeiouy]+", word)
    return max(1, len(groups) - (word.endswith("e") and len(groups) > 1 and not word.endswith("le")))


def ngrams(words, n):
    return Counter(zip(*(itertools.islice(words, k, None) for k in range(n))))


def concordance(text, word, width=14):
    for m in re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE):
        left, right = text[max(0, m.start() - width) : m.start()], text[m.end() : m.end() + width]
        yield f"{left.replace(chr(10), '¶'):>{width}}[{m[0]}]{right.replace(chr(10), '¶'):<{width}}"


def histogram(counts, width=24):
    most = max(counts.values())
    for key, n in sorted(counts.items()):
        bar, rest = divmod(n * width * 8, most * 8)
        yield f"{key!s:>4} {'█' * bar}{' ▏▎▍▌▋▊▉'[rest * 8 // (most * 8)].strip()} {n}"


def cosine(a, b):
    dot = sum(a[k] * b[k] for k in a.keys() & b.keys())
    return dot / math.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))


def tf_idf(documents):
    seen = Counter(itertools.chain.from_iterable(map(set, documents)))
    for words in documents:
        counts = Counter(words)
        yield {w: n / len(words) * math.log(len(documents) / seen[w]) for w, n in counts.items()}


words = WORD.findall(TEXT)
folded = list(map(plain, words))
sentences = [s for p in paragraphs(TEXT) for s in SENTENCE.split(" ".join(p.split()))]
lengths = [len(WORD.findall(s)) for s in sentences]
total = sum(map(syllables, words))
print(f"{len(TEXT)} characters, {len(words)} words, {len(set(folded))} different, {len(sentences)} sentences, {total} syllables")
print(f"mean {mean(lengths):.2f} median {median(lengths):g} mode {mode(lengths)} stdev {stdev(lengths):.3f} quartiles {[round(q, 2) for q in quantiles(lengths)]}")
print(f"Flesch {206.835 - 1.015 * len(words) / len(sentences) - 84.6 * total / len(words):.2f}; type/token {len(set(folded)) / len(folded):.1%}")
print(*(f"  {at}. {shorten(s, 46, placeholder='…')}" for at, s in enumerate(sentences, 1)), sep="\n")
content = [w for w in folded if w not in STOP]
print(Counter(content).most_common(4), nlargest(3, Counter(map(len, words)).items(), key=itemgetter(1)))
for n in (2, 3):
    print(n, [(" ".join(g), c) for g, c in ngrams(folded, n).most_common(3)])
print(*concordance(TEXT, "was"), *concordance(TEXT, "no", 6), sep="\n")
print(*histogram(Counter(map(len, words))), sep="\n")
documents = [list(map(plain, WORD.findall(p))) for p in paragraphs(TEXT)]
vectors = [Counter(d) for d in documents]
print(*(f"{i}~{j} {cosine(vectors[i], vectors[j]):.4f}" for i, j in itertools.combinations(range(len(vectors)), 2)))
print([[f"{w}:{s:.3f}" for w, s in sorted(scores.items(), key=lambda p: (-p[1], p[0]))[:3]] for scores in tf_idf(documents)])
letters = Counter(c for c in plain(TEXT) if c in string.ascii_lowercase)
print("".join(c for c, _ in letters.most_common(8)), sorted(set(string.ascii_lowercase) - set(letters)), sum(letters.values()), letters.total() == sum(map(len, map(partial(re.sub, r"[^a-z]", ""), folded))))
index = defaultdict(lambda: defaultdict(list))
for number, line in enumerate(TEXT.splitlines(), 1):
    for m in WORD.finditer(line):
        if plain(m[0]) in ("dog", "it", "no"):
            index[plain(m[0])[0].upper()][m[0].lower()].append((number, m.start() + 1))
for letter, entries in sorted(index.items()):
    print(letter, *(f"{w}: {', '.join(f'{l}:{c}' for l, c in places)}" for w, places in entries.items()), sep="\n  ")
print(indent("\n".join(wrap(" ".join(sentences[:2]), 30)), "| "), string.capwords("o'neil's e-mail"), "it's".title(), TEXT.count("\n"), TEXT.expandtabs(2)[-25:].strip(), repr(TEXT[130:150].encode("ascii", "xmlcharrefreplace")))
try:
    mode([])
except StatisticsError as error:
    print(error)
assert syllables.cache_info().currsize == len(set(words))
print([(unicodedata.name(c), unicodedata.category(c)) for c in sorted({c for c in TEXT if ord(c) > 127})])
