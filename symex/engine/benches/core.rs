//! Benchmarks of the operations that dominate exploration: forking, interning, loads and stores, the caches
//! of the solver chain, and long path conditions.
//!
//! `cargo bench -p symtool-engine --bench core`
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::rc::Rc;
use symtool_engine::memory::Memory;
use symtool_engine::memory::object::{Background, Kind};
use symtool_engine::state::frame::Frame;
use symtool_engine::state::path::Path;
use symtool_engine::state::{State, StateId, Val};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{Func, Module};
use symtool_solver::{Chain, LinkSet, SolverConfig};

/// Returns a state with `objects` heap blocks of 64 bytes each, and the regions (object numbers) of the blocks.
fn state(arena: &mut Arena, objects: usize) -> (State, Vec<Region>) {
    let mut memory = Memory::new(&Module::default(), arena);
    let regions = (0..objects)
        .map(|i| {
            let name = Rc::from("block");
            let region = memory
                .allocate(Kind::Heap, 64, name, Background::Zero)
                .expect("room");
            let object = memory.object_mut(region).expect("it was made");
            object.write(arena, 0, 4, Val::Const(i as u64 + 1));
            region
        })
        .collect();
    let frame = Frame {
        func: Func::from_u32(0),
        pc: 0,
        regs: vec![Val::ZERO; 50].into(),
        slots: Region::NULL,
        slot_count: 0,
        extra: Vec::new(),
        va_area: 0,
        iterations: Vec::new(),
    };
    let state = State::new(StateId(0), frame, memory);
    (state, regions)
}

fn forks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fork");
    for objects in [10, 1_000, 100_000] {
        let mut arena = Arena::new();
        let (state, regions) = state(&mut arena, objects);
        group.bench_function(format!("{objects} objects"), |b| {
            b.iter(|| state.fork(StateId(1)));
        });
        group.bench_function(
            format!("{objects} objects, one written after the fork"),
            |b| {
                let mut at = 0;
                b.iter(|| {
                    let mut other = state.fork(StateId(1));
                    at = (at + 7) % regions.len();
                    let object = other.memory.object_mut(regions[at]).expect("live");
                    object.write(&mut arena, 8, 4, Val::Const(7));
                    other
                });
            },
        );
    }
    group.finish();
}

fn interning(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("intern");
    const COUNT: u32 = 10_000_000;
    group
        .sample_size(10)
        .throughput(Throughput::Elements(COUNT.into()));
    group.bench_function("10 million different expressions", |b| {
        b.iter(|| {
            let mut arena = Arena::new();
            let s = arena.symbol("s", 8);
            let (mut sum, other) = (arena.scalar(s, 32), arena.byte(s, 5));
            let other = arena.zext(other, 32);
            // Each loop iteration interns two new expression nodes.
            for _ in 0..COUNT / 2 {
                let product = arena.mul(sum, other);
                sum = arena.xor(product, other);
            }
            arena.width(sum)
        });
    });
    group.finish();
}

fn round_trips(criterion: &mut Criterion) {
    let mut arena = Arena::new();
    let (mut state, regions) = state(&mut arena, 10);
    let s = arena.symbol("s", 4);
    let symbolic = arena.scalar(s, 32);
    let mut group = criterion.benchmark_group("store and load");
    for (name, value) in [
        ("constant", Val::Const(77)),
        ("symbolic", Val::Expr(symbolic)),
    ] {
        group.bench_function(format!("{name} int"), |b| {
            b.iter(|| {
                let object = state.memory.object_mut(regions[3]).expect("live");
                object.write(&mut arena, 16, 4, value);
                object.read(&mut arena, 16, 4)
            });
        });
    }
    group.finish();
}

/// Returns `count` conditions on bytes of one input. Each condition shares a byte with the next condition.
fn conditions(arena: &mut Arena, count: u32) -> Vec<ExprId> {
    let s = arena.symbol("s", count + 1);
    (0..count)
        .map(|i| {
            let (a, b) = (arena.byte(s, i), arena.byte(s, i + 1));
            let low = arena.int(8, 200);
            let sum = arena.xor(a, b);
            arena.ult(sum, low)
        })
        .collect()
}

fn chains(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chain");
    group.sample_size(10);
    for (name, links) in [
        ("all caches", LinkSet::default()),
        ("counterexamples", LinkSet::default().without("cache")),
        (
            "no cache",
            LinkSet::default()
                .without("cache")
                .without("counterexamples"),
        ),
    ] {
        let config = SolverConfig {
            links,
            ..SolverConfig::default()
        };
        group.bench_function(format!("branches of a path of 60, twice, {name}"), |b| {
            b.iter_batched(
                || (Arena::new(), Chain::new(config.clone())),
                |(mut arena, mut chain)| {
                    let path = conditions(&mut arena, 60);
                    for _ in 0..2 {
                        for i in 0..path.len() {
                            chain.branch(&mut arena, &path[..i], path[i]);
                        }
                    }
                    chain.stats().solver
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn paths(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("path");
    for depth in [10, 100, 1_000, 10_000] {
        let mut arena = Arena::new();
        let conditions = conditions(&mut arena, depth);
        let mut path = Path::default();
        conditions.iter().for_each(|&c| path.push(c));
        group.bench_function(format!("fork and push at depth {depth}"), |b| {
            b.iter(|| {
                let mut other = path.clone();
                other.push(conditions[0]);
                other
            });
        });
    }
    group.finish();
}

criterion_group!(benches, forks, interning, round_trips, chains, paths);
criterion_main!(benches);
