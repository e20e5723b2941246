def greet(name, greeting="hello", *, punctuation):
    return f"{greeting} {name}{punctuation}"


greet(
    "ann",
    greeting="hi",
    puncuation="!",
)
