//! The steps of the program to which costs are charged, and their costs.
//!
//! A *site* is a step of the user's code. The costs of a step in a library model are charged to the call in the user's
//! code.
use crate::code::Code;
use std::time::Duration;
use symtool_ir::Func;

/// The number that means "no site".
pub(crate) const NO_SITE: u32 = u32::MAX;

/// The costs that are charged to one site (a step of the user's code).
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs {
    pub forks: u64,
    pub merges: u64,
    pub joins: u64,
    pub queries: u64,
    pub solver_queries: u64,
    pub solver_time: Duration,
    pub query_work: u64,
    pub nodes: u64,
    pub clauses: u64,
    pub expression_guilt: u64,
    pub fork_guilt: u64,
    /// The fixed work (a constant amount for each query) of the queries that the first state, which no fork has
    /// created, has issued at this site. For other states, the fixed work of a query is charged to the fork that
    /// created the state.
    pub run_guilt: u64,
}

/// The sites (steps of the user's code) that have costs. The number of a site is its index in `points` and `costs`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    /// For each function and step, the number of the step's site; `NO_SITE` for a step without costs so far. The inner
    /// list is empty for a function without costs so far.
    numbers: Vec<Vec<u32>>,
    points: Vec<(Func, u32)>,
    costs: Vec<Costs>,
}

impl Sites {
    /// Returns the table of a program without costs.
    pub(crate) fn new(code: &Code) -> Sites {
        Sites {
            numbers: vec![Vec::new(); code.functions.len()],
            ..Sites::default()
        }
    }

    /// Returns the number of the site of a step. A step that has no number yet gets the next number.
    #[inline]
    pub(crate) fn number(&mut self, code: &Code, func: Func, pc: u32) -> u32 {
        let numbers = &mut self.numbers[func.as_u32() as usize];
        if numbers.is_empty() {
            numbers.resize(code.of(func).steps.len() + 1, NO_SITE);
        }
        let last = numbers.len() - 1;
        let number = &mut numbers[(pc as usize).min(last)];
        if *number == NO_SITE {
            *number = self.points.len() as u32;
            self.points.push((func, pc));
            self.costs.push(Costs::default());
        }
        *number
    }

    /// Returns the costs of the site (step of the user's code) with the number `site`. Returns `None` for `NO_SITE`.
    #[inline]
    pub(crate) fn costs(&mut self, site: u32) -> Option<&mut Costs> {
        self.costs.get_mut(site as usize)
    }

    /// Returns the function and the step number of the site with the number `site`.
    pub(crate) fn point(&self, site: u32) -> Option<(Func, u32)> {
        self.points.get(site as usize).copied()
    }

    /// Iterates over the steps that have costs, each with its costs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ((Func, u32), &Costs)> {
        self.points.iter().copied().zip(&self.costs)
    }
}
