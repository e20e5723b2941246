import traceback
e = ValueError("x")
e.add_note("n1\nn2")
print(traceback.format_exception_only(e))
print(traceback.format_exception(e))
