//! The encodings of East Asia, in which a character takes one to eight bytes.
//!
//! Each encoding decodes one character at a time, and encodes one, with a [`State`]. The loops over a whole text are here: [`decode`] and
//! [`encode`] for `bytes.decode` and `str.encode`, and [`decode_part`] and [`encode_part`] for incremental decoders and encoders, which stop
//! at what they cannot convert.

mod charset;
mod chinese;
mod iso2022;
mod japanese;
mod korean;

use stockade_compiler::surrogate;

use super::decode::Decoder;
use super::{CodecError, Handler, RESERVED, UnicodeFailure, encode as encoder};
use charset::Charset;
use japanese::Edition;

macro_rules! encodings {
    ($($kind:ident = $name:literal;)*) => {
        /// An encoding of East Asia.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Multibyte {
            $(#[doc = concat!("`", $name, "`")] $kind,)*
        }

        impl Multibyte {
            /// Every encoding.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// CPython's name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }
        }
    };
}

encodings! {
    Gb2312 = "gb2312";
    Gbk = "gbk";
    Gb18030 = "gb18030";
    Hz = "hz";
    Big5 = "big5";
    Big5Hkscs = "big5hkscs";
    Cp950 = "cp950";
    Cp932 = "cp932";
    ShiftJis = "shift_jis";
    ShiftJis2004 = "shift_jis_2004";
    ShiftJisX0213 = "shift_jisx0213";
    EucJp = "euc_jp";
    EucJis2004 = "euc_jis_2004";
    EucJisX0213 = "euc_jisx0213";
    Iso2022Jp = "iso2022_jp";
    Iso2022Jp1 = "iso2022_jp_1";
    Iso2022Jp2 = "iso2022_jp_2";
    Iso2022Jp3 = "iso2022_jp_3";
    Iso2022Jp2004 = "iso2022_jp_2004";
    Iso2022JpExt = "iso2022_jp_ext";
    EucKr = "euc_kr";
    Cp949 = "cp949";
    Johab = "johab";
    Iso2022Kr = "iso2022_kr";
}

const ILLEGAL: &str = "illegal multibyte sequence";
const INCOMPLETE: &str = "incomplete multibyte sequence";

/// What an encoding with escape sequences remembers between characters. CPython's incremental decoders show it as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State([u8; 8]);

impl State {
    /// The state of a number.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self(number.to_le_bytes())
    }

    /// The number of a state.
    #[must_use]
    pub fn number(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    /// The state before the first byte.
    #[must_use]
    pub fn of_decoder(kind: Multibyte) -> Self {
        if kind.has_escapes() { Self([iso2022::ASCII, iso2022::ASCII, iso2022::ASCII, 0, 0, 0, 0, 0]) } else { Self([0; 8]) }
    }

    /// The state before the first character.
    #[must_use]
    pub fn of_encoder(kind: Multibyte) -> Self {
        if kind.has_escapes() { Self([iso2022::ASCII, iso2022::ASCII, 0, 0, 0, 0, 0, 0]) } else { Self([0; 8]) }
    }

    fn byte(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn set(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.0.get_mut(at) {
            *place = byte;
        }
    }
}

/// What the next bytes are.
enum Decoded {
    /// So many bytes are a code point and the one after it, 0 for none.
    Chars(usize, u32, u32),
    /// So many bytes change the state.
    Silent(usize),
    /// So many bytes are illegal.
    Bad(usize),
    /// More bytes must follow.
    Short,
}

impl Decoded {
    fn one(used: usize, code: u32) -> Self {
        Self::Chars(used, code, 0)
    }
}

/// What the next characters are encoded as. The bytes are written already.
enum Encoded {
    /// So many characters are encoded.
    Done(usize),
    /// The first one has no bytes.
    Bad,
    /// The first one may be half of a pair, whose second half must follow.
    Short,
}

/// The characters to encode.
#[derive(Clone, Copy)]
struct Input {
    code: u32,
    /// The one after it.
    next: Option<u32>,
    /// True if nothing comes after the text.
    is_final: bool,
}

fn cell_of(lead: u8, trail: u8) -> u16 {
    u16::from_be_bytes([lead, trail])
}

/// Decodes ASCII or a cell of two bytes.
fn decode_two(rest: &[u8], decode: impl Fn(u8, u8) -> Option<u32>) -> Decoded {
    decode_two_to_pair(rest, |lead, trail| decode(lead, trail).map(|code| (code, 0)))
}

/// Like [`decode_two`], for cells that may stand for two characters.
fn decode_two_to_pair(rest: &[u8], decode: impl Fn(u8, u8) -> Option<(u32, u32)>) -> Decoded {
    match *rest {
        [byte @ 0..0x80, ..] => Decoded::one(1, u32::from(byte)),
        [lead, trail, ..] => decode(lead, trail).map_or(Decoded::Bad(1), |(code, after)| Decoded::Chars(2, code, after)),
        _ => Decoded::Short,
    }
}

fn encode_byte(byte: u8, out: &mut Vec<u8>) -> Encoded {
    out.push(byte);
    Encoded::Done(1)
}

/// Writes a cell.
fn encode_two(cell: Option<u16>, out: &mut Vec<u8>) -> Encoded {
    let Some(cell) = cell else { return Encoded::Bad };
    out.extend_from_slice(&cell.to_be_bytes());
    Encoded::Done(1)
}

/// The cell of the next two characters, if a set has one. `Err` if that depends on a character that is still to come.
fn pair_cell(set: &Charset, input: Input) -> Option<Result<u16, Encoded>> {
    let mut begins = false;
    for (first, second, cell) in set.pairs().iter().filter(|(first, _, _)| *first == input.code) {
        debug_assert_eq!(*first, input.code);
        begins = true;
        if input.next == Some(*second) {
            return Some(Ok(*cell));
        }
    }
    (begins && input.next.is_none() && !input.is_final).then_some(Err(Encoded::Short))
}

/// Writes the cell of the next two characters, if a set has one. `shape` is how the encoding writes cells of the set.
fn encode_pair(set: &Charset, input: Input, out: &mut Vec<u8>, shape: impl Fn(u16) -> u16) -> Option<Encoded> {
    pair_cell(set, input).map(|found| match found {
        Ok(cell) => {
            out.extend_from_slice(&shape(cell).to_be_bytes());
            Encoded::Done(2)
        }
        Err(short) => short,
    })
}

impl Multibyte {
    fn has_escapes(self) -> bool {
        self.name().starts_with("iso2022")
    }

    /// True if ASCII text and its bytes are the same, wherever a character begins.
    pub(super) fn is_plain(self) -> bool {
        !self.has_escapes() && !matches!(self, Self::Hz | Self::ShiftJis2004 | Self::ShiftJisX0213)
    }

    fn decode_next(self, state: &mut State, rest: &[u8]) -> Decoded {
        use {chinese as zh, japanese as ja, korean as ko};
        match self {
            Self::Gb2312 => zh::decode_gb2312(rest),
            Self::Gbk => zh::decode_gbk(rest),
            Self::Gb18030 => zh::decode_gb18030(rest),
            Self::Hz => zh::decode_hz(state, rest),
            Self::Big5 => zh::decode_big5(rest),
            Self::Big5Hkscs => zh::decode_big5hkscs(rest),
            Self::Cp950 => zh::decode_cp950(rest),
            Self::Cp932 => ja::decode_cp932(rest),
            Self::ShiftJis => ja::decode_shift_jis(rest),
            Self::ShiftJis2004 => ja::decode_shift_jisx0213(Edition::Of2004, rest),
            Self::ShiftJisX0213 => ja::decode_shift_jisx0213(Edition::Of2000, rest),
            Self::EucJp => ja::decode_euc_jp(rest),
            Self::EucJis2004 => ja::decode_euc_jisx0213(Edition::Of2004, rest),
            Self::EucJisX0213 => ja::decode_euc_jisx0213(Edition::Of2000, rest),
            Self::EucKr => ko::decode_euc_kr(rest),
            Self::Cp949 => ko::decode_cp949(rest),
            Self::Johab => ko::decode_johab(rest),
            _ => iso2022::decode(self, state, rest),
        }
    }

    fn encode_next(self, state: &mut State, input: Input, out: &mut Vec<u8>) -> Encoded {
        use {chinese as zh, japanese as ja, korean as ko};
        let code = input.code;
        if code < 0x80 && self.is_plain() {
            return encode_byte(code as u8, out);
        }
        match self {
            Self::Gb2312 => zh::encode_gb2312(code, out),
            Self::Gbk => zh::encode_gbk(code, out),
            Self::Gb18030 => zh::encode_gb18030(code, out),
            Self::Hz => zh::encode_hz(state, code, out),
            Self::Big5 => zh::encode_big5(code, out),
            Self::Big5Hkscs => zh::encode_big5hkscs(input, out),
            Self::Cp950 => zh::encode_cp950(code, out),
            Self::Cp932 => ja::encode_cp932(code, out),
            Self::ShiftJis => ja::encode_shift_jis(code, out),
            Self::ShiftJis2004 => ja::encode_shift_jisx0213(Edition::Of2004, input, out),
            Self::ShiftJisX0213 => ja::encode_shift_jisx0213(Edition::Of2000, input, out),
            Self::EucJp => ja::encode_euc_jp(code, out),
            Self::EucJis2004 => ja::encode_euc_jisx0213(Edition::Of2004, input, out),
            Self::EucJisX0213 => ja::encode_euc_jisx0213(Edition::Of2000, input, out),
            Self::EucKr => ko::encode_euc_kr(code, out),
            Self::Cp949 => ko::encode_cp949(code, out),
            Self::Johab => ko::encode_johab(code, out),
            _ => iso2022::encode(self, state, input, out),
        }
    }

    /// Writes what ends an encoded text.
    fn finish(self, state: &mut State, out: &mut Vec<u8>) {
        if self == Self::Hz {
            chinese::finish_hz(state, out);
        } else if self.has_escapes() {
            iso2022::finish(state, out);
        }
    }
}

/// What could not be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Bytes or characters that have been converted before it.
    pub at: usize,
    /// Bytes or characters that belong to it.
    pub length: usize,
    /// The reason.
    pub reason: &'static str,
}

/// Decodes bytes up to the first illegal ones. The second result says where it stopped: at a problem, or before bytes that others must
/// follow; `is_final` makes a problem of those.
fn decode_part_into(kind: Multibyte, state: &mut State, data: &[u8], is_final: bool, out: &mut String) -> Result<usize, Problem> {
    let mut at = 0usize;
    while let Some(rest) = data.get(at..).filter(|rest| !rest.is_empty()) {
        if kind.is_plain() {
            let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            if ascii > 0 {
                out.push_str(rest.get(..ascii).and_then(|plain| std::str::from_utf8(plain).ok()).unwrap_or(""));
                at = at.saturating_add(ascii);
                continue;
            }
        }
        match kind.decode_next(state, rest) {
            Decoded::Chars(used, code, after) => {
                let Some(char) = char::from_u32(code).filter(|char| surrogate::to_code(*char).is_none()) else {
                    return Err(Problem { at, length: used, reason: RESERVED });
                };
                out.push(char);
                if after != 0 {
                    out.extend(char::from_u32(after));
                }
                at = at.saturating_add(used);
            }
            Decoded::Silent(used) => at = at.saturating_add(used),
            Decoded::Bad(length) => return Err(Problem { at, length, reason: ILLEGAL }),
            Decoded::Short if is_final => return Err(Problem { at, length: rest.len(), reason: INCOMPLETE }),
            Decoded::Short => break,
        }
    }
    Ok(at)
}

/// Decodes bytes with a state, until a problem or the end. Without `is_final`, bytes that others must follow are left. Returns the text and
/// how many bytes it comes from, or the problem.
pub fn decode_part(kind: Multibyte, state: &mut State, data: &[u8], is_final: bool) -> (String, Result<usize, Problem>) {
    let mut out = String::with_capacity(data.len());
    let end = decode_part_into(kind, state, data, is_final, &mut out);
    (out, end)
}

/// `bytes.decode`.
pub(super) fn decode(decoder: &mut Decoder<'_>, kind: Multibyte) -> Result<(), CodecError> {
    let mut state = State::of_decoder(kind);
    let mut at = 0usize;
    loop {
        let rest = decoder.data.get(at..).unwrap_or(&[]);
        match decode_part_into(kind, &mut state, rest, true, &mut decoder.out) {
            Ok(_) => return Ok(()),
            Err(problem) => {
                let start = at.saturating_add(problem.at);
                at = decoder.bad(start, start.saturating_add(problem.length), problem.reason)?;
            }
        }
    }
}

/// Encodes characters up to the first one that has no bytes. Returns how many are encoded, or the problem; also the text from there on.
fn encode_part_into<'a>(
    kind: Multibyte,
    state: &mut State,
    text: &'a str,
    is_final: bool,
    out: &mut Vec<u8>,
) -> (Result<usize, Problem>, &'a str) {
    let mut at = 0usize;
    let mut rest = text.chars();
    loop {
        let here = rest.as_str();
        let Some(code) = rest.next().map(surrogate::code_point) else { return (Ok(at), here) };
        let input = Input { code, next: rest.clone().next().map(surrogate::code_point), is_final };
        match kind.encode_next(state, input, out) {
            Encoded::Done(count) => {
                rest.by_ref().take(count.saturating_sub(1)).for_each(drop);
                at = at.saturating_add(count);
            }
            Encoded::Bad => return (Err(Problem { at, length: 1, reason: ILLEGAL }), here),
            Encoded::Short => return (Ok(at), here),
        }
    }
}

/// Encodes a text with a state, until a problem or the end. `is_final` says that nothing follows the text, which may change how its last
/// character is encoded; `finish` writes what returns to ASCII. Returns the bytes and how many characters they come from, or the problem.
pub fn encode_part(kind: Multibyte, state: &mut State, text: &str, is_final: bool, finish: bool) -> (Vec<u8>, Result<usize, Problem>) {
    let mut out = Vec::with_capacity(text.len());
    let (end, _) = encode_part_into(kind, state, text, is_final, &mut out);
    if finish && end.is_ok() {
        kind.finish(state, &mut out);
    }
    (out, end)
}

/// `str.encode`.
pub(super) fn encode(text: &str, kind: Multibyte, handler: Handler, name: &str) -> Result<Vec<u8>, CodecError> {
    let mut state = State::of_encoder(kind);
    let mut out = Vec::with_capacity(text.len().saturating_add(4));
    let (mut at, mut rest) = (0usize, text);
    loop {
        let (end, here) = encode_part_into(kind, &mut state, rest, true, &mut out);
        let Err(problem) = end else {
            kind.finish(&mut state, &mut out);
            return Ok(out);
        };
        let start = at.saturating_add(problem.at);
        at = start.saturating_add(1);
        let (bad, after) = here.split_at_checked(here.chars().next().map_or(0, char::len_utf8)).unwrap_or((here, ""));
        let error = UnicodeFailure { encoding: kind.name(), start, end: at, reason: problem.reason };
        match encoder::replacement(bad, super::Codec::Multibyte(kind), handler, name, error)? {
            // Replacements are ASCII, which every encoding has.
            encoder::Replacement::Text(shown) => drop(encode_part_into(kind, &mut state, &shown, true, &mut out)),
            encoder::Replacement::Bytes(bytes) => out.extend_from_slice(&bytes),
        }
        rest = after;
    }
}
