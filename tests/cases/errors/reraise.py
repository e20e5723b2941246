def inner():
    raise LookupError("inner problem")


def outer():
    try:
        inner()
    except LookupError as error:
        print("logging", error)
        raise


outer()
