def queens(n):
    def place(row, cols, d1, d2):
        if row == n:
            yield ()
            return
        for c in range(n):
            if c not in cols and row + c not in d1 and row - c not in d2:
                for rest in place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c}):
                    yield (c,) + rest
    return place(0, frozenset(), frozenset(), frozenset())


first = next(queens(8))
print(first, sum(1 for _ in queens(6)))
for c in first:
    print(". " * c + "Q " + ". " * (7 - c))


def solve(board):
    for r in range(9):
        for c in range(9):
            if board[r][c] == 0:
                used = {board[r][k] for k in range(9)} | {board[k][c] for k in range(9)} | {board[r // 3 * 3 + i][c // 3 * 3 + j] for i in range(3) for j in range(3)}
                for v in range(1, 10):
                    if v not in used:
                        board[r][c] = v
                        if solve(board):
                            return True
                board[r][c] = 0
                return False
    return True


puzzle = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"]
board = [[int(x) if x.isdigit() else 0 for x in row] for row in puzzle]
print(solve(board))
for row in board:
    print("".join(map(str, row)))


def subset_sum(xs, target):
    def go(i, left, chosen):
        if left == 0:
            yield list(chosen)
        elif i < len(xs) and left > 0:
            chosen.append(xs[i])
            yield from go(i + 1, left - xs[i], chosen)
            chosen.pop()
            yield from go(i + 1, left, chosen)
    return list(go(0, target, []))


print(subset_sum([3, 34, 4, 12, 5, 2], 9))


def jugs(a, b, target):
    seen, todo = {(0, 0): None}, [(0, 0)]
    for x, y in todo:
        if target in (x, y):
            path, s = [], (x, y)
            while s is not None:
                path.append(s)
                s = seen[s]
            return path[::-1]
        pour = min(x, b - y), min(y, a - x)
        for s in [(a, y), (x, b), (0, y), (x, 0), (x - pour[0], y + pour[0]), (x + pour[1], y - pour[1])]:
            if s not in seen:
                seen[s] = (x, y)
                todo.append(s)


print(jugs(3, 5, 4))


def crypt():
    from itertools import permutations
    for s, e, n, d, m, o, r, y in permutations((9, 5, 6, 7, 1, 0, 8, 2)):
        if m and s and 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e == 10000 * m + 1000 * o + 100 * n + 10 * e + y:
            return s, e, n, d, m, o, r, y


print(crypt())
def spiral(m):
    out = []
    while m:
        out += m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
    return out
print(spiral([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]))
def permute(s):
    return [s] if len(s) <= 1 else sorted({c + p for i, c in enumerate(s) for p in permute(s[:i] + s[i + 1:])})
print(permute("aab"), len(permute("abcd")))
def gray(n): return [i ^ i >> 1 for i in range(2 ** n)]
print([f"{g:03b}" for g in gray(3)])
def hanoi(n, a, b, c):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a, c
        yield from hanoi(n - 1, b, a, c)
print(len(list(hanoi(7, *"ABC"))), list(hanoi(2, *"ABC")))
def parens(n):
    def go(s, o, c):
        if len(s) == 2 * n: yield s
        if o < n: yield from go(s + "(", o + 1, c)
        if c < o: yield from go(s + ")", o, c + 1)
    return list(go("", 0, 0))
print(parens(3), len(parens(6)))
