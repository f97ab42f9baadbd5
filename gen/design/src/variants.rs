//! Variants: choices that a design leaves to the players (seed 000, "Making Countries for Players"; the manual's `variants` form).
//!
//! Each value of a variant is a patch of the design: a file within the file, with the same sections, applied after everything else.
//! A value without a patch leaves the design as it is. A patch with `"anew": true` drops the design and stands alone: what other
//! variants choose is applied to it.
//!
//! ```text
//! "variants": {
//!   "large-countries": {
//!     "help": "countries grow until they touch",
//!     "values": { "true": { "globals": { "country-radius-max": 100 } } },
//!   },
//! }
//! ```

use std::collections::BTreeMap;

use crate::design::default_text;
use crate::draft::{named_ruleset, stands_alone};
use crate::parameters::global::RULESET;
use crate::{Diagnostic, Draft, Entry, Node, SECTIONS, Scope, Text, TreeReader, nearest, ruleset_section};

/// The sections that a value of a variant cannot have: extending and including is done before anybody chooses a value.
const FILE_SECTIONS: &[&str] = &["format", "name", "extends", "include", "variants"];

/// A choice that a design offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What it is called: `large-countries`.
    pub name: String,
    /// What it does, in a line.
    pub help: String,
    /// The value that is used where nobody chooses.
    pub default: String,
    /// All values, the default first.
    pub values: Vec<String>,
}

/// Why a choice was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The design has no such variant.
    #[error("there is no variant `{name}`: expected {expected}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The most similar name, or else all names.
        expected: String,
    },
    /// The variant has no such value.
    #[error("the variant `{name}` cannot be `{value}`: expected {expected}")]
    Unfit {
        /// The variant.
        name: String,
        /// The value that was asked for.
        value: String,
        /// The values that the variant has.
        expected: String,
    },
    /// Two values were chosen of which each drops the design, with what the other made of it.
    #[error("the variants `{one}` and `{other}` each make the whole game anew: choose one of them")]
    Apart {
        /// The first variant.
        one: String,
        /// The second variant.
        other: String,
    },
}

/// A variant that every design has: the name that a request for a size uses.
const WORLD_SIZE: &str = "world-size";

/// The default of a variant that names none: it is a flag.
const FLAG_DEFAULT: &str = "false";

/// The variants of drafts, in the order of their names. A later draft replaces an earlier one's variant of the same name.
#[must_use]
pub fn variants(drafts: &[Draft]) -> Vec<Variant> {
    entries(drafts).into_iter().map(|(name, node)| variant(name, node)).collect()
}

/// The patches for these choices, as drafts that are applied after all others: the chosen values, and defaults for the rest, by
/// name. One that makes the design anew comes first.
///
/// # Errors
/// A `ChoiceError` if the design offers no variant of that name, or the variant no such value, or if two of the choices make the
/// design anew.
pub fn choose(drafts: &[Draft], choices: &BTreeMap<String, String>) -> Result<Vec<Draft>, ChoiceError> {
    check_choices(&variants(drafts), choices)?;
    let entries = entries(drafts);
    let (mut anew, mut patches) = (Vec::new(), Vec::new());
    let mut alone: Option<&str> = None;
    for (name, node) in entries {
        let Variant { default, .. } = variant(name, node);
        let value = choices.get(name).unwrap_or(&default);
        let Some(root) = node.get("values").and_then(|values| values.get(value)) else { continue };
        let draft = Draft { file: root.span.file, root: root.clone() };
        if !draft.is_anew() {
            patches.push(draft);
            continue;
        }
        anew.push(draft);
        if choices.contains_key(name)
            && let Some(one) = alone.replace(name)
        {
            return Err(ChoiceError::Apart { one: one.to_owned(), other: name.to_owned() });
        }
    }
    Ok(anew.into_iter().chain(patches).collect())
}

/// Whether every choice is offered.
///
/// # Errors
/// A `ChoiceError` for the first choice that the design does not offer.
pub fn check_choices(variants: &[Variant], choices: &BTreeMap<String, String>) -> Result<(), ChoiceError> {
    for (name, value) in choices {
        let Some(variant) = variants.iter().find(|variant| variant.name == *name) else {
            let known = || variants.iter().map(|variant| variant.name.as_str()).chain([WORLD_SIZE]);
            let expected = match nearest(name, known()) {
                Some(meant) => format!("`{meant}`"),
                None if variants.is_empty() => format!("none but {WORLD_SIZE}: the design has no variants of its own"),
                None => format!("one of {}", known().collect::<Vec<_>>().join(", ")),
            };
            return Err(ChoiceError::Unknown { name: name.clone(), expected });
        };
        if !variant.values.contains(value) {
            let expected = format!("one of {}", variant.values.join(", "));
            return Err(ChoiceError::Unfit { name: name.clone(), value: value.clone(), expected });
        }
    }
    Ok(())
}

fn entries(drafts: &[Draft]) -> BTreeMap<&str, &Node> {
    let entries = drafts.iter().filter_map(|draft| draft.root.get("variants")?.entries()).flatten();
    entries.map(|(name, node)| (name.text.as_str(), node)).collect()
}

fn variant(name: &str, node: &Node) -> Variant {
    let text = |entry| node.get(entry).and_then(Node::text);
    let default = text("default").unwrap_or(FLAG_DEFAULT).to_owned();
    let others = node.get("values").and_then(Node::entries).unwrap_or_default().iter().map(|(value, _)| &value.text);
    let values = std::iter::once(&default).chain(others.filter(|&value| *value != default)).cloned().collect();
    Variant { name: name.to_owned(), help: text("help").unwrap_or_default().to_owned(), default, values }
}

/// Checks the variants of one draft: their shape, not the content of their patches. `ruleset` is the design's.
pub(crate) fn check(node: &Node, ruleset: &str, tree: &mut TreeReader<'_>) {
    let known = SECTIONS.iter().copied().filter(|name| !FILE_SECTIONS.contains(name));
    for (name, node) in check_names(node, "variants", tree) {
        let what = format!("the variant `{}`", name.text);
        let default = node.get("default").and_then(Node::text).unwrap_or(FLAG_DEFAULT);
        let is_default = |value: &str| value == default;
        for (entry, node) in tree.map_of(node, &what, &["help", "default", "values"]) {
            let is_right = node.text().is_some_and(|text| entry.text != "default" || is_choice(text));
            if entry.text == "values" {
                for (value, patch) in check_names(node, &format!("`values` of {what}"), tree) {
                    let anew = patch.get("anew");
                    let is_anew = stands_alone(patch);
                    let around = if is_anew { default_text(Scope::Global, RULESET.0) } else { ruleset };
                    if let Some(anew) = anew.filter(|_| !is_anew || is_default(&value.text)) {
                        tree.wrong(anew, "`anew`", "true, in a value that is not the default");
                    }
                    let own = ruleset_section(named_ruleset(patch).unwrap_or(around));
                    let sections: Vec<&str> = known.clone().chain(own).collect();
                    tree.map_of(patch, &format!("the value `{}` of {what}", value.text), &sections);
                }
            } else if !is_right {
                tree.wrong(node, &format!("`{}`", entry.text), "a text in quotes, for a default one word");
            }
        }
        if node.entries().is_some() && node.get("values").is_none() {
            let diagnostic = Diagnostic::error("missing", format!("{what} has no `values`: nothing could be chosen"));
            tree.fault(name.span, diagnostic.suggest("write \"values\": { \"true\": { \"globals\": { .. } } }"));
        }
    }
}

/// The entries of a map, after checking that their names can be typed as a choice.
fn check_names<'n>(node: &'n Node, what: &str, tree: &mut TreeReader<'_>) -> &'n [Entry] {
    let entries = tree.map(node, what);
    for (Text { text, span }, _) in entries.iter().filter(|(name, _)| !is_choice(&name.text)) {
        let diagnostic = Diagnostic::error("bad-name", format!("`{text}` cannot be chosen"));
        tree.fault(*span, diagnostic.expected("letters, digits and -, such as `large-countries`"));
    }
    entries
}

/// Whether a text can be typed as `--variant NAME=VALUE` without quotes.
fn is_choice(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
