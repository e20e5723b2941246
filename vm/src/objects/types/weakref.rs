//! `weakref.ref`, its callbacks, and the support that classes need for it.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::VmRequest;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::GenKind;
use crate::heap::GenState;
use crate::heap::Object;
use crate::heap::weak_table::CALL_BYTES;
use crate::heap::weak_table::REF_BYTES;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::NativeObject;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use crate::runtime::type_table::native_kind;
use crate::runtime::vm_request::make_vm_request;

/// True when CPython allows weak references to a value.
pub(crate) fn is_referable(rt: &Runtime, value: Value) -> bool {
    match value.tag {
        Tag::Inst => {
            let class = rt.heap.insts.get(value.index()).class;
            let sized = [reg::INT, reg::BOOL, reg::TUPLE, reg::BYTES];
            if sized.contains(&TypeId(rt.heap.classes.get(class).layout)) {
                return false;
            }
            has_weakref(rt, class)
        }
        Tag::Exc => rt.heap.excs.get(value.index()).class.tag == Tag::Class,
        Tag::Type | Tag::Native | Tag::Func | Tag::Method | Tag::Class | Tag::Set | Tag::FrozenSet | Tag::Gen | Tag::Module => true,
        Tag::Object => match rt.heap.as_object(value) {
            Object::Deque(_) | Object::GenericAlias { .. } | Object::Partial { .. } | Object::MemoryView { .. } | Object::Code(_) => true,
            Object::Native(object) => native_kind(NativeObject::type_id(object.slots())).is_some_and(|kind| kind.referable),
            _ => false,
        },
        _ => false,
    }
}

/// True when instances of a class can be weakly referenced. If all classes in the MRO have slots, one of them must list `__weakref__`.
pub(crate) fn has_weakref(rt: &Runtime, class: u32) -> bool {
    let is_open = |class: u32| rt.heap.classes.get(class).attrs.get(crate::base::names::dunder_slots).is_none() || lists_weakref(rt, class);
    rt.charge_mro_walk(rt.heap.classes.get(class).mro.len());
    rt.heap.classes.get(class).mro.iter().any(|base| base.tag == Tag::Class && is_open(base.index()))
}

/// True when the `__slots__` of a class list `__weakref__`.
pub(crate) fn lists_weakref(rt: &Runtime, class: u32) -> bool {
    let Some(listed) = rt.heap.classes.get(class).attrs.get(crate::base::names::dunder_slots) else { return false };
    let is_it = |value: &Value| value.is_str() && rt.heap.text(*value) == "__weakref__";
    rt.heap.fuel.charge_walk(rt.sequence_items(listed).len() as u64 / 8);
    is_it(&listed) || rt.sequence_items(listed).iter().any(is_it)
}

/// `_weakref.make(obj, callback, owner)`: the reference by which `owner` refers to `obj`. The interpreter makes it, because it runs
/// differently while callbacks wait.
pub(crate) fn make(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    make_vm_request(rt, VmRequest::Refer, &[args.at(0), args.at(1), args.at(2)])
}

/// Creates a reference.
pub(crate) fn new_weakref(rt: &mut Runtime, target: Value, callback: Value, owner: Value) -> Result<Value, Abrupt> {
    if !is_referable(rt, target) {
        let name = rt.type_name(target);
        return Err(rt.type_error(&format!("cannot create weak reference to '{name}' object")));
    }
    rt.heap.charge(REF_BYTES)?;
    rt.finalizers.made += 1;
    rt.finalizers.watched += u64::from(!callback.is_none());
    let core = rt.heap.object(Object::WeakRef { target, callback, owner, number: rt.finalizers.made })?;
    rt.finalizers.refs.entry(target).or_default().push(core.index());
    Ok(core)
}

/// `_weakref.get(core)`: the object, or None when it is gone. It polls for dead objects first, if the budget allows.
pub(crate) fn get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if rt.finalizers.poll_budget_left(rt.heap.fuel.used()) { make_vm_request(rt, VmRequest::Deref, &[args.at(0)]) } else { peek(rt, args) }
}

/// `_weakref.peek(core)`: like `get`, but without polling.
pub(crate) fn peek(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(target_of(rt, args.at(0)))
}

/// The object of a reference, or None.
pub(crate) fn target_of(rt: &Runtime, core: Value) -> Value {
    match rt.heap.as_object(core) {
        Object::WeakRef { target, .. } => target.defined().unwrap_or(Value::NONE),
        _ => Value::NONE,
    }
}

/// The owner of the first reference to an object: its `__weakref__`.
pub(crate) fn first_owner(rt: &Runtime, obj: Value) -> Value {
    match rt.finalizers.refs.get(&obj).and_then(|refs| refs.first()).map(|at| rt.heap.objects.get(*at)) {
        Some(Object::WeakRef { owner, .. }) => *owner,
        _ => Value::NONE,
    }
}

/// `_weakref.owners(obj)`: the owners of all references to an object, in order.
pub(crate) fn owners(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let refs = rt.finalizers.refs.get(&args.at(0)).cloned().unwrap_or_default();
    rt.charge(refs.len() as u64)?;
    let found: Vec<Value> = refs
        .iter()
        .filter_map(|at| if let Object::WeakRef { owner, .. } = rt.heap.objects.get(*at) { Some(*owner) } else { None })
        .collect();
    rt.heap.list(found)
}

/// `_weakref.look()`: polls for dead objects, if there are references and the budget allows.
pub(crate) fn look(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    if rt.finalizers.refs.is_empty() || !rt.finalizers.poll_budget_left(rt.heap.fuel.used()) {
        return Ok(Value::NONE);
    }
    make_vm_request(rt, VmRequest::Look, &[])
}

/// `_weakref.collect()`: the fallback does it in a loop.
pub(crate) fn collect(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Err(Abrupt::NeedsUserCode)
}

/// The fallback primitive `_reap(forgets)`: the number of calls that are newly due.
pub(crate) fn reap_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    make_vm_request(rt, VmRequest::RunFinalizers, &[args.at(0)])
}

/// The fallback primitive `_due()`: the next due call as a pair of function and argument, or None.
pub(crate) fn due_callbacks(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.finalizers.due.pop_front() {
        Some((function, argument)) => {
            rt.heap.refund(CALL_BYTES);
            rt.heap.tuple(&[function, argument])
        }
        None => Ok(Value::NONE),
    }
}

/// The fallback primitive `_last()`: like `_reap()`, for the end of the program, when all remaining objects are dropped.
pub(crate) fn final_callbacks(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    make_vm_request(rt, VmRequest::Last, &[])
}

/// The fallback primitive `_forgotten(whose)`: finishes a generator that is still suspended after it was closed, so that it is not dropped
/// again.
pub(crate) fn forgotten_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let whose = args.at(0);
    if whose.tag == Tag::Gen && rt.heap.gens.get(whose.index()).state == GenState::Suspended {
        rt.heap.finish_body(whose.index());
    }
    Ok(Value::NONE)
}

/// `_weakref.begun()`: the async generators that have started, are not finished, and have work to do when they are closed.
pub(crate) fn begun(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.finalizers.watched_generators.len() as u64)?;
    let gens = &rt.heap.gens;
    let found: Vec<Value> = rt
        .finalizers
        .watched_generators
        .iter()
        .map(|watched| watched.generator)
        .filter(|generator| {
            let object = gens.get(generator.index());
            object.kind == GenKind::AsyncGenerator && object.state == GenState::Suspended
        })
        .collect();
    rt.heap.list(found)
}

/// The fallback primitive `_asyncgen_finalizer()`: the function that the event loop wants to get dropped async generators. None without a
/// loop.
pub(crate) fn finalizer(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(module) = rt.modules.by_name.get("asyncio.events") else { return Ok(Value::NONE) };
    let space = rt.heap.modules.get(module.index()).namespace;
    let name = rt.intern("_finalize_asyncgen")?;
    Ok(rt.get_global(space, name).unwrap_or(Value::NONE))
}
