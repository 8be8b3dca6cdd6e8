//! Generates random trees of statements about a topic, such as strings or memory.
use super::{Expr, Kind, Range, Statement, Topic, Tree};
use symtool_ir::random::SplitMix;

/// The maximum nesting depth of statements.
const DEPTH: u32 = 3;

/// Returns a random tree with about `statements` statements about the topic `topic`. Equal seeds give equal trees.
pub fn grow(topic: &'static Topic, range: Range, seed: u64, statements: u32) -> Tree {
    let mut grower = Grower {
        topic,
        random: SplitMix::new(seed),
        fuel: statements,
        numbers: 0,
        variables: ["in0", "in1", "x0", "x1"].map(str::to_owned).to_vec(),
    };
    let mut body = Vec::new();
    while grower.fuel > 0 {
        body.extend(grower.block(0));
    }
    Tree { range, topic, body }
}

/// The generator of one tree.
struct Grower {
    topic: &'static Topic,
    random: SplitMix,
    /// The number of statements that are still to be generated.
    fuel: u32,
    /// The number of the statement that was generated last.
    numbers: u32,
    /// The names of the variables in scope.
    variables: Vec<String>,
}

impl Grower {
    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let scope = self.variables.len();
        let mut block = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            self.fuel = self.fuel.saturating_sub(1);
            self.numbers += 1;
            let number = self.numbers;
            let kind = self.kind(depth);
            block.push(Statement { number, kind });
        }
        // Variables that are declared outside of all loops and branches stay visible until the end of the program.
        if depth > 0 {
            self.variables.truncate(scope);
        }
        block
    }

    fn kind(&mut self, depth: u32) -> Kind {
        let choice = self.random.below(12);
        let nests = depth < DEPTH && self.fuel > 0;
        if nests && choice < self.topic.loops {
            let counter = self.name("k");
            let bound = Expr::Binary(Box::new(self.value(1)), "&", Box::new(self.small(7)));
            self.variables.push(counter.clone());
            let body = self.block(depth + 1);
            self.variables.retain(|name| *name != counter);
            return Kind::Loop(counter, bound, body);
        }
        match choice {
            7..=9 if nests => {
                let condition = self.condition();
                let yes = self.block(depth + 1);
                let no = match self.random.below(2) {
                    0 => Vec::new(),
                    _ => self.block(depth + 1),
                };
                Kind::If(condition, yes, no)
            }
            10 => {
                let (name, value) = (self.name("v"), self.value(2));
                let ty = self.random.pick(&["int", "short", "unsigned char", "long"]);
                self.variables.push(name.clone());
                Kind::Declare(ty, name, value)
            }
            11 => {
                let target = self.random.pick(&["@x0", "@x1"]).to_owned();
                Kind::Assign(target, self.value(2))
            }
            _ => {
                let statement = self.random.pick(self.topic.statements);
                Kind::Text(self.filled(statement))
            }
        }
    }

    fn name(&self, prefix: &str) -> String {
        format!("{prefix}{}", self.numbers)
    }

    fn small(&mut self, below: u64) -> Expr {
        Expr::Text(self.random.below(below).to_string())
    }

    fn condition(&mut self) -> Expr {
        let op = self.random.pick(&["<", "==", "!=", ">"]);
        let right = match self.random.below(3) {
            0 => self.value(1),
            _ => self.small(16),
        };
        Expr::Binary(Box::new(self.value(1)), op, Box::new(right))
    }

    fn value(&mut self, depth: u32) -> Expr {
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 => self.small(20),
            1..=4 => {
                let at = self.random.index(self.variables.len());
                Expr::Text(format!("@{}", self.variables[at]))
            }
            5 | 6 => {
                let value = self.random.pick(self.topic.values);
                Expr::Text(self.filled(value))
            }
            _ => {
                let op = self.random.pick(&["+", "-", "&", "|", "^"]);
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                Expr::Binary(Box::new(left), op, Box::new(right))
            }
        }
    }

    /// Replaces each `#` in `text` by the name of a variable or by a number.
    fn filled(&mut self, text: &str) -> String {
        let mut parts = text.split('#');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            if let Expr::Text(value) = self.value(0) {
                filled += &value;
            }
            filled += part;
        }
        filled
    }
}
