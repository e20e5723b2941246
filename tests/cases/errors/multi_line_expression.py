x = 10
y = "5"
total = (
    x * 2
    + x
    + y
    + 1
)
