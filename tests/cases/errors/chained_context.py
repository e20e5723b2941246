def cleanup(resource):
    return resource["handle"]


def work():
    try:
        return 1 / 0
    except ZeroDivisionError:
        cleanup({})


work()
