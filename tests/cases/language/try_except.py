def t(f):
    try:
        print("result", f())
    except BaseException as e:
        print(type(e).__name__ + ":", e)
def order(n):
    try:
        print("try")
        if n == 1: raise ValueError("v")
        if n == 2: raise KeyError("k")
        if n == 3: raise OSError("o")
        if n == 4: return "returned"
    except ValueError as e:
        print("except V", e)
        return "from except"
    except (KeyError, IndexError) as e:
        print("except K", e)
    else:
        print("else")
    finally:
        print("finally")
    return "end"
for n in range(5):
    t(lambda: order(n))
def finally_return():
    try:
        return "try"
    finally:
        return "finally"
def finally_swallows():
    try:
        raise ValueError("lost")
    finally:
        return "swallowed"
def finally_break():
    for i in range(3):
        try:
            raise ValueError(i)
        finally:
            break
    return i
def finally_continue():
    out = []
    for i in range(3):
        try:
            out.append(i)
            raise ValueError
        finally:
            continue
    return out
def loop_return():
    for i in range(3):
        try:
            if i == 1: return i
        finally:
            print("cleanup", i)
def nested_finally():
    try:
        try:
            1 / 0
        finally:
            print("inner")
    finally:
        print("outer")
def value_before_finally():
    x = 1
    try:
        return x
    finally:
        x = 2
def while_else():
    n = 0
    while n < 3:
        n += 1
        try:
            if n == 2: continue
            if n == 5: break
        finally:
            print("n", n)
    else:
        return "else ran"
def reraise():
    try:
        try:
            raise ValueError("first")
        except ValueError:
            raise
    except ValueError as e:
        return "again " + str(e)
def bare():
    try:
        raise KeyboardInterrupt
    except:
        return "bare"
def name_deleted():
    e = "before"
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e
def in_else():
    try:
        pass
    except ValueError:
        return "not here"
    else:
        raise ValueError("from else")
def subclass():
    try:
        {}["x"]
    except LookupError as e:
        return type(e).__name__, e.args
def no_match():
    try:
        raise TypeError("t")
    except ValueError:
        pass
def not_exception():
    try:
        raise ValueError
    except 5:
        pass
def tuple_not_exception():
    try:
        raise ValueError
    except (TypeError, "x"):
        pass
def expr_clause():
    kinds = {"a": ValueError}
    try:
        raise ValueError("x")
    except kinds["a"] as e:
        return repr(e)
def raise_class(): raise ValueError
def raise_int(): raise 5
def raise_str(): raise "text"
def raise_none(): raise None
def raise_nothing(): raise
def raise_bad_cause(): raise ValueError from 5
def raise_type(): raise int
def not_base():
    class C: pass
    raise C()
for f in (finally_return, finally_swallows, finally_break, finally_continue, loop_return, nested_finally, value_before_finally, while_else,
          reraise, bare, name_deleted, in_else, subclass, no_match, not_exception, tuple_not_exception, expr_clause,
          raise_class, raise_int, raise_str, raise_none, raise_nothing, raise_bad_cause, raise_type, not_base):
    t(f)
def gen():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("closed")
        raise
    finally:
        print("gen finally")
g = gen()
next(g)
g.close()
def complex_flow():
    log = []
    for i in range(4):
        try:
            log.append(i)
            try:
                if i == 0: continue
                if i == 1: raise ValueError
                if i == 3: return log
            except ValueError:
                log.append("caught")
                continue
            else:
                log.append("else")
            finally:
                log.append("f")
        finally:
            log.append("F")
print(complex_flow())
