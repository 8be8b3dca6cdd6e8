//! Options of `symtool kit`, which writes Rust projects that add parts to symtool.
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The actions of `symtool kit`.
#[derive(Subcommand, Debug)]
pub enum KitArgs {
    /// Write a Rust project that builds a symtool with your own passes, searchers, merge policies, meld rules and
    /// further parts.
    New(NewArgs),
}

/// Options of `symtool kit new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The name of the project, a Rust package name. The project is written into a new folder of this name.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The folder with symtool's source code (default: the folder from which this program was built).
    #[arg(
        help_heading = "Input",
        long,
        value_name = "CHECKOUT",
        conflicts_with = "git"
    )]
    pub path: Option<PathBuf>,
    /// The URL of the git repository with symtool's source code.
    #[arg(help_heading = "Input", long, value_name = "URL")]
    pub git: Option<String>,
}
