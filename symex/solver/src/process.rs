//! A solver in a process of its own that speaks SMT-LIB 2.
//!
//! It lives as long as it behaves: what expressions mean is told once, each query is a `push`, its assertions and a `pop`.
//! A process that hangs, ends or says what it should not costs the query, and the next query starts another.
use super::engine::Engine;
use super::talk::{Fault, Talk, items};
use super::{Answer, InterruptHandle, LinkStats, Model, SolverCommand, SolverStats, Tri, Unknown};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId, SymArray};

/// After so many definitions the process starts afresh: those of states long gone only take its memory.
const MAX_DEFINITIONS: usize = 1_000_000;

/// The process, or the will to start it.
#[derive(Debug)]
pub struct Process {
    command: SolverCommand,
    interrupt: InterruptHandle,
    running: Option<Running>,
    stats: LinkStats,
}

#[derive(Debug)]
struct Running {
    talk: Talk,
    /// Expressions it knows.
    defined: FxHashSet<ExprId>,
    /// Has it been told that there will be floats?
    float: bool,
}

impl Running {
    /// Can it be asked the next question?
    fn fits(&mut self, float: bool) -> bool {
        self.defined.len() < MAX_DEFINITIONS && (self.float || !float) && !self.talk.babbles()
    }
}

impl Process {
    /// Nothing is started before the first query.
    pub fn new(command: SolverCommand, interrupt: InterruptHandle) -> Process {
        Process {
            command,
            interrupt,
            running: None,
            stats: LinkStats::default(),
        }
    }

    /// Starts the command and asks whether a free bit can be 1.
    pub(super) fn probe(command: &SolverCommand, limit: Duration) -> Result<Tri, Fault> {
        let mut running = start(command, false)?;
        let text = "(push 1)\n(declare-const b (_ BitVec 1))\n(assert (= b #b1))\n(check-sat)\n";
        running.talk.say(text.to_owned());
        let handle = InterruptHandle::default();
        verdict(&running.talk.reply(Instant::now() + limit, &handle)?)
    }

    fn ask(
        &mut self,
        arena: &Arena,
        constraints: &[ExprId],
        until: Instant,
    ) -> Result<Answer, Fault> {
        let float = constraints.iter().any(|&c| arena.has_float(c));
        self.running.take_if(|running| !running.fits(float));
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start(&self.command, float)?,
        };
        let nodes = arena.postorder(constraints);
        running.talk.say(query(
            arena,
            constraints,
            &nodes,
            &mut running.defined,
            float,
        ));
        let answer = match verdict(&running.talk.reply(until, &self.interrupt)?)? {
            Tri::No => Answer::Unsat,
            Tri::Unknown => Answer::Unknown(Unknown::GaveUp("it does not know".to_owned())),
            Tri::Yes => {
                let bytes: Vec<_> = nodes.iter().filter_map(|&e| arena.as_byte(e)).collect();
                Answer::Sat(self.model(&mut running, &bytes, until)?)
            }
        };
        running.talk.say("(pop 1)\n".to_owned());
        // Not reached after a fault: the process is then ended, whatever it still says.
        self.running = Some(running);
        Ok(answer)
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
        running.talk.say(text);
        let reply = running.talk.reply(until, &self.interrupt)?;
        let values = values(&reply).filter(|values| values.len() == bytes.len());
        let values = values.ok_or_else(|| nonsense(&reply))?;
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
    let talk = Talk::new(child);
    let logic = if float { "QF_BVFP" } else { "QF_BV" };
    talk.say(format!(
        "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic {logic})\n"
    ));
    Ok(Running {
        talk,
        defined: FxHashSet::default(),
        float,
    })
}

/// The commands of a query up to `check-sat`. Definitions of floats come with assertions, so they go with the query;
/// all others stay.
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
        other => Err(nonsense(other)),
    }
}

fn nonsense(reply: &str) -> Fault {
    let mut text: String = reply.chars().take(100).collect();
    if text.len() < reply.len() {
        text.push('…');
    }
    Fault::Nonsense(text)
}

/// The values of `((name value) …)`, in order: `#x0f`, `#b00001111`, `(_ bv15 8)`.
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

impl Engine for Process {
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId], limit: Duration) -> Answer {
        if constraints.iter().any(|&c| arena.has_quantifiers(c)) {
            let why = "it is not asked about quantifiers";
            return Answer::Unknown(Unknown::GaveUp(why.to_owned()));
        }
        let start = Instant::now();
        let answer = self
            .ask(arena, constraints, start + limit)
            .unwrap_or_else(|fault| {
                Answer::Unknown(match fault {
                    Fault::Timeout => Unknown::Timeout,
                    Fault::Interrupted => Unknown::Interrupted,
                    fault => Unknown::GaveUp(format!("`{}`: {fault}", self.command)),
                })
            });
        let answered = !matches!(answer, Answer::Unknown(_));
        self.stats.count(answered, start.elapsed());
        answer
    }

    fn name(&self) -> String {
        self.command.to_string()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("smtlib", self.stats.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_every_notation() {
        assert_eq!(
            values("((|b0.1| #x0f)\n (b0.2 #b00000011) (b0.3 (_ bv200 8)))"),
            Some(vec![15, 3, 200])
        );
        assert_eq!(values("((b0.1 300))"), None);
        assert_eq!(values("(error \"no\")"), None);
        assert_eq!(values("sat"), None);
    }
}
