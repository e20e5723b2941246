import traceback
try:
    raise ExceptionGroup("g", [ValueError("a"), ExceptionGroup("h", [TypeError("b\nc")])])
except ExceptionGroup as e:
    print("".join(traceback.format_exception(e)))
    print("".join(traceback.format_exception_only(e, show_group=True)))
