class MyError(Exception):
    def __str__(self):
        raise ValueError("in str")
raise MyError(42)
