# Code compiled under a name whose lines `linecache` was told shows them, in texts of all kinds.
import linecache
import traceback

SOURCE = "def f(x):\n    return [\n        1 / x,\n    ]\n\n\ndef g():\n    return f(0)\n"
linecache.cache["<cell 1>"] = (len(SOURCE), None, SOURCE.splitlines(True), "<cell 1>")
space = {}
exec(compile(SOURCE, "<cell 1>", "exec"), space)
try:
    space["g"]()
except ZeroDivisionError as error:
    print([(frame.name, frame.lineno, frame.line) for frame in traceback.extract_tb(error.__traceback__)])
    print("".join(traceback.format_exception(error)))

# Lines that have nothing to do with what runs are not those of the place.
exec(compile("def other():\n    raise KeyError(1)\n", "<cell 2>", "exec"), space)
try:
    space["other"]()
except KeyError as error:
    print([(frame.name, frame.line) for frame in traceback.extract_tb(error.__traceback__)])
linecache.clearcache()
try:
    space["g"]()
except ZeroDivisionError as error:
    print([(frame.name, frame.line) for frame in traceback.extract_tb(error.__traceback__)][1:])
linecache.cache["<cell 1>"] = (len(SOURCE), None, SOURCE.splitlines(True), "<cell 1>")
space["g"]()
