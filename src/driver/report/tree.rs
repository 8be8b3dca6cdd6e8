//! The execution tree of a run in its report, stored as columns: one list for each property of the nodes.
use super::{Run, place};
use std::collections::{BTreeMap, HashMap};
use symtool_engine::profile::{NodeEnd, Profile, TreeNode};
use symtool_report::model::{Place, Tree};

/// The maximum number of paths for which the tree gives the name of a test case. After this number, only failed paths
/// get a name.
const MAX_TESTS: usize = 5_000;

/// Returns the tree of the report; `None` if the exploration recorded no tree.
pub fn of(profile: &Profile, run: &Run<'_>) -> Option<Tree> {
    if profile.tree.is_empty() {
        return None;
    }
    let kind = match run.outcome.learned {
        Some(_) => "unrolled",
        None => "execution",
    };
    let places: Vec<Option<Place>> = profile
        .places
        .iter()
        .map(|(file, line)| place(file, *line))
        .collect();
    let (numbers, places) = numbered(&places);
    let mut columns = Columns::default();
    let mut tree = Tree {
        kind: kind.to_owned(),
        places,
        ..Tree::default()
    };
    for (at, node) in profile.tree.iter().enumerate() {
        let number = at as u32;
        tree.up.push(number - node.parent);
        let place = node.place.and_then(|place| numbers.get(place as usize));
        tree.place.push(place.copied().unwrap_or(0));
        tree.condition.push(columns.condition(&node.condition));
        tree.end.push(end(node.end));
        tree.work.push(node.work);
        tree.aggregated.extend(aggregated(number, node));
        tree.merges.extend(node.into.map(|into| [number, into]));
        let is_listed = columns.tests.len() < MAX_TESTS || node.end == NodeEnd::Failed;
        if let Some(name) = run.names.get(&node.test).filter(|_| is_listed) {
            tree.tested.push([number, columns.test(name)]);
        }
    }
    tree.conditions = columns.conditions;
    tree.tests = columns.tests;
    Some(tree)
}

/// Returns for each element of `places` its number in the list of different source lines, counted from 1, and this
/// list. An unknown source line has the number 0.
fn numbered(places: &[Option<Place>]) -> (Vec<u32>, Vec<Place>) {
    let mut known: Vec<Place> = Vec::new();
    let mut of: BTreeMap<&Place, u32> = BTreeMap::new();
    let numbers = places.iter().map(|place| match place {
        Some(place) => *of.entry(place).or_insert_with(|| {
            known.push(place.clone());
            known.len() as u32
        }),
        None => 0,
    });
    (numbers.collect(), known)
}

/// The path conditions and the names of test cases to which the nodes of the tree refer by number. Equal conditions are
/// stored only once.
#[derive(Default)]
struct Columns {
    conditions: Vec<String>,
    numbers: HashMap<String, u32>,
    tests: Vec<String>,
}

impl Columns {
    fn condition(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.conditions.push(text.to_owned());
        let number = self.conditions.len() as u32;
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn test(&mut self, name: &str) -> u32 {
        self.tests.push(format!("{name}.ktest"));
        self.tests.len() as u32 - 1
    }
}

fn end(end: NodeEnd) -> u8 {
    match end {
        NodeEnd::Open => 0,
        NodeEnd::Completed => 1,
        NodeEnd::Failed => 2,
        NodeEnd::Assumed => 3,
        NodeEnd::Dropped => 4,
        NodeEnd::Merged => 5,
    }
}

fn aggregated(number: u32, node: &TreeNode) -> Option<[u32; 7]> {
    let counts = &node.counts;
    (node.hidden > 0).then_some([
        number,
        node.hidden,
        counts.completed,
        counts.failed,
        counts.assumed,
        counts.dropped,
        counts.merged,
    ])
}
