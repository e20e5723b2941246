def compute_everything(first_argument, second_argument, third_argument):
    return first_argument["key one"]["key two"] + second_argument.attribute.another_attribute + third_argument(1, 2, 3)[4]


compute_everything({"key one": {"key two": 1}}, "a string", None)
