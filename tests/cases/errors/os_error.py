raise FileNotFoundError(2, "No such file or directory", "data.csv")
