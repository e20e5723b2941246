import traceback
def f(x):
    return [x][3]
try:
    f(0)
except Exception as e:
    for l in traceback.format_exception(e): print(repr(l))
    for l in traceback.format_exception(type(e), e, e.__traceback__): print(repr(l))
    print(traceback.format_exception_only(e), traceback.format_exception_only(type(e), e))
    for l in traceback.format_tb(e.__traceback__): print(repr(l))
    for f in traceback.extract_tb(e.__traceback__):
        print(f.name, f.lineno, f.line, f.filename.rsplit("/")[-1], f.colno, f.end_colno, f.end_lineno)
        print(tuple(f)[1:], len(f))
