"""Calls and values of XML-RPC."""
