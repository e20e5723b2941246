"""Topological order of a graph given as nodes and their predecessors."""

__all__ = ['TopologicalSorter', 'CycleError']
_OUT = -1
_DONE = -2


class CycleError(ValueError):
    pass


class _Node:
    __slots__ = ('node', 'waiting', 'successors')

    def __init__(self, node):
        self.node = node
        self.waiting = 0  # predecessors that are not done, or _OUT once returned, or _DONE
        self.successors = []


class TopologicalSorter:
    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._given = 0
        self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _get(self, node):
        found = self._nodes.get(node)
        if found is None:
            found = self._nodes[node] = _Node(node)
        return found

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        info = self._get(node)
        info.waiting += len(predecessors)
        for before in predecessors:
            self._get(before).successors.append(node)

    def prepare(self):
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [info.node for info in self._nodes.values() if info.waiting == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError('nodes are in a cycle', cycle)

    def get_ready(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        found = tuple(self._ready)
        for node in found:
            self._nodes[node].waiting = _OUT
        self._ready.clear()
        self._given += len(found)
        return found

    def is_active(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        if self._ready is None:
            raise ValueError('prepare() must be called first')
        for node in nodes:
            info = self._nodes.get(node)
            if info is None:
                raise ValueError(f'node {node!r} was not added using add()')
            if info.waiting != _OUT:
                if info.waiting >= 0:
                    raise ValueError(f'node {node!r} was not passed out (still not ready)')
                raise ValueError(f'node {node!r} was already marked done')
            info.waiting = _DONE
            for after in info.successors:
                successor = self._nodes[after]
                successor.waiting -= 1
                if successor.waiting == 0:
                    self._ready.append(after)
            self._finished += 1

    def _find_cycle(self):
        """Walk depth first; a successor still on the path closes a cycle."""
        nodes = self._nodes
        path, iterators, depth, seen = [], [], {}, set()
        for node in nodes:
            if node in seen:
                continue
            while True:
                if node in seen:
                    if node in depth:
                        return path[depth[node]:] + [node]
                else:
                    seen.add(node)
                    iterators.append(iter(nodes[node].successors))
                    depth[node] = len(path)
                    path.append(node)
                while path:
                    try:
                        node = next(iterators[-1])
                        break
                    except StopIteration:
                        del depth[path.pop()]
                        iterators.pop()
                else:
                    break
        return None

    def static_order(self):
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)
