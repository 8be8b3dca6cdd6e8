//! The plan of a compilation: the functions to compile, and the addresses that the machine code contains as constants.
//! A *prefix run* stops before the first step that symbolic execution has to execute, for example one that depends on
//! an input.
use super::Unfit;
use super::coverage::FunctionPlan;
use super::records::Needed;
use cranelift_entity::EntityRef;
use symtool_ir::interp::RunConfig;
use symtool_ir::intrinsic::Control;
use symtool_ir::{Func, InstData, Module, RelocTarget};

/// The maximum number of values in the lists of saved values, summed over all instructions before which a prefix run
/// can stop.
const MAX_NEEDED: usize = 4_000_000;

/// The addresses of the callbacks, which are Rust functions that machine code calls. `runtime` defines them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Callbacks {
    /// Performs a load that the object table does not allow.
    pub load: u64,
    /// Performs a store that the object table does not allow.
    pub store: u64,
    /// Handles a `check` instruction whose condition is 0.
    pub check_fails: u64,
    /// Executes an intrinsic.
    pub intrinsic: u64,
    /// Finds the machine code of the function that an indirect call reaches.
    pub resolve: u64,
    /// Handles a direct call of a function that has no machine code.
    pub no_body: u64,
    /// Ends the run at an `unreachable` instruction.
    pub unreachable: u64,
    /// Creates the objects of a call.
    pub begin: u64,
    /// Ends the lifetimes of the objects of a call.
    pub end: u64,
    /// Grants further fuel, unless the run reaches a limit.
    pub pause: u64,
    /// Ends the run because calls nest too deeply.
    pub overflow: u64,
    /// Stops a prefix run directly before the entry function returns.
    pub ends: u64,
    /// Evaluates an operator that is not compiled.
    pub operator: u64,
}

/// The addresses that are constants in machine code.
#[derive(Copy, Clone, Debug, Default)]
pub struct Places {
    /// The address of the context, which is the state of the run.
    pub context: u64,
    /// The address of the buffer for the operands of intrinsics, and for those of operators that are not compiled.
    pub args: u64,
    /// The address of the coverage marks.
    pub marks: u64,
    /// The address of the caches of indirect call sites; the cache of a site contains the function that the site called
    /// last.
    pub sites: u64,
    /// The address of the index of the object table (the table of the live objects). The index maps the region (range
    /// of addresses) of an object to the object's entry.
    pub index: u64,
    /// The address of the entries of the object table.
    pub entries: u64,
    /// The address of the first frame (the record of the outermost call).
    pub frames: u64,
    /// The address of the end of the space for frames.
    pub frames_end: u64,
    /// The lowest permitted value of the stack pointer of the host.
    pub stack_end: u64,
    pub callbacks: Callbacks,
}

/// The functions to compile, and the data that their machine code refers to.
pub struct Plan<'m> {
    pub module: &'m Module,
    pub entry: Func,
    pub config: &'m RunConfig,
    /// For each function by index, its plan; `None` if the function is not compiled.
    pub functions: Vec<Option<FunctionPlan>>,
    /// The number of coverage marks of all compiled functions.
    pub marks: usize,
    /// The number of indirect call sites in all functions.
    pub sites: usize,
    /// The maximum number of operands that are passed in memory to a callback (a Rust function). Intrinsics and
    /// operators that are not compiled get their operands in memory.
    pub most_operands: usize,
    /// In a prefix run (see [`Plan::is_prefix`]), for each compiled function, the values that must be saved when the
    /// run stops in it; `None` in another run.
    pub needed: Option<Vec<Option<Needed>>>,
    pub places: Places,
}

impl Plan<'_> {
    /// Returns whether this is a prefix run. It stops before the first instruction that depends on an input, fails,
    /// ends the run, may reach a limit, or cannot be executed exactly. Symbolic execution continues with this
    /// instruction.
    pub fn is_prefix(&self) -> bool {
        self.needed.is_some()
    }

    /// Prepares a prefix run: determines the values to save for each instruction before which the run can stop.
    ///
    /// # Errors
    /// There are too many values to save.
    pub fn stop_before_inputs(&mut self) -> Result<(), Unfit> {
        let functions = self.functions.iter().flatten();
        let mut all: Vec<Option<Needed>> = Vec::new();
        all.resize_with(self.functions.len(), || None);
        let mut total = 0;
        for plan in functions {
            let needed = Needed::new(&self.module.functions[plan.func], self.config.checks);
            total += needed.total();
            if total > MAX_NEEDED {
                return Err(Unfit::Program("too many values are live at once".into()));
            }
            all[plan.func.index()] = Some(needed);
        }
        self.needed = Some(all);
        Ok(())
    }
}

/// Selects the functions to compile: `entry`, the functions whose addresses are in global data, and all functions that
/// a selected function calls or whose address it takes.
///
/// # Errors
/// A selected function uses `setjmp` or `longjmp`.
pub fn plan<'m>(module: &'m Module, entry: Func, config: &'m RunConfig) -> Result<Plan<'m>, Unfit> {
    let mut plan = Plan {
        module,
        entry,
        config,
        functions: vec![None; module.functions.len()],
        marks: 0,
        sites: 0,
        most_operands: 3,
        needed: None,
        places: Places::default(),
    };
    let mut todo = vec![entry];
    for global in module.globals.values() {
        todo.extend(global.relocs.iter().filter_map(|reloc| match reloc.target {
            RelocTarget::Func(func) => Some(func),
            RelocTarget::Global(_) => None,
        }));
    }
    while let Some(func) = todo.pop() {
        let function = &module.functions[func];
        if function.is_declaration() || plan.functions[func.index()].is_some() {
            continue;
        }
        plan.functions[func.index()] = Some(FunctionPlan::new(func, function, &mut plan.marks));
        for (_, inst) in function.all_insts() {
            match function.data(inst) {
                InstData::Call { func, .. } | InstData::FuncAddr { func } => todo.push(*func),
                InstData::CallIndirect { .. } => plan.sites += 1,
                InstData::Intrinsic {
                    intrinsic, args, ..
                } => match intrinsic.control() {
                    Control::ReturnsTwice | Control::JumpsBack => return Err(Unfit::Jumps),
                    Control::Continues | Control::MayEnd | Control::Ends | Control::MergePoint => {
                        plan.most_operands = plan.most_operands.max(args.len());
                    }
                },
                _ => {}
            }
        }
    }
    Ok(plan)
}
