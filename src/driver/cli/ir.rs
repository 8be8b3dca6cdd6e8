//! Command-line options of `symtool ir`, which prints the IR.
use super::rows::rows;
use super::{CfmseArgs, Form, InputArgs, QceArgs, Stage};
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use symtool_passes::{ANALYSES, AnalysisInfo, PASSES, PassInfo};

/// Options of `symtool ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Print the IR after this stage (default: cfmse with --cfmse, otherwise simplify).
    #[arg(
        help_heading = "Output",
        long,
        value_name = "STAGE",
        env = "SYMTOOL_AFTER"
    )]
    pub after: Option<Stage>,
    /// The output form of the IR.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "FORM",
        default_value = "text",
        env = "SYMTOOL_EMIT"
    )]
    pub emit: Emit,
    /// Print the difference between two forms of the program instead of the IR. A form is a stage, or a stage and
    /// passes that run after it, as in `--diff ssa ssa+gvn,dce`.
    #[arg(
        help_heading = "Output",
        long,
        num_args = 2,
        action = clap::ArgAction::Set,
        value_names = ["A", "B"],
        conflicts_with_all = ["after", "passes", "analysis"]
    )]
    pub diff: Vec<Form>,
    /// Print the effect of each pass that runs, instead of the IR: the number of changed functions, the size of the
    /// program before and after the pass, and the counters of the pass.
    #[arg(
        help_heading = "Output",
        long,
        conflicts_with_all = ["diff", "stats_json", "analysis", "function", "emit"]
    )]
    pub trace_passes: bool,
    /// Print the effects of stages, passes and melding as one JSON object, instead of the IR.
    #[arg(
        help_heading = "Output",
        long,
        conflicts_with_all = ["diff", "analysis", "function", "emit"]
    )]
    pub stats_json: bool,
    /// Print this function only.
    #[arg(help_heading = "Output", long, value_name = "NAME")]
    pub function: Option<String>,
    /// Run these passes (names separated by commas) on the IR that the front end produces, instead of the passes of a
    /// stage.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "LIST",
        value_delimiter = ',',
        long_help = passes_help()
    )]
    pub passes: Vec<String>,
    /// Print the result of this analysis instead of the IR.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "NAME",
        value_parser = rows(&ANALYSES, |row| row.help),
        conflicts_with_all = ["function", "emit"]
    )]
    pub analysis: Option<&'static AnalysisInfo>,
    #[command(flatten)]
    pub cfmse: CfmseArgs,
    #[command(flatten)]
    pub qce: QceArgs,
    /// If the program has errors, print the diagnostics as one JSON object on standard output.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

impl IrArgs {
    /// Returns the stage after which to print the IR.
    pub fn stage(&self) -> Stage {
        let default = if self.cfmse.cfmse.is_some() {
            Stage::Cfmse
        } else {
            Stage::Simplify
        };
        self.after.unwrap_or(default)
    }
}

/// Returns the help text of `--passes`, with a line for each pass.
fn passes_help() -> String {
    let widest = PASSES.iter().map(|pass| pass.name.len()).max();
    let widest = widest.unwrap_or(0);
    let row = |pass: &PassInfo| format!("{:widest$}  {}\n", pass.name, pass.help);
    let rows: String = PASSES.iter().map(row).collect();
    format!(
        "Run these passes (names separated by commas) on the IR that the front end produces, instead of the passes of a stage:\n\n{rows}"
    )
}

/// Output forms of `symtool ir`.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// The textual IR, which symtool can read as a program (`.sir`).
    Text,
    /// The control-flow graph for Graphviz.
    Dot,
    /// The control-flow graph as an SVG picture.
    Svg,
    /// Whether each branch is melded, with the reason if not, and the steps of each meld.
    Melds,
}
