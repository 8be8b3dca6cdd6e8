//! A campaign of random programs. Each program is explored in many modes, and each result is compared with concrete
//! runs of the program on all inputs. A program with too many inputs is compared with equivalent programs (spellings)
//! instead.
//!
//! One seed determines the programs. The campaign saves its state regularly, so it can be stopped at any time and
//! resumed. The report depends on the seed, the number of programs, the writers and the modes only.
//!
//! | file | contents |
//! | --- | --- |
//! | `campaign` | the check of one program in all modes |
//! | `writers` `sample` | the table of writers; a program with its inputs |
//! | `modes` | the table of modes |
//! | `reference` | concrete runs on all inputs |
//! | `check` | the comparison of an exploration with the concrete runs |
//! | `rewrites` | the comparison of explorations of one program in several spellings |
//! | `shrink` | the reduction of a program with a wrong result |
//! | `watchdog` | the interruption of an exploration that hangs |
//! | `state` `table` | the saved state; the report |
mod campaign;
mod check;
mod modes;
mod reference;
mod rewrites;
mod sample;
mod shrink;
mod state;
mod table;
mod watchdog;
mod writers;

use crate::pool;
use campaign::Campaign;
use clap::Args;
use state::{Selection, State};
use std::io::{self, Write};
use std::path::PathBuf;

/// The number of programs after which the state is saved.
const SAVE_EVERY: u64 = 20;

/// Options of a campaign.
#[derive(Args)]
pub struct Fuzz {
    /// The seed of the campaign, which determines all programs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of programs of the campaign, including the programs checked before --resume.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// Use only these writers (generators of random programs), separated by commas; all if absent.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    writers: Vec<String>,
    /// Explore the programs only in these modes (configurations of symtool), separated by commas; all if absent.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    modes: Vec<String>,
    /// The number of programs to check in parallel.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// The folder for the state, the report and the programs with a wrong result.
    #[arg(long, value_name = "DIR", default_value = "fuzz-results")]
    keep: PathBuf,
    /// Continue the campaign in the folder of --keep. Without this option, it is an error if that folder contains a
    /// campaign.
    #[arg(long)]
    resume: bool,
    /// Also write the programs with an incomplete exploration to the folder of --keep.
    #[arg(long)]
    keep_incomplete: bool,
}

/// Runs a campaign. Returns whether all results are right.
///
/// # Errors
/// An unknown writer or mode, a folder that cannot be used.
pub fn run(options: &Fuzz) -> io::Result<bool> {
    let campaign = Campaign::new(options.seed, &options.writers, &options.modes)?;
    std::fs::create_dir_all(&options.keep)?;
    let file = options.keep.join("state.json");
    let mut state = begin(State::load(&file)?, campaign.selection(), options)?;
    std::panic::set_hook(Box::new(|_| ()));
    while state.programs < options.count {
        let end = options.count.min(state.programs + SAVE_EVERY);
        let indices: Vec<u64> = (state.programs..end).collect();
        let checked = pool::map(&indices, options.jobs, |&index| campaign.check(index));
        for (index, checked) in indices.into_iter().zip(checked) {
            campaign.record(
                &mut state,
                index,
                &checked,
                &options.keep,
                options.keep_incomplete,
            )?;
        }
        state.save(&file)?;
        let wrong = state.findings.len();
        let programs = state.programs;
        writeln!(io::stderr(), "{programs} programs, {wrong} wrong results")?;
    }
    let report = table::report(&state);
    std::fs::write(options.keep.join("report.txt"), &report)?;
    io::stdout().write_all(report.as_bytes())?;
    Ok(state.findings.is_empty())
}

/// Returns the state in which the campaign starts: the saved state with `--resume`, otherwise a new one.
fn begin(saved: Option<State>, selection: Selection, options: &Fuzz) -> io::Result<State> {
    let folder = options.keep.display();
    match saved {
        None => Ok(State::new(selection)),
        Some(_) if !options.resume => Err(io::Error::other(format!(
            "{folder} contains a campaign; continue it with --resume, or choose another folder"
        ))),
        Some(state) if state.selection != selection => Err(io::Error::other(format!(
            "{folder} contains a campaign with another seed, other writers or other modes"
        ))),
        Some(state) => Ok(state),
    }
}
