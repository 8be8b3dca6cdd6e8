//! A solver process that reads SMT-LIB 2.
//!
//! Expressions are defined once per process. A query is a `push`, its assertions and a `pop`. If a process
//! hangs, terminates or prints an unexpected reply, the query has no answer, and the next query starts a new
//! process.
use super::choice::SolverCommand;
use super::protocol::{Connection, Fault, items};
use crate::answer::{Tri, Unknown};
use crate::interrupt::InterruptHandle;
use crate::model::Model;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId, SymArray};

/// The maximum number of expressions that are defined in one solver process. A process with this number of definitions
/// is replaced by a new process, because definitions that only completed paths needed still take memory.
const MAX_DEFINITIONS: usize = 1_000_000;

/// The link (solving technique of the solver chain) that runs a solver process. The first query starts the process.
#[derive(Debug)]
pub(crate) struct Process {
    command: SolverCommand,
    interrupt: InterruptHandle,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    connection: Connection,
    /// The expressions that are defined in the process.
    defined: FxHashSet<ExprId>,
    /// Whether the logic of the running process includes floating point.
    float: bool,
}

impl Running {
    /// Returns whether the running process can answer a query. `float` is true if the query has float
    /// operators.
    fn fits(&mut self, float: bool) -> bool {
        self.defined.len() < MAX_DEFINITIONS
            && (self.float || !float)
            && !self.connection.has_unexpected_output()
    }
}

impl Process {
    /// Returns the link. The first query starts the process.
    pub fn new(command: SolverCommand, interrupt: InterruptHandle) -> Process {
        Process {
            command,
            interrupt,
            running: None,
        }
    }

    /// Starts `command`, and issues a trivial query that is satisfiable: can an unconstrained bit be 1? Returns the
    /// answer.
    pub fn probe(command: &SolverCommand, limit: Duration) -> Result<Tri, Fault> {
        let mut running = start(command, false)?;
        let text = "(push 1)\n(declare-const b (_ BitVec 1))\n(assert (= b #b1))\n(check-sat)\n";
        running.connection.send(text.to_owned());
        let handle = InterruptHandle::default();
        verdict(&running.connection.reply(Instant::now() + limit, &handle)?)
    }

    fn solve(
        &mut self,
        arena: &Arena,
        constraints: &[ExprId],
        until: Instant,
    ) -> Result<Outcome, Fault> {
        let float = constraints.iter().any(|&c| arena.has_float(c));
        self.running.take_if(|running| !running.fits(float));
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start(&self.command, float)?,
        };
        let nodes = arena.postorder(constraints);
        running.connection.send(query(
            arena,
            constraints,
            &nodes,
            &mut running.defined,
            float,
        ));
        let outcome = match verdict(&running.connection.reply(until, &self.interrupt)?)? {
            Tri::No => Outcome::Unsat(None),
            Tri::Unknown => Outcome::Unknown(Unknown::GaveUp("unknown".to_owned())),
            Tri::Yes => {
                let bytes: Vec<_> = nodes.iter().filter_map(|&e| arena.as_byte(e)).collect();
                Outcome::Sat(Rc::new(self.model(&mut running, &bytes, until)?))
            }
        };
        running.connection.send("(pop 1)\n".to_owned());
        // No fault has occurred, so the next query reuses the process. (After a fault, the function returns earlier and
        // drops the process.)
        self.running = Some(running);
        Ok(outcome)
    }

    fn model(
        &self,
        running: &mut Running,
        bytes: &[(SymArray, u32)],
        until: Instant,
    ) -> Result<Model, Fault> {
        let mut model = Model::new();
        if bytes.is_empty() {
            return Ok(model);
        }
        let mut text = "(get-value (".to_owned();
        for (array, index) in bytes {
            let _ = write!(text, "|b{}.{index}| ", array.index());
        }
        text.push_str("))\n");
        running.connection.send(text);
        let reply = running.connection.reply(until, &self.interrupt)?;
        let values = values(&reply).filter(|values| values.len() == bytes.len());
        let values = values.ok_or_else(|| unexpected(&reply))?;
        for (&(array, index), value) in bytes.iter().zip(values) {
            model.set(array, index, value);
        }
        Ok(model)
    }
}

fn start(command: &SolverCommand, float: bool) -> Result<Running, Fault> {
    let child = command
        .start()
        .map_err(|error| Fault::Start(error.to_string()))?;
    let connection = Connection::new(child);
    let logic = if float { "QF_BVFP" } else { "QF_BV" };
    connection.send(format!(
        "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic {logic})\n"
    ));
    Ok(Running {
        connection,
        defined: FxHashSet::default(),
        float,
    })
}

/// Returns the commands of a query up to `check-sat`. A float expression is defined by assertions, so its
/// definition is removed by the `pop` after the query. All other definitions remain.
fn query(
    arena: &Arena,
    constraints: &[ExprId],
    nodes: &[ExprId],
    defined: &mut FxHashSet<ExprId>,
    float: bool,
) -> String {
    let mut text = String::new();
    let mut floats = String::new();
    for &e in nodes {
        if float && arena.has_float(e) {
            arena.write_definition(&mut floats, e);
        } else if defined.insert(e) {
            arena.write_definition(&mut text, e);
        }
    }
    text.push_str("(push 1)\n");
    text.push_str(&floats);
    arena.write_assertions(&mut text, constraints);
    text.push_str("(check-sat)\n");
    text
}

fn verdict(reply: &str) -> Result<Tri, Fault> {
    match reply {
        "sat" => Ok(Tri::Yes),
        "unsat" => Ok(Tri::No),
        "unknown" => Ok(Tri::Unknown),
        other => Err(unexpected(other)),
    }
}

fn unexpected(reply: &str) -> Fault {
    let mut text: String = reply.chars().take(100).collect();
    if text.len() < reply.len() {
        text.push('…');
    }
    Fault::Unexpected(text)
}

/// Parses the reply `((name value) …)`. Returns the values in order; `None` if the reply has another form.
/// The number 15, for example, is `#x0f`, `#b00001111` or `(_ bv15 8)`.
fn values(reply: &str) -> Option<Vec<u8>> {
    let byte = |text: &str| match (text.get(..2), items(text).as_deref()) {
        (_, Some(["_", value, "8"])) => value.strip_prefix("bv")?.parse().ok(),
        (Some("#x"), _) => u8::from_str_radix(&text[2..], 16).ok(),
        (Some("#b"), _) => u8::from_str_radix(&text[2..], 2).ok(),
        _ => None,
    };
    let value = |pair: &str| match items(pair)?.as_slice() {
        [_, value] => byte(value),
        _ => None,
    };
    items(reply)?.into_iter().map(value).collect()
}

impl Technique for Process {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        if query.has_quantifiers() {
            let why = "quantifiers are not supported by solver processes";
            return Outcome::Unknown(Unknown::GaveUp(why.to_owned()));
        }
        let until = Instant::now() + context.time;
        self.solve(query.arena(), query.constraints, until)
            .unwrap_or_else(|fault| {
                Outcome::Unknown(match fault {
                    Fault::Timeout => Unknown::Timeout,
                    Fault::Interrupted => Unknown::Interrupted,
                    fault => Unknown::GaveUp(format!("`{}`: {fault}", self.command)),
                })
            })
    }

    fn label(&self) -> Option<String> {
        Some(self.command.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_parsed_in_every_notation() {
        assert_eq!(
            values("((|b0.1| #x0f)\n (b0.2 #b00000011) (b0.3 (_ bv200 8)))"),
            Some(vec![15, 3, 200])
        );
        assert_eq!(values("((b0.1 300))"), None);
        assert_eq!(values("(error \"no\")"), None);
        assert_eq!(values("sat"), None);
    }
}
