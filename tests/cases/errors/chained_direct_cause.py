class ConfigError(Exception):
    pass


def read(raw):
    try:
        return int(raw["port"])
    except KeyError as error:
        raise ConfigError("port is missing") from error


read({})
