//! Measures the IR instructions per second of the interpreter and of compiled machine code, on small C programs: loops
//! over arrays, arithmetic, recursion and linked lists.
//!
//! `cargo bench -p symtool-native --bench native` runs the benchmark. Criterion's column `thrpt` shows the IR
//! instructions per second. The times of machine code include compilation.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use symtool_frontend::{Options, compile};
use symtool_ir::interp::{RunConfig, run};
use symtool_native::run_native;
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

const PROGRAMS: &[&str] = &["matmul", "sieve", "mix", "quicksort", "scan", "fib", "list"];

fn engines(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs");
    for name in PROGRAMS {
        let file = folder.join(name).with_extension("c");
        let program = compile(&[file], &Options::default()).unwrap_or_else(|error| {
            panic!("{name}: {}", error.diagnostics[0].message);
        });
        let mut module = program.module;
        let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
        run_pipeline(&mut module, &passes, &mut PassContext::new()).expect("the passes are known");
        let config = RunConfig::default();
        let expected = run(&module, program.entry, &config);
        let found = run_native(&module, program.entry, &config).expect("it can be compiled");
        assert_eq!(expected.outcome, found.outcome, "{name}");
        assert_eq!(expected.instructions, found.instructions, "{name}");
        let mut group = criterion.benchmark_group(*name);
        group.throughput(Throughput::Elements(expected.instructions));
        group.sample_size(10);
        group.bench_function("interpreter", |bencher| {
            bencher.iter(|| run(&module, program.entry, &config));
        });
        group.bench_function("native", |bencher| {
            bencher.iter(|| run_native(&module, program.entry, &config));
        });
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
