def read_pickle(p): return "unpickled " + p
