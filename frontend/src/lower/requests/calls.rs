//! Lowers the calls of functions that the engine implements. This file has a method for each way of lowering; the
//! [`Request`](crate::requests::Request) of a function selects the method. Each of these methods returns the result
//! of the call, or `None` if the call has no result.
use crate::ctypes::Kind;
use crate::lower::Lowerer;
use crate::requests::AT_ABORT;
use crate::symbol_map::constant_global;
use crate::typed::{Call, Expr, ExprKind};
use symtool_ir::own::FUNCTIONS;
use symtool_ir::shape::Shape;
use symtool_ir::{BugKind, Intrinsic, Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Lowers the arguments, converted to the parameter types of the intrinsic; missing arguments are zero.
    pub(super) fn operands(
        &mut self,
        intrinsic: Intrinsic,
        call: &Call,
        expr: &Expr,
    ) -> Vec<Value> {
        let mut values: Vec<Value> = call.args.iter().map(|a| self.operand(a)).collect();
        self.at(expr.span);
        let info = intrinsic.info();
        if info.variadic.is_none() {
            values.truncate(info.params.len());
        }
        for (index, param) in info.params.iter().enumerate() {
            let wanted = param.ty;
            let ty = wanted.unwrap_or(Type::I64);
            match (values.get(index), wanted) {
                (Some(&value), Some(ty)) => {
                    values[index] = self.word(value, &call.args[index], ty);
                }
                (Some(_), None) => {}
                (None, _) => {
                    let zero = self.b.iconst(ty, 0);
                    values.push(zero);
                }
            }
        }
        values
    }

    pub(super) fn operand(&mut self, arg: &Expr) -> Value {
        if self.types().as_record(arg.ty()).is_some() {
            self.aggregate(arg)
        } else {
            self.value(arg)
        }
    }

    /// Converts the value of an argument to `to`, the parameter type of the engine's implementation. If the argument
    /// is unsigned and narrower than `to`, it is zero-extended.
    fn word(&mut self, value: Value, arg: &Expr, to: Type) -> Value {
        let widens = self.b.func.ty(value).bits() < to.bits();
        let unsigned = self.types().is_integer(arg.ty()) && !self.types().is_signed(arg.ty());
        match Type::int(to.bits()) {
            Some(int) if widens && unsigned => {
                let wide = self.b.cast(Op::Zext, value, int);
                self.coerce(wide, to)
            }
            _ => self.coerce(value, to),
        }
    }

    /// Evaluates an argument and converts it to the parameter type of the engine's implementation.
    fn argument_as(&mut self, arg: &Expr, to: Type) -> Value {
        let value = self.value(arg);
        self.at(arg.span);
        self.word(value, arg, to)
    }

    /// Lowers a call by emitting `intrinsic` with the same arguments.
    pub(super) fn intrinsic_call(
        &mut self,
        intrinsic: Intrinsic,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        let args = self.operands(intrinsic, call, expr);
        let any = self.types().ir_type(expr.ty());
        let value = self.b.intrinsic(intrinsic, &args, any, None)?;
        let ty = any?;
        Some(self.coerce(value, ty))
    }

    /// Lowers `klee_make_symbolic`. The emitted instruction records the C type of the variable, so that reports show
    /// its value in the notation of C.
    pub(super) fn make_symbolic(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::MakeSymbolic, call, expr);
        let address = call.args.first();
        let shape = address.and_then(|address| self.input_shape(address));
        let text = shape.map(|shape| shape.to_string());
        self.b
            .intrinsic(Intrinsic::MakeSymbolic, &args, None, text.as_deref());
        None
    }

    /// Returns the shape of the object to which the expression `address` points: a description of its C type, by which
    /// reports show the value. Returns `None` if the type of the object is unknown or has no shape. Also returns `None`
    /// if reports need no shape to show the value, for example for a signed integer variable or an array of characters.
    fn input_shape(&self, mut address: &Expr) -> Option<Shape> {
        while let ExprKind::Convert(inner) = &address.kind {
            address = inner;
        }
        let (target, is_object) = match &address.kind {
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => (place.ty(), true),
            _ => match self.types().kind(address.ty()) {
                Kind::Pointer(target) => (target.ty, false),
                _ => return None,
            },
        };
        let shape = self.types().input_shape(target)?;
        let element = match &shape {
            Shape::Array(element, _) => element,
            other => other,
        };
        let needs_none = match element {
            Shape::Char | Shape::Pointer | Shape::Bytes(_) => true,
            // Bytes in an array or behind a pointer, such as the contents of a file, need no shape: reports show them
            // as text if they are printable.
            Shape::Integer { bytes: 1, .. } => *element != shape || !is_object,
            // A signed integer variable needs no shape. A block behind a pointer needs one, because it may contain
            // several numbers.
            Shape::Integer { signed: true, .. } => is_object && *element == shape,
            _ => false,
        };
        (!needs_none).then_some(shape)
    }

    /// Lowers a call of a function that is an IR operator: `sqrt` becomes `Op::FSqrt`.
    pub(super) fn float_operator(&mut self, op: Op, call: &Call, expr: &Expr) -> Option<Value> {
        let value = self.value(call.args.first()?);
        self.at(expr.span);
        let value = self.coerce(value, self.types().ir_type(expr.ty())?);
        if op == Op::FSqrt {
            self.note_root(expr.ty(), value);
        }
        Some(self.b.pure(op, &[value]))
    }

    /// Lowers a call of a function of `math.h` that the host computes.
    pub(super) fn math(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let name = self
            .cx
            .program
            .symbol(call.callee.called_symbol()?)
            .name
            .clone();
        let ty = self.types().ir_type(expr.ty())?;
        let args: Vec<Value> = call.args.iter().map(|a| self.value(a)).collect();
        self.at(expr.span);
        let args: Vec<Value> = args.into_iter().map(|a| self.coerce(a, ty)).collect();
        if self.is_long_double(expr.ty()) {
            self.note_rounded(&format!("the result of `{name}`"));
        }
        self.b
            .intrinsic(Intrinsic::Math, &args, Some(ty), Some(&name))
    }

    /// Lowers a call of a pure function that a user of symtool's Rust library has added.
    pub(super) fn own_function(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let id = call.callee.called_symbol()?;
        let function = FUNCTIONS.find(&self.cx.program.symbol(id).name)?;
        let typed = call.args.iter().zip(function.params);
        let args: Vec<Value> = typed.map(|(arg, &ty)| self.argument_as(arg, ty)).collect();
        self.at(expr.span);
        let (result, name) = (Some(function.result), Some(function.name));
        let value = self.b.intrinsic(Intrinsic::Own, &args, result, name)?;
        Some(self.coerce(value, self.types().ir_type(expr.ty())?))
    }

    pub(super) fn end_program(
        &mut self,
        intrinsic: Intrinsic,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        let args = self.operands(intrinsic, call, expr);
        self.b.intrinsic(intrinsic, &args, None, None);
        self.end_path();
        None
    }

    /// Lowers `exit`: calls the function `hook` of the library models (C code that replaces library functions), if the
    /// program contains it, and ends the program. The hook runs the functions registered with `atexit`.
    pub(super) fn exit(&mut self, hook: &str, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Exit, call, expr);
        if let Some(hook) = self.cx.symbol_map.function(self.cx.program, hook) {
            self.b.call(hook, &args, None);
        }
        self.b.intrinsic(Intrinsic::Exit, &args, None, None);
        self.end_path();
        None
    }

    pub(super) fn abort(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        self.at(expr.span);
        if let Some(hook) = self.cx.symbol_map.function(self.cx.program, AT_ABORT) {
            self.b.call(hook, &[], None);
        }
        self.end_program(Intrinsic::Abort, call, expr)
    }

    pub(super) fn assume(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        self.at(expr.span);
        self.b
            .intrinsic(Intrinsic::Assume, &[condition], None, None);
        None
    }

    pub(super) fn assert_first(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        self.at(expr.span);
        self.b
            .check(BugKind::Assert, condition, call.text.as_deref());
        None
    }

    pub(super) fn assert_with_text(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        let text = self.literal_text(call.args.get(1));
        self.at(expr.span);
        self.b.check(BugKind::Assert, condition, text.as_deref());
        None
    }

    /// Lowers a call that always fails: emits a failure of the kind `kind`. `message` is the index of the argument that
    /// contains the message of the failure; `None` if no argument does.
    pub(super) fn fail(
        &mut self,
        kind: BugKind,
        message: Option<usize>,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        let text = message.and_then(|index| self.literal_text(call.args.get(index)));
        self.at(expr.span);
        let never = self.b.bool(false);
        self.b.check(kind, never, text.as_deref());
        None
    }

    /// Lowers the call by which a library model reports a feature that it does not support. The run becomes
    /// incomplete.
    pub(super) fn unsupported_feature(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let text = self.literal_text(call.args.first());
        self.at(expr.span);
        self.b
            .intrinsic(Intrinsic::Missing, &[], None, text.as_deref())
    }

    /// Lowers the call by which a library model reports a rounded `long double`. The first argument describes
    /// the value.
    pub(super) fn rounded(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let text = self.literal_text(call.args.first())?;
        self.at(expr.span);
        self.note_rounded(&text);
        None
    }

    pub(super) fn alloca(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let size = self.argument_as(call.args.first()?, Type::I64);
        self.at(expr.span);
        self.stack_block(size)
    }

    pub(super) fn aligned_alloc(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        self.effects(call.args.first()?);
        let size = self.argument_as(call.args.get(1)?, Type::I64);
        self.at(expr.span);
        self.b.intrinsic(Intrinsic::Malloc, &[size], None, None)
    }

    /// Lowers `realloc`. As in glibc, `realloc(p, 0)` with a block `p` frees the block and returns null (the C standard
    /// leaves this case to the implementation).
    pub(super) fn realloc(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Realloc, call, expr);
        let &[old, size] = args.as_slice() else {
            return None;
        };
        let zero = self.b.iconst(Type::I64, 0);
        let is_zero = self.b.pure(Op::Eq, &[size, zero]);
        if self
            .b
            .func
            .as_const(is_zero)
            .is_some_and(|bits| !bits.is_true())
        {
            return self.b.intrinsic(Intrinsic::Realloc, &args, None, None);
        }
        let address = self.b.cast(Op::PtrToInt, old, Type::I64);
        let is_block = self.b.pure(Op::Ne, &[address, zero]);
        let frees = self.b.pure(Op::And, &[is_zero, is_block]);
        let result = self.ssa.declare(Type::Ptr, "__realloc");
        let [free, resize, end] =
            ["realloc.free", "realloc.resize", "realloc.end"].map(|name| self.new_block(name));
        self.branch(frees, free, resize);
        self.start_sealed(free);
        self.b.intrinsic(Intrinsic::Free, &[old], None, None);
        let null = self.b.cast(Op::IntToPtr, zero, Type::Ptr);
        self.write(result, null);
        self.jump(end);
        self.start_sealed(resize);
        let block = self.b.intrinsic(Intrinsic::Realloc, &args, None, None)?;
        self.write(result, block);
        self.jump(end);
        self.start_sealed(end);
        Some(self.read(result))
    }

    pub(super) fn posix_memalign(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let place = self.argument_as(call.args.first()?, Type::Ptr);
        self.effects(call.args.get(1)?);
        let size = self.argument_as(call.args.get(2)?, Type::I64);
        self.at(expr.span);
        let block = self.b.intrinsic(Intrinsic::Malloc, &[size], None, None)?;
        self.b.store(block, place);
        Some(self.b.iconst(Type::I32, 0))
    }

    /// Lowers `memcpy`: a `memmove`, followed by a check that the two ranges do not overlap (C11 7.24.2.1). Like the
    /// check of sanitizers, this check accepts identical ranges, because compilers emit copies of a record to itself.
    /// The check comes after the copy. At this point, both ranges are known to lie within objects. So the check needs
    /// no solver query if the objects are different.
    pub(super) fn memcpy(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Copy, call, expr);
        self.b.intrinsic(Intrinsic::Copy, &args, None, None);
        let &[to, from, bytes] = args.as_slice() else {
            return args.first().copied();
        };
        let [to_at, from_at] = [to, from].map(|p| self.b.cast(Op::PtrToInt, p, Type::I64));
        let zero = self.b.iconst(Type::I64, 0);
        let ahead = self.b.pure(Op::Sub, &[to_at, from_at]);
        let behind = self.b.pure(Op::Sub, &[from_at, to_at]);
        let apart = [ahead, behind].map(|distance| self.b.pure(Op::Uge, &[distance, bytes]));
        let apart = self.b.pure(Op::And, &apart);
        let same = self.b.pure(Op::Eq, &[ahead, zero]);
        let fine = self.b.pure(Op::Or, &[same, apart]);
        self.b.check(BugKind::Overlap, fine, None);
        Some(to)
    }

    pub(super) fn memmove(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Copy, call, expr);
        self.b.intrinsic(Intrinsic::Copy, &args, None, None);
        args.first().copied()
    }

    pub(super) fn memset(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Fill, call, expr);
        self.b.intrinsic(Intrinsic::Fill, &args, None, None);
        args.first().copied()
    }

    /// Lowers a call that returns a new symbolic input: emits an input of the result's type, named after the called
    /// function.
    pub(super) fn nondet(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let id = call.callee.called_symbol()?;
        let name = &self.cx.program.symbol(id).name;
        let name = name.strip_prefix("__VERIFIER_").unwrap_or(name);
        let Some(ty) = self.types().ir_type(expr.ty()) else {
            return self.nondet_record(name, expr);
        };
        self.at(expr.span);
        if self.is_long_double(expr.ty()) {
            self.note_rounded(&format!("every result of `{name}`"));
        }
        // The value gets no name here, so that it gets the name of the variable to which it is assigned (see
        // `Lowerer::set_local`).
        self.b
            .intrinsic(Intrinsic::Symbolic, &[], Some(ty), Some(name))
    }

    /// Lowers a call that returns a new symbolic input, for a result that is a record. Fills a temporary record with
    /// the bytes of the input, and returns the address of the record.
    pub(super) fn nondet_record(&mut self, name: &str, expr: &Expr) -> Option<Value> {
        let bytes: Vec<u8> = name.bytes().chain([0]).collect();
        let size = bytes.len() as u64;
        let contents = crate::init::StaticBytes {
            bytes,
            addresses: Vec::new(),
            ..Default::default()
        };
        let global = constant_global(
            self.cx.program,
            self.cx.module,
            self.cx.symbol_map,
            &format!(".name.{name}"),
            size,
            &contents,
        )?;
        let (size, align) = (self.size(expr.ty()), self.types().align(expr.ty()));
        self.at(expr.span);
        let address = self.temporary(name, size, align);
        if size > 0 {
            let (size, name) = (self.bytes(size), self.b.global_addr(global));
            self.b
                .intrinsic(Intrinsic::MakeSymbolic, &[address, size, name], None, None);
        }
        Some(address)
    }

    /// Zero-extends an `i1` to a C `int`.
    pub(in crate::lower) fn int_of(&mut self, truth: Value) -> Value {
        self.b.cast(Op::Zext, truth, Type::I32)
    }
}
