def ping(n):
    if n == 0:
        return [][n]
    return pong(n - 1)


def pong(n):
    return ping(n)


ping(6)
