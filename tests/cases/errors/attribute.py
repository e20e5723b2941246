class Node:
    def __init__(self, value):
        self.value = value
        self.next_node = None


def walk(node):
    return node.next_node.next_node.value


walk(Node(1))
