class A:
    def __init__(self):
        self._private_thing = 1
    def f(self):
        return self.private_thing
A().f()
