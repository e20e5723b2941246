"""Kinds of message parts."""
