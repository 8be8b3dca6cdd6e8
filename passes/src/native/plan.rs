//! What is compiled, and the addresses that are compiled in.
use super::Unfit;
use super::coverage::FunctionPlan;
use super::records::Needed;
use cranelift_entity::EntityRef;
use symtool_ir::interp::RunConfig;
use symtool_ir::{Func, InstData, Intrinsic, Module, RelocTarget};

/// The most values that all stops together keep.
const MAX_NEEDED: usize = 4_000_000;

/// Addresses of callbacks.
#[derive(Copy, Clone, Debug, Default)]
pub struct Callbacks {
    pub load: u64,
    pub store: u64,
    pub check_fails: u64,
    pub intrinsic: u64,
    pub resolve: u64,
    pub no_body: u64,
    pub unreachable: u64,
    pub begin: u64,
    pub end: u64,
    pub pause: u64,
    pub overflow: u64,
    pub ends: u64,
    pub operator: u64,
}

/// Addresses that are compiled in.
#[derive(Copy, Clone, Debug, Default)]
pub struct Places {
    pub context: u64,
    pub args: u64,
    pub marks: u64,
    pub sites: u64,
    /// The object table's index and entries.
    pub index: u64,
    pub entries: u64,
    /// The first frame.
    pub frames: u64,
    /// The first frame that there is no room for.
    pub frames_end: u64,
    /// The host stack must not grow below.
    pub stack_end: u64,
    pub callbacks: Callbacks,
}

/// What is compiled.
pub struct Plan<'m> {
    pub module: &'m Module,
    pub entry: Func,
    pub config: &'m RunConfig,
    /// The functions to compile, by index.
    pub functions: Vec<Option<FunctionPlan>>,
    /// Number of coverage marks.
    pub marks: usize,
    /// Number of places of indirect calls.
    pub sites: usize,
    /// The most operands that one instruction hands over in memory.
    pub most_operands: usize,
    /// If only the beginning is run: by function, the values that each stop must keep.
    pub needed: Option<Vec<Option<Needed>>>,
    pub places: Places,
}

impl Plan<'_> {
    /// Is only the beginning run, up to what others must do?
    pub fn is_prefix(&self) -> bool {
        self.needed.is_some()
    }

    /// Plans to run only the beginning.
    ///
    /// # Errors
    /// There are too many values to keep.
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

/// Chooses what to compile: all that control can reach by calls and by addresses that the program has.
///
/// # Errors
/// The program jumps out of functions.
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
                    intrinsic: Intrinsic::Setjmp | Intrinsic::Longjmp,
                    ..
                } => {
                    return Err(Unfit::Jumps);
                }
                InstData::Intrinsic { args, .. } => {
                    plan.most_operands = plan.most_operands.max(args.len());
                }
                _ => {}
            }
        }
    }
    Ok(plan)
}
