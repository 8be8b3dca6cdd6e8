//! The rewrite rules of melding, as data. Each [`Rule`] is translated to a rewrite of the e-graph library egg, and to
//! formulas by which the prover checks the rule. The table of rule families, [`FAMILIES`](crate::families::FAMILIES),
//! instantiates the rules.
//!
//! All built-in rules are directed: a rule replaces its left side by its right side, never the reverse. A rule that
//! reassociates operations, or that moves an operation into the operands of an `ite`, would create too many terms even
//! for a diamond (the two sides of a branch as terms) of ten operations. So no rule reassociates, and only truncations
//! (the rule **narrow**) are moved into operands. The rules are instantiated for the operators and widths of a diamond.
//! In **align**, **absorb** and **nest**, c is the branch condition; in the other rules, c is any condition:
//!
//! - **align** `ite(c, f(a,b), f(x,y)) → f(ite(c,a,x), ite(c,b,y))`, and with exchanged operands if f commutes;
//! - **absorb** `ite(c, f(a,b), x) → f(ite(c,a,x), ite(c,b,id))` if a is computed from x. Here `id` is the constant
//!   with `f(x, id) = x`. For a = x, this gives `ite(c, x+b, x) → x + ite(c,b,0)`;
//! - **ite** laws: equal operands (`ite(c,a,a) → a`), nested and negated conditions;
//! - **truth** forms: an `ite` with an `i1` constant becomes a logical operation (`ite(c,true,x) → c∨x`), an `ite` over
//!   0 and 1 becomes an extension (`ite(c,1,0) → zext c`);
//! - **narrow**: `trunc(a + b) → trunc(a) + trunc(b)`, if the low bits of the operator's result depend only on the low
//!   bits of its operands. So operations on a `char` that was promoted to `int` are melded with 8 bits;
//! - **nest** `ite(c, ite(d,a,b), b) → ite(c∧d, a, b)` if c ≠ d and a ≠ b.
use crate::language::{Graph, Meld, Node};
use crate::term::{Head, identity};
use egg::{ConditionalApplier, ENodeOrVar, Id, Pattern, RecExpr, Rewrite, Subst, Var};
use std::collections::BTreeSet;
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{Bits, Op, OpClass, Type};

/// A pattern that matches terms. In each rule that applies to the branch condition only ([`When::IsCond`]), variable 0
/// matches the branch condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pat {
    /// A variable with the given number, which matches any term of the given type.
    Var(u32, Type),
    /// The given constant.
    Const(Type, Bits),
    /// An operation with operands that match these patterns.
    Op(Head, Vec<Pat>),
}

/// A side condition of a rule, on the e-classes that the variables of the rule match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// The variable with this number matches the condition of the branch that is being melded.
    IsCond(u32),
    /// The variables with these numbers match different classes.
    Differ(u32, u32),
    /// A term in the class of the first variable is computed, directly or not, from the class of
    /// the second variable.
    Reaches(u32, u32),
}

/// A directed rewrite rule. `lhs = rhs` must hold for all values of the variables, even if the side
/// conditions `when` do not hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// A unique name, for tests, errors and the printed steps of a meld.
    pub name: String,
    /// The pattern to match.
    pub lhs: Pat,
    /// The replacement, added to the class of the match.
    pub rhs: Pat,
    /// The side conditions. They restrict the rule to matches for which the replacement can make the code cheaper.
    pub when: Vec<When>,
}

fn op(which: Op, to: Type, args: Vec<Pat>) -> Pat {
    Pat::op(which, to, args)
}

fn var(number: u32, ty: Type) -> Pat {
    Pat::Var(number, ty)
}

fn truth(number: u32) -> Pat {
    Pat::Var(number, Type::I1)
}

fn ite(c: Pat, a: Pat, b: Pat) -> Pat {
    Pat::select(c, a, b)
}

fn logic(which: Op, a: Pat, b: Pat) -> Pat {
    op(which, Type::I1, vec![a, b])
}

fn not(a: Pat) -> Pat {
    op(Op::Not, Type::I1, vec![a])
}

impl Pat {
    /// Returns the pattern of an operation with a result of the type `to`.
    pub fn op(op: Op, to: Type, args: Vec<Pat>) -> Pat {
        let from = args.last().map_or(to, Pat::ty);
        Pat::Op(Head::Op { op, from, to }, args)
    }

    /// Returns the pattern of a select: `a` if the condition `c` holds, else `b`.
    pub fn select(c: Pat, a: Pat, b: Pat) -> Pat {
        let ty = a.ty();
        Pat::op(Op::Select, ty, vec![c, a, b])
    }

    /// Returns the type of the terms that the pattern matches.
    pub fn ty(&self) -> Type {
        match self {
            Pat::Var(_, ty) | Pat::Const(ty, _) => *ty,
            Pat::Op(head, _) => head.ty(),
        }
    }

    fn flatten(&self, into: &mut RecExpr<ENodeOrVar<Node>>) -> Id {
        let node = match self {
            Pat::Var(number, _) => ENodeOrVar::Var(Var::from_u32(*number)),
            Pat::Const(ty, bits) => ENodeOrVar::ENode(Node::new(Head::Const(*ty, *bits), &[])),
            Pat::Op(head, args) => {
                let args: Vec<Id> = args.iter().map(|a| a.flatten(into)).collect();
                ENodeOrVar::ENode(Node::new(*head, &args))
            }
        };
        into.add(node)
    }

    fn pattern(&self) -> Pattern<Node> {
        let mut expr = RecExpr::default();
        self.flatten(&mut expr);
        Pattern::new(expr)
    }
}

impl Rule {
    /// Returns the rule as an egg rewrite.
    pub fn rewrite(&self) -> Result<Rewrite<Node, Meld>, String> {
        let when = self.when.clone();
        let condition = move |graph: &mut Graph, _: Id, subst: &Subst| {
            when.iter().all(|w| w.holds(graph, subst))
        };
        let applier = ConditionalApplier {
            condition,
            applier: self.rhs.pattern(),
        };
        Rewrite::new(self.name.clone(), self.lhs.pattern(), applier)
    }
}

impl When {
    /// Returns the numbers of the variables that occur in the side condition.
    pub(crate) fn variables(self) -> Vec<u32> {
        match self {
            When::IsCond(v) => vec![v],
            When::Differ(a, b) | When::Reaches(a, b) => vec![a, b],
        }
    }

    fn holds(self, graph: &Graph, subst: &Subst) -> bool {
        let class = |v: u32| graph.find(subst[Var::from_u32(v)]);
        match self {
            When::IsCond(v) => graph.analysis.cond.map(|c| graph.find(c)) == Some(class(v)),
            When::Differ(a, b) => class(a) != class(b),
            When::Reaches(a, b) => reaches(graph, class(a), class(b)),
        }
    }
}

/// Returns whether a term of the e-class `from` is computed, directly or through other terms, from the e-class `to`.
/// Selects on the branch condition are not followed. The search gives up and returns false after more than `LIMIT`
/// classes, so that a large e-graph does not make each application of a rule slow.
fn reaches(graph: &Graph, from: Id, to: Id) -> bool {
    const LIMIT: usize = 400;
    let cond = graph.analysis.cond.map(|c| graph.find(c));
    let mut seen = BTreeSet::from([from]);
    let mut stack = vec![from];
    while let Some(id) = stack.pop() {
        if id == to {
            return true;
        }
        if seen.len() > LIMIT {
            return false;
        }
        for node in &graph[id].nodes {
            let melded = node
                .as_op(Op::Select)
                .is_some_and(|args| Some(graph.find(args[0])) == cond);
            if melded {
                continue;
            }
            for &arg in &node.args {
                let arg = graph.find(arg);
                if seen.insert(arg) {
                    stack.push(arg);
                }
            }
        }
    }
    false
}

/// Returns the rules that move operators out of selects, for the operators in `heads`: `ite(c, f(a), f(x))` becomes
/// `f(ite(c, a, x))`.
pub(crate) fn operator_rules(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for &head in heads {
        match head {
            Head::Op { op, from, to } => {
                align(&mut rules, op, from, to);
                absorb(&mut rules, op, to);
            }
            Head::Call { function, .. } => align_calls(&mut rules, head, function),
            Head::Leaf(..) | Head::Const(..) => {}
        }
    }
    rules
}

/// Adds the rule that moves a call of a pure function out of a select: `ite(c, f(a), f(x)) → f(ite(c, a, x))`.
fn align_calls(rules: &mut Vec<Rule>, head: Head, function: u32) {
    let function = &FUNCTIONS[function as usize];
    let types = function.params;
    let arity = types.len() as u32;
    let side = |first: u32| {
        let args = types.iter().zip(first..).map(|(&ty, n)| var(n, ty));
        Pat::Op(head, args.collect())
    };
    let args = types.iter().zip(1..);
    let args = args.map(|(&ty, n)| ite(truth(0), var(n, ty), var(n + arity, ty)));
    let rhs = Pat::Op(head, args.collect());
    let lhs = ite(truth(0), side(1), side(1 + arity));
    let name = format!("align-{}", function.name);
    push(rules, name, lhs, rhs, &[When::IsCond(0)]);
}

/// Returns the laws of selects (`ite`) and of extensions (`zext`, `sext`), for the types of the terms with the heads
/// `heads`.
pub(crate) fn select_rules(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let mut rules = Vec::new();
    let types: BTreeSet<Type> = heads.iter().map(|h| h.ty()).collect();
    for &ty in &types {
        ite_laws(&mut rules, ty);
        nest(&mut rules, ty);
        if ty.is_int() && ty != Type::I1 {
            extensions(&mut rules, ty);
        }
    }
    rules
}

fn push(rules: &mut Vec<Rule>, name: String, lhs: Pat, rhs: Pat, when: &[When]) {
    rules.push(Rule {
        name,
        lhs,
        rhs,
        when: when.to_vec(),
    });
}

/// Returns the types of the operands of an operator; `from` is the type of its last operand.
fn operand_types(which: Op, from: Type) -> Vec<Type> {
    match which.class() {
        OpClass::PtrAdd => vec![Type::Ptr, Type::I64],
        OpClass::Select => vec![Type::I1, from, from],
        OpClass::IntUnary
        | OpClass::IntBinary
        | OpClass::IntCompare
        | OpClass::FloatUnary
        | OpClass::FloatBinary
        | OpClass::FloatCompare
        | OpClass::Cast => vec![from; which.arity()],
    }
}

fn align(rules: &mut Vec<Rule>, which: Op, from: Type, to: Type) {
    const COND: &[When] = &[When::IsCond(0)];
    if which == Op::Select {
        // `c ? (d ? x : y) : (d ? z : w)` becomes `d ? (c ? x : z) : (c ? y : w)`. Both inner selects must have the
        // same condition d. With two conditions d and e, the outer select of the result would need the condition
        // `c ? d : e`.
        let inner = |a, b| ite(truth(5), var(a, to), var(b, to));
        let arm = |a, b| ite(truth(0), var(a, to), var(b, to));
        let lhs = ite(truth(0), inner(1, 2), inner(3, 4));
        let rhs = ite(truth(5), arm(1, 3), arm(2, 4));
        let when = [When::IsCond(0), When::Differ(0, 5)];
        push(rules, format!("align-select-{to}"), lhs, rhs, &when);
        return;
    }
    let types = operand_types(which, from);
    let side = |first: u32| {
        let args = types.iter().zip(first..).map(|(&t, n)| var(n, t));
        op(which, to, args.collect())
    };
    let merged = |pairs: &[(u32, u32)]| {
        let args = types.iter().zip(pairs);
        let args = args.map(|(&t, &(a, b))| ite(truth(0), var(a, t), var(b, t)));
        op(which, to, args.collect())
    };
    let lhs = ite(truth(0), side(1), side(3));
    let name = format!("{}-{from}-{to}", which.name());
    let straight: &[(u32, u32)] = if types.len() == 1 {
        &[(1, 3)]
    } else {
        &[(1, 3), (2, 4)]
    };
    push(
        rules,
        format!("align-{name}"),
        lhs.clone(),
        merged(straight),
        COND,
    );
    // Floating-point addition does not commute bit for bit: for two NaN operands, their order determines the bits of
    // the result.
    if which.info().commutative && !from.is_float() {
        let crossed = merged(&[(1, 4), (2, 3)]);
        push(rules, format!("cross-{name}"), lhs, crossed, COND);
    }
}

fn absorb(rules: &mut Vec<Rule>, which: Op, ty: Type) {
    let arg = operand_types(which, ty)[which.arity().min(2) - 1];
    let Some(neutral) = identity(which, arg) else {
        return;
    };
    let unit = Pat::Const(arg, neutral);
    let both = |a: Pat, b: Pat| op(which, ty, vec![a, b]);
    let (a, b, x) = (var(1, ty), var(2, arg), var(3, ty));
    let c = || truth(0);
    let mut orders = vec![("", both(a.clone(), b.clone()))];
    if which.info().commutative {
        orders.push(("-right", both(b.clone(), a.clone())));
    }
    for (suffix, applied) in orders {
        let when = [When::IsCond(0), When::Reaches(1, 3)];
        let name = format!("{}-{ty}{suffix}", which.name());
        let lhs = ite(c(), applied.clone(), x.clone());
        let rhs = both(
            ite(c(), a.clone(), x.clone()),
            ite(c(), b.clone(), unit.clone()),
        );
        push(rules, format!("absorb-then-{name}"), lhs, rhs, &when);
        let lhs = ite(c(), x.clone(), applied);
        let rhs = both(
            ite(c(), x.clone(), a.clone()),
            ite(c(), unit.clone(), b.clone()),
        );
        push(rules, format!("absorb-else-{name}"), lhs, rhs, &when);
    }
}

fn ite_laws(rules: &mut Vec<Rule>, ty: Type) {
    let v = |n| var(n, ty);
    let c = || truth(0);
    let mut law = |name: &str, lhs, rhs| push(rules, format!("{name}-{ty}"), lhs, rhs, &[]);
    law("same-arms", ite(c(), v(1), v(1)), v(1));
    law(
        "then-then",
        ite(c(), ite(c(), v(1), v(2)), v(3)),
        ite(c(), v(1), v(3)),
    );
    law(
        "else-else",
        ite(c(), v(1), ite(c(), v(2), v(3))),
        ite(c(), v(1), v(3)),
    );
    law("negated", ite(not(c()), v(1), v(2)), ite(c(), v(2), v(1)));
}

fn nest(rules: &mut Vec<Rule>, ty: Type) {
    let when = [When::IsCond(0), When::Differ(0, 1), When::Differ(2, 3)];
    let (c, d) = (|| truth(0), || truth(1));
    let (a, b) = (|| var(2, ty), || var(3, ty));
    let mut law = |name: &str, lhs, cond, x, y| {
        push(
            rules,
            format!("nest-{name}-{ty}"),
            lhs,
            ite(cond, x, y),
            &when,
        );
    };
    let inner = || ite(d(), a(), b());
    let and = logic(Op::And, c(), d());
    law("and", ite(c(), inner(), b()), and, a(), b());
    let and_not = logic(Op::And, c(), not(d()));
    law("and-not", ite(c(), inner(), a()), and_not, b(), a());
    let or = logic(Op::Or, c(), d());
    law("or", ite(c(), a(), inner()), or, a(), b());
    let or_not = logic(Op::Or, c(), not(d()));
    law("or-not", ite(c(), b(), inner()), or_not, b(), a());
}

/// Returns the rules that turn selects of `i1` into logical operations.
pub(crate) fn truth_rules() -> Vec<Rule> {
    let mut rules = Vec::new();
    let (c, x) = (|| truth(0), || truth(1));
    let k = |value| Pat::Const(Type::I1, Bits::bool(value));
    let mut form = |name: &str, lhs, rhs| push(&mut rules, format!("truth-{name}"), lhs, rhs, &[]);
    form("self", ite(c(), k(true), k(false)), c());
    form("not", ite(c(), k(false), k(true)), not(c()));
    form("and", ite(c(), x(), k(false)), logic(Op::And, c(), x()));
    form("or", ite(c(), k(true), x()), logic(Op::Or, c(), x()));
    form(
        "and-not",
        ite(c(), k(false), x()),
        logic(Op::And, not(c()), x()),
    );
    form(
        "or-not",
        ite(c(), x(), k(true)),
        logic(Op::Or, not(c()), x()),
    );
    form("not-not", not(not(x())), x());
    form("select-self", ite(c(), c(), x()), logic(Op::Or, c(), x()));
    form("select-other", ite(c(), x(), c()), logic(Op::And, c(), x()));
    rules
}

fn extensions(rules: &mut Vec<Rule>, ty: Type) {
    let k = |bits: Bits| Pat::Const(ty, bits);
    let w = ty.bits();
    let (zero, one, ones) = (Bits::zero(w), Bits::new(w, 1), Bits::ones(w));
    let c = || truth(0);
    let extend = |which, from| op(which, ty, vec![from]);
    let mut form = |name: &str, a, b, rhs| {
        push(
            rules,
            format!("extend-{name}-{ty}"),
            ite(c(), k(a), k(b)),
            rhs,
            &[],
        );
    };
    form("one", one, zero, extend(Op::Zext, c()));
    form("not-one", zero, one, extend(Op::Zext, not(c())));
    form("ones", ones, zero, extend(Op::Sext, c()));
    form("not-ones", zero, ones, extend(Op::Sext, not(c())));
    for which in [Op::Zext, Op::Sext] {
        let x = || op(which, ty, vec![truth(1)]);
        let masked = logic(Op::And, c(), truth(1));
        let name = format!("extend-mask-{}-{ty}", which.name());
        push(
            rules,
            name,
            ite(c(), x(), k(zero)),
            extend(which, masked),
            &[],
        );
        let masked = logic(Op::And, not(c()), truth(1));
        let name = format!("extend-mask-not-{}-{ty}", which.name());
        push(
            rules,
            name,
            ite(c(), k(zero), x()),
            extend(which, masked),
            &[],
        );
    }
}

/// Returns the narrowing rules for the operations `heads`. A narrowing rule moves a truncation into the operands of an
/// operation.
pub(crate) fn narrowing_rules(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let mut rules = Vec::new();
    narrow(&mut rules, &mut heads.clone());
    rules
}

/// Returns the operations `heads`, and all operations that the narrowing rules for them can create.
pub(crate) fn with_narrowed(heads: &BTreeSet<Head>) -> BTreeSet<Head> {
    let mut heads = heads.clone();
    loop {
        let before = heads.len();
        narrow(&mut Vec::new(), &mut heads);
        if heads.len() == before {
            return heads;
        }
    }
}

/// Adds to `rules` the narrowing rules for the operations `heads`, and to `heads` the operations that these rules
/// create.
fn narrow(rules: &mut Vec<Rule>, heads: &mut BTreeSet<Head>) {
    for head in heads.clone() {
        if let Head::Op {
            op: Op::Trunc,
            from,
            to,
        } = head
        {
            for inner in heads.clone() {
                if let Head::Op {
                    op: which,
                    from: narrowest,
                    to: wide,
                } = inner
                    && wide == from
                {
                    narrow_one(rules, heads, which, narrowest, from, to);
                }
            }
        }
    }
}

fn narrow_one(
    rules: &mut Vec<Rule>,
    heads: &mut BTreeSet<Head>,
    which: Op,
    narrowest: Type,
    wide: Type,
    to: Type,
) {
    let cut = |arg: Pat| op(Op::Trunc, to, vec![arg]);
    let v = |n| var(n, wide);
    let (lhs, rhs) = match which {
        Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => (
            op(which, wide, vec![v(1), v(2)]),
            op(which, to, vec![cut(v(1)), cut(v(2))]),
        ),
        Op::Not | Op::Neg => (op(which, wide, vec![v(1)]), op(which, to, vec![cut(v(1))])),
        Op::Select => (
            ite(truth(0), v(1), v(2)),
            ite(truth(0), cut(v(1)), cut(v(2))),
        ),
        Op::Zext | Op::Sext => {
            let x = || var(1, narrowest);
            let rhs = match narrowest.bits().cmp(&to.bits()) {
                std::cmp::Ordering::Equal => x(),
                std::cmp::Ordering::Less => op(which, to, vec![x()]),
                std::cmp::Ordering::Greater => op(Op::Trunc, to, vec![x()]),
            };
            (op(which, wide, vec![x()]), rhs)
        }
        Op::Trunc => (
            op(Op::Trunc, wide, vec![var(1, narrowest)]),
            op(Op::Trunc, to, vec![var(1, narrowest)]),
        ),
        _ => return,
    };
    if let Pat::Op(head, _) = &rhs {
        heads.insert(*head);
    }
    let name = format!("narrow-{}-{narrowest}-{wide}-{to}", which.name());
    push(rules, name, op(Op::Trunc, to, vec![lhs]), rhs, &[]);
}
