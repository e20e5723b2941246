from collections import OrderedDict


class LRUCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key, default=None):
        if key in self.data:
            self.data.move_to_end(key)
            self.hits += 1
            return self.data[key]
        self.misses += 1
        return default

    def put(self, key, value):
        if key in self.data:
            self.data.move_to_end(key)
        self.data[key] = value
        if len(self.data) > self.capacity:
            evicted = self.data.popitem(last=False)
            return evicted

    def __contains__(self, key):
        return key in self.data

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f"LRU({', '.join(f'{k}={v}' for k, v in self.data.items())})"


class Node:
    __slots__ = ("key", "value", "prev", "next")

    def __init__(self, key=None, value=None):
        self.key, self.value = key, value
        self.prev = self.next = None


class LinkedLRU:
    def __init__(self, capacity):
        self.capacity = capacity
        self.map = {}
        self.head, self.tail = Node(), Node()
        self.head.next, self.tail.prev = self.tail, self.head

    def _unlink(self, node):
        node.prev.next, node.next.prev = node.next, node.prev

    def _push(self, node):
        last = self.tail.prev
        last.next = self.tail.prev = node
        node.prev, node.next = last, self.tail

    def get(self, key):
        if (node := self.map.get(key)) is None:
            return -1
        self._unlink(node)
        self._push(node)
        return node.value

    def put(self, key, value):
        if key in self.map:
            self._unlink(self.map[key])
        node = self.map[key] = Node(key, value)
        self._push(node)
        if len(self.map) > self.capacity:
            oldest = self.head.next
            self._unlink(oldest)
            del self.map[oldest.key]

    def keys(self):
        node = self.head.next
        while node is not self.tail:
            yield node.key
            node = node.next


c = LRUCache(2)
print(c.put("a", 1), c.put("b", 2), c.get("a"), c.put("c", 3), c, "b" in c, c.get("b", "gone"), len(c), c.hits, c.misses)
l = LinkedLRU(3)
for i in range(6):
    l.put(i % 4, i * i)
    l.get(1)
print(list(l.keys()), [l.get(k) for k in range(4)], list(l.keys()))
