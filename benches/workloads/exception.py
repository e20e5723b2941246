def risky(n):
    if n % 3 == 0:
        raise ValueError(n)
    return n


caught = 0
for i in range(3000):
    try:
        risky(i)
    except ValueError as error:
        caught += error.args[0]
    finally:
        caught += 1
