import sys
import traceback
try:
    try:
        {}["a"]
    except KeyError as e:
        raise ValueError("v") from e
except ValueError as e:
    te = traceback.TracebackException.from_exception(e)
    print("".join(te.format()))
    print(list(te.format_exception_only()))
    print(te.exc_type_str, str(te), te.__cause__.exc_type_str, te.__suppress_context__)
    print("".join(te.format(chain=False)))
    te.print(file=sys.stdout)
