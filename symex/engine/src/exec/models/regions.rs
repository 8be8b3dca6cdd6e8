//! Models of the two intrinsics with which a program marks the beginning and the end of a merge region. A merge region
//! is the part of a path in which the merge policy collects states. At the end of the region, the policy joins these
//! states.
use super::done;
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Flow, Stepped};
use crate::merging::Arrival;
use crate::state::State;

pub(super) fn open(executor: &mut Executor<'_>, state: &mut State, _: &IntrinsicStep) -> Stepped {
    executor.stops(state, Arrival::Open);
    done()
}

pub(super) fn close(executor: &mut Executor<'_>, state: &mut State, _: &IntrinsicStep) -> Stepped {
    if executor.stops(state, Arrival::Close) {
        return Ok(Flow::Stopped);
    }
    done()
}
