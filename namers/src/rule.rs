//! The rule tree as readers build it: the content of a file, not yet checked.
//!
//! The fields are public because each file format builds this tree itself (RON in `read.rs`, GDL in `formats`).

/// A place in a file. Lines and columns count from 1, columns in characters; 0 is "unknown", for drafts that come from no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A namer as a file describes it. [`Library::add`](crate::Library::add) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The namer's name.
    pub name: String,
    /// The name of its file, for faults.
    pub file: String,
    /// Where it begins in its file.
    pub place: Place,
    /// One line that says what it names.
    pub summary: String,
    /// How it makes names.
    pub method: Method,
}

/// How a namer makes names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// One of a list, drawn at random without replacement.
    Random(Vec<String>),
    /// One of a list, from the first to the last.
    InOrder(Vec<String>),
    /// Text from rules.
    Grammar(Grammar),
}

/// Rules, the one to start with, and the conditions for a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// The rule to start with.
    pub root: String,
    /// Where the root is named.
    pub root_place: Place,
    /// The greatest depth of nested lists on the way to a word, from 1 to [`Grammar::DEPTH_MAX`].
    pub depth: u32,
    /// The text between the parts of a sequence. `None` joins them as `Some("")` does, but the author did not ask for it: then
    /// sequences of plain words give a warning.
    pub joiner: Option<String>,
    /// Whether the first letter of a result becomes a capital.
    pub capital_first: bool,
    /// The longest acceptable result, in characters, up to [`Grammar::LENGTH_MAX`].
    pub max_length: u32,
    /// Whether joining two parts may make three equal letters or repeat the letters just before ("Feldbruckbruck").
    pub allow_repeats: bool,
    /// No result may contain one of these, in upper or lower case.
    pub reject: Vec<String>,
    /// The rules. Their order decides only in which order faults are reported.
    pub rules: Vec<NamedRule>,
}

impl Grammar {
    /// The largest depth; it bounds the stack, and more is never needed.
    pub const DEPTH_MAX: u32 = 200;
    /// The largest `max_length`.
    pub const LENGTH_MAX: u32 = 200;
    /// The most rules in one grammar, so that the search for cycles stays short.
    pub const RULES_MAX: usize = 2000;

    /// A grammar with the default options: depth 50, joined without spaces, capital first letter, at most 24 characters, no
    /// repeats.
    #[must_use]
    pub fn new(root: impl Into<String>, rules: Vec<NamedRule>) -> Self {
        Grammar {
            root: root.into(),
            root_place: Place::default(),
            depth: 50,
            joiner: None,
            capital_first: true,
            max_length: 24,
            allow_repeats: false,
            reject: Vec::new(),
            rules,
        }
    }
}

/// A rule with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRule {
    /// The symbol that stands for the rule.
    pub name: String,
    /// The place of the name.
    pub place: Place,
    /// The rule itself.
    pub rule: Rule,
}

/// A rule and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Where the rule begins.
    pub place: Place,
    /// Its form.
    pub form: RuleForm,
}

/// The forms of a rule. They are GDL's, and one form each for "only text" and "only a namer".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleForm {
    /// A text as it is: a string of GDL, `["text", "and"]` in RON.
    Text(String),
    /// A rule of this grammar, else a namer, else its own text: a symbol of GDL, a bare string in RON.
    Word(String),
    /// A namer, and a fault if there is none of that name: `["namer", "places-norse"]` in RON.
    Namer(String),
    /// Its parts one after another.
    Sequence(Vec<Rule>),
    /// One of the alternatives, each as likely as its weight says.
    Or(Vec<(u32, Rule)>),
    /// The first letter becomes a capital.
    Capitalize(Box<Rule>),
    /// Up to 100 tries until the text contains none of these strings, in upper or lower case.
    Reject(Box<Rule>, Vec<String>),
}

impl From<RuleForm> for Rule {
    /// A rule that comes from no file.
    fn from(form: RuleForm) -> Self {
        Rule { place: Place::default(), form }
    }
}
