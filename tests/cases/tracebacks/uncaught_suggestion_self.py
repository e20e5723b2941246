class A:
    def __init__(self):
        self.thing = 1
    def f(self):
        return thing
A().f()
