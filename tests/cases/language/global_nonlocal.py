x = 1
def read():
    return x
def write():
    global x
    x = 2
def shadow():
    x = 3
    return x
def define():
    global fresh
    fresh = "defined in function"
print(read(), shadow(), read())
write()
print(read(), x)
try:
    print(fresh)
except NameError as e:
    print(e)
define()
print(fresh)

def global_in_nested():
    x = "local"
    def inner():
        global x
        x = "global again"
    inner()
    return x
print(global_in_nested(), x)

def del_global():
    global x
    del x
del_global()
try:
    x
except NameError as e:
    print(type(e).__name__, e)

def early():
    try:
        print(y)
    except UnboundLocalError as e:
        print(e)
    y = 1
early()

count = 0
def bump():
    try:
        count += 1
    except UnboundLocalError as e:
        print(e)
bump()

def global_class():
    global K
    class K:
        pass
global_class()
print(K.__name__, K.__qualname__)

def global_func():
    global helper
    def helper():
        return "helper"
global_func()
print(helper(), helper.__qualname__)

def global_loop():
    global i
    for i in range(3):
        pass
global_loop()
print(i)

def global_import():
    global math
    import math
global_import()
print(math.floor(2.5))

def except_name():
    global err
    try:
        1 / 0
    except ZeroDivisionError as err:
        pass
    try:
        err
    except NameError as e:
        print(e)
except_name()

def nonlocal_chain():
    v = 0
    def a():
        def b():
            def c():
                nonlocal v
                v += 1
            c(); c()
        b()
    a()
    return v
print(nonlocal_chain())

class Scope:
    global from_class
    from_class = 7
    mine = from_class + 1
print(from_class, Scope.mine, hasattr(Scope, "from_class"))

def builtin_shadow():
    len = lambda _: "shadowed"
    return len([1])
print(builtin_shadow(), len([1]))
sum = 5
print(sum)
del sum
print(sum([1, 2]))
try:
    del sum
except NameError as e:
    print(e)
try:
    del never_was
except NameError as e:
    print(e)
