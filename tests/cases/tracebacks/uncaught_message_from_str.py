class MyError(Exception):
    def __str__(self):
        return "custom str"
raise MyError(42)
