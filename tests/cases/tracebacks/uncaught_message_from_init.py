class MyError(Exception):
    def __init__(self, code):
        super().__init__(f"code={code}")
raise MyError(42)
