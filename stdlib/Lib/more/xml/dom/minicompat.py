"""Names that other modules of `xml.dom` have in common."""
from xml.dom.minidom import EmptyNodeList, NodeList, defproperty

__all__ = ['NodeList', 'EmptyNodeList', 'StringTypes', 'defproperty']

StringTypes = (str,)
