//! `tuple`.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, iterable=(), /)" => new;
    method "count" "(self, value, /)" => sequence::count;
    method "index" "(self, value, start=0, stop=9223372036854775807, /)" => sequence::index;
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, index, /)" => sequence::get_item;
    method "__contains__" "(self, value, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__add__" "(self, value, /)" => sequence::add;
    method "__mul__" "(self, value, /)" => crate::objects::types::slot_wrappers::repeat;
    method "__rmul__" "(self, value, /)" => crate::objects::types::slot_wrappers::repeat;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    method "__getnewargs__" "(self, /)" => new_args;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let tuple = match args.at(1).defined() {
        Some(source) if source.tag == Tag::Tuple => source,
        Some(source) => {
            let items = rt.collect_sized(source)?;
            rt.heap.tuple_from(items)?
        }
        None => rt.heap.tuple(&[])?,
    };
    if args.at(0) == reg::TUPLE.value() {
        Ok(tuple)
    } else {
        crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), tuple)
    }
}

fn new_args(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.tuple(&[args.at(0)])
}
