"""A module with examples.

>>> add(2, 3)
5
"""
import doctest


def add(a, b):
    """Adds.

    >>> add(1, 2)
    3
    >>> add('a', 'b')
    'ab'
    >>> add(1, 'b')
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for +: 'int' and 'str'
    """
    return a + b


class Stack:
    """
    >>> s = Stack()
    >>> s.push(1)
    >>> s.push(2)
    >>> s
    Stack([1, 2])
    >>> s.pop(), len(s.items)
    (2, 1)
    >>> for item in s.items:
    ...     print(item)
    1
    """

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        """
        >>> Stack().pop()
        Traceback (most recent call last):
        IndexError: pop from empty list
        """
        return self.items.pop()

    def __repr__(self):
        return f'Stack({self.items})'


def wrong():
    """
    >>> wrong()
    4
    >>> import math
    >>> math.sqrt(16)  # doctest: +ELLIPSIS
    4...
    """
    return 5


if __name__ == '__main__':
    results = doctest.testmod()
    print(results.failed, results.attempted)
    doctest.run_docstring_examples(add, {'add': add}, name='add', verbose=True)
    print(doctest.testmod(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).failed)
