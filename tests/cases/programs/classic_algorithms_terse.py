# classic algorithms, unusual idioms
import sys, math, itertools, functools, collections, heapq, bisect, re, string, random, operator
from typing import List, Optional
class ListNode:
    def __init__(self, val=0, next=None): self.val, self.next = val, next
    def __iter__(self):
        n = self
        while n: yield n.val; n = n.next
    def __repr__(self): return '->'.join(map(str, self))
    @classmethod
    def of(cls, it): 
        head = None
        for v in reversed(list(it)): head = cls(v, head)
        return head
class Solution:
    def reverse(self, h: Optional[ListNode]) -> Optional[ListNode]:
        p = None
        while h: h.next, p, h = p, h, h.next
        return p
    def mergeK(self, lists: List[Optional[ListNode]]):
        ListNode.__lt__ = lambda a, b: a.val < b.val
        h = [l for l in lists if l]; heapq.heapify(h)
        d = c = ListNode()
        while h:
            n = heapq.heappop(h); c.next = n; c = n
            if n.next: heapq.heappush(h, n.next)
        return d.next
    def threeSum(self, nums):
        nums.sort(); res = set()
        for i, a in enumerate(nums):
            l, r = i + 1, len(nums) - 1
            while l < r:
                s = a + nums[l] + nums[r]
                if s == 0: res.add((a, nums[l], nums[r])); l += 1
                elif s < 0: l += 1
                else: r -= 1
        return sorted(map(list, res))
    def longestPalindrome(self, s):
        def ex(l, r):
            while l >= 0 and r < len(s) and s[l] == s[r]: l -= 1; r += 1
            return s[l+1:r]
        return max((ex(i, i + d) for i in range(len(s)) for d in (0, 1)), key=len, default='')
    def lengthOfLIS(self, nums):
        t = []
        for x in nums:
            i = bisect.bisect_left(t, x)
            t[i:i+1] = [x]
        return len(t)
    def calc(self, s):
        def f(it):
            st, sign, num = [], '+', 0
            for c in it:
                if c.isdigit(): num = num * 10 + int(c)
                if c == '(': num = f(it)
                if c in '+-*/)' or False:
                    st.append({'+': num, '-': -num}.get(sign) if sign in '+-' else st.pop() * num if sign == '*' else int(st.pop() / num))
                    sign, num = c, 0
                if c == ')': break
            return sum(st)
        return f(iter(s + ')'))
    def permute(self, nums): return [[n] + p for i, n in enumerate(nums) for p in self.permute(nums[:i] + nums[i+1:])] or [[]]
    def subsets(self, nums): return [[n for j, n in enumerate(nums) if i >> j & 1] for i in range(1 << len(nums))]
    def editDistance(self, a, b):
        prev = list(range(len(b) + 1))
        for i, x in enumerate(a, 1):
            cur = [i]
            for j, y in enumerate(b, 1): cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j-1] + (x != y)))
            prev = cur
        return prev[-1]
    def wordBreak(self, s, words):
        @functools.cache
        def go(i): return i == len(s) or any(s.startswith(w, i) and go(i + len(w)) for w in words)
        return go(0)
    def islands(self, g):
        g = [list(r) for r in g]; n = 0
        def sink(i, j):
            if 0 <= i < len(g) and 0 <= j < len(g[0]) and g[i][j] == '1':
                g[i][j] = '0'; list(map(sink, (i+1, i-1, i, i), (j, j, j+1, j-1)))
                return 1
            return 0
        return sum(sink(i, j) for i in range(len(g)) for j in range(len(g[0])))
    def roman(self, n): return ''.join(s * (n // v, n := n % v)[0] for v, s in ((1000,'M'),(900,'CM'),(500,'D'),(400,'CD'),(100,'C'),(90,'XC'),(50,'L'),(40,'XL'),(10,'X'),(9,'IX'),(5,'V'),(4,'IV'),(1,'I')))
    def spiral(self, m): return m and [*m.pop(0)] + self.spiral([*zip(*m)][::-1])
    def groupAnagrams(self, ws):
        d = collections.defaultdict(list)
        for w in ws: d[tuple(sorted(w))].append(w)
        return list(d.values())
    def topo(self, n, edges):
        g, deg = collections.defaultdict(list), [0] * n
        for a, b in edges: g[b].append(a); deg[a] += 1
        q = collections.deque(i for i in range(n) if not deg[i]); out = []
        for u in q if False else iter(lambda: q.popleft() if q else None, None):
            out.append(u)
            for v in g[u]:
                deg[v] -= 1
                if not deg[v]: q.append(v)
        return out
s = Solution()
print(s.reverse(ListNode.of([1, 2, 3])), s.mergeK([ListNode.of([1, 4, 5]), ListNode.of([1, 3, 4]), ListNode.of([2, 6]), None]))
print(s.threeSum([-1, 0, 1, 2, -1, -4]), s.longestPalindrome('babad'), s.lengthOfLIS([10, 9, 2, 5, 3, 7, 101, 18]), s.calc('2*(5+5*2)/3+(6/2+8)'), s.permute([1, 2, 3]), s.subsets([1, 2, 3]), s.editDistance('horse', 'ros'), s.wordBreak('leetcode', ('leet', 'code')), s.islands(['11000', '11000', '00100', '00011']), s.roman(1994), s.spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), s.groupAnagrams(['eat', 'tea', 'tan', 'ate', 'nat', 'bat']), s.topo(4, [[1, 0], [2, 0], [3, 1], [3, 2]]))
class Trie(dict):
    def __missing__(self, k): self[k] = v = Trie(); return v
    def insert(self, w): functools.reduce(dict.__getitem__ if False else lambda t, c: t[c], w, self)['$'] = w
    def words(self): 
        for k in sorted(self):
            if k == '$': yield self[k]
            else: yield from self[k].words()
t = Trie(); [t.insert(w) for w in ('car', 'cat', 'dog', 'ca')]; print(list(t.words()), t)
class LRU(collections.OrderedDict):
    def __init__(self, cap): super().__init__(); self.cap = cap
    def get(self, k):
        if k not in self: return -1
        self.move_to_end(k); return self[k]
    def put(self, k, v):
        self[k] = v; self.move_to_end(k)
        if len(self) > self.cap: self.popitem(last=False)
c = LRU(2); c.put(1, 1); c.put(2, 2); print(c.get(1)); c.put(3, 3); print(c.get(2), c)
class DSU:
    def __init__(self, n): self.p = list(range(n))
    def find(self, x):
        while self.p[x] != x: self.p[x] = self.p[self.p[x]]; x = self.p[x]
        return x
    def union(self, a, b): self.p[self.find(a)] = self.find(b)
d = DSU(6); d.union(0, 1); d.union(2, 3); d.union(1, 3); print(len({d.find(i) for i in range(6)}))
def quick(a): return a if len(a) < 2 else quick([x for x in a[1:] if x < a[0]]) + [a[0]] + quick([x for x in a[1:] if x >= a[0]])
def msort(a):
    if len(a) < 2: return a
    m = len(a) // 2; return list(heapq.merge(msort(a[:m]), msort(a[m:])))
print(quick([3, 6, 1, 8, 2]), msort([5, 2, 9, 1]), sorted('bca', key=functools.cmp_to_key(lambda a, b: (a > b) - (a < b))))
def kmp(t, p):
    f = [0]
    for c in p[1:]:
        j = f[-1]
        while j and p[j] != c: j = f[j-1]
        f.append(j + (p[j] == c))
    return f
print(kmp('', 'abacabab'), *map(''.join, itertools.islice(itertools.permutations('abc'), 3)))
print([*itertools.takewhile(lambda p: p < 40, (p for p in itertools.count(2) if all(p % d for d in range(2, math.isqrt(p) + 1))))])
def collatz(n, memo={1: 1}):
    if n not in memo: memo[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return memo[n]
print(max(range(1, 3000), key=collatz), collatz(27))
life = {(1, 0), (1, 1), (1, 2)}
nb = collections.Counter((x + dx, y + dy) for x, y in life for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
print(sorted(c for c, n in nb.items() if n == 3 or n == 2 and c in life))
print('\n'.join(' '.join(f'{math.comb(n, k):2}' for k in range(n + 1)).center(20).rstrip() for n in range(5)))
print(re.sub(r'(.)\1*', lambda m: f'{len(m[0])}{m[1]}', 'aaabbc'), ''.join(c * int(n or 1) for n, c in re.findall(r'(\d*)(\D)', '3a2bc')), ''.join(chr((ord(c) - 97 + 13) % 26 + 97) if c.islower() else c for c in 'hello, world'), 'hello'.translate(str.maketrans(string.ascii_lowercase, string.ascii_lowercase[::-1])), bin(37)[2:].zfill(8), int('100101', 2), f'{37:o}', sum(map(int, str(2 ** 100))), [x for x in range(2, 100) if all(x % y for y in range(2, x))][-1])
hanoi = lambda n, a='A', b='B', c='C': hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c) if n else []
print(len(hanoi(5)), hanoi(2)); Y = lambda f: (lambda x: f(lambda *a: x(x)(*a)))(lambda x: f(lambda *a: x(x)(*a))); print(Y(lambda r: lambda n: 1 if n < 2 else n * r(n - 1))(10))
print(list(zip(*[iter(range(9))] * 3)), [*map(list, zip(*[(1, 2), (3, 4)]))], dict(zip('ab', itertools.repeat(0))), sum(1 for _ in itertools.combinations(range(6), 3)), next(iter({'only': 1})), {v: k for k, v in {'a': 1}.items()}, [i for i, (a, b) in enumerate(zip('abc', 'abd')) if a != b], max({'a': 3, 'b': 5}.items(), key=operator.itemgetter(1)), *sorted({'b': 1, 'a': 2}), [[0] * 2 for _ in range(2)], *divmod(17, 5), [*'ab', *range(2)], print('side') or 'val')
