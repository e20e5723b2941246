//! Converts the arguments of methods of text and number types to Rust values, with CPython's errors for wrong types.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::runtime::core::{BITS_COPIED, Runtime};
use stockade_algorithms::text::int::Int;
use stockade_algorithms::text::{TextError, codecs};

/// The error for a bound of a slice or search that is not an index.
const SLICE_BOUND: &str = "slice indices must be integers or None or have an __index__ method";

impl Runtime {
    /// The name of a value's type in argument errors. None is named by its value.
    pub(crate) fn argument_name(&self, value: Value) -> String {
        if value.is_none() { "None".into() } else { self.type_name(value) }
    }

    /// The payload of a str argument. `what` begins the error message, for example `find() argument 1`.
    pub(crate) fn str_argument(&mut self, value: Value, what: impl std::fmt::Display) -> Result<Value, Abrupt> {
        let plain = self.unwrap_payload(value);
        if plain.is_str() {
            return Ok(plain);
        }
        let name = self.argument_name(value);
        Err(self.type_error(&format!("{what} must be str, not {name}")))
    }

    /// The bounds of a search. An absent bound or None is open.
    pub(crate) fn search_bounds(&mut self, start: Value, end: Value) -> Result<(Option<i64>, Option<i64>), Abrupt> {
        let mut bound = |value: Value| match value.some() {
            Some(value) => self.index_clamped(value, SLICE_BOUND).map(Some),
            None => Ok(None),
        };
        Ok((bound(start)?, bound(end)?))
    }

    /// An int argument, or `default` when it is absent.
    pub(crate) fn index_or(&mut self, value: Value, default: i64) -> Result<i64, Abrupt> {
        match value.defined() {
            Some(value) => self.index(value),
            None => Ok(default),
        }
    }

    /// Bytes that may still be allocated. Functions that build large results take this as their limit.
    pub(crate) fn room(&self) -> usize {
        self.heap.limit.saturating_sub(self.heap.used)
    }

    /// Charges a conversion whose width or precision is `widest` characters, before it is made. Digits, the digits with separators and
    /// the padded text stand beside each other while it is, and a fill character takes up to four bytes: without the held bytes, a width
    /// of 50 million took 155 MiB under a limit of 64.
    pub(crate) fn hold_conversion(&mut self, widest: usize) -> Result<(), Abrupt> {
        self.precheck(widest, 1)?;
        self.heap.hold(widest.saturating_mul(4))
    }

    /// The limits of formatting.
    pub(crate) fn format_limits(&self) -> stockade_algorithms::text::format_spec::Limits {
        stockade_algorithms::text::format_spec::Limits { bytes: self.room(), max_digits: self.budget.max_digits as usize }
    }

    /// The result of a pure text function.
    pub(crate) fn pure<T>(&mut self, result: Result<T, TextError>) -> Result<T, Abrupt> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.text_error(&error)),
        }
    }

    /// A Python int from an [`Int`].
    pub(crate) fn make_int(&mut self, value: Int) -> Result<Value, Abrupt> {
        match value {
            Int::Small(small) => Ok(Value::int(small)),
            Int::Big(big) => self.heap.int(big),
        }
    }

    /// An int, a bool or an instance over int as an [`Int`]. None for anything else.
    pub(crate) fn int_of(&self, value: Value) -> Option<Int> {
        let plain = self.unwrap_payload(value);
        match plain.tag {
            Tag::Int | Tag::Bool => Some(Int::Small(plain.as_i64())),
            Tag::BigInt => {
                self.heap.fuel.charge_walk(self.bits_of(plain) / BITS_COPIED);
                Some(Int::Big(self.heap.bigints.get(plain.index()).big().into_owned()))
            }
            _ => None,
        }
    }

    /// True when user code defines a special method for the value's class.
    pub(crate) fn has_user_method(&self, value: Value, name: names::NameId) -> bool {
        self.user_method(value, name).is_some()
    }

    /// Fails with `UnicodeEncodeError` when a text cannot be encoded as UTF-8, for functions that CPython gives UTF-8.
    pub(crate) fn check_encodable(&mut self, text: Value) -> Result<(), Abrupt> {
        if self.heap.is_ascii(text) { Ok(()) } else { self.encode_text(text, "utf-8", "strict").map(drop) }
    }

    /// `text.encode(encoding, errors)`.
    pub(crate) fn encode_text(&mut self, text: Value, encoding: &str, errors: &str) -> Result<Vec<u8>, Abrupt> {
        let len = self.heap.text(text).len();
        self.charge(len as u64 / if self.heap.is_ascii(text) { 16 } else { 4 })?;
        let codec = codecs::lookup(encoding, false);
        let codec = self.pure(codec)?;
        self.charge_multibyte(codec, len)?;
        let is_simple = matches!(codec, codecs::Codec::Utf8 | codecs::Codec::Ascii | codecs::Codec::Latin1);
        // Other codecs go by characters, and handlers of errors write texts for them.
        self.charge(
            len as u64 * u64::from(!self.heap.is_ascii(text) && errors != "strict") * 2 + if is_simple { 0 } else { len as u64 / 4 },
        )?;
        if !matches!(codec, codecs::Codec::Utf8 | codecs::Codec::Ascii | codecs::Codec::Latin1) || !self.heap.is_ascii(text) {
            // Character names are long: up to 90 bytes, in units of four bytes, for two bytes of text.
            let bound = match codec {
                _ if errors == "namereplace" => len.saturating_mul(200),
                codecs::Codec::Utf8 if errors == "strict" => len,
                _ => codecs::encode_bound(len),
            };
            self.precheck(bound, 1)?;
        } else {
            self.precheck(len, 1)?;
        }
        match codecs::encode(self.heap.text(text), codec, codecs::handler(errors), errors) {
            Ok(data) => Ok(data),
            Err(codecs::CodecError::Other(error)) => Err(self.text_error(&error)),
            Err(codecs::CodecError::Unicode(failure)) => {
                let exit = self.unicode_error(crate::runtime::exceptions::UNICODE_ENCODE_ERROR, text, &failure);
                Err(self.add_codec_note(exit, "encoding", encoding))
            }
        }
    }

    /// `data.decode(encoding, errors)`. The error shows `data` as its object.
    pub(crate) fn decode_bytes(&mut self, data: &[u8], encoding: &str, errors: &str) -> Result<Value, Abrupt> {
        if data.is_empty() {
            // CPython does not look the encoding up for empty data.
            return self.heap.str("");
        }
        self.charge(data.len() as u64 / 16)?;
        let codec = codecs::lookup(encoding, true);
        let codec = self.pure(codec)?;
        self.charge_multibyte(codec, data.len())?;
        // Bytes of ASCII may stand for other text, as in UTF-16 and after escape sequences.
        let is_same = codec.keeps_ascii() && data.is_ascii();
        self.precheck(if is_same { data.len() } else { codecs::decode_bound(data.len()) }, 1)?;
        match codecs::decode(data, codec, codecs::handler(errors), errors) {
            Ok(text) => self.heap.string(text),
            Err(codecs::CodecError::Other(error)) => Err(self.text_error(&error)),
            Err(codecs::CodecError::Unicode(failure)) => {
                let object = self.heap.bytes(data.to_vec())?;
                let exit = self.unicode_error(crate::runtime::exceptions::UNICODE_DECODE_ERROR, object, &failure);
                Err(self.add_codec_note(exit, "decoding", encoding))
            }
        }
    }

    /// Charges what the encodings of East Asia cost more than others: each character is looked up in tables that no cache holds.
    fn charge_multibyte(&mut self, codec: codecs::Codec, len: usize) -> Result<(), Abrupt> {
        if matches!(codec, codecs::Codec::Multibyte(_)) { self.charge(len as u64) } else { Ok(()) }
    }

    /// Adds a note that names the codec to an exception, as CPython does for codecs that it looks up. Library code calls codecs itself and
    /// gets no note.
    #[cold]
    fn add_codec_note(&mut self, exit: Abrupt, verb: &str, encoding: &str) -> Abrupt {
        let noted = match exit {
            Abrupt::Raise(exc) if !self.policy.trusted && !codecs::is_own(encoding) => {
                let note = self.heap.string(format!("{verb} with '{encoding}' codec failed"));
                note.and_then(|note| crate::objects::types::exception::note(self, exc, note))
            }
            _ => Ok(()),
        };
        noted.err().unwrap_or(exit)
    }

    /// A `UnicodeEncodeError` or `UnicodeDecodeError` with its five arguments.
    #[cold]
    fn unicode_error(&mut self, ty: crate::runtime::type_table::TypeId, object: Value, failure: &codecs::UnicodeFailure) -> Abrupt {
        let build = |rt: &mut Runtime| -> Result<Value, Abrupt> {
            let (encoding, reason) = (rt.heap.str(failure.encoding)?, rt.heap.str(failure.reason)?);
            let at = |position: usize| Value::int(i64::try_from(position).unwrap_or(i64::MAX));
            crate::objects::types::exception::instantiate(rt, ty.value(), &[encoding, object, at(failure.start), at(failure.end), reason])
        };
        match build(self) {
            Ok(exc) => Abrupt::Raise(exc),
            Err(exit) => exit,
        }
    }
}
