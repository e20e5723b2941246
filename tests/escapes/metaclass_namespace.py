# static: nothing
# runtime: TypeError
# a denied special method that a metaclass adds to the namespace
name = "".join(["__re", "duce__"])

class Meta(type):
    def __new__(mcs, title, bases, namespace):
        return super().__new__(mcs, title, bases, {**namespace, name: lambda self: (print, ("PWNED",))})

class Made(metaclass=Meta): pass

import copy
copy.copy(Made())
