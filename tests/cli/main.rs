//! End-to-end tests of the command line: the program is run as a user runs it.
mod bad_input;
mod benchmarks;
mod check_command;
mod environment;
mod floats;
mod harness;
mod input_functions;
mod ir_command;
mod jumps;
mod limits;
mod long_double;
mod mathematics;
mod output_folder;
mod solvers;
mod source_files;
mod threads;
mod verdicts;
