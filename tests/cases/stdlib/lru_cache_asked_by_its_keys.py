# a cache that its own keys ask while they are compared, and which of its results go first
import random
from functools import lru_cache


class Content:
    def __init__(self, value, tag):
        self.value, self.tag = value, tag

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return isinstance(other, Content) and content(self.value, 1) == content(other.value, 1)


@lru_cache(1000, typed=True)
def content(value, more):
    return (value.tag if isinstance(value, Content) else value), more


first, second = Content(1, "first"), Content(1, "second")
print(content(first, 3), content(second, 3), content(second, 4), content(first, 4), content(Content(2, "third"), 3))

for size in (1, 2, 7, 16, 17, 50):
    asked = []

    @lru_cache(maxsize=size)
    def looked_up(number):
        asked.append(number)
        return looked_up(number - 1) + 1 if number % 5 == 0 and number > 0 else number

    numbers = random.Random(size)
    for _ in range(400):
        looked_up(numbers.randrange(60) if numbers.random() < 0.5 else numbers.randrange(5))
        if _ == 300:
            looked_up.cache_clear()
    print(size, looked_up.cache_info(), asked[::17])
