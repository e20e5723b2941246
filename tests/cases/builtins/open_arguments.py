# What `open` says of its arguments before it looks for the file; a cell that holds nothing.
import types

for mode, others in [
    ("rb", {"encoding": "utf-8"}), ("rb", {"errors": "strict"}), ("rb", {"newline": ""}), ("rbt", {}), ("", {}), ("rr", {}), ("rw", {}),
    ("q", {}), ("r", {"newline": 5}), ("r", {"encoding": 5}), ("r", {"errors": 5}), ("r", {"encoding": "utf-8"}),
]:
    try:
        open("/nonexistent/file", mode, **others)
    except Exception as e:
        print(mode, others, type(e).__name__, e)

try:
    types.CellType().cell_contents
except ValueError as e:
    print(e)


def early():
    inner = lambda: late
    try:
        inner.__closure__[0].cell_contents
    except ValueError as e:
        print(e)
    late = 1


early()
