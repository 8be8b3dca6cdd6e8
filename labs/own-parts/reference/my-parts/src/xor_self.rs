//! A pass: replaces x ^ x and x - x by 0.
use symtool::parts::ir::{Bits, Function, InstData, Op};
use symtool::parts::passes::{Changed, Pass, PassContext, PassInfo, PassKind};

pub const ROW: PassInfo = PassInfo {
    name: "xor-self",
    help: "x ^ x = 0 and x - x = 0",
    make: || PassKind::Function(Box::new(XorSelf)),
};

struct XorSelf;

impl Pass for XorSelf {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let mut replaced = 0;
        let all: Vec<_> = func.all_insts().map(|(_, inst)| inst).collect();
        for inst in all {
            let is_zero = matches!(
                func.data(inst),
                InstData::Pure { op: Op::Xor | Op::Sub, args } if args[0] == args[1]
            );
            let Some(old) = func.result(inst).filter(|_| is_zero) else {
                continue;
            };
            let ty = func.ty(old);
            let zero = func.constant(ty, Bits::new(ty.bits(), 0));
            func.replace_uses(&[(old, zero)].into_iter().collect());
            replaced += 1;
        }
        ctx.count("xor-self.replaced", replaced);
        Changed::from_bool(replaced > 0)
    }
}
