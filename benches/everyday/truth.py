class Basket:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)


class Flag:
    def __init__(self, on):
        self.on = on

    def __bool__(self):
        return self.on


baskets = [Basket([]), Basket([1]), Flag(True), Flag(False)]
count = 0
for _ in range(60000):
    for basket in baskets:
        if basket:
            count += 1
print(count)
