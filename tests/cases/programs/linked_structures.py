class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self, items=()):
        self.head = None
        self.size = 0
        for i in items:
            self.append(i)

    def append(self, value):
        node, self.size = Node(value), self.size + 1
        if self.head is None:
            self.head = node
            return
        last = self.head
        while last.next:
            last = last.next
        last.next = node

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def __len__(self):
        return self.size

    def __getitem__(self, i):
        if isinstance(i, slice):
            return LinkedList(list(self)[i])
        if i < 0:
            i += self.size
        for k, v in enumerate(self):
            if k == i:
                return v
        raise IndexError("list index out of range")

    def reverse(self):
        previous, node = None, self.head
        while node:
            node.next, previous, node = previous, node, node.next
        self.head = previous
        return self

    def remove(self, value):
        before, node = None, self.head
        while node and node.value != value:
            before, node = node, node.next
        if node is None:
            raise ValueError(f"{value!r} not found")
        if before:
            before.next = node.next
        else:
            self.head = node.next
        self.size -= 1

    def __repr__(self):
        return "(" + " -> ".join(map(repr, self)) + ")"


class Stack:
    def __init__(self): self._items = []
    def push(self, x): self._items.append(x)
    def pop(self):
        if not self._items: raise IndexError("pop from empty stack")
        return self._items.pop()
    def peek(self): return self._items[-1] if self._items else None
    def __bool__(self): return bool(self._items)
    def __len__(self): return len(self._items)


class Tree:
    def __init__(self): self.root = None; self.count = 0

    def insert(self, key):
        self.count += 1
        if self.root is None:
            self.root = [key, None, None]
            return self
        node = self.root
        while True:
            side = 1 if key < node[0] else 2
            if node[side] is None:
                node[side] = [key, None, None]
                return self
            node = node[side]

    def walk(self, node=0):
        node = self.root if node == 0 else node
        if node:
            yield from self.walk(node[1])
            yield node[0]
            yield from self.walk(node[2])

    def height(self, node=0):
        node = self.root if node == 0 else node
        return 0 if node is None else 1 + max(self.height(node[1]), self.height(node[2]))

    def __contains__(self, key):
        node = self.root
        while node and node[0] != key:
            node = node[1] if key < node[0] else node[2]
        return node is not None

    def levels(self):
        level = [self.root] if self.root else []
        while level:
            yield [n[0] for n in level]
            level = [c for n in level for c in n[1:] if c]


class Trie:
    def __init__(self): self.root = {}
    def add(self, word):
        node = self.root
        for c in word: node = node.setdefault(c, {})
        node["$"] = word
    def complete(self, prefix):
        node = self.root
        for c in prefix:
            if c not in node: return []
            node = node[c]
        out, todo = [], [node]
        while todo:
            n = todo.pop()
            for k, v in n.items():
                out.append(v) if k == "$" else todo.append(v)
        return sorted(out)


class MinHeap:
    def __init__(self): self.a = []
    def push(self, x):
        self.a.append(x)
        i = len(self.a) - 1
        while i and self.a[(i - 1) // 2] > self.a[i]:
            self.a[i], self.a[(i - 1) // 2] = self.a[(i - 1) // 2], self.a[i]
            i = (i - 1) // 2
    def pop(self):
        top, last = self.a[0], self.a.pop()
        if self.a:
            self.a[0], i = last, 0
            while (c := 2 * i + 1) < len(self.a):
                if c + 1 < len(self.a) and self.a[c + 1] < self.a[c]: c += 1
                if self.a[i] <= self.a[c]: break
                self.a[i], self.a[c] = self.a[c], self.a[i]
                i = c
        return top


l = LinkedList("abcd")
print(l, len(l), l[1], l[-1], l[1:3], list(l.reverse()), "b" in l, max(l))
l.remove("c"); print(l)
for f in (lambda: l.remove("z"), lambda: l[9], lambda: Stack().pop()):
    try: f()
    except (ValueError, IndexError) as e: print(type(e).__name__, e)
def balanced(s):
    st, pairs = Stack(), {")": "(", "]": "[", "}": "{"}
    for c in s:
        if c in "([{": st.push(c)
        elif c in pairs and (not st or st.pop() != pairs[c]): return False
    return not st
print([balanced(s) for s in ["()[]{}", "([)]", "((", "", "a(b[c]d)e", ")"]])
t = Tree()
for k in [50, 30, 70, 20, 40, 60, 80, 10]: t.insert(k)
print(list(t.walk()), t.height(), 60 in t, 65 in t, list(t.levels()), t.count)
tr = Trie()
for w in "car card care cat dog".split(): tr.add(w)
print(tr.complete("car"), tr.complete("x"), tr.complete(""))
h = MinHeap()
for x in [5, 2, 9, 1, 7]: h.push(x)
print([h.pop() for _ in range(5)])
