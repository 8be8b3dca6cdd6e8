//! The source locations of a melded step, which represents instructions of both sides of a branch. Each location has
//! the condition under which the step represents the instruction at this location.
use super::Reg;
use symtool_expr::{Arena, ExprId};
use symtool_ir::{Loc, Origins};

/// Returns the distinct source locations of the original instructions of a melded step, in order of first occurrence.
/// Each location has the condition under which the step represents an instruction at this location. `value` returns the
/// value of a register. Locations whose condition is constantly false are omitted.
pub fn locations<E>(
    arena: &mut Arena,
    origins: &Origins<Reg>,
    mut value: impl FnMut(&mut Arena, Reg) -> Result<ExprId, E>,
) -> Result<Vec<(Loc, ExprId)>, E> {
    let mut rest = Arena::TRUE;
    let mut all: Vec<(Loc, ExprId)> = Vec::new();
    let mut add = |arena: &mut Arena, loc: Loc, when: ExprId| {
        if arena.is_false(when) {
            return;
        }
        match all.iter_mut().find(|(known, _)| *known == loc) {
            Some((_, known)) => *known = arena.or(*known, when),
            None => all.push((loc, when)),
        }
    };
    for &(reg, loc) in &origins.decided {
        let cond = value(arena, reg)?;
        let when = arena.and(rest, cond);
        add(arena, loc, when);
        let not = arena.not(cond);
        rest = arena.and(rest, not);
    }
    add(arena, origins.otherwise, rest);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use symtool_ir::SourceLoc;

    #[test]
    fn the_conditions_of_the_locations_are_exclusive_and_exhaustive() {
        let mut source = symtool_ir::SourceMap::default();
        let file = source.file("t.c");
        let mut loc = |line| {
            source.loc(SourceLoc {
                file,
                line,
                column: 1,
            })
        };
        let locs = [loc(1), loc(2)];
        let origins = Origins {
            decided: [(0, locs[0]), (1, locs[1]), (2, locs[0])].into(),
            otherwise: locs[1],
        };
        for bits in 0..8_u32 {
            let holds = |reg: u32| bits >> reg & 1 == 1;
            let mut arena = Arena::new();
            let value = |_: &mut Arena, reg| {
                let value = if holds(reg) {
                    Arena::TRUE
                } else {
                    Arena::FALSE
                };
                Ok::<_, Infallible>(value)
            };
            let found = locations(&mut arena, &origins, value).unwrap_or_default();
            let first = origins.decided.iter().find(|&&(reg, _)| holds(reg));
            let expected = first.map_or(origins.otherwise, |&(_, loc)| loc);
            assert_eq!(found, [(expected, Arena::TRUE)], "{bits:b}");
        }
    }
}
