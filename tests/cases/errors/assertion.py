def check(items):
    assert isinstance(items, list), f"expected a list, got {type(items).__name__}"
    assert len(items) > 3


try:
    check(5)
except AssertionError as error:
    print(error)
check([1, 2])
