class A:
    def __init__(self):
        self.items = []
    def add(self):
        items.append(1)
A().add()
