# The code of ours in the room of a candidate and in the room of its tests. It runs first, so it keeps the builtins as they were; what a
# program does to them afterwards does not reach it. It has no names in the program's namespace but the ones that are set at its end.
#
# The rooms take turns. `stockade_room` hands a message to the other room and waits for its message: a request ("call", "next") or the end
# of one ("return", "raise", "stop"). A room that waits serves requests, so a test may hand a function to the candidate, and so on.
# Only plain values cross. Values that are not plain themselves cross as descriptions ("coded"): see `encode`.


def stockade_make_room():
    room = stockade_room
    next_of, iter_of, type_of, text_of, enumerated = next, iter, type, str, enumerate
    is_callable, is_a, length, pairs, smaller, getattr_of = callable, isinstance, len, zip, min, getattr
    a_list, a_tuple, a_dict, a_set, a_frozenset, an_int, a_float = list, tuple, dict, set, frozenset, int, float
    a_str, a_bytes, a_bytearray, a_bool, a_complex, a_range, a_type = str, bytes, bytearray, bool, complex, range, type
    nothing = type(None)
    views = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}
    plain = {a_list, a_tuple, a_dict, a_set, a_frozenset, an_int, a_float, a_str, a_bytes, a_bytearray, a_bool, nothing}
    holders = (a_list, a_dict, a_set, a_bytearray)
    # More do not cross.
    most_holders, most_levels = 250_000, 1000
    # What can have a holder inside, or is one.
    nests = {a_list, a_dict, a_set, a_bytearray, a_tuple}
    try:
        identity = id
    except NameError:
        # The policy denies it. Then an object inside an argument counts as the one that was at its place.
        identity = None
    base_error, error, exits, at_end = BaseException, Exception, SystemExit, StopIteration
    type_error, value_error, name_error = TypeError, ValueError, NameError
    # The nearest builtin exception is the first of these that fits.
    errors = [
        ("ZeroDivisionError", ZeroDivisionError), ("OverflowError", OverflowError), ("FloatingPointError", FloatingPointError),
        ("ArithmeticError", ArithmeticError), ("AssertionError", AssertionError), ("AttributeError", AttributeError),
        ("EOFError", EOFError), ("ModuleNotFoundError", ModuleNotFoundError), ("ImportError", ImportError), ("IndexError", IndexError),
        ("KeyError", KeyError), ("LookupError", LookupError), ("MemoryError", MemoryError), ("UnboundLocalError", UnboundLocalError),
        ("NameError", NameError), ("FileNotFoundError", FileNotFoundError), ("FileExistsError", FileExistsError),
        ("IsADirectoryError", IsADirectoryError), ("NotADirectoryError", NotADirectoryError), ("PermissionError", PermissionError),
        ("TimeoutError", TimeoutError), ("ConnectionError", ConnectionError), ("OSError", OSError),
        ("NotImplementedError", NotImplementedError), ("RecursionError", RecursionError), ("RuntimeError", RuntimeError),
        ("StopAsyncIteration", StopAsyncIteration), ("StopIteration", StopIteration), ("IndentationError", IndentationError),
        ("SyntaxError", SyntaxError), ("TypeError", TypeError), ("UnicodeDecodeError", UnicodeDecodeError),
        ("UnicodeEncodeError", UnicodeEncodeError), ("UnicodeError", UnicodeError), ("ValueError", ValueError),
        ("DeprecationWarning", DeprecationWarning), ("UserWarning", UserWarning), ("Warning", Warning),
        ("KeyboardInterrupt", KeyboardInterrupt), ("GeneratorExit", GeneratorExit),
    ]
    by_name = a_dict(errors)
    by_name["UnicodeDecodeError"] = by_name["UnicodeEncodeError"] = UnicodeError
    handles = []
    namespace = globals()
    last = [None]
    # Only the candidate's functions are called by name. Of the tests a candidate gets what they hand to it, and nothing else.
    serves_names = [False]

    class CandidateError(error):
        """An exception of the candidate that is no builtin one. No test can name it."""

    class Opaque:
        """An object that stays in the other room. It is equal to nothing but itself."""

        def __init__(self, name):
            self.name = name

        def __repr__(self):
            return "<an object of " + self.name + " that stays in its room>"

    def name_of(kind):
        # "<class 'decimal.Decimal'>" without what is around it: attributes with underscores may be denied.
        return text_of(kind)[8:-2]

    def is_iterator(value):
        try:
            return iter_of(value) is value
        except base_error:
            return False

    def keep(value):
        handles.append(value)
        return length(handles) - 1

    def encode(value):
        kind = type_of(value)
        if value is None or kind in (an_int, a_float, a_str, a_bytes, a_bytearray, a_bool):
            return ("plain", value)
        if is_a(value, a_tuple):
            return ("tuple", [encode(item) for item in a_tuple(value)])
        if is_a(value, a_list):
            return ("list", [encode(item) for item in a_list(value)])
        if is_a(value, a_dict):
            return ("dict", [(encode(key), encode(value[key])) for key in a_list(value)])
        if is_a(value, (a_set, a_frozenset)):
            return ("set" if is_a(value, a_set) else "frozenset", [encode(item) for item in value])
        for base in (a_bool, an_int, a_float, a_str, a_bytes, a_bytearray):
            if is_a(value, base):
                return ("plain", value)
        if kind is a_complex:
            return ("complex", value.real, value.imag)
        if kind is a_range:
            return ("range", value.start, value.stop, value.step)
        if kind in views:
            return (views[kind], [encode(item) for item in value])
        name = name_of(kind)
        if name == "decimal.Decimal":
            return ("Decimal", text_of(value))
        if name == "fractions.Fraction":
            return ("Fraction", value.numerator, value.denominator)
        if name in ("datetime.date", "datetime.datetime", "datetime.time"):
            return (name, value.isoformat())
        if name == "datetime.timedelta":
            return (name, value.days, value.seconds, value.microseconds)
        if name == "collections.deque":
            return ("deque", [encode(item) for item in value], value.maxlen)
        if is_a(value, a_type):
            return ("type", value) if value in plain or value is a_complex else ("object", "type " + name_of(value))
        if is_iterator(value):
            return ("iterator", keep(value))
        if is_callable(value):
            return ("function", keep(value))
        return ("object", name)

    def decode(coded):
        kind, first = coded[0], coded[1]
        if kind == "plain" or kind == "type":
            return first
        if kind in ("tuple", "list", "set", "frozenset", "keys", "values", "deque"):
            items = [decode(item) for item in first]
            if kind == "list":
                return items
            if kind == "tuple":
                return a_tuple(items)
            if kind == "set":
                return a_set(items)
            if kind == "frozenset":
                return a_frozenset(items)
            if kind == "keys":
                return a_dict.fromkeys(items).keys()
            if kind == "values":
                return a_dict(enumerated(items)).values()
            import collections
            return collections.deque(items, coded[2])
        if kind == "dict":
            return {decode(key): decode(item) for key, item in first}
        if kind == "items":
            return a_dict([decode(item) for item in first]).items()
        if kind == "complex":
            return a_complex(first, coded[2])
        if kind == "range":
            return a_range(first, coded[2], coded[3])
        if kind == "Decimal":
            import decimal
            return decimal.Decimal(first)
        if kind == "Fraction":
            import fractions
            return fractions.Fraction(first, coded[2])
        if kind == "datetime.timedelta":
            import datetime
            return datetime.timedelta(first, coded[2], coded[3])
        if kind in ("datetime.date", "datetime.datetime", "datetime.time"):
            import datetime
            classes = {"datetime.date": datetime.date, "datetime.datetime": datetime.datetime, "datetime.time": datetime.time}
            return classes[kind].fromisoformat(first)
        if kind == "iterator":
            return items_of(first)
        if kind == "function":
            return function_of(first)
        return Opaque(first)

    def send(kind, what, args, more):
        if kind == "call":
            is_plain = True
            for value in args:
                is_plain = is_plain and type_of(value) in plain
        else:
            is_plain = type_of(what) in plain
        if is_plain:
            try:
                return room(kind, what, args, more, False)
            except (type_error, value_error):
                # Something inside is not plain.
                pass
        if kind == "call":
            # Refuses what holds itself.
            holders_in(everything_in(args, more))
            return room(kind, what, encode(args), encode(more), True)
        return room(kind, encode(what), encode(args), more, True)

    def has_nest(values):
        # A loop costs a tenth of `nests.isdisjoint(map(type, values))` here.
        for item in values:
            if type_of(item) in nests:
                return True
        return False

    def children(value):
        # The values inside that have holders inside or are some, in order.
        kind = type_of(value)
        if kind is a_list or kind is a_tuple:
            return [item for item in value if type_of(item) in nests]
        if kind is a_dict:
            return [item for item in value.values() if type_of(item) in nests]
        return ()

    def holders_in(given):
        # All objects inside the arguments that can be changed, in the order in which both rooms meet them; None if only the arguments
        # themselves can.
        waiting = [item for item in given if type_of(item) in nests]
        if not waiting:
            return None
        found, is_flat = [], True
        waiting.reverse()
        depths = [0] * length(waiting)
        while waiting:
            value, depth = waiting.pop(), depths.pop()
            if type_of(value) is not a_tuple:
                found.append(value)
            more = children(value)
            if more:
                if depth == most_levels or length(found) > most_holders:
                    raise value_error("an argument holds too many objects, or itself")
                is_flat = False
                more.reverse()
                waiting += more
                depths += [depth + 1] * length(more)
        return None if is_flat else found

    def numbers_of(given, known):
        # For each object inside the arguments now: which of the known ones it is, or -1.
        now = holders_in(given)
        if now is None:
            now = [item for item in given if type_of(item) in holders]
        if identity is None:
            return [at if at < length(known) else -1 for at in range(length(now))]
        places = {identity(value): at for at, value in enumerated(known)}
        return [places.get(identity(value), -1) for value in now]

    def put_back(new, numbers, known):
        # What the other room has made of an argument, in the objects that this room has.
        kind = type_of(new)
        if kind is a_tuple:
            return a_tuple([put_back(item, numbers, known) for item in new]) if has_nest(new) else new
        if kind not in nests:
            return new
        number = numbers.pop()
        old = known[number] if 0 <= number < length(known) else None
        if kind is a_list and has_nest(new):
            new = [put_back(item, numbers, known) for item in new]
        elif kind is a_dict and has_nest(new.values()):
            new = {key: put_back(item, numbers, known) for key, item in new.items()}
        if type_of(old) is not kind:
            return new
        if kind is a_list or kind is a_bytearray:
            old[:] = new
        else:
            old.clear()
            old.update(new)
        return old

    def restore(old, new):
        # Writes back what the other room did to an argument, in the objects that this room has. An object inside counts as the one that was at
        # its place: for arguments with nothing inside that can be changed, or that are not of the same classes in both rooms.
        if type_of(old) is not type_of(new):
            return
        kind = type_of(old)
        if kind is a_list:
            if old == new:
                return
            for at, (one, other) in enumerated(pairs(a_list(old), new)):
                if type_of(one) in holders and type_of(one) is type_of(other):
                    restore(one, other)
                else:
                    old[at] = other
            old[smaller(length(old), length(new)):] = new[length(old):]
        elif kind is a_dict:
            if old == new and a_list(old) == a_list(new):
                return
            kept = a_dict(old)
            old.clear()
            for key in new:
                value = new[key]
                if key in kept and type_of(kept[key]) in holders and type_of(kept[key]) is type_of(value):
                    restore(kept[key], value)
                    value = kept[key]
                old[key] = value
        elif kind is a_set:
            if old != new:
                old.clear()
                old.update(new)
        elif kind is a_bytearray:
            old[:] = new
        elif kind is a_tuple:
            for one, other in pairs(old, new):
                restore(one, other)

    def everything_in(args, kwargs):
        # Both rooms have keywords in the order of the call.
        return (*args, *kwargs.values()) if kwargs else args

    def ask(kind, target, args, kwargs):
        # Makes a request of the other room.
        return answer_of(send(kind, target, args, kwargs), everything_in(args, kwargs))

    def answer_of(reply, given):
        # Serves requests of the other room until the answer to ours is there. `given` are the arguments of ours.
        known, is_known = None, False
        while True:
            what = reply[0]
            if what == "return":
                value, after = reply[1], reply[2]
                if reply[4]:
                    value, after = decode(value), decode(after)
                if after is None:
                    return value
                if not is_known:
                    known = holders_in(given)
                if known is None or reply[3] is None or reply[3][0] != length(known):
                    for one, other in pairs(given, after):
                        restore(one, other)
                else:
                    numbers = a_list(reply[3][1])
                    numbers.reverse()
                    for item in after:
                        put_back(item, numbers, known)
                return value
            if what == "stop":
                raise at_end
            if what == "raise":
                known = by_name.get(reply[1])
                raise CandidateError(reply[2]) if known is None else known(*reply[3])
            if not is_known:
                # What is done for the other room may change our arguments. The objects that it has are those of before.
                known, is_known = holders_in(given), True
            reply = handle(reply)

    def function_of(target):
        def candidate(*args, **kwargs):
            if kwargs:
                return ask("call", target, args, kwargs)
            for value in args:
                if type_of(value) not in plain:
                    return ask("call", target, args, kwargs)
            try:
                reply = room("call", target, args, None, False)
            except (type_error, value_error):
                return ask("call", target, args, kwargs)
            # Nearly always the answer is there, and the arguments are as they were.
            if reply[0] == "return" and reply[2] is None and not reply[4]:
                return reply[1]
            return answer_of(reply, args)

        return candidate

    def items_of(handle):
        while True:
            try:
                item = ask("next", handle, (), {})
            except at_end:
                return
            yield item

    def find(target):
        if type_of(target) is an_int:
            return handles[target]
        if not serves_names[0]:
            raise name_error("the tests are not called by name")
        if target in namespace:
            return namespace[target]
        path = target.split(".")
        if length(path) > 1 and path[0] not in namespace and path[1] in namespace:
            # The method of a class, or the function of that name.
            path = path[1:]
        if path[0] not in namespace:
            raise name_error("name '" + path[0] + "' is not defined")
        found = namespace[path[0]]
        for name in path[1:]:
            # A method of a class is called on a new object.
            found = getattr_of(found() if is_a(found, a_type) else found, name)
        return found

    def handle(request):
        # Does what the other room asks for, and returns its next message. `shape` is True if the arguments are coded. Else it says what can be
        # changed of them: nothing (0, False), nothing inside them (1), or more (2).
        kind, target, args, kwargs, shape = request
        after = numbers = None
        try:
            if kind == "next":
                value = next_of(handles[target])
            elif kind == "again":
                raise last[0]
            else:
                if shape is True:
                    args, kwargs, shape = decode(args), decode(kwargs), 2
                function = find(target)
                if shape == 0:
                    value = function(*args, **kwargs) if kwargs else function(*args)
                else:
                    given = everything_in(args, kwargs)
                    known = holders_in(given) if shape == 2 else None
                    value = function(*args, **kwargs) if kwargs else function(*args)
                    if has_nest(given):
                        after = given
                        if known is not None:
                            numbers = (length(known), numbers_of(given, known))
        except exits:
            raise
        except base_error as problem:
            if kind == "again":
                raise
            if kind == "next" and is_a(problem, at_end):
                return room("stop", None, None, None, False)
            last[0] = problem
            return raised(problem)
        try:
            return send("return", value, after, numbers)
        except exits:
            raise
        except base_error as problem:
            # It is too large or too deep, or its own methods do not let it cross.
            last[0] = problem
            return raised(problem)

    def raised(problem):
        name = None
        for known, kind in errors:
            if is_a(problem, kind):
                name = known
                break
        try:
            message = text_of(problem)
        except base_error:
            message = "<no text>"
        if name is None:
            message = name_of(type_of(problem)) + ": " + message
        args = problem.args if name == "KeyError" else (message,)
        try:
            return room("raise", name, message, args, False)
        except (type_error, value_error):
            return room("raise", name, message, (message,), False)

    def serve():
        serves_names[0] = True
        reply = room("ready", None, None, None, False)
        while True:
            reply = handle(reply)

    return serve, function_of


stockade_serve, stockade_proxy = stockade_make_room()
del stockade_make_room
