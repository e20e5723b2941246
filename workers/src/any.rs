//! What a caller does with a session, wherever it is.

use std::sync::Arc;
use std::time::Duration;

use stockade_policy::{Grants, Limits, ResolvedPolicy};
use stockade_vm::{
    AwaitedCall, Config, CrossingLimits, FileEntry, FrameLine, Host, HostCall, HostError, HostValue, LimitReport, ModuleSource, Outcome,
    Session, Stdin, Step, StepOptions, ToolSpec, Usage,
};

use crate::lost::{SessionError, WorkerLost};
use crate::protocol::Refusal;

/// A session in this process or in a worker. Each method does what the one of [`stockade_vm::Session`] with its name does, and fails if the
/// worker is lost.
#[expect(clippy::missing_errors_doc, reason = "each fails as the method of the session with its name, and if the worker is lost")]
pub trait AnySession {
    /// [`Session::step`]
    fn step(&mut self, name: &str, text: &str, options: StepOptions) -> Result<Step, WorkerLost>;
    /// [`Session::count_step`]
    fn count_step(&mut self) -> u32;
    /// [`Session::steps`]
    fn steps(&self) -> u32;
    /// [`Session::is_paused`]
    fn is_paused(&self) -> bool;
    /// [`Session::pause_at`]
    fn pause_at(&mut self, fuel: u64) -> Result<(), SessionError>;
    /// [`Session::resume`]
    fn resume(&mut self) -> Result<Outcome, WorkerLost>;
    /// [`Session::resume_with`]
    fn resume_with(&mut self, answer: Result<HostValue, HostError>) -> Result<Outcome, WorkerLost>;
    /// [`Session::approve`]
    fn approve(&mut self) -> Result<Outcome, WorkerLost>;
    /// [`Session::refuse`]
    fn refuse(&mut self, reason: &str) -> Result<Outcome, WorkerLost>;
    /// [`Session::finish`]
    fn finish(&mut self) -> Result<Option<Outcome>, WorkerLost>;
    /// [`Session::answer`]
    fn answer(&mut self, id: u64, answer: Result<HostValue, HostError>) -> Result<(), SessionError>;
    /// [`Session::usage`]
    fn usage(&self) -> Usage;
    /// [`Session::limit_report`]
    fn limit_report(&self) -> Option<&LimitReport>;
    /// [`Session::ended_at`]
    fn ended_at(&self) -> Option<&FrameLine>;
    /// [`Session::value`]
    fn value(&mut self) -> Result<HostValue, SessionError>;
    /// [`Session::reported_value`]
    fn reported_value(&mut self) -> Result<HostValue, SessionError>;
    /// [`Session::add_tool`]
    fn add_tool(&mut self, spec: &ToolSpec) -> Result<(), SessionError>;
    /// [`Session::remove_tool`]
    fn remove_tool(&mut self, name: &str) -> Result<(), SessionError>;
    /// [`Session::host_call`]
    fn host_call(&self) -> Option<&HostCall>;
    /// [`Session::awaited_calls`]: those that an outcome has shown.
    fn awaited_calls(&self) -> Vec<AwaitedCall>;
    /// [`Session::pass_time`]
    fn pass_time(&mut self, time: Duration) -> Result<(), SessionError>;
    /// [`Session::time_left`]. A worker, which has no modules of the host, does not say.
    fn time_left(&mut self) -> Option<Duration> {
        None
    }
    /// [`Session::count_host_time`]. A worker does the program's work itself.
    fn count_host_time(&mut self) {}
    /// [`Session::lend_modules`]. A worker has none.
    fn lend_modules(&mut self, names: &[String]) -> Result<(), SessionError>;
    /// [`Session::live_handles`]
    fn live_handles(&mut self) -> Result<Vec<u64>, SessionError>;
    /// [`Session::set_policy`] and [`Session::set_check`]. A session in a worker keeps its policy; its limits may be others.
    fn rule(&mut self, policy: &Arc<ResolvedPolicy>, grants: &Arc<Grants>, limits: &Limits) -> Result<(), SessionError>;
    /// [`Session::set_crossing_limits`]. A session in a worker keeps those of its template.
    fn set_crossing_limits(&mut self, limits: CrossingLimits) -> Result<(), SessionError>;
    /// Fixes the clocks of the program at seconds since the epoch; without a time they run. In this process the host has the clocks, and
    /// nothing happens.
    fn freeze_clock(&mut self, at: Option<f64>) -> Result<(), SessionError>;
    /// [`Session::fork`]. A session in a worker keeps its policy.
    fn fork_with(&mut self, config: &Config, host: Box<dyn Host>) -> Result<Box<dyn AnySession + Send>, SessionError>;
    /// [`Session::add_module`]
    fn add_module(&mut self, module: ModuleSource) -> Result<(), SessionError>;
    /// [`Session::set_arguments`]
    fn set_arguments(&mut self, arguments: &[String]) -> Result<(), SessionError>;
    /// [`Session::set_stdin`]
    fn set_stdin(&mut self, stdin: &Stdin) -> Result<(), SessionError>;
    /// [`Session::set_variable`]
    fn set_variable(&mut self, name: &str, value: &HostValue) -> Result<(), SessionError>;
    /// [`Session::get_variable`]
    fn get_variable(&mut self, name: &str) -> Result<Option<HostValue>, SessionError>;
    /// [`Session::delete_variable`]
    fn delete_variable(&mut self, name: &str) -> Result<(), SessionError>;
    /// [`Session::keep_value`]
    fn keep_value(&mut self, name: &str) -> Result<(), SessionError>;
    /// [`Session::global_names`]
    fn global_names(&mut self) -> Result<Vec<String>, SessionError>;
    /// [`Session::expect_steps`]
    fn expect_steps(&mut self) -> Result<(), SessionError>;
    /// [`Session::write_file`]
    fn write_file(&mut self, path: &str, data: &[u8]) -> Result<(), SessionError>;
    /// [`Session::read_file`]
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, SessionError>;
    /// [`Session::list_files`]
    fn list_files(&mut self, folder: &str) -> Result<Vec<FileEntry>, SessionError>;
    /// [`Session::remove_file`]
    fn remove_file(&mut self, path: &str) -> Result<(), SessionError>;
    /// [`Session::snapshot`]
    fn snapshot(&mut self, key: Option<&[u8; 32]>) -> Result<Vec<u8>, SessionError>;
    /// The number of the process in which the session is. `None` if it is this one.
    fn process(&self) -> Option<u32>;
}

impl AnySession for Session {
    fn step(&mut self, name: &str, text: &str, options: StepOptions) -> Result<Step, WorkerLost> {
        Ok(Session::step(self, name, text, options))
    }
    fn count_step(&mut self) -> u32 {
        Session::count_step(self)
    }
    fn steps(&self) -> u32 {
        Session::steps(self)
    }
    fn is_paused(&self) -> bool {
        Session::is_paused(self)
    }
    fn pause_at(&mut self, fuel: u64) -> Result<(), SessionError> {
        Session::pause_at(self, fuel);
        Ok(())
    }
    fn resume(&mut self) -> Result<Outcome, WorkerLost> {
        Ok(Session::resume(self))
    }
    fn resume_with(&mut self, answer: Result<HostValue, HostError>) -> Result<Outcome, WorkerLost> {
        Ok(Session::resume_with(self, answer))
    }
    fn approve(&mut self) -> Result<Outcome, WorkerLost> {
        Ok(Session::approve(self))
    }
    fn refuse(&mut self, reason: &str) -> Result<Outcome, WorkerLost> {
        Ok(Session::refuse(self, reason))
    }
    fn finish(&mut self) -> Result<Option<Outcome>, WorkerLost> {
        Ok(Session::finish(self))
    }
    fn answer(&mut self, id: u64, answer: Result<HostValue, HostError>) -> Result<(), SessionError> {
        Session::answer(self, id, answer).map_err(|error| Refusal::of(&error).into())
    }
    fn usage(&self) -> Usage {
        Session::usage(self)
    }
    fn limit_report(&self) -> Option<&LimitReport> {
        Session::limit_report(self)
    }
    fn ended_at(&self) -> Option<&FrameLine> {
        Session::ended_at(self)
    }
    fn value(&mut self) -> Result<HostValue, SessionError> {
        Session::value(self).map_err(|error| Refusal::from(error).into())
    }
    fn reported_value(&mut self) -> Result<HostValue, SessionError> {
        Session::reported_value(self).map_err(|error| Refusal::from(error).into())
    }
    fn add_tool(&mut self, spec: &ToolSpec) -> Result<(), SessionError> {
        Session::add_tool(self, spec).map_err(|error| Refusal::of(&error).into())
    }
    fn add_module(&mut self, module: ModuleSource) -> Result<(), SessionError> {
        Session::add_module(self, module).map_err(|error| Refusal::of(&error).into())
    }
    fn set_arguments(&mut self, arguments: &[String]) -> Result<(), SessionError> {
        Session::set_arguments(self, arguments).map_err(|error| Refusal::from(error).into())
    }
    fn set_stdin(&mut self, stdin: &Stdin) -> Result<(), SessionError> {
        Session::set_stdin(self, stdin).map_err(|error| Refusal::from(error).into())
    }
    fn set_variable(&mut self, name: &str, value: &HostValue) -> Result<(), SessionError> {
        Session::set_variable(self, name, value).map_err(|error| Refusal::from(error).into())
    }
    fn expect_steps(&mut self) -> Result<(), SessionError> {
        Session::expect_steps(self);
        Ok(())
    }
    fn write_file(&mut self, path: &str, data: &[u8]) -> Result<(), SessionError> {
        Session::write_file(self, path, data).map_err(|error| Refusal::from(error).into())
    }
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, SessionError> {
        Session::read_file(self, path).map_err(|error| Refusal::from(error).into())
    }
    fn list_files(&mut self, folder: &str) -> Result<Vec<FileEntry>, SessionError> {
        Session::list_files(self, folder).map_err(|error| Refusal::from(error).into())
    }
    fn remove_file(&mut self, path: &str) -> Result<(), SessionError> {
        Session::remove_file(self, path).map_err(|error| Refusal::from(error).into())
    }
    fn snapshot(&mut self, key: Option<&[u8; 32]>) -> Result<Vec<u8>, SessionError> {
        Session::snapshot(self, key).map_err(|error| Refusal::of(&error).into())
    }
    fn remove_tool(&mut self, name: &str) -> Result<(), SessionError> {
        Session::remove_tool(self, name);
        Ok(())
    }
    fn host_call(&self) -> Option<&HostCall> {
        Session::host_call(self)
    }
    fn awaited_calls(&self) -> Vec<AwaitedCall> {
        Session::awaited_calls(self)
    }
    fn pass_time(&mut self, time: Duration) -> Result<(), SessionError> {
        Session::pass_time(self, time);
        Ok(())
    }
    fn time_left(&mut self) -> Option<Duration> {
        Session::time_left(self)
    }
    fn count_host_time(&mut self) {
        Session::count_host_time(self);
    }
    fn lend_modules(&mut self, names: &[String]) -> Result<(), SessionError> {
        Session::lend_modules(self, names).map_err(|error| Refusal::of(&error).into())
    }
    fn live_handles(&mut self) -> Result<Vec<u64>, SessionError> {
        Ok(Session::live_handles(self))
    }
    fn rule(&mut self, policy: &Arc<ResolvedPolicy>, grants: &Arc<Grants>, limits: &Limits) -> Result<(), SessionError> {
        self.set_policy(grants, limits);
        self.set_check(Some(policy));
        Ok(())
    }
    fn set_crossing_limits(&mut self, limits: CrossingLimits) -> Result<(), SessionError> {
        Session::set_crossing_limits(self, limits);
        Ok(())
    }
    fn freeze_clock(&mut self, _: Option<f64>) -> Result<(), SessionError> {
        Ok(())
    }
    fn fork_with(&mut self, config: &Config, host: Box<dyn Host>) -> Result<Box<dyn AnySession + Send>, SessionError> {
        match Session::fork(self, config, host) {
            Ok(copy) => Ok(Box::new(copy)),
            Err(error) => Err(Refusal::of(&error).into()),
        }
    }
    fn get_variable(&mut self, name: &str) -> Result<Option<HostValue>, SessionError> {
        Session::get_variable(self, name).map_err(|error| Refusal::from(error).into())
    }
    fn delete_variable(&mut self, name: &str) -> Result<(), SessionError> {
        Session::delete_variable(self, name);
        Ok(())
    }
    fn keep_value(&mut self, name: &str) -> Result<(), SessionError> {
        Session::keep_value(self, name).map_err(|error| Refusal::from(error).into())
    }
    fn global_names(&mut self) -> Result<Vec<String>, SessionError> {
        Ok(Session::global_names(self))
    }
    fn process(&self) -> Option<u32> {
        None
    }
}
