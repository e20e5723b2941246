class MyError(Exception):
    __module__ = "foo.bar"
raise MyError("q")
