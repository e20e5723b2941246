import traceback
class A:
    alpha = 1
try:
    A().alhpa
except AttributeError as e:
    print(traceback.format_exception_only(e), str(e))
try:
    prnt(1)
except NameError as e:
    print(traceback.format_exception_only(e), str(e), e.name)
