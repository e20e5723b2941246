//! The `_weakref` module.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::natives;
use crate::objects::types::weakref::begun;
use crate::objects::types::weakref::collect;
use crate::objects::types::weakref::get;
use crate::objects::types::weakref::look;
use crate::objects::types::weakref::make;
use crate::objects::types::weakref::owners;
use crate::objects::types::weakref::peek;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    func "make" "(obj, callback, owner, /)" => make;
    func "get" "(core, /)" => get;
    func "peek" "(core, /)" => peek;
    func "owners" "(obj, /)" => owners;
    func "look" "()" => look;
    func "collect" "()" => collect;
    func "begun" "()" => begun;
    func "ignored" "(function, exc, /)" => ignored_native;
}

/// `_ignored(function, exc, message, is_over)` of the fallbacks: reports on stderr an exception that no code can catch, such as one raised
/// in a `__del__`. `message` is None when the exception's `__str__` failed.
pub(crate) fn ignored_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let whose = args.at(0);
    let named = matches!(whose.tag, Tag::Func | Tag::Gen);
    let function = if named { rt.repr_text(whose) } else { rt.default_repr(whose) }.unwrap_or_default();
    let message = Some(args.at(2).or(Value::NONE)).filter(|message| !message.is_none()).map(|message| rt.text_or_empty(message));
    let text = crate::traceback::render_unraisable(rt, args.at(1), message.as_deref(), args.at(3) != Value::TRUE);
    let text = if whose.is_none() { text } else { format!("Exception ignored in: {function}\n{text}") };
    rt.write(&text, true)?;
    Ok(Value::NONE)
}
