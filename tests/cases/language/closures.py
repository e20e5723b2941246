def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    def read():
        return n
    return step, read

step, read = counter()
step(); step(5)
print(read(), step(), read())
other, other_read = counter()
print(other(), read())

print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])

def adders():
    result = []
    for i in range(3):
        def add(x):
            return x + i
        result.append(add)
    i = 100
    return result
print([f(1) for f in adders()])

def make_account(balance):
    def deposit(x):
        nonlocal balance
        balance += x
        return balance
    def withdraw(x):
        nonlocal balance
        if x > balance:
            raise ValueError(f"only {balance}")
        balance -= x
        return balance
    return {"deposit": deposit, "withdraw": withdraw}
acc = make_account(10)
print(acc["deposit"](5), acc["withdraw"](3))
try:
    acc["withdraw"](100)
except ValueError as e:
    print(e)

def three():
    x = "outer"
    def middle():
        def inner():
            nonlocal x
            x = "changed by inner"
        inner()
        return x
    return middle(), x
print(three())

def unbound():
    def use():
        return value
    try:
        use()
    except NameError as e:
        print(type(e).__name__, e)
    value = 3
    print(use())
    del value
    try:
        use()
    except NameError as e:
        print(type(e).__name__, e)
unbound()

def local_unbound(flag):
    if flag:
        y = 1
    try:
        return y
    except UnboundLocalError as e:
        return str(e)
print(local_unbound(True), local_unbound(False))

def param_cell(a, *b, c=1, **d):
    def show():
        return a, b, c, d
    a += 1
    c *= 10
    return show()
print(param_cell(1, 2, 3, c=4, e=5))

def recursive():
    def fact(n):
        return 1 if n < 2 else n * fact(n - 1)
    return fact
print(recursive()(10))

def compose(*fs):
    def run(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return run
print(compose(lambda x: x + 1, lambda x: x * 2, str.__len__)("abcd"))

class Holder:
    name = "class attr"
    def get(self):
        try:
            return name
        except NameError as e:
            return str(e)
print(Holder().get())

def class_in_closure(tag):
    class Inner:
        label = tag
        def get(self):
            return tag
    return Inner
k = class_in_closure("T")
print(k.label, k().get())

def shared():
    x = []
    return (lambda v: x.append(v)), (lambda: list(x))
put, get = shared()
put(1); put(2)
print(get())
print((lambda x: lambda y: lambda z: x + y + z)(1)(2)(3))
