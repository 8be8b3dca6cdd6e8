//! The symbolic inputs of one path.
use rpds::List;
use std::rc::Rc;
use symtool_expr::{ExprId, SymArray};
use symtool_ir::InputNames;

/// A symbolic input that a path has created.
#[derive(Clone, Debug)]
pub struct MadeInput {
    /// The name of the input, unique on the path.
    pub name: Rc<str>,
    /// The symbolic array that contains the bytes of the input.
    pub symbol: SymArray,
    /// The number of bytes of the input.
    pub len: u32,
    /// The condition under which the program creates the input. It is `true` if the state was never merged.
    pub when: ExprId,
}

/// The inputs of a path, and the names of inputs that are in use on it. Copies of this value share the inputs and
/// names.
#[derive(Clone, Debug, Default)]
pub struct MadeInputs {
    names: Rc<InputNames>,
    made: List<MadeInput>,
}

impl MadeInputs {
    /// Returns an empty list of inputs. The names in `names` are already in use.
    pub fn with_names(names: InputNames) -> MadeInputs {
        MadeInputs {
            names: Rc::new(names),
            made: List::new(),
        }
    }

    /// Returns the names of inputs that are in use on the path.
    pub fn names(&self) -> &InputNames {
        &self.names
    }

    /// Returns a name that is unique on the path, for an input that the program calls `name`.
    pub fn unique(&mut self, name: &str) -> String {
        Rc::make_mut(&mut self.names).unique(name)
    }

    /// Returns whether the same names of inputs are in use on two paths.
    pub fn has_same_names(&self, other: &MadeInputs) -> bool {
        Rc::ptr_eq(&self.names, &other.names) || self.names == other.names
    }

    /// Returns the length of the common prefix of the input lists of two paths.
    pub fn shared(&self, other: &MadeInputs) -> usize {
        let (one, two) = (self.in_order(), other.in_order());
        let same = |(a, b): &(&&MadeInput, &&MadeInput)| a.name == b.name && a.when == b.when;
        one.iter().zip(&two).take_while(same).count()
    }

    /// Returns the first `count` inputs of the list. The names of the dropped inputs remain in use, so that no later
    /// input gets one of them.
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

    /// Returns the number of inputs.
    pub fn len(&self) -> usize {
        self.made.len()
    }

    /// Returns whether there is no input.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Adds an input.
    pub fn push(&mut self, input: MadeInput) {
        self.made.push_front_mut(input);
    }

    /// Returns the inputs in the order in which they were created.
    pub fn in_order(&self) -> Vec<&MadeInput> {
        let mut all: Vec<_> = self.made.iter().collect();
        all.reverse();
        all
    }

    /// Returns the input with the unique name `name`; `None` if there is none.
    pub fn named(&self, name: &str) -> Option<&MadeInput> {
        self.made.iter().find(|input| &*input.name == name)
    }
}
