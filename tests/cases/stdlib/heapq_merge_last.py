# What is left of the last iterable is given as it is: no key is asked for.
import heapq


def asked(value):
    print('key of', value)
    return value


print(list(heapq.merge([0.5, 2, 2], key=asked)))
print(list(heapq.merge([1, 3], [2, 4, 5, 6], key=asked)))
print(list(heapq.merge([3, 1], [6, 5, 4, 2, 0], [], key=asked, reverse=True)))


class Item:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        print(self.text, '==', other.text)
        return self.text[0] == other.text[0]

    def __lt__(self, other):
        print(self.text, '<', other.text)
        return self.text[0] < other.text[0]


for reverse in (False, True):
    lists = [sorted([Item(f'{letter}{at}') for letter in letters], key=lambda item: item.text, reverse=reverse)
             for at, letters in enumerate(('ace', 'abd', 'c'))]
    print([item.text for item in heapq.merge(*lists, reverse=reverse)])


class Counter:
    def __init__(self):
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.at += 1
        if self.at > 3:
            raise StopIteration
        return self.at


print(list(heapq.merge(Counter(), (value for value in (2, 9)))))
print(list(heapq.merge(Counter())))
