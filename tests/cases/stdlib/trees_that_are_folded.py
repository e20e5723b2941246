"""Trees whose operations on constants are carried out."""
import ast

TEXTS = ["1 + 2 * 3", "2 ** 200", "'ab' * 3", "'ab' * 5000", "-1", "not x is y", "not x in y", "not 3", "(1, 'a', None)", "(1, a)",
         "(1, 2)[0]", "(1, 2)[5]", "'abc'[1]", "x in [1, 2]", "x in {1}", "x not in [y]", "'%s and %r' % (a, b)", "'%-5s%8.3a%%' % (a, b)",
         "'%d' % (a,)", "'%s' % (a, b)", "'%s' % (*a,)", "[x for x in [1, 2]]", "[x for x in {1, 2}]", "f(1 << 3, 7 // 2, 1 / 0, 5 % 3)",
         "1 << 500", "'x' % 3", "__debug__", "3 | 4 ^ 1 & 7", "'a' + 'b' + c", "x[1:-2]", "~5", "-'a'"]
for text in TEXTS:
    print(text, '->', ast.dump(ast.parse(text, optimize=1, mode='eval').body))
    try:
        compiled = compile(text, '', 'eval', ast.PyCF_OPTIMIZED_AST, optimize=0)
    except SyntaxWarning as problem:
        print(problem)
    else:
        print(ast.unparse(compiled))
STATEMENTS = ["for x in [1, 2]: pass", "for x in [y, 2]: pass", "def f():\n  'text'", "def f():\n  'text'\n  return -1", "class C[T = 1 + 1]: 'text'",
              "type A[T: 1 + 1] = 2 + 2", "'text'", "assert __debug__, 'a' 'b'"]
for text in STATEMENTS:
    for level in (-1, 0, 1, 2):
        print(level, ast.dump(ast.parse(text, optimize=level)))
for level in (3, -2, 'x'):
    try:
        print(ast.parse('1', optimize=level))
    except Exception as problem:
        print(type(problem).__name__, problem)
