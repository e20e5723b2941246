class Outer:
    class MyError(Exception):
        pass
raise Outer.MyError("q")
