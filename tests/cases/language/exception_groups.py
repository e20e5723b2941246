def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__ + ":", e)
eg = ExceptionGroup("group", [ValueError(1), TypeError(2), ExceptionGroup("inner", [KeyError(3), ValueError(4)])])
print(eg, repr(eg), eg.message, len(eg.exceptions))
match_, rest = eg.split(ValueError)
print(repr(match_), repr(rest))
print(repr(eg.subgroup(KeyError)), eg.subgroup(OSError), repr(eg.subgroup((TypeError, KeyError))))
print(repr(eg.subgroup(lambda e: isinstance(e, ValueError) and e.args[0] > 1)))
print(repr(eg.derive([OSError(1)])))
def handle(group):
    try:
        raise group
    except* ValueError as e:
        print("V", repr(e))
    except* (TypeError, KeyError) as e:
        print("TK", repr(e))
    else:
        print("else")
    finally:
        print("finally")
t(lambda: handle(eg))
t(lambda: handle(ExceptionGroup("g", [OSError("o"), ValueError("v")])))
t(lambda: handle(ValueError("naked")))
t(lambda: handle(OSError("not matched")))
def no_error():
    try:
        pass
    except* ValueError:
        print("never")
    else:
        print("else ran")
t(no_error)
def reraise():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise
def raise_new():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise KeyError("new")
def catch_group_class():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ExceptionGroup:
        pass
def nested_unmatched():
    try:
        raise ExceptionGroup("g", [ExceptionGroup("h", [OSError(1), ValueError(2)])])
    except* ValueError as e:
        print(repr(e))
for f in (reraise, raise_new, catch_group_class, nested_unmatched):
    try:
        f()
    except BaseException as e:
        print(f.__name__, repr(e), repr(e.__context__), repr(e.__cause__))
        if isinstance(e, BaseExceptionGroup):
            for x in e.exceptions:
                print("  ", repr(x))
t(lambda: ExceptionGroup("m", []))
t(lambda: ExceptionGroup("m", [1]))
t(lambda: ExceptionGroup("m", 5))
t(lambda: ExceptionGroup(5, [ValueError()]))
t(lambda: ExceptionGroup("m"))
t(lambda: ExceptionGroup("m", [KeyboardInterrupt()]))
print(type(BaseExceptionGroup("m", [ValueError()])).__name__, type(BaseExceptionGroup("m", [KeyboardInterrupt()])).__name__)
class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup(self.message + "!", excs)
g = MyGroup("mine", [ValueError(1), TypeError(2)])
print(repr(g.split(ValueError)[0]), isinstance(g, Exception))
try:
    raise g
except* TypeError as e:
    print(type(e).__name__, e)
except* ValueError as e:
    print("rest", type(e).__name__, e)
try:
    raise ExceptionGroup("plain except", [ValueError(1)])
except ExceptionGroup as e:
    print("caught whole", e.exceptions)
e = ExceptionGroup("n", [ValueError(1)])
e.add_note("hi")
print(e.subgroup(ValueError).__notes__)
def loop():
    out = []
    for i in range(2):
        try:
            raise ExceptionGroup("l", [ValueError(i)])
        except* ValueError as e:
            out.append(e.exceptions[0].args[0])
    return out
print(loop())
