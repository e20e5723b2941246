def outer():
	if True:
		values = [1, 2, 3]
		return values[0] + values["a"]


outer()
