# `|` makes a union of types, and None stands for its type there; of two Nones it makes nothing.
for pair in [(None, None), (int, None), (None, str), (None, 3)]:
    try:
        print(pair[0] | pair[1])
    except TypeError as error:
        print(error)
