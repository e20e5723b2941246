def task(n):
    if n % 2:
        raise ValueError(f"task {n}")
    raise TypeError(f"bad type {n}")


def run():
    errors = []
    for n in range(3):
        try:
            task(n)
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("tasks failed", errors)


run()
