config = {"a": {"b": 1}}
value = config["a"]["c"]["d"]
