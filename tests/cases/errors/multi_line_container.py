values = [
    1,
    2,
    int("x"),
    4,
]
