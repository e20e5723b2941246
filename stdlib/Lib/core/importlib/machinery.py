"""Finders, loaders and descriptions of modules, and how their files are called."""
from importlib._frozen import (AppleFrameworkLoader, BYTECODE_SUFFIXES, BuiltinImporter, DEBUG_BYTECODE_SUFFIXES, EXTENSION_SUFFIXES,
                               ExtensionFileLoader, FileFinder, FrozenImporter, ModuleSpec, NamespaceLoader,
                               OPTIMIZED_BYTECODE_SUFFIXES, PathFinder, SOURCE_SUFFIXES, SourceFileLoader, SourcelessFileLoader,
                               WindowsRegistryFinder)


def all_suffixes():
    """The ends of all names that modules are found under."""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES
