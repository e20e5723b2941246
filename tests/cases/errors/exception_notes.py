def load(rows):
    for i, row in enumerate(rows):
        try:
            int(row)
        except ValueError as error:
            error.add_note(f"in row {i}")
            error.add_note("while loading\nthe table")
            raise


load(["1", "x"])
