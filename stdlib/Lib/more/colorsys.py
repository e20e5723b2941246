"""Colours between RGB and YIQ, HLS and HSV; all values from 0 to 1."""

__all__ = ['rgb_to_yiq', 'yiq_to_rgb', 'rgb_to_hls', 'hls_to_rgb', 'rgb_to_hsv', 'hsv_to_rgb']

ONE_THIRD = 1.0 / 3.0
ONE_SIXTH = 1.0 / 6.0
TWO_THIRD = 2.0 / 3.0


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    i = 0.74 * (r - y) - 0.27 * (b - y)
    q = 0.48 * (r - y) + 0.41 * (b - y)
    return (y, i, q)


def yiq_to_rgb(y, i, q):
    rgb = (y + 0.9468822170900693 * i + 0.6235565819861433 * q,
           y - 0.27478764629897834 * i - 0.6356910791873801 * q,
           y - 1.1085450346420322 * i + 1.7090069284064666 * q)
    return tuple(0.0 if v < 0.0 else 1.0 if v > 1.0 else v for v in rgb)


def _hue(r, g, b, top, spread):
    """The hue in sixths of the circle, from the distances to the largest component."""
    rc, gc, bc = (top - r) / spread, (top - g) / spread, (top - b) / spread
    if r == top:
        h = bc - gc
    elif g == top:
        h = 2.0 + rc - bc
    else:
        h = 4.0 + gc - rc
    return (h / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    top, low = max(r, g, b), min(r, g, b)
    total, spread = top + low, top - low
    light = total / 2.0
    if low == top:
        return 0.0, light, 0.0
    if light <= 0.5:
        s = spread / total
    else:
        s = spread / (2.0 - top - low)
    return _hue(r, g, b, top, spread), light, s


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def component(hue):
        hue %= 1.0
        if hue < ONE_SIXTH:
            return low + (high - low) * hue * 6.0
        if hue < 0.5:
            return high
        if hue < TWO_THIRD:
            return low + (high - low) * (TWO_THIRD - hue) * 6.0
        return low

    return component(h + ONE_THIRD), component(h), component(h - ONE_THIRD)


def rgb_to_hsv(r, g, b):
    top, low = max(r, g, b), min(r, g, b)
    if low == top:
        return 0.0, 0.0, top
    return _hue(r, g, b, top, top - low), (top - low) / top, top


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    sector = int(h * 6.0)
    f = h * 6.0 - sector
    p, q, t = v * (1.0 - s), v * (1.0 - s * f), v * (1.0 - s * (1.0 - f))
    return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[sector % 6]
