try:
    {}["x"]
except KeyError:
    raise ValueError("only this is shown") from None
