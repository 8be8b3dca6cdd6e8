//! Compiles a module to machine code for the host: declares the two entries of each function, and compiles the
//! functions one after the other.
//!
//! A compiled function takes the address of its frame (the record of the call), the fuel (the remaining number of
//! instructions) and its parameters. It returns two values: the remaining fuel (`STOPPED` when the run is over) and its
//! result. A 128-bit result is stored in the field `value` of the context, which is the state of the run.
//!
//! For calls with an unknown callee or a variable number of arguments, a function has a second entry, its *thunk*. The
//! thunk takes arguments of 16 bytes each from memory and stores the result in `value`.
use super::Unfit;
use super::function::Translator;
use super::plan::Plan;
use cranelift_codegen::ir::{self as clif, AbiParam, types};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module as _, ModuleError, default_libcall_names};
use symtool_ir::{SignatureData, Type};

/// The machine code of a program. Its memory is freed when this value is dropped.
pub struct Code {
    /// For each function, the address of its thunk: an entry that reads the arguments from memory. 0 if the
    /// function is not compiled.
    pub thunks: Vec<u64>,
    _memory: super::machine::CodeMemory,
}

impl From<ModuleError> for Unfit {
    fn from(error: ModuleError) -> Unfit {
        Unfit::Program(format!("it cannot be compiled: {error}"))
    }
}

fn jit() -> Result<JITModule, Unfit> {
    let mut flags = settings::builder();
    let verify = if cfg!(debug_assertions) {
        "true"
    } else {
        "false"
    };
    let chosen = [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", verify),
        ("unwind_info", "false"),
    ];
    let unfit = |what: String| Unfit::Program(format!("the host is not supported: {what}"));
    for (name, value) in chosen {
        flags.set(name, value).map_err(|e| unfit(e.to_string()))?;
    }
    let isa = cranelift_native::builder()
        .map_err(|what| unfit(what.to_owned()))?
        .finish(settings::Flags::new(flags))
        .map_err(|e| unfit(e.to_string()))?;
    Ok(JITModule::new(JITBuilder::with_isa(
        isa,
        default_libcall_names(),
    )))
}

/// Returns the machine type of a register that holds a value of the IR type `ty`. As a parameter, a 128-bit value is
/// passed as two 64-bit values.
pub fn clif_type(ty: Type) -> clif::Type {
    match ty {
        Type::I1 | Type::I8 => types::I8,
        Type::I16 => types::I16,
        Type::I32 => types::I32,
        Type::I64 | Type::Ptr => types::I64,
        Type::I128 => types::I128,
        Type::F32 => types::F32,
        Type::F64 => types::F64,
    }
}

/// Returns the machine signature of a compiled function. The function takes the address of its frame (the record of the
/// call), the fuel (the remaining number of instructions) and its parameters. It returns the remaining fuel and its
/// result; a 128-bit result is passed in memory instead.
fn signature(conv: CallConv, data: &SignatureData) -> clif::Signature {
    let mut signature = clif::Signature::new(conv);
    let word = AbiParam::new(types::I64);
    signature.params.extend([word, word]);
    for &ty in &data.params {
        match ty {
            Type::I128 => signature.params.extend([word, word]),
            _ => signature.params.push(AbiParam::new(clif_type(ty))),
        }
    }
    signature.returns.push(word);
    match data.result {
        None | Some(Type::I128) => {}
        Some(ty) => signature.returns.push(AbiParam::new(clif_type(ty))),
    }
    signature
}

/// Returns the signature of a host function that takes `params` 64-bit words and returns one word.
pub fn words(conv: CallConv, params: usize) -> clif::Signature {
    let mut signature = clif::Signature::new(conv);
    signature
        .params
        .extend(vec![AbiParam::new(types::I64); params]);
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// Compiles the functions that `plan` selects.
pub fn compile(plan: &Plan<'_>) -> Result<Code, Unfit> {
    let mut jit = super::machine::CodeMemory::new(jit()?);
    let module = jit.module();
    let conv = module.isa().default_call_conv();
    let mut bodies = vec![None; plan.functions.len()];
    for (index, function) in plan.functions.iter().enumerate() {
        let Some(function) = function else { continue };
        let data = plan.module.function_signature(function.func);
        let body = signature(conv, data);
        let body = module.declare_function(&format!("f{index}"), Linkage::Local, &body)?;
        let thunk =
            module.declare_function(&format!("t{index}"), Linkage::Local, &words(conv, 4))?;
        bodies[index] = Some((body, thunk));
    }
    let mut sites = 0;
    let mut context = module.make_context();
    let mut builders = FunctionBuilderContext::new();
    for (index, function) in plan.functions.iter().enumerate() {
        let (Some(function), Some((body, thunk))) = (function, bodies[index]) else {
            continue;
        };
        let data = plan.module.function_signature(function.func);
        context.func.signature = signature(conv, data);
        {
            let builder = FunctionBuilder::new(&mut context.func, &mut builders);
            sites = Translator::new(plan, function, module, &bodies, builder, sites).translate();
        }
        module.define_function(body, &mut context)?;
        module.clear_context(&mut context);
        context.func.signature = words(conv, 4);
        {
            let builder = FunctionBuilder::new(&mut context.func, &mut builders);
            super::call::thunk(plan, data, body, module, builder);
        }
        module.define_function(thunk, &mut context)?;
        module.clear_context(&mut context);
    }
    module.finalize_definitions()?;
    let address = |ids: &Option<(FuncId, FuncId)>| match ids {
        Some((_, thunk)) => module.get_finalized_function(*thunk) as u64,
        None => 0,
    };
    let thunks = bodies.iter().map(address).collect();
    Ok(Code {
        thunks,
        _memory: jit,
    })
}
