print(undefined)
