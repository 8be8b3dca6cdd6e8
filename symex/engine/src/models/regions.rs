//! Regions that the program wants merged.
use super::done;
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Flow, Stepped};
use crate::merging::Arrival;
use crate::state::State;

pub(super) fn open(engine: &mut Engine<'_>, state: &mut State, _: &IntrinsicStep) -> Stepped {
    engine.stops(state, Arrival::Open);
    done()
}

pub(super) fn close(engine: &mut Engine<'_>, state: &mut State, _: &IntrinsicStep) -> Stepped {
    if engine.stops(state, Arrival::Close) {
        return Ok(Flow::Stopped);
    }
    done()
}
