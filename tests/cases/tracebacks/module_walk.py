import traceback
def f():
    raise ValueError("x")
try:
    f()
except ValueError as e:
    for fr, ln in traceback.walk_tb(e.__traceback__):
        print(fr.f_code.co_name, ln)
    s = traceback.StackSummary.extract(traceback.walk_tb(e.__traceback__))
    print([x.line for x in s])
