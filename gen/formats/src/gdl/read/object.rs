//! The values of forms (`gdl-reference`, section 2).

use std::rc::Rc;

use chance::Dice;
use design::{Scope, Span};

/// The value of a form, and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) what: What,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Int(i32),
    Dice(Dice),
    Text(Rc<str>),
    /// A symbol within a quoted form, which is not evaluated.
    Symbol(Rc<str>),
    Type(Scope, usize),
    List(Rc<[Object]>),
    /// A value that could not be made; the fault has been reported.
    Broken,
}

impl What {
    pub(crate) fn list(objects: Vec<Object>) -> What {
        What::List(objects.into())
    }
}
