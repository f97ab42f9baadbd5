//! What a parameter is: one row of the registry, and the typed keys that rows give out.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use chance::Dice;

/// What a parameter belongs to. Names are unique within a scope only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A property of unit types.
    Unit,
    /// A property of material types.
    Material,
    /// A property of terrain types.
    Terrain,
    /// A property of advance types: what can be researched.
    Advance,
    /// A table of two kinds of types.
    Table,
    /// A global variable.
    Global,
    /// A property of a module, which is a file.
    Module,
    /// A property of a world.
    World,
    /// A property or layer of an area.
    Area,
    /// A part of a geographical feature.
    Feature,
    /// A property of a side.
    Side,
    /// A property of a player.
    Player,
    /// A property of a doctrine.
    Doctrine,
    /// A property of a scorekeeper.
    Scorekeeper,
    /// A property of a single unit.
    Piece,
    /// A kind of namer.
    Namer,
    /// A word for a synthesis method.
    Method,
    /// A word for a chance event.
    Event,
    /// An action.
    Action,
}

impl Scope {
    /// The scope's name for people.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Scope::Unit => "unit type",
            Scope::Material => "material type",
            Scope::Terrain => "terrain type",
            Scope::Advance => "advance type",
            Scope::Table => "table",
            Scope::Global => "global variable",
            Scope::Module => "module",
            Scope::World => "world",
            Scope::Area => "area",
            Scope::Feature => "feature",
            Scope::Side => "side",
            Scope::Player => "player",
            Scope::Doctrine => "doctrine",
            Scope::Scorekeeper => "scorekeeper",
            Scope::Piece => "unit",
            Scope::Namer => "namer",
            Scope::Method => "synthesis method",
            Scope::Event => "chance event",
            Scope::Action => "action",
        }
    }

    /// What a row of this scope is, for messages: `property of unit types`.
    #[must_use]
    pub fn parameter_noun(self) -> String {
        match self {
            Scope::Table | Scope::Global => self.noun().to_owned(),
            Scope::Namer => "kind of namer".to_owned(),
            Scope::Method | Scope::Event => format!("word for a {}", self.noun()),
            Scope::Action => "word for an action".to_owned(),
            Scope::Feature => "part of a feature".to_owned(),
            _ => format!("property of {}s", self.noun()),
        }
    }

    /// Whether designs define types of this kind.
    #[must_use]
    pub const fn is_types(self) -> bool {
        matches!(self, Scope::Unit | Scope::Material | Scope::Terrain | Scope::Advance)
    }

    /// The kinds of types.
    pub const TYPES: [Scope; 4] = [Scope::Unit, Scope::Terrain, Scope::Material, Scope::Advance];
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from the first to the second, both included.
    Int(i32, i32),
    /// True or false, kept as 1 or 0.
    Flag,
    /// One of these words, kept as its index.
    Choice(&'static [&'static str]),
    /// A type of that scope by its name, kept as its index; `"none"` is -1.
    Reference(Scope),
    /// A text.
    Text,
    /// Dice such as `2d6+1`.
    Dice,
    /// A list of rows of words and numbers; the code that reads it knows their meaning.
    List,
    /// A number for each type of a scope, or for each side.
    Values(Scope),
    /// Lists in lists to any depth: a description of its content, with an example.
    Form(&'static str),
}

impl Kind {
    /// The values that are allowed, for messages.
    #[must_use]
    pub fn expected(self) -> String {
        match self {
            Kind::Int(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Flag => "true or false".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Reference(scope) => format!("the name of a {}, or \"none\"", scope.noun()),
            Kind::Text => "a text in quotes".to_owned(),
            Kind::Dice => format!("a number, or dice such as \"2d6+1\": {}", Dice::BOUNDS),
            Kind::List => "a list such as [[\"islands\", \"island\", 1]]".to_owned(),
            Kind::Values(scope) => format!("a number for each {}", scope.noun()),
            Kind::Form(what) => what.to_owned(),
        }
    }
}

/// A value that a parameter can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Int, flag, choice or reference.
    Int(i32),
    /// A text.
    Text(String),
    /// Dice.
    Dice(Dice),
    /// Rows of words and numbers.
    List(Vec<Vec<Atom>>),
    /// Lists in lists.
    Form(Vec<Atom>),
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A whole number.
    Int(i32),
    /// A word: in GDL a symbol, or dice. In a row of words only, a text is kept as a word too.
    Word(String),
    /// A text, in lists that hold both words and texts. In RON it begins with an apostrophe.
    Text(String),
    /// A list.
    List(Vec<Atom>),
}

impl Atom {
    /// The word, if it is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match self {
            Atom::Word(word) => Some(word),
            Atom::Int(_) | Atom::Text(_) | Atom::List(_) => None,
        }
    }

    /// The word or the text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Atom::Word(text) | Atom::Text(text) => Some(text),
            Atom::Int(_) | Atom::List(_) => None,
        }
    }

    /// The list, if it is one.
    #[must_use]
    pub fn list(&self) -> Option<&[Atom]> {
        match self {
            Atom::List(list) => Some(list),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub const fn int(&self) -> Option<i32> {
        match self {
            Atom::Int(number) => Some(*number),
            Atom::Word(_) | Atom::Text(_) | Atom::List(_) => None,
        }
    }
}

/// Properties of one thing by name that only the rules of GDL know. They are kept and written back; the ruleset interprets them.
pub type Properties = BTreeMap<String, Vec<Atom>>;

/// A default value, in a form that a constant can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// A number.
    Int(i32),
    /// A text.
    Text(&'static str),
    /// A constant for dice.
    Dice(i16),
    /// The list without rows.
    Empty,
}

impl DefaultValue {
    /// The default as a value of a kind.
    #[must_use]
    pub fn value(self, kind: Kind) -> Value {
        match self {
            DefaultValue::Empty if matches!(kind, Kind::Form(_) | Kind::Values(_)) => Value::Form(Vec::new()),
            DefaultValue::Int(number) => Value::Int(number),
            DefaultValue::Text(text) => Value::Text(text.to_owned()),
            DefaultValue::Dice(number) => Value::Dice(Dice::constant(number)),
            DefaultValue::Empty => Value::List(Vec::new()),
        }
    }
}

/// Where a parameter comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The seed documents and Xconq 7.5.
    Both,
    /// Xconq 7.5 alone.
    Xconq,
    /// The seed documents alone.
    Seed,
    /// Our own.
    Fairmarch,
}

impl Origin {
    /// The origin's name for people.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Origin::Both => "GDL (Xconq 7.0 and 7.5)",
            Origin::Xconq => "GDL (Xconq 7.5)",
            Origin::Seed => "GDL (Xconq 7.0)",
            Origin::Fairmarch => "Fairmarch",
        }
    }
}

/// One row of the registry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name that designers write.
    pub name: &'static str,
    /// What it belongs to.
    pub scope: Scope,
    /// For a table, the scopes of its rows and of its columns; for any other parameter, its own scope twice.
    pub index: [Scope; 2],
    /// What values it takes.
    pub kind: Kind,
    /// Its value where a design sets none.
    pub default: DefaultValue,
    /// Where it comes from.
    pub origin: Origin,
    /// What part of a game it governs.
    pub area: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
}

impl Parameter {
    /// Whether its texts are names of namers.
    #[must_use]
    pub fn is_namer(&self) -> bool {
        self.kind == Kind::Text && (self.name == "namer" || self.name.ends_with("-namer"))
    }

    /// The topic under which lists show it: the first of what it governs, such as `combat` or `make-rivers`.
    #[must_use]
    pub fn topic(&self) -> &'static str {
        match self.area.split([',', ';', '(']).next().unwrap_or(self.area).trim_end() {
            "none" => "without effect in Xconq",
            topic => topic,
        }
    }

    /// How lists sort parameters: by topic, those without effect last, and by name.
    #[must_use]
    pub fn topic_order(&self) -> impl Ord + use<> {
        (self.area.starts_with("none"), self.topic(), !self.name.starts_with(char::is_alphabetic), self.name)
    }
}

/// A key: the number of a row within its scope, and what it gives.
macro_rules! key {
    ($(#[$doc:meta])* $name:ident<$($index:ident),*>) => {
        $(#[$doc])*
        #[derive(Debug, PartialEq, Eq)]
        pub struct $name<$($index),*>(#[doc(hidden)] pub u16, PhantomData<($($index,)*)>);

        impl<$($index),*> Clone for $name<$($index),*> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($index),*> Copy for $name<$($index),*> {}

        impl<$($index: crate::TypeId),*> $name<$($index),*> {
            pub(crate) const fn numbered(number: u16) -> Self {
                $name(number, PhantomData)
            }

            pub(crate) const INDEX: [Scope; 2] = {
                let given = [$($index::SCOPE),*];
                [given[0], given[given.len() - 1]]
            };
        }
    };
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(#[doc(hidden)] pub u16);

        impl $name {
            pub(crate) const fn numbered(number: u16) -> Self {
                $name(number)
            }

            pub(crate) const INDEX: [Scope; 2] = [Scope::Global; 2];
        }
    };
}

key! {
    /// A property that is a number, flag, choice or reference.
    IntProperty<I>
}
impl<I: crate::TypeId> IntProperty<I> {
    /// The name that designers write.
    #[must_use]
    pub const fn name(self) -> &'static str {
        crate::parameters::rows(I::SCOPE)[self.0 as usize].name
    }
}

key! {
    /// A property that is a text.
    TextProperty<I>
}
key! {
    /// A property that is a list.
    ListProperty<I>
}
key! {
    /// A property that is a list of lists.
    FormProperty<I>
}
key! {
    /// A table of numbers, flags or references.
    IntTable<R, C>
}
key! {
    /// A table of dice.
    DiceTable<R, C>
}
key! {
    /// A global number, flag, choice or reference.
    IntGlobal
}
key! {
    /// A global text.
    TextGlobal
}
key! {
    /// A global list.
    ListGlobal
}
key! {
    /// A global list of lists.
    FormGlobal
}
