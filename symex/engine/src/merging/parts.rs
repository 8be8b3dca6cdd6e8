//! Which paths a joined state stands for, and for what it owes test cases.
use rpds::List;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use symtool_solver::Model;

/// What became one state. Each side lists the conditions that told it from the other when they were joined; whatever the
/// state has met since is in its path condition.
#[derive(Debug)]
pub enum Parts {
    /// One path.
    Path,
    /// Two states, each with the condition under which it is the one.
    Joined([(ExprId, Rc<Parts>); 2]),
}

impl Parts {
    /// Is it more than one path?
    pub fn is_joined(&self) -> bool {
        matches!(self, Parts::Joined(_))
    }
}

impl Drop for Parts {
    /// Long chains are taken apart in a loop: recursion would overflow the host's stack.
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

/// Something that a part of a joined state was the first to reach.
#[derive(Clone, Debug)]
pub struct News {
    /// Names it; copies in other states have the same number.
    pub number: u32,
    /// The condition under which this state is that part.
    pub when: ExprId,
    /// An input of that part. One path follows it to its end, and that one tells of the news.
    pub witness: Option<Rc<Model>>,
}

/// The news of two states that become one, told from each other by a condition each; without those that `told` has.
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
            // Both had it before they parted, most likely.
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

/// Adds the news of a state that another one is under a condition.
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
