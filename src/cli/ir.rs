//! `symtool ir`.
use super::{CfmseArgs, InputArgs};
use crate::merging::QceArgs;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};

/// `symtool ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The stage to print after (default: simplify, or cfmse with --cfmse).
    #[arg(
        help_heading = "Output",
        long,
        value_name = "STAGE",
        env = "SYMTOOL_AFTER"
    )]
    pub after: Option<Stage>,
    /// The form to print.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "FORM",
        default_value = "text",
        env = "SYMTOOL_EMIT"
    )]
    pub emit: Emit,
    /// Print this function only.
    #[arg(help_heading = "Output", long, value_name = "NAME")]
    pub function: Option<String>,
    /// Run these passes instead of the stage's (names separated by commas).
    #[arg(
        help_heading = "Output",
        long,
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub passes: Vec<String>,
    #[command(flatten)]
    pub cfmse: CfmseArgs,
    #[command(flatten)]
    pub qce: QceArgs,
    /// If the program is wrong, print one JSON object with the diagnostics on standard output.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

impl IrArgs {
    /// The stage that was asked for.
    pub fn stage(&self) -> Stage {
        let default = if self.cfmse.cfmse.is_some() {
            Stage::Cfmse
        } else {
            Stage::Simplify
        };
        self.after.unwrap_or(default)
    }
}

/// The stages a program goes through before it is explored.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// As the front end lowered it.
    Lower,
    /// Local variables are SSA values.
    Ssa,
    /// Simplified: what is explored without merging.
    Simplify,
    /// The same, with symbolic values and branches marked.
    Symbolic,
    /// The same, with the counts of query count estimation for each block.
    Qce,
    /// Melded by CFM-SE (guarded unless --cfmse=speculative).
    Cfmse,
}

/// Output forms of `symtool ir`.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// The textual IR, which symtool reads back.
    Text,
    /// Control flow for Graphviz.
    Dot,
    /// What melding did, branch by branch and step by step.
    Melds,
}
