flag = True
if flag: print("yes"); raise ValueError("on one line")
