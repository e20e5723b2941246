# builtins
