//! The table of the kinds of native objects. Each entry is defined next to the slots of its objects, in the file of its module.

use super::itertools::{self, combinatorics};
use super::{hashlib, random, re, zlib};
use crate::runtime::native_object::NativeObjectKind;

/// The snapshot decoder calls `settle` in this order after it has read everything: patterns come before the matches that refer to them.
pub(crate) static NATIVE_OBJECTS: &[&NativeObjectKind] = &[
    &re::objects::PATTERN_KIND,
    &re::objects::MATCH_KIND,
    &re::objects::SCANNER_KIND,
    &hashlib::HASHER_KIND,
    &random::TWISTER_KIND,
    &zlib::COMPRESSOR_KIND,
    &zlib::DECOMPRESSOR_KIND,
    &itertools::COUNT_KIND,
    &itertools::REPEAT_KIND,
    &itertools::pairwise::PAIRWISE_KIND,
    &itertools::ISLICE_KIND,
    &combinatorics::COMBINATORIC_KIND,
    &crate::objects::types::sorter::SORTER_KIND,
];

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

    use super::*;
    use crate::base::abrupt::Abrupt;
    use crate::base::comparison::Cmp;
    use crate::base::host::CaptureHost;
    use crate::base::host_value::HostValue;
    use crate::base::snapshot_error::Written;
    use crate::base::value::Value;
    use crate::heap::{HeapObject, Object};
    use crate::heap::{NATIVE_BLOCKS, charged_size};
    use crate::runtime::core::Runtime;
    use crate::runtime::native_object::ObjectWriter;
    use crate::runtime::native_object::{Conversion, Hash, Piece, Text};
    use crate::runtime::native_object::{NativeObject, Restore};
    use crate::runtime::type_table as reg;
    use crate::runtime::type_table::TypeId;
    use crate::session::{Config, Session};
    use stockade_compiler::bytecode::ArithOp;

    /// An object for the tests that holds values and implements every slot.
    #[derive(Debug, Clone)]
    struct TestObject(Vec<Value>);

    impl NativeObject for TestObject {
        fn type_id(&self) -> TypeId {
            reg::OBJECT
        }
        fn eq(&self, rt: &Runtime, other: Value, pairs: &mut Vec<(Value, Value)>) -> bool {
            let Some(other) = rt.heap.native_as::<TestObject>(other) else { return false };
            pairs.extend(self.0.iter().copied().zip(other.0.iter().copied()));
            self.0.len() == other.0.len()
        }
        fn repr(&self, _rt: &Runtime) -> Text {
            let mut pieces = vec![Piece::from("<")];
            pieces.extend(self.0.iter().copied().map(Piece::Value));
            pieces.push(">".into());
            Text::Pieces(pieces)
        }
        fn hash(&self, _rt: &Runtime) -> Option<Hash> {
            Some(Hash::Parts(self.0.iter().copied().collect(), Box::new(crate::objects::protocols::hash::combine)))
        }
        fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
            Box::new(TestObject(self.0.iter().map(|value| child(*value)).collect()))
        }
        fn convert(&self, _rt: &Runtime) -> Option<Conversion> {
            Some((self.0.clone(), Box::new(HostValue::Tuple)))
        }
        fn visit(&self, visit: &mut dyn FnMut(Value)) {
            self.0.iter().copied().for_each(visit);
        }
        fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
            let TestObject(values) = self;
            values.iter_mut().for_each(child);
        }

        fn owned_bytes(&self) -> usize {
            self.0.capacity() * charged_size::<Value>()
        }
        fn write(&self, out: &mut dyn ObjectWriter) -> Written {
            out.values(&self.0)
        }
    }

    fn session() -> Session {
        let mut session = Session::new(&Config::default(), Box::new(CaptureHost::default()));
        // A session has no fuel before its first step.
        session.interpreter.rt.heap.fuel = crate::base::fuel::Fuel::new(0, 1 << 40, crate::base::fuel::SLICE);
        session
    }

    fn nested(rt: &mut Runtime, depth: usize, innermost: i64) -> Value {
        let mut value = Value::int(innermost);
        for _ in 0..depth {
            value = rt.heap.new_native(TestObject(vec![value])).expect("there is room");
        }
        value
    }

    #[test]
    fn walks_do_not_recurse() {
        // A walk that recurses would overflow this small stack.
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
            let mut session = session();
            let rt = &mut session.interpreter.rt;
            let [a, same, other] = [1, 1, 2].map(|innermost| nested(rt, 50_000, innermost));
            let [a, same, other] = [a, same, other].map(|value| (value, rt.hash(value).expect("a hash")));
            assert_eq!(a.1, same.1);
            assert_ne!(a.1, other.1);
            assert!(matches!(rt.eq(a.0, same.0), Err(Abrupt::Raise(_))), "too deep, as lists are");
            let [b, equal, unequal] = [1, 1, 2].map(|innermost| nested(rt, 5_000, innermost));
            assert!(rt.eq(b, equal).expect("compared"));
            assert!(!rt.eq(b, unequal).expect("compared"));
            let shown = rt.repr_text(b).expect("shown");
            assert_eq!(shown, format!("{}1{}", "<".repeat(5_000), ">".repeat(5_000)));
            assert_eq!(rt.str_text(b).expect("shown"), shown);
        });
        thread.expect("a thread").join().expect("it ends well");
    }

    #[test]
    fn what_holds_itself_is_shown_once() {
        let mut session = session();
        let rt = &mut session.interpreter.rt;
        let held = rt.heap.new_native(TestObject(Vec::new())).expect("there is room");
        rt.heap.native_as_mut::<TestObject>(held).expect("it is one").0.push(held);
        assert_eq!(rt.repr_text(held).expect("shown"), "<...>");
    }

    #[test]
    fn values_cross_through_their_parts() {
        let mut session = session();
        let rt = &mut session.interpreter.rt;
        let held = nested(rt, 2, 7);
        let mut crossing = crate::host_calls::convert::Crossing::new(crate::CrossingLimits::default());
        let crossed = rt.to_host(held, &mut crossing).expect("it crosses");
        assert_eq!(crossed, HostValue::Tuple(vec![HostValue::Tuple(vec![HostValue::Int(7)])]));
        let deep = nested(rt, 1_000, 7);
        assert!(rt.to_host(deep, &mut crossing).is_err(), "too deep to cross");
    }

    #[test]
    fn a_copy_holds_what_it_is_given() {
        let mut session = session();
        let rt = &mut session.interpreter.rt;
        // A new session is charged for more than its objects; the difference stays constant.
        let other_bytes = rt.heap.used - rt.heap.recount();
        let held = rt.heap.new_native(TestObject(vec![Value::int(1), Value::int(2)])).expect("there is room");
        let copy = rt.heap.native(held).expect("it is one").copy(&mut |value| Value::int(value.as_i64() + 10));
        let mut seen = Vec::new();
        copy.visit(&mut |value| seen.push(value));
        assert_eq!(seen, [Value::int(11), Value::int(12)]);
        let copy = rt.heap.object(Object::Native(copy)).expect("there is room");
        assert_eq!(rt.heap.recount() + other_bytes, rt.heap.used);
        assert!(rt.heap.native_as::<TestObject>(copy).is_some());
    }

    fn message(rt: &Runtime, exit: &Abrupt) -> String {
        let Abrupt::Raise(error) = exit else { panic!("{exit:?}") };
        let args = rt.heap.excs.get(error.index()).args;
        let first = rt.sequence_items(args).first().copied().expect("a message");
        rt.heap.text(first).to_string()
    }

    #[test]
    fn a_slot_that_is_not_there_does_what_the_data_model_says() {
        /// An object without optional slots.
        #[derive(Debug)]
        struct Bare;
        impl NativeObject for Bare {
            fn type_id(&self) -> TypeId {
                reg::MATCH
            }
            fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
                Box::new(Bare)
            }
            fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {}

            fn owned_bytes(&self) -> usize {
                0
            }
            fn write(&self, _out: &mut dyn ObjectWriter) -> Written {
                Ok(())
            }
        }
        let mut session = session();
        let rt = &mut session.interpreter.rt;
        let (bare, twin) = (rt.heap.new_native(Bare).expect("room"), rt.heap.new_native(Bare).expect("room"));
        let key = Value::int(0);
        let failures = [
            (rt.len(bare).map(|_| ()), "object of type 're.Match' has no len()"),
            (rt.get_item(bare, key).map(|_| ()), "'re.Match' object is not subscriptable"),
            (rt.set_item(bare, key, key), "'re.Match' object does not support item assignment"),
            (rt.del_item(bare, key), "'re.Match' object doesn't support item deletion"),
            (rt.iter(bare).map(|_| ()), "'re.Match' object is not iterable"),
            (rt.contains(bare, key).map(|_| ()), "argument of type 're.Match' is not iterable"),
            (rt.compare(Cmp::Lt, bare, twin).map(|_| ()), "'<' not supported between instances of 're.Match' and 're.Match'"),
        ];
        for (result, expected) in failures {
            assert_eq!(message(rt, &result.expect_err("refused")), expected);
        }
        assert!(matches!(rt.arith(ArithOp::Add, bare, twin), Ok(None)));
        assert!(rt.truth(bare).expect("a truth"));
        assert!(rt.eq(bare, bare).expect("compared"));
        assert!(!rt.eq(bare, twin).expect("compared"));
        assert_ne!(rt.hash(bare).expect("a hash"), rt.hash(twin).expect("a hash"));
        assert!(rt.repr_text(bare).expect("shown").starts_with("<re.Match object at 0x"));
        let mut crossing = crate::host_calls::convert::Crossing::new(crate::CrossingLimits::default());
        assert!(rt.to_host(bare, &mut crossing).is_err());
    }

    #[test]
    fn entries_are_told_apart() {
        let (mut types, mut tags) = (Vec::new(), Vec::new());
        for kind in NATIVE_OBJECTS {
            types.extend_from_slice(kind.types);
            match kind.restore {
                Restore::Never => {}
                Restore::Object(tag, _) => tags.push((false, tag)),
                Restore::Iterator(tag, _) => tags.push((true, tag)),
            }
        }
        for at in 0..types.len() {
            assert!(!types.get(..at).unwrap_or_default().contains(types.get(at).expect("it is there")), "{:?} twice", types.get(at));
        }
        let count = tags.len();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), count, "a tag twice");
    }

    /// What a native object owns is charged with what the allocator adds to it.
    #[test]
    fn an_empty_native_object_is_charged_its_blocks() {
        assert_eq!(Object::Native(Box::new(TestObject(Vec::new()))).owned_bytes(), NATIVE_BLOCKS);
    }
}
