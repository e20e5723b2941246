exec("def f():\n    return undefined\nf()\n")
