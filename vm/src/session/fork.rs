//! A session copied in its process: objects as they lie, with no way through bytes.
//!
//! What a snapshot leaves out (caches, garbage, names that are no longer used) is copied too: leaving it out would take longer.

use std::sync::Arc;

use crate::base::fuel::Fuel;
use crate::base::fuel::SLICE;
use crate::base::host::Host;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::session::{Config, Session};

impl Runtime {
    fn forked(&self, config: &Config, host: Box<dyn Host>, is_copy: bool) -> Runtime {
        let mut heap = self.heap.clone();
        if !is_copy {
            // Copies but dicts have no spare room, and are charged for none.
            heap.refund(self.heap.owned_bytes());
            heap.add(heap.owned_bytes());
        }
        heap.set_limit(usize::try_from(config.limits.memory_bytes).unwrap_or(usize::MAX));
        let used = self.heap.fuel.used();
        // The limit is the caller's; what is used up stays used up.
        heap.fuel = Fuel::new(used, config.limits.instructions.saturating_sub(used), SLICE);
        Runtime {
            heap,
            names: self.names.clone(),
            shapes: self.shapes.clone(),
            grants: Arc::clone(&self.grants),
            library: self.library,
            policy_changed: self.policy_changed,
            limits: config.limits.clone(),
            host,
            globals: self.globals.clone(),
            global_names: self.global_names.clone(),
            builtin_slots: self.builtin_slots.clone(),
            twins: self.twins.clone(),
            methods: self.methods.clone(),
            specials: self.specials.clone(),
            slots_known: self.slots_known.clone(),
            makers: self.makers,
            namespaces: self.namespaces.clone(),
            has_views: self.has_views,
            modules: self.modules.clone(),
            answers: None,
            pending: self.pending.clone(),
            handled: self.handled,
            out: self.out.clone(),
            next_class_version: self.next_class_version,
            epoch: self.epoch,
            hash_seed: self.hash_seed,
            random_seed: self.random_seed,
            clock_ahead: self.clock_ahead,
            slept: self.slept,
            deadline_ms: config.limits.wall_ms,
            denials: self.denials.clone(),
            imports: self.imports.clone(),
            recursion_limit: self.recursion_limit,
            max_digits: self.max_digits,
            frames_allowed: 0,
            quick_frames: 0,
            host_calls: self.host_calls,
            in_progress: self.in_progress.clone(),
            trusted: self.trusted,
            code_info: self.code_info.clone(),
            tools: self.tools.clone(),
            tool_calls: self.tool_calls.clone(),
            lent_modules: self.lent_modules.clone(),
            host_request: None,
            suspended_at: 0,
            native_depth: self.native_depth,
            tail_depth: self.tail_depth,
            bound_to: crate::base::value::Value::UNDEF,
            drained: Vec::new(),
            charged_before: 0,
            suppress_attribute_error: false,
            starts_over: false,
            answer: self.answer,
            missing_fallback: None,
            chars: self.chars.clone(),
            id_counter: self.id_counter,
            ids: self.ids.clone(),
            weak: self.weak.clone(),
            threads: self.threads.clone(),
            scratch: stockade_algorithms::regex::Scratch::default(),
        }
    }
}

impl Session {
    /// A copy under the same policy. The host again when the policy differs, since what it granted is kept in caches, or when
    /// what is alive passes the new limit of memory.
    pub(crate) fn copied(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, false)
    }

    /// As [`Session::copied`] for a session that is a copy itself, in which nothing has run: its objects have no spare room to lose.
    pub(crate) fn copied_again(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, true)
    }

    fn copy(&self, config: &Config, host: Box<dyn Host>, is_copy: bool) -> Result<Session, Box<dyn Host>> {
        let rt = &self.machine.rt;
        let fits = rt.heap.used as u64 <= config.limits.memory_bytes;
        if !fits || !Arc::ptr_eq(&config.grants, &rt.grants) || config.stress_collection != rt.heap.stress {
            return Err(host);
        }
        let machine = Interpreter {
            rt: rt.forked(config, host, is_copy),
            units: self.machine.units.clone(),
            codes: self.machine.codes.clone(),
            sites: self.machine.sites.clone(),
            seconds: Vec::new(),
            stack: self.machine.stack.clone(),
            frames: self.machine.frames.clone(),
            hidden: self.machine.hidden,
            prelude: self.machine.prelude.clone(),
            retried: self.machine.retried,
            moved: Vec::new(),
            moved_before: 0,
            plain: config.plain,
        };
        Ok(Session {
            machine,
            main: self.main,
            showing: self.showing,
            steps: self.steps,
            runs_imports: self.runs_imports,
            check: self.check.forked(config),
            captured: None,
        })
    }
}
