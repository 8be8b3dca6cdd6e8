//! Runs the stages and passes that produce a form of the program, and records their effects.
use crate::Error;
use crate::driver::cfmse;
use crate::driver::cli::{IrArgs, Stage};
use crate::meld;
use crate::program::{self, Program};
use symtool_ir::{Module, verify};
use symtool_meld::MeldReport;
use symtool_passes::size::{IrSize, SizeChange};
use symtool_passes::{PassContext, PassRun, SIMPLIFY, SSA};

/// The result of running a stage and passes: the program in its new form, and the stages that produced this form.
pub struct Form {
    /// The IR of the program in its new form.
    pub module: Module,
    /// The stages in the order of their execution.
    pub stages: Vec<StageRun>,
    /// The report of melding, if the stage `cfmse` ran.
    pub melding: Option<MeldReport>,
}

/// The effect of one stage on the program.
pub struct StageRun {
    /// The name of the stage; `passes` for passes that the user selected.
    pub stage: &'static str,
    /// The size of the program before and after the stage.
    pub size: SizeChange,
    /// The passes of the stage, in the order of their execution, with their effects.
    pub passes: Vec<PassRun>,
}

/// Returns the form that the options `--after` and `--passes` select.
pub fn selected(program: &Program, args: &IrArgs) -> Result<Form, Error> {
    if args.passes.is_empty() {
        return form(program, args, args.stage(), &[]);
    }
    form(program, args, Stage::Lower, &args.passes)
}

/// Returns the program after the stage `stage` and the passes `passes`. The stages `symbolic` and `qce` only mark or
/// annotate the simplified IR, so for them the program is the simplified IR.
pub fn form(
    program: &Program,
    args: &IrArgs,
    stage: Stage,
    passes: &[String],
) -> Result<Form, Error> {
    let mut run = Runner::new(program);
    if stage >= Stage::Ssa {
        run.stage("ssa", |module, ctx| program::passes_in(module, SSA, ctx))?;
    }
    if stage >= Stage::Simplify {
        run.stage("simplify", |module, ctx| {
            program::passes_in(module, SIMPLIFY, ctx)
        })?;
    }
    let mut melding = None;
    if stage == Stage::Cfmse {
        let options = cfmse::options(&args.cfmse, cfmse::ignore_list(&args.cfmse)?);
        meld::check_own_rules()?;
        run.stage("cfmse", |module, ctx| {
            melding = Some(meld::meld_in(module, program.entry, &options, ctx));
            Ok(())
        })?;
    }
    if !passes.is_empty() {
        let names: Vec<&str> = passes.iter().map(|name| name.trim()).collect();
        run.stage("passes", |module, ctx| {
            program::passes_in(module, &names, ctx)
        })?;
    }
    verify::verify_module(&run.module).map_err(|errors| {
        Error::Input(format!(
            "the IR is invalid after a pass, please report this:\n{errors}"
        ))
    })?;
    Ok(Form {
        module: run.module,
        stages: run.stages,
        melding,
    })
}

/// Runs stages one after another on a program. The fields contain the current form of the program and the stages that
/// ran so far.
struct Runner<'p> {
    program: &'p Program,
    module: Module,
    stages: Vec<StageRun>,
}

impl<'p> Runner<'p> {
    fn new(program: &'p Program) -> Runner<'p> {
        let size = IrSize::of_module(&program.lowered);
        Runner {
            program,
            module: program.lowered.clone(),
            stages: vec![StageRun {
                stage: "lower",
                size: size.change_to(size),
                passes: Vec::new(),
            }],
        }
    }

    fn stage(
        &mut self,
        stage: &'static str,
        run: impl FnOnce(&mut Module, &mut PassContext) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut ctx = PassContext {
            trace: Some(Vec::new()),
            ..program::pass_context(self.program.checks)
        };
        let before = IrSize::of_module(&self.module);
        run(&mut self.module, &mut ctx)?;
        self.stages.push(StageRun {
            stage,
            size: before.change_to(IrSize::of_module(&self.module)),
            passes: ctx.trace.unwrap_or_default(),
        });
        Ok(())
    }
}
