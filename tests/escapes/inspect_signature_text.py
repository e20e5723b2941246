# static: nothing
# runtime: ValueError
# a signature that is a text is not run
import inspect

class Told:
    __text_signature__ = "(a=__import__('os'))"

    def __call__(self): pass

parameter = inspect.signature(Told()).parameters["a"]
if type(parameter.default).__name__ == "module":
    print("PWNED", parameter.default)
raise ValueError(str(parameter))
