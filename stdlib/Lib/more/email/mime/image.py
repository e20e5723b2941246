"""Parts that are pictures."""
from email import encoders
from email.mime.nonmultipart import MIMENonMultipart

__all__ = ['MIMEImage']

# What data of a kind begins with.
_BEGINNINGS = ((b'\211PNG\r\n\032\n', 'png'), (b'GIF87a', 'gif'), (b'GIF89a', 'gif'), (b'MM', 'tiff'), (b'II', 'tiff'),
               (b'\001\332', 'rgb'), (b'\x59\xa6\x6a\x95', 'rast'), (b'#define ', 'xbm'), (b'BM', 'bmp'),
               (b'\x76\x2f\x31\x01', 'exr'))


def _kind(data):
    if data[6:10] in (b'JFIF', b'Exif') or data[:4] == b'\xff\xd8\xff\xdb':
        return 'jpeg'
    if len(data) >= 3 and data[:1] == b'P' and data[2:3] in b' \t\n\r':
        for digits, kind in ((b'14', 'pbm'), (b'25', 'pgm'), (b'36', 'ppm')):
            if data[1:2] in digits:
                return kind
    if data[:4] == b'RIFF' and data[8:12] == b'WEBP':
        return 'webp'
    return next((kind for beginning, kind in _BEGINNINGS if data.startswith(beginning)), None)


class MIMEImage(MIMENonMultipart):
    """A picture; its kind is seen in its data."""

    def __init__(self, _imagedata, _subtype=None, _encoder=encoders.encode_base64, *, policy=None, **_params):
        _subtype = _kind(_imagedata) if _subtype is None else _subtype
        if _subtype is None:
            raise TypeError('Could not guess image MIME subtype')
        MIMENonMultipart.__init__(self, 'image', _subtype, policy=policy, **_params)
        self.set_payload(_imagedata)
        _encoder(self)
