//! File tests: words of `run:` lines that print the program, with the results of an analysis as comments.
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;
use crate::driver::merging;
use symtool_analysis::symbolic;
use symtool_policies::qce::{self, Qce};

/// Returns the text of the test file's functions with their symbolic values and branches marked.
pub fn symbolic(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let (module, functions) = stages.shown();
    let info = symbolic::analyse(&module, stages.entry()?);
    let marked = functions
        .iter()
        .map(|&func| symbolic::marked(&module, func, &info));
    Ok(marked.collect())
}

/// Returns the text of the test file's functions with the query count estimates of each block.
pub fn qce(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    let args = options::of_step(stages.header, step, (Reads::QueryCounts, &step.options))?;
    let (module, functions) = stages.shown();
    let counts = Qce::new(&module, merging::qce_options(&args.merging.qce));
    let counted = functions
        .iter()
        .map(|&func| qce::counted(&module, func, &counts));
    Ok(counted.collect())
}
