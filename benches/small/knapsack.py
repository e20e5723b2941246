def knapsack(weights, values, capacity):
    """The greatest value that fits into a knapsack, and the positions of what is taken.

    weights, values: lists of the same length, of positive ints.
    capacity: what the knapsack holds, an int that is not negative.
    """
    n = len(weights)
    best = [[0] * (capacity + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        weight, value = weights[i - 1], values[i - 1]
        for room in range(capacity + 1):
            best[i][room] = best[i - 1][room]
            if weight <= room:
                best[i][room] = max(best[i][room], best[i - 1][room - weight] + value)
    taken, room = [], capacity
    for i in range(n, 0, -1):
        if best[i][room] != best[i - 1][room]:
            taken.append(i - 1)
            room -= weights[i - 1]
    return best[n][capacity], taken[::-1]


def check(candidate):
    assert candidate([], [], 10) == (0, [])
    assert candidate([5], [10], 4) == (0, [])
    assert candidate([1, 3, 4, 5], [1, 4, 5, 7], 7) == (9, [1, 2])
    assert candidate([2, 2, 2], [3, 3, 3], 4)[0] == 6
    assert candidate([1, 2, 3], [6, 10, 12], 5) == (22, [1, 2])


check(knapsack)
