text = """one
two""" three
