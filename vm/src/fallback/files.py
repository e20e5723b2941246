def files_for_host(operation, path, data):
    import _files
    return _files.for_host(operation, path, data)
