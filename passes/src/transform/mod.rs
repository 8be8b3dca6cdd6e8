//! The passes, which change the IR without changing the semantics of the program; one file each.
pub mod constfold;
pub mod dce;
pub mod forward;
pub mod gvn;
pub mod mem2reg;
pub mod remove_constant_params;
pub mod simplify_cfg;

mod edit;
mod identities;
