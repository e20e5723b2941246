import functools


def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        print("calling", f.__name__)
        return f(*args, **kwargs)
    return wrapper


@logged
def divide(a, b):
    return a // b


@logged
def main():
    return divide(divide(8, 2), 0)


main()
