//! `tuple`.

use crate::exit::Exit;
use crate::natives;
use crate::natives::Args;
use crate::registry as reg;
use crate::rt::Rt;
use crate::types::sequence;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS:
    new "__new__" "(cls, iterable=(), /)" => new;
    method "count" "(self, value, /)" => sequence::count;
    method "index" "(self, value, start=0, stop=9223372036854775807, /)" => sequence::index;
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, index, /)" => sequence::get_item;
    method "__contains__" "(self, value, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__add__" "(self, value, /)" => sequence::add;
    method "__mul__" "(self, value, /)" => crate::types::special::repeat;
    method "__rmul__" "(self, value, /)" => crate::types::special::repeat;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    method "__getnewargs__" "(self, /)" => new_args;
    class "__class_getitem__" "(cls, item, /)" => crate::types::alias::class_getitem_row;
}

fn new(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let tuple = match args.at(1).given() {
        Some(source) if source.tag == Tag::Tuple => source,
        Some(source) => {
            let items = rt.collect_sized(source)?;
            rt.heap.tuple_from(items)?
        }
        None => rt.heap.tuple(&[])?,
    };
    if args.at(0) == reg::TUPLE.value() { Ok(tuple) } else { crate::ops::class::finish_new(rt, args.at(0), tuple) }
}

fn new_args(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    rt.heap.tuple(&[args.at(0)])
}
