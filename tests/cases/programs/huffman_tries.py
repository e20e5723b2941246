"""Compression and string structures: Huffman codes, LZ77, run lengths, tries, Aho-Corasick, suffix arrays, KMP, rolling hashes, edit scripts."""
from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from operator import itemgetter, xor


@dataclass(order=True)
class Node:
    weight: int
    order: int
    symbol: str | None = field(default=None, compare=False)
    kids: tuple[Node, ...] = field(default=(), compare=False, repr=False)

    def codes(self, prefix: str = "") -> Iterator[tuple[str, str]]:
        if self.symbol is not None:
            yield self.symbol, prefix or "0"
        for bit, kid in zip("01", self.kids):
            yield from kid.codes(prefix + bit)


def huffman(text: str) -> dict[str, str]:
    counter = itertools.count()
    heap = [Node(n, next(counter), c) for c, n in sorted(Counter(text).items())]
    heapq.heapify(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Node(a.weight + b.weight, next(counter), kids=(a, b)))
    return dict(heap[0].codes())


def decode(bits: str, codes: Mapping[str, str]) -> str:
    back, out, at = {v: k for k, v in codes.items()}, [], 0
    for end in range(1, len(bits) + 1):
        if (symbol := back.get(bits[at:end])) is not None:
            out.append(symbol)
            at = end
    return "".join(out)


def lz77(text: str, window: int = 12) -> list[tuple[int, int, str]]:
    out, at = [], 0
    while at < len(text):
        best = max(((length, back) for back in range(1, min(at, window) + 1) for length in range(min(len(text) - at - 1, window) + 1) if all(text[at - back + k % back] == text[at + k] for k in range(length))), default=(0, 0), key=lambda p: (p[0], -p[1]))
        out.append((best[1] if best[0] else 0, best[0], text[at + best[0]]))
        at += best[0] + 1
    return out


def unlz77(parts):
    out: list[str] = []
    for back, length, symbol in parts:
        for _ in range(length):
            out.append(out[-back])
        out.append(symbol)
    return "".join(out)


class Trie(dict):
    END = None

    def __missing__(self, key):
        self[key] = Trie()
        return self[key]

    def add(self, word):
        node = reduce(lambda node, c: node[c], word, self)
        node[self.END] = word
        return self

    def __contains__(self, word):
        node = self
        for c in word:
            if not dict.__contains__(node, c):
                return False
            node = node[c]
        return dict.__contains__(node, self.END)

    def starting(self, prefix):
        node = self
        for c in prefix:
            node = node.get(c)
            if node is None:
                return
        stack = [node]
        while stack:
            node = stack.pop()
            for key in sorted(filter(None, node), reverse=True):
                stack.append(node[key])
            if dict.__contains__(node, self.END):
                yield node[self.END]


class Automaton:
    def __init__(self, words):
        self.next, self.fail, self.out = [{}], [0], [[]]
        for word in words:
            at = 0
            for c in word:
                if c not in self.next[at]:
                    self.next[at][c] = len(self.next)
                    self.next.append({}), self.fail.append(0), self.out.append([])
                at = self.next[at][c]
            self.out[at].append(word)
        queue = deque(self.next[0].values())
        while queue:
            at = queue.popleft()
            for c, to in self.next[at].items():
                queue.append(to)
                back = self.fail[at]
                while back and c not in self.next[back]:
                    back = self.fail[back]
                self.fail[to] = self.next[back].get(c, 0)
                self.out[to] += self.out[self.fail[to]]

    def find(self, text):
        at = 0
        for i, c in enumerate(text):
            while at and c not in self.next[at]:
                at = self.fail[at]
            at = self.next[at].get(c, 0)
            yield from ((i - len(w) + 1, w) for w in self.out[at])


def suffixes(text):
    order = sorted(range(len(text)), key=lambda i: text[i:])
    common = [0, *(next((k for k, (a, b) in enumerate(zip(text[i:], text[j:])) if a != b), min(len(text) - i, len(text) - j)) for i, j in itertools.pairwise(order))]
    return order, common


def kmp(pattern, text):
    table, k = [0] * len(pattern), 0
    for i in range(1, len(pattern)):
        while k and pattern[k] != pattern[i]:
            k = table[k - 1]
        k += pattern[k] == pattern[i]
        table[i] = k
    k = 0
    for i, c in enumerate(text):
        while k and (k == len(pattern) or pattern[k] != c):
            k = table[k - 1]
        k += pattern[k] == c
        if k == len(pattern):
            yield i - k + 1


def rolling(text, size, base=257, mod=(1 << 61) - 1):
    value, power, seen = 0, pow(base, size - 1, mod), defaultdict(list)
    for i, c in enumerate(text):
        if i >= size:
            value -= ord(text[i - size]) * power
        value = (value * base + ord(c)) % mod
        if i >= size - 1:
            seen[value].append(i - size + 1)
    return [places for places in seen.values() if len(places) > 1]


def script(a, b):
    @cache
    def cost(i, j):
        if i == len(a) or j == len(b):
            return len(a) - i + len(b) - j
        return cost(i + 1, j + 1) if a[i] == b[j] else 1 + min(cost(i + 1, j), cost(i, j + 1))
    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            yield " ", a[i]; i += 1; j += 1
        elif i < len(a) and (j == len(b) or cost(i + 1, j) <= cost(i, j + 1)):
            yield "-", a[i]; i += 1
        else:
            yield "+", b[j]; j += 1


text = "she sells sea shells by the sea shore; the shells she sells are sea shells"
codes = huffman(text)
bits = "".join(map(codes.__getitem__, text))
print(f"{len(text) * 8} bits -> {len(bits)} ({len(bits) / len(text) / 8:.1%})", decode(bits, codes) == text, int(bits, 2).bit_length(), f"{int(bits[:64], 2):#018x}")
for symbol, code in sorted(codes.items(), key=lambda kv: (len(kv[1]), kv[1]))[:6]:
    print(f"{symbol!r:>5} {code:<8} {text.count(symbol):>3} {'▇' * text.count(symbol)}")
parts = lz77(text)
print(len(parts), parts[:5], unlz77(parts) == text, unlz77(lz77("aaaaaaa")), max(parts, key=itemgetter(1)))
trie = reduce(Trie.add, text.replace(";", "").split(), Trie())
print(list(trie.starting("se")), list(trie.starting("sh")), "sea" in trie, "se" in trie, [*trie.starting("zz")], len(trie), sorted(trie))
print(list(Automaton(["he", "she", "hers", "sea", "sh"]).find("ushers see seashore")))
order, common = suffixes("mississippi")
print(order, common, max(zip(common, order)), "mississippi"[order[common.index(max(common))]:][:max(common)])
print(list(kmp("aba", "abababa")), list(kmp("sells", text)), rolling(text, 6)[:4])
print("".join(f"{op}{c}" for op, c in script("kitten", "sitting")), Counter(op for op, _ in script("abcabba", "cbabac")))
print(reduce(xor, map(partial(pow, 3), range(6))), "".join(c * int(n) for n, c in itertools.batched("3a2b1c", 2)), [(k, len([*g])) for k, g in itertools.groupby("aaabbc")])
