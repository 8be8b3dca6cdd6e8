//! The tests compare the fast path for pure operations with `eval`.
use crate::bits::Bits;
use crate::eval::eval;
use crate::interp::pure::fast;
use crate::ops::{OPS, OpClass};
use crate::types::Type;
use proptest::prelude::*;

fn interesting() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0u64..70,
        (0u32..64).prop_map(|s| 1 << s),
        (0u32..64).prop_map(|s| (1u64 << s).wrapping_sub(1)),
        (0u64..3).prop_map(|x| u64::MAX - x),
    ]
}

proptest! {
    #[test]
    fn the_fast_path_agrees_with_eval(row in 0..OPS.len(), a in interesting(), b in interesting()) {
        let op = OPS[row].op;
        if op.class() == OpClass::Select {
            return Ok(());
        }
        for from in Type::ALL {
            let args: Vec<Type> = match op.class() {
                OpClass::PtrAdd => vec![Type::Ptr, Type::I64],
                _ => vec![from; op.arity()],
            };
            for to in Type::ALL {
                let Some(result) = op.result_type(&args, to) else { continue };
                let operands = [a, b].map(|x| Bits::of(args[0], u128::from(x)));
                let [x, y] = operands.map(Bits::unsigned);
                let expected = eval(op, result.bits(), &operands[..op.arity()]);
                if let Some(value) = fast(op, args[0].bits(), result.bits(), x, y) {
                    prop_assert_eq!(value, expected.unsigned(), "{} {} to {}", op.name(), args[0], result);
                }
            }
        }
    }
}
