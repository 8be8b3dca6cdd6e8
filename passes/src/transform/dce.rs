//! Not written yet.
use crate::pipeline::{Changed, Pass, PassContext};
use symtool_ir::Function;

/// Does nothing yet.
#[derive(Debug)]
pub struct Dce;

impl Pass for Dce {
    fn run(&self, _func: &mut Function, _ctx: &mut PassContext) -> Changed {
        Changed::No
    }
}
