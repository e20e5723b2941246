import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def op_add():
    a = 1
    b = "x" if '+' not in "*" else {}
    print(a + b)


show(op_add)


def opi_add():
    a = []
    b = {}
    a += b


show(opi_add)


def opc_add():
    def f(x):
        return (x) + (None)  # c
    f({})


show(opc_add)


def opimm_add():
    def f(x):
        y = x+3
        return y
    f({})


show(opimm_add)


def op_sub():
    a = 1
    b = "x" if '-' not in "*" else {}
    print(a - b)


show(op_sub)


def opi_sub():
    a = []
    b = {}
    a -= b


show(opi_sub)


def opc_sub():
    def f(x):
        return (x) - (None)  # c
    f({})


show(opc_sub)


def opimm_sub():
    def f(x):
        y = x-3
        return y
    f({})


show(opimm_sub)


def op_mul():
    a = 1
    b = "x" if '*' not in "*" else {}
    print(a * b)


show(op_mul)


def opi_mul():
    a = []
    b = {}
    a *= b


show(opi_mul)


def opc_mul():
    def f(x):
        return (x) * (None)  # c
    f({})


show(opc_mul)


def opimm_mul():
    def f(x):
        y = x*3
        return y
    f({})


show(opimm_mul)


def op_div():
    a = 1
    b = "x" if '/' not in "*" else {}
    print(a / b)


show(op_div)


def opi_div():
    a = []
    b = {}
    a /= b


show(opi_div)


def opc_div():
    def f(x):
        return (x) / (None)  # c
    f({})


show(opc_div)


def opimm_div():
    def f(x):
        y = x/3
        return y
    f({})


show(opimm_div)


def op_fdiv():
    a = 1
    b = "x" if '//' not in "*" else {}
    print(a // b)


show(op_fdiv)


def opi_fdiv():
    a = []
    b = {}
    a //= b


show(opi_fdiv)


def opc_fdiv():
    def f(x):
        return (x) // (None)  # c
    f({})


show(opc_fdiv)


def opimm_fdiv():
    def f(x):
        y = x//3
        return y
    f({})


show(opimm_fdiv)


def op_mod():
    a = 1
    b = "x" if '%' not in "*" else {}
    print(a % b)


show(op_mod)


def opi_mod():
    a = []
    b = {}
    a %= b


show(opi_mod)


def opc_mod():
    def f(x):
        return (x) % (None)  # c
    f({})


show(opc_mod)


def opimm_mod():
    def f(x):
        y = x%3
        return y
    f({})


show(opimm_mod)


def op_pow():
    a = 1
    b = "x" if '**' not in "*" else {}
    print(a ** b)


show(op_pow)


def opi_pow():
    a = []
    b = {}
    a **= b


show(opi_pow)


def opc_pow():
    def f(x):
        return (x) ** (None)  # c
    f({})


show(opc_pow)


def opimm_pow():
    def f(x):
        y = x**3
        return y
    f({})


show(opimm_pow)


def op_lsh():
    a = 1
    b = "x" if '<<' not in "*" else {}
    print(a << b)


show(op_lsh)


def opi_lsh():
    a = []
    b = {}
    a <<= b


show(opi_lsh)


def opc_lsh():
    def f(x):
        return (x) << (None)  # c
    f({})


show(opc_lsh)


def opimm_lsh():
    def f(x):
        y = x<<3
        return y
    f({})


show(opimm_lsh)


def op_rsh():
    a = 1
    b = "x" if '>>' not in "*" else {}
    print(a >> b)


show(op_rsh)


def opi_rsh():
    a = []
    b = {}
    a >>= b


show(opi_rsh)


def opc_rsh():
    def f(x):
        return (x) >> (None)  # c
    f({})


show(opc_rsh)


def opimm_rsh():
    def f(x):
        y = x>>3
        return y
    f({})


show(opimm_rsh)


def op_or():
    a = 1
    b = "x" if '|' not in "*" else {}
    print(a | b)


show(op_or)


def opi_or():
    a = []
    b = {}
    a |= b


show(opi_or)


def opc_or():
    def f(x):
        return (x) | (None)  # c
    f({})


show(opc_or)


def opimm_or():
    def f(x):
        y = x|3
        return y
    f({})


show(opimm_or)


def op_and():
    a = 1
    b = "x" if '&' not in "*" else {}
    print(a & b)


show(op_and)


def opi_and():
    a = []
    b = {}
    a &= b


show(opi_and)


def opc_and():
    def f(x):
        return (x) & (None)  # c
    f({})


show(opc_and)


def opimm_and():
    def f(x):
        y = x&3
        return y
    f({})


show(opimm_and)


def op_xor():
    a = 1
    b = "x" if '^' not in "*" else {}
    print(a ^ b)


show(op_xor)


def opi_xor():
    a = []
    b = {}
    a ^= b


show(opi_xor)


def opc_xor():
    def f(x):
        return (x) ^ (None)  # c
    f({})


show(opc_xor)


def opimm_xor():
    def f(x):
        y = x^3
        return y
    f({})


show(opimm_xor)


def op_mat():
    a = 1
    b = "x" if '@' not in "*" else {}
    print(a @ b)


show(op_mat)


def opi_mat():
    a = []
    b = {}
    a @= b


show(opi_mat)


def opc_mat():
    def f(x):
        return (x) @ (None)  # c
    f({})


show(opc_mat)


def opimm_mat():
    def f(x):
        y = x@3
        return y
    f({})


show(opimm_mat)


def cmp_lt():
    a = 1
    b = None
    print(a < b)


show(cmp_lt)


def cmpif_lt():
    a = 1
    b = None
    if a < b:
        pass


show(cmpif_lt)


def cmpch_lt():
    a = 1
    b = None
    x = 0 < a < b < 4


show(cmpch_lt)


def cmp_le():
    a = 1
    b = None
    print(a <= b)


show(cmp_le)


def cmpif_le():
    a = 1
    b = None
    if a <= b:
        pass


show(cmpif_le)


def cmpch_le():
    a = 1
    b = None
    x = 0 < a <= b < 4


show(cmpch_le)


def cmp_gt():
    a = 1
    b = None
    print(a > b)


show(cmp_gt)


def cmpif_gt():
    a = 1
    b = None
    if a > b:
        pass


show(cmpif_gt)


def cmpch_gt():
    a = 1
    b = None
    x = 0 < a > b < 4


show(cmpch_gt)


def cmp_ge():
    a = 1
    b = None
    print(a >= b)


show(cmp_ge)


def cmpif_ge():
    a = 1
    b = None
    if a >= b:
        pass


show(cmpif_ge)


def cmpch_ge():
    a = 1
    b = None
    x = 0 < a >= b < 4


show(cmpch_ge)


def cmp_in():
    a = 1
    b = None
    print(a in b)


show(cmp_in)


def cmpif_in():
    a = 1
    b = None
    if a in b:
        pass


show(cmpif_in)


def cmpch_in():
    a = 1
    b = None
    x = 0 < a in b < 4


show(cmpch_in)


def cmp_notin():
    a = 1
    b = None
    print(a not in b)


show(cmp_notin)


def cmpif_notin():
    a = 1
    b = None
    if a not in b:
        pass


show(cmpif_notin)


def cmpch_notin():
    a = 1
    b = None
    x = 0 < a not in b < 4


show(cmpch_notin)


def un_neg():
    x = "a"
    y = [1, -x]


show(un_neg)


def un_inv():
    x = 1.5
    print(~x)


show(un_inv)


def un_pos():
    x = None
    return_value = +x


show(un_pos)


def un_not():
    class A:
        def __bool__(self):
            raise ValueError("no")
    print(not A())


show(un_not)


def if_bool():
    class A:
        def __bool__(self):
            return 3
    if A():
        pass


show(if_bool)


def bool_op():
    class A:
        def __bool__(self):
            return 3
    x = A() and 1 or 2


show(bool_op)


def ternary():
    x = 1 if undefined_thing else 2


show(ternary)


def walrus():
    if (n := undefined_w) > 5:
        pass


show(walrus)


def walrus2():
    if (n := 5) > None:
        pass


show(walrus2)


def binmulti():
    x = (1 +
         2 +
         "a" +
         4)


show(binmulti)


def binmulti2():
    a = 1
    b = ""
    x = (
        a
        +
        b
    )


show(binmulti2)


def binmulti3():
    a = 1
    b = ""
    x = [
        a  # comment
        + b,
        3
    ]


show(binmulti3)


def binmulti4():
    a = 1
    b = ""
    x = foo = (a + \
        b)


show(binmulti4)


def binmulti5():
    a = 1
    x = (a + (
       a / 0
      ) + 4)


show(binmulti5)


def cond_expr():
    x = (1 if 2 else 3) + (None if 5 else 3)


show(cond_expr)


def augattr():
    class A: v = None
    a = A()
    a.v += 1


show(augattr)


def auglist():
    x = [1]
    x += 5


show(auglist)


def augmulti():
    x = 1
    x += (
      None)


show(augmulti)


def augloc():
    def f():
        x = 1
        x -= "a"
    f()


show(augloc)
