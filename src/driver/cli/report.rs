//! Command-line options of `symtool report`.
use clap::Args;
use std::path::PathBuf;

/// Options of `symtool report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Output folder of a run, a comparison or an experiment.
    #[arg(value_name = "OUTDIR", default_value = "symtool-last")]
    pub folder: PathBuf,
    /// Show the page in a browser.
    #[arg(help_heading = "Output", long)]
    pub open: bool,
}
