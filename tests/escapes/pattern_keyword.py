# static: DUN001
# runtime: AttributeError
# a class pattern reads attributes
match (lambda: 0):
    case object(__globals__=g):
        print("PWNED", g)
