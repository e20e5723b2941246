class Counter:
    def __init__(self):
        self.count = 0

    def bump(self):
        return count + 1


Counter().bump()
