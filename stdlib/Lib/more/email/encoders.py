"""Encoders: each changes the payload of a message and says so in its headers."""
from base64 import encodebytes
from quopri import encodestring

__all__ = ['encode_7or8bit', 'encode_base64', 'encode_noop', 'encode_quopri']


def encode_base64(msg):
    payload = encodebytes(msg.get_payload(decode=True))
    msg.set_payload(str(payload, 'ascii'))
    msg['Content-Transfer-Encoding'] = 'base64'


def encode_quopri(msg):
    # Spaces are escaped too.
    payload = encodestring(msg.get_payload(decode=True), quotetabs=True).replace(b' ', b'=20')
    msg.set_payload(payload)
    msg['Content-Transfer-Encoding'] = 'quoted-printable'


def encode_7or8bit(msg):
    payload = msg.get_payload(decode=True)
    plain = payload is None or payload.isascii()
    msg['Content-Transfer-Encoding'] = '7bit' if plain else '8bit'


def encode_noop(msg):
    pass
