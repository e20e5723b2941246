class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ValueError("ragged rows")

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __add__(self, other):
        if self.shape != other.shape:
            raise ValueError(f"shapes {self.shape} and {other.shape} differ")
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"cannot multiply {self.shape} by {other.shape}")
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows])

    def __mul__(self, k):
        return Matrix([[x * k for x in r] for r in self.rows])

    __rmul__ = __mul__

    def __pow__(self, n):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result = result @ base
            base = base @ base
            n >>= 1
        return result

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __str__(self):
        width = max(len(str(x)) for r in self.rows for x in r)
        return "\n".join("[" + " ".join(f"{x!s:>{width}}" for x in r) + "]" for r in self.rows)

    def determinant(self):
        m, det = [r[:] for r in self.rows], 1
        for i in range(len(m)):
            pivot = next((r for r in range(i, len(m)) if m[r][i] != 0), None)
            if pivot is None:
                return 0
            if pivot != i:
                m[i], m[pivot] = m[pivot], m[i]
                det = -det
            det *= m[i][i]
            for r in range(i + 1, len(m)):
                f = m[r][i] / m[i][i]
                m[r] = [a - f * b for a, b in zip(m[r], m[i])]
        return det

    def minor(self, i, j):
        return Matrix([r[:j] + r[j + 1:] for k, r in enumerate(self.rows) if k != i])


def solve(a, b):
    n = len(a.rows)
    m = [row[:] + [b[i]] for i, row in enumerate(a.rows)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[p] = m[p], m[i]
        for r in range(n):
            if r != i:
                f = m[r][i] / m[i][i]
                for c in range(i, n + 1):
                    m[r][c] -= f * m[i][c]
    return [round(m[i][n] / m[i][i], 10) for i in range(n)]


a = Matrix([[1, 2], [3, 4]])
b = Matrix([[0, 1], [1, 0]])
print(a @ b, a + b, 2 * a, a.T, a.shape, a[1, 0], a[0], sep="\n")
print(a.determinant(), Matrix([[2, 0, 1], [1, 3, 2], [1, 1, 1]]).determinant(), Matrix([[1, 2], [2, 4]]).determinant())
print((Matrix([[1, 1], [1, 0]]) ** 50)[0, 1], a ** 0 == Matrix.identity(2), a.minor(0, 0).rows)
print(solve(Matrix([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]]), [8, -11, -3]))
a[0, 0] = 10
print(a)
for f in (lambda: a @ Matrix([[1, 2, 3]]), lambda: a + Matrix([[1]]), lambda: Matrix([[1], [1, 2]]), lambda: a[5, 5]):
    try:
        f()
    except (ValueError, IndexError) as e:
        print(type(e).__name__, e)
