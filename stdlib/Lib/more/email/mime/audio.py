"""Parts that are sounds."""
from email import encoders
from email.mime.nonmultipart import MIMENonMultipart

__all__ = ['MIMEAudio']


def _kind(data):
    if data.startswith(b'FORM') and data[8:12] in (b'AIFC', b'AIFF'):
        return 'x-aiff'
    if data.startswith(b'.snd'):
        return 'basic'
    if data.startswith(b'RIFF') and data[8:12] == b'WAVE' and data[12:16] == b'fmt ':
        return 'x-wav'
    return None


class MIMEAudio(MIMENonMultipart):
    """A sound; its kind is seen in its data."""

    def __init__(self, _audiodata, _subtype=None, _encoder=encoders.encode_base64, *, policy=None, **_params):
        if _subtype is None:
            _subtype = _kind(_audiodata)
        if _subtype is None:
            raise TypeError('Could not find audio MIME subtype')
        MIMENonMultipart.__init__(self, 'audio', _subtype, policy=policy, **_params)
        self.set_payload(_audiodata)
        _encoder(self)
