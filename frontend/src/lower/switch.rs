//! Lowers `switch` statements and computed `goto` to IR.
use super::Lowerer;
use crate::typed::{Case, Expr, Switch};
use lang_c::span::Span;
use symtool_ir::{Bits, Block, BlockCall, BugKind, InstData, Op, Type, Value};

/// The maximum number of values in a case range (`case 1 ... 5:`) that is lowered to one case for each value. A longer
/// range is lowered to a comparison.
const SHORT_RANGE: i128 = 256;

impl Lowerer<'_, '_> {
    pub(super) fn switch(&mut self, switch: &Switch, span: Span) {
        let end = self.new_block("switch.end");
        if !self.is_dead() {
            self.dispatch(switch, end, span);
        } else if !self.b.is_terminated() {
            self.b.unreachable();
        }
        // The body of a `switch` can be reached only through its labels. SSA construction seals the blocks of the
        // labels at the end of the function, when all their predecessors are known.
        self.start_dead();
        self.breaks.push((end, self.scopes.depth()));
        self.stmt(&switch.body);
        self.breaks.pop();
        self.at(span);
        if !self.is_dead() {
            self.jump(end);
        } else if !self.b.is_terminated() {
            self.b.unreachable();
        }
        self.start_joined(end);
    }

    fn dispatch(&mut self, switch: &Switch, end: Block, span: Span) {
        let value = self.value(&switch.value);
        let default = match switch.default {
            Some(label) => self.label_block(label),
            None => end,
        };
        self.at(switch.value.span);
        let labels = switch.cases.iter().map(|case| case.label);
        let labels = labels.chain(switch.default).collect();
        self.scopes.dispatch(self.b.current(), labels);
        if let Some(bits) = self.b.func.as_const(value) {
            let signed = self.types().is_signed(switch.value.ty());
            let value = if signed {
                bits.to_signed()
            } else {
                bits.unsigned() as i128
            };
            let hit = switch
                .cases
                .iter()
                .find(|c| c.low <= value && value <= c.high);
            let target = match hit {
                Some(case) => self.label_block(case.label),
                None => default,
            };
            self.jump(target);
            return;
        }
        self.cases(value, &switch.cases, default, span);
    }

    /// Lowers `goto *p;` to a switch over all labels of the function that occur in an expression `&&label`.
    pub(super) fn computed_goto(&mut self, target: &Expr, span: Span) {
        let value = self.value(target);
        self.at(span);
        let number = self.coerce(value, Type::I64);
        let wrong = self.new_block("goto.wrong");
        let mut table = Vec::new();
        for &label in self.taken_labels {
            let block = self.label_block(label);
            self.note_edge(block);
            let number = Bits::new(64, u128::from(label.0) + 1);
            table.push((number, BlockCall::new(block, &[])));
        }
        self.note_edge(wrong);
        self.scopes
            .jump(self.b.current(), self.taken_labels.to_vec());
        self.b.push(
            InstData::Switch {
                value: number,
                cases: table,
                default: BlockCall::new(wrong, &[]),
            },
            None,
        );
        self.start_sealed(wrong);
        self.at(span);
        let never = self.b.bool(false);
        let text = "goto to an address that is not a label";
        self.b.check(BugKind::BadCall, never, Some(text));
        self.end_path();
    }

    fn cases(&mut self, value: Value, cases: &[Case], default: Block, span: Span) {
        let ty = self.b.func.ty(value);
        let (short, long): (Vec<&Case>, Vec<&Case>) = cases
            .iter()
            .partition(|case| case.high - case.low < SHORT_RANGE);
        for case in long {
            let target = self.label_block(case.label);
            let next = self.new_block("switch.range");
            self.at(span);
            let low = self.b.iconst(ty, case.low);
            let from_low = self.b.pure(Op::Sub, &[value, low]);
            let width = self.b.iconst(ty, case.high - case.low);
            let inside = self.b.pure(Op::Ule, &[from_low, width]);
            self.branch(inside, target, next);
            self.start_sealed(next);
        }
        let mut table = Vec::new();
        for case in short {
            let target = self.label_block(case.label);
            for number in case.low..=case.high {
                table.push((Bits::signed(ty.bits(), number), BlockCall::new(target, &[])));
            }
        }
        self.at(span);
        if table.is_empty() {
            self.jump(default);
            return;
        }
        for (_, target) in &table {
            self.note_edge(target.block);
        }
        self.note_edge(default);
        self.b.push(
            InstData::Switch {
                value,
                cases: table,
                default: BlockCall::new(default, &[]),
            },
            None,
        );
    }
}
