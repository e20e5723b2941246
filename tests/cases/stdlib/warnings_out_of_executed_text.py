# the place of a warning where `exec` and `eval` are between it and what it is about
import warnings


def told(message, category, filename, lineno, file=None, line=None):
    print(message, filename.rpartition("/")[2], lineno)


warnings.showwarning = told
warnings.simplefilter("always")
names = {}
exec("import warnings\nwarnings.warn('one', stacklevel=2)\ndef f(level): warnings.warn('two', stacklevel=level)", names)
names["f"](1)
names["f"](2)
exec("f(3)", names)


def g():
    exec("f(3)", names)
    exec("f(4)", names)
    eval("f(3)", names)
    exec("f(3)", names, {})


g()
exec(compile("f(2)\nf(3)", "made.py", "exec"), names)
