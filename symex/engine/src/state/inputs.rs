//! The free inputs of one path.
use rpds::List;
use std::rc::Rc;
use symtool_expr::{ExprId, SymArray};
use symtool_ir::InputNames;

/// An input that a path has made.
#[derive(Clone, Debug)]
pub struct MadeInput {
    /// Its unique name on the path.
    pub name: Rc<str>,
    /// Its bytes.
    pub symbol: SymArray,
    /// How many.
    pub len: u32,
    /// The condition under which the program asks for it: true, unless the state stands for several paths.
    pub when: ExprId,
}

/// The inputs a path has made, and the names that are taken. Copies share.
#[derive(Clone, Debug, Default)]
pub struct MadeInputs {
    names: Rc<InputNames>,
    made: List<MadeInput>,
}

impl MadeInputs {
    /// No inputs, with some names taken.
    pub fn with_names(names: InputNames) -> MadeInputs {
        MadeInputs {
            names: Rc::new(names),
            made: List::new(),
        }
    }

    /// The names that are taken.
    pub fn names(&self) -> &InputNames {
        &self.names
    }

    /// The unique name for the next input that the program calls `name`.
    pub fn unique(&mut self, name: &str) -> String {
        Rc::make_mut(&mut self.names).unique(name)
    }

    /// Are the same names taken?
    pub fn has_same_names(&self, other: &MadeInputs) -> bool {
        Rc::ptr_eq(&self.names, &other.names) || self.names == other.names
    }

    /// How many of the first inputs are those of another path, too.
    pub fn shared(&self, other: &MadeInputs) -> usize {
        let (one, two) = (self.in_order(), other.in_order());
        let same = |(a, b): &(&&MadeInput, &&MadeInput)| a.name == b.name && a.when == b.when;
        one.iter().zip(&two).take_while(same).count()
    }

    /// The first of the inputs, with all names taken.
    #[must_use]
    pub fn first(&self, count: usize) -> MadeInputs {
        let mut made = self.made.clone();
        while made.len() > count {
            made.drop_first_mut();
        }
        MadeInputs {
            names: Rc::clone(&self.names),
            made,
        }
    }

    /// How many inputs were made.
    pub fn len(&self) -> usize {
        self.made.len()
    }

    /// Was none made?
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Notes an input.
    pub fn push(&mut self, input: MadeInput) {
        self.made.push_front_mut(input);
    }

    /// The inputs in the order in which they were made.
    pub fn in_order(&self) -> Vec<&MadeInput> {
        let mut all: Vec<_> = self.made.iter().collect();
        all.reverse();
        all
    }

    /// The input with this unique name.
    pub fn named(&self, name: &str) -> Option<&MadeInput> {
        self.made.iter().find(|input| &*input.name == name)
    }
}
