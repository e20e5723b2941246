def make(kind, message):
    error = kind(message)
    error.add_note("a note on " + message)
    return error


inner = ExceptionGroup("inner", [make(KeyError, "k"), OSError(2, "No such file")])
try:
    raise ExceptionGroup("outer", [ValueError("v"), inner, ExceptionGroup("deeper", [inner])])
except ExceptionGroup as group:
    raise RuntimeError("wrapped") from group
