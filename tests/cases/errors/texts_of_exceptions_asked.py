# Texts of exceptions whose arguments have texts of their own.
class P:
    def __repr__(self): return 'P!'
    def __str__(self): return 'p'
class K4(KeyError):
    def __repr__(self): return 'r'
for e in (KeyError(P()), KeyError(P(), 1), ValueError(P()), OSError(1, P()), OSError(P(), 'x'), OSError(1, 'x', P()), OSError(1, 'x', 'a', None, P()), OSError(1, 'x', P(), None, P()), K4(P()), ImportError(P()), SyntaxError(P()), Exception(P(), [P()])):
    for f in (lambda: str(e), lambda: f'{e}', lambda: '%s' % e, lambda: e.__str__(), lambda: BaseException.__str__(e), lambda: type(e).__str__(e), lambda: repr(e), lambda: super(type(e), e).__str__()):
        try: print(f(), end=' | ')
        except Exception as x: print(type(x).__name__, x, end=' | ')
    print()
