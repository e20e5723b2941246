# ends: raised
"""Forty small solutions of the kind interview sites ask for, each with its asserts."""
import bisect
import collections
import functools
import heapq
import itertools
import math
import operator
import random
import re
import string
from typing import List, Optional


class ListNode:
    def __init__(self, val=0, next=None):
        self.val, self.next = val, next

    @classmethod
    def of(cls, items):
        return functools.reduce(lambda tail, v: cls(v, tail), reversed(list(items)), None)

    def __iter__(self):
        node = self
        while node:
            yield node.val
            node = node.next


class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val, self.left, self.right = val, left, right

    @staticmethod
    def of(values: List[Optional[int]]) -> "Optional[TreeNode]":
        nodes = [None if v is None else TreeNode(v) for v in values]
        kids = nodes[::-1]
        root = kids.pop()
        for node in nodes:
            if node:
                if kids: node.left = kids.pop()
                if kids: node.right = kids.pop()
        return root


class Solution:
    def twoSum(self, nums, target):
        seen = {}
        for i, n in enumerate(nums):
            if (j := seen.get(target - n)) is not None: return [j, i]
            seen[n] = i

    def lengthOfLongestSubstring(self, s: str) -> int:
        last, start, best = {}, 0, 0
        for i, c in enumerate(s):
            start = max(start, last.get(c, -1) + 1)
            last[c] = i
            best = max(best, i - start + 1)
        return best

    def longestPalindrome(self, s):
        def grow(i, j):
            while i >= 0 and j < len(s) and s[i] == s[j]: i, j = i - 1, j + 1
            return s[i + 1 : j]
        return max((grow(i, i + d) for i in range(len(s)) for d in (0, 1)), key=len, default="")

    def isMatch(self, s, p):
        @functools.lru_cache(None)
        def go(i, j):
            if j == len(p): return i == len(s)
            first = i < len(s) and p[j] in (s[i], ".")
            if j + 1 < len(p) and p[j + 1] == "*": return go(i, j + 2) or (first and go(i + 1, j))
            return first and go(i + 1, j + 1)
        return go(0, 0)

    def threeSum(self, nums):
        return sorted(map(list, {tuple(sorted(c)) for c in itertools.combinations(nums, 3) if not sum(c)}))

    def mergeKLists(self, lists):
        heap = [(node.val, i, node) for i, node in enumerate(lists) if node]
        heapq.heapify(heap)
        head = tail = ListNode()
        while heap:
            val, i, node = heapq.heappop(heap)
            tail.next = tail = node
            if node.next: heapq.heappush(heap, (node.next.val, i, node.next))
        return head.next

    def generateParenthesis(self, n):
        def go(text, opened, closed):
            if len(text) == 2 * n: yield text
            if opened < n: yield from go(text + "(", opened + 1, closed)
            if closed < opened: yield from go(text + ")", opened, closed + 1)
        return list(go("", 0, 0))

    def solveNQueens(self, n):
        def place(row, columns, up, down):
            if row == n: yield ["." * c + "Q" + "." * (n - c - 1) for c in columns]
            for c in range(n):
                if c not in columns and row + c not in up and row - c not in down:
                    yield from place(row + 1, columns + [c], up | {row + c}, down | {row - c})
        return list(place(0, [], frozenset(), frozenset()))

    def trap(self, height):
        left = itertools.accumulate(height, max)
        right = list(itertools.accumulate(reversed(height), max))[::-1]
        return sum(min(l, r) - h for l, r, h in zip(left, right, height))

    def groupAnagrams(self, words):
        groups = collections.defaultdict(list)
        for w in words: groups[tuple(sorted(collections.Counter(w).items()))].append(w)
        return sorted(groups.values(), key=lambda g: (-len(g), g))

    def spiralOrder(self, m):
        return m and [*m.pop(0)] + self.spiralOrder([*zip(*m)][::-1])

    def minWindow(self, s, t):
        need, missing = collections.Counter(t), len(t)
        left = start = end = 0
        for right, c in enumerate(s, 1):
            missing -= need[c] > 0
            need[c] -= 1
            if not missing:
                while left < right and need[s[left]] < 0:
                    need[s[left]] += 1
                    left += 1
                if not end or right - left <= end - start: start, end = left, right
        return s[start:end]

    def wordBreak(self, s, words):
        words = set(words)
        @functools.cache
        def go(i): return i == len(s) or any(s[i:j] in words and go(j) for j in range(i + 1, len(s) + 1))
        return go(0)

    def levelOrder(self, root):
        level, out = [root] if root else [], []
        while level:
            out.append([n.val for n in level])
            level = [k for n in level for k in (n.left, n.right) if k]
        return out

    def maxPathSum(self, root):
        best = -math.inf
        def gain(node):
            nonlocal best
            if not node: return 0
            l, r = (max(gain(k), 0) for k in (node.left, node.right))
            best = max(best, node.val + l + r)
            return node.val + max(l, r)
        gain(root)
        return best

    def findOrder(self, n, edges):
        graph, degree = collections.defaultdict(set), [0] * n
        for a, b in edges:
            graph[b].add(a)
            degree[a] += 1
        queue = collections.deque(i for i in range(n) if not degree[i])
        order = []
        while queue:
            order.append(i := queue.popleft())
            for k in sorted(graph[i]):
                degree[k] -= 1
                if not degree[k]: queue.append(k)
        return order if len(order) == n else []

    def lengthOfLIS(self, nums):
        tails = []
        for n in nums: tails[(i := bisect.bisect_left(tails, n)) : i + 1] = [n]
        return len(tails)

    def calculate(self, s):
        def expr(tokens, level=0):
            stack, sign = [], "+"
            for token in tokens:
                n = expr(tokens) if token == "(" else int(token) if token.isdigit() else None
                if n is not None:
                    match sign:
                        case "+" | "-": stack.append(n if sign == "+" else -n)
                        case "*": stack.append(stack.pop() * n)
                        case "/": stack.append(int(stack.pop() / n))
                elif token == ")": break
                else: sign = token
            return sum(stack)
        return expr(iter(re.findall(r"\d+|\S", s)))

    def decodeString(self, s):
        while "[" in s: s = re.sub(r"(\d+)\[([a-z]*)\]", lambda m: int(m[1]) * m[2], s)
        return s

    def largestRectangle(self, heights):
        stack, best = [], 0
        for i, h in enumerate([*heights, 0]):
            while stack and heights[stack[-1]] >= h:
                top = heights[stack.pop()]
                best = max(best, top * (i if not stack else i - stack[-1] - 1))
            stack.append(i)
        return best

    def intToRoman(self, n):
        pairs = zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "M CM D CD C XC L XL X IX V IV I".split())
        return "".join(s * (d := n // v) + (n := n % v) * "" for v, s in pairs)

    def numIslands(self, grid):
        land = {x + 1j * y for y, row in enumerate(grid) for x, c in enumerate(row) if c == "1"}
        count = 0
        while land:
            count, stack = count + 1, [land.pop()]
            while stack:
                at = stack.pop()
                near = {at + 1j**k for k in range(4)} & land
                land -= near
                stack.extend(near)
        return count

    def topKFrequent(self, words, k): return heapq.nsmallest(k, (c := collections.Counter(words)), key=lambda w: (-c[w], w))
    def singleNumber(self, nums): return functools.reduce(operator.xor, nums)
    def myPow(self, x, n): return 1 / self.myPow(x, -n) if n < 0 else 1 if n == 0 else self.myPow(x * x, n >> 1) * (x if n & 1 else 1)
    def compress(self, s): return "".join(f"{k}{n if (n := len([*g])) > 1 else ''}" for k, g in itertools.groupby(s))
    def isValid(self, s): return not functools.reduce(lambda a, c: a[:-1] if a and a[-1:] + c in ("()", "[]", "{}") else a + c, s, "")
    def rotate(self, m): m[:] = map(list, zip(*m[::-1])); return m
    def title(self, n): return "" if n == 0 else self.title((n - 1) // 26) + string.ascii_uppercase[(n - 1) % 26]


s = Solution()
checks = [
    ("twoSum", ([2, 7, 11, 15], 9), [0, 1]), ("lengthOfLongestSubstring", ("pwwkew",), 3), ("longestPalindrome", ("cbbd",), "bb"), ("isMatch", ("aab", "c*a*b"), True),
    ("threeSum", ([-1, 0, 1, 2, -1, -4],), [[-1, -1, 2], [-1, 0, 1]]), ("generateParenthesis", (3,), ["((()))", "(()())", "(())()", "()(())", "()()()"]), ("trap", ([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1],), 6),
    ("groupAnagrams", (["eat", "tea", "tan", "ate", "nat", "bat"],), [["eat", "tea", "ate"], ["tan", "nat"], ["bat"]]), ("spiralOrder", ([[1, 2, 3], [4, 5, 6], [7, 8, 9]],), [1, 2, 3, 6, 9, 8, 7, 4, 5]),
    ("minWindow", ("ADOBECODEBANC", "ABC"), "BANC"), ("wordBreak", ("applepenapple", ["apple", "pen"]), True), ("findOrder", (4, [[1, 0], [2, 0], [3, 1], [3, 2]]), [0, 1, 2, 3]), ("lengthOfLIS", ([10, 9, 2, 5, 3, 7, 101, 18],), 4),
    ("calculate", ("2*(5+5*2)/3+(6/2+8)",), 21), ("decodeString", ("3[a2[c]]2[b]",), "accaccaccbb"), ("largestRectangle", ([2, 1, 5, 6, 2, 3],), 10), ("intToRoman", (1994,), "MCMXCIV"), ("numIslands", (["11000", "11000", "00100", "00011"],), 3),
    ("topKFrequent", (["i", "love", "leet", "i", "love", "code"], 2), ["i", "love"]), ("singleNumber", ([4, 1, 2, 1, 2],), 4), ("myPow", (2.0, -2), 0.25), ("compress", ("aabccc",), "a2bc3"), ("isValid", ("{[()]}",), True), ("isValid", ("(]",), False), ("rotate", ([[1, 2], [3, 4]],), [[3, 1], [4, 2]]), ("title", (701,), "ZY"),
]
failures = 0
for name, args, wanted in checks:
    got = getattr(s, name)(*args)
    ok = got == wanted
    failures += not ok
    print(f"{'ok' if ok else 'FAIL':<5}{name:<26}{got!r:.60}")
assert not failures, f"{failures} failed"
assert list(s.mergeKLists([ListNode.of([1, 4, 5]), ListNode.of([1, 3, 4]), None, ListNode.of([2, 6])])) == [1, 1, 2, 3, 4, 4, 5, 6]
root = TreeNode.of([-10, 9, 20, None, None, 15, 7])
print(s.levelOrder(root), s.maxPathSum(root), len(s.solveNQueens(6)), *s.solveNQueens(4)[0], sep="\n")
random.seed(7)
data = random.choices(range(50), k=30)
assert sorted(data) == list(heapq.merge(*[sorted(data[i::3]) for i in range(3)]))
print(random.sample(data, 5), random.randint(1, 6), f"{random.random():.6f}", random.choice("abc"), random.shuffle(data), data[:5], f"{random.gauss(0, 1):.4f}", random.getrandbits(20))
print(s.twoSum([1], 5), s.missing([1]))
