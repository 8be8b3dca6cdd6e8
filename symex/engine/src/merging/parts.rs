//! The component paths of a merged state, and its coverage obligations.
use rpds::List;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use symtool_solver::Model;

/// The merge history of a state. Each side records the condition that distinguished it when the states were
/// merged; later conditions are in the path condition.
#[derive(Debug)]
pub enum Parts {
    /// One path.
    Path,
    /// Two merged states, each with its distinguishing condition.
    Joined([(ExprId, Rc<Parts>); 2]),
}

impl Parts {
    /// Returns whether there is more than one path.
    pub fn is_joined(&self) -> bool {
        matches!(self, Parts::Joined(_))
    }
}

impl Drop for Parts {
    /// Long chains are dropped iteratively: recursion would overflow the host's stack.
    fn drop(&mut self) {
        let mut todo: Vec<Rc<Parts>> = Vec::new();
        let take = |parts: &mut Parts, todo: &mut Vec<Rc<Parts>>| {
            if let Parts::Joined(sides) = parts {
                let path = Rc::new(Parts::Path);
                for (_, side) in sides {
                    todo.push(std::mem::replace(side, Rc::clone(&path)));
                }
            }
        };
        take(self, &mut todo);
        while let Some(parts) = todo.pop() {
            if let Ok(mut parts) = Rc::try_unwrap(parts) {
                take(&mut parts, &mut todo);
            }
        }
    }
}

/// A coverage obligation: a component path of a merged state was the first to reach some code.
#[derive(Clone, Debug)]
pub struct News {
    /// Its number, which copies in other states share.
    pub number: u32,
    /// The condition under which the merged state is that path.
    pub when: ExprId,
    /// An input of that path. The state that follows it to its end fulfils the obligation.
    pub witness: Option<Rc<Model>>,
}

/// Returns the obligations of two states that are merged, each under its distinguishing condition, without
/// those in `told`.
pub fn joined(
    arena: &mut Arena,
    [one, two]: [&List<News>; 2],
    only: [ExprId; 2],
    told: &FxHashSet<u32>,
) -> Vec<News> {
    let others: FxHashMap<u32, ExprId> = two.iter().map(|news| (news.number, news.when)).collect();
    let mine: FxHashSet<u32> = one.iter().map(|news| news.number).collect();
    let mut joined = Vec::new();
    let mut keep = |news: &News, when: ExprId| {
        if when != Arena::FALSE && !told.contains(&news.number) {
            let news = news.clone();
            joined.push(News { when, ..news });
        }
    };
    for news in one {
        let when = match others.get(&news.number) {
            // Both states inherited the obligation from before their fork.
            Some(&other) if other == news.when => news.when,
            Some(&other) => arena.ite(only[0], news.when, other),
            None => arena.and(news.when, only[0]),
        };
        keep(news, when);
    }
    for news in two {
        if !mine.contains(&news.number) {
            keep(news, arena.and(news.when, only[1]));
        }
    }
    joined
}

/// Adds the obligations of a state that another state represents under a condition.
pub fn inherit(arena: &mut Arena, heir: &mut List<News>, news: Vec<News>, when: ExprId) {
    let mut own: Vec<News> = heir.iter().cloned().collect();
    for mut item in news {
        item.when = arena.and(item.when, when);
        match own.iter_mut().find(|known| known.number == item.number) {
            Some(known) => known.when = arena.or(known.when, item.when),
            None => own.push(item),
        }
    }
    *heir = own.into_iter().collect();
}
