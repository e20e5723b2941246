class A(Exception): pass
class B(A):
    def __init__(self, msg, code):
        super().__init__(msg)
        self.code = code
    def __str__(self):
        return f"[{self.code}] {super().__str__()}"
raise B("boom", 7)
