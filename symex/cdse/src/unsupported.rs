//! The table of the constructs that conflict-driven symbolic execution does not support.

symtool_ir::reasons! {
    /// A construct that is not supported. The verdict is affected only if some input reaches the construct.
    pub enum Unsupported {
        FormatOfPath = "a format that depends on the path",
        FormatOfInputs = "a format that depends on inputs",
        FormatProblem = "a format with a problem: {}",
        LongString = "a long string",
        StringOfPath = "a string at an address that depends on the path",
        UnknownValue = "a use of a register without a known value",
        Unreachable = "an instruction that the program declares unreachable",
        ManyCallTargets = "a call through a pointer with many possible targets",
        CallTarget = "a call through a pointer that depends on the path or on inputs",
        NoBody = "a call of `{}` without a body",
        Setjmp = "a function that calls setjmp",
        IrreducibleLoop = "an irreducible loop",
        AddressValue = "the numeric value of an address",
        LargeBlockWithManyTargets = "a large block at an address with many targets",
        LargeCopy = "a copy of a large block",
        ManySizes = "a block with many possible sizes",
        LargeBlock = "a large block ({})",
        /// The size of a block is not constant, and its upper bound is large.
        UnboundedSize = "a block whose size depends on the path or on inputs and has no small upper bound",
        ManyReallocTargets = "realloc of a pointer with many possible targets",
        ManyFreeTargets = "free of a pointer with many possible targets",
        FreeTarget = "free of a pointer that depends on the path or on inputs",
        ManyTargets = "an address with many possible targets",
        Target = "an access through an address that depends on the path or on inputs",
        LargeIndex = "a symbolic index into a large object",
        ObjectOfPath = "an object whose lifetime or size depends on the path",
        CheckOff = "{} (its check is off)",
        OwnFunction = "`{}`, which has no model for these operands",
        Intrinsic = "the intrinsic `{}`",
        NotConstant = "{} depends on the path or on inputs",
        LargeInput = "a very large input",
        ScopeOfPath = "the scope of a variable whose address depends on the path",
        ScopeOfUnknown = "the scope of an unknown variable",
        ScopeEnteredAgain = "a scope with variables in memory that is entered again on some paths",
    }
}
