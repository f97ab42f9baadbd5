//! Weights: how much each measure counts for who wins. They are fitted on matches, and in a RON file, so that a designer can fit or
//! choose others.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use diagnostics::{Diagnostic, Diagnostics, Sources, TreeReader, read_tree};

use crate::{MEASURES, MeasureKind};

/// How much each measure counts for the predicted shares of wins, in hundredths: see [`crate::loss`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    measures: BTreeMap<&'static str, u32>,
    doubt: Option<u32>,
    /// The rulesets that they were fitted on; `None` if the file does not say.
    fitted: Option<Vec<String>>,
}

/// The entries that are no measures.
const DOUBT: &str = "doubt";
const FITTED: &str = "fitted";

impl Weights {
    /// The greatest weight of a measure.
    pub const MAX: u32 = 1000;

    /// The weights of the measures of all games. They are read once: searches ask for them at every step. Those of the
    /// measures of single games are added by `playtest` ([`Weights::join`]).
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn builtin() -> Weights {
        static READ: LazyLock<Weights> = LazyLock::new(|| {
            Weights::read("weights.ron", Weights::BUILTIN, MEASURES).expect("the built-in weights are read by a test")
        });
        READ.clone()
    }

    /// The text of the built-in weights: a model for a file of the user's own.
    pub const BUILTIN: &'static str = include_str!("../data/weights.ron");

    /// Reads weights of measures that are `known`: a map from measures to whole numbers from 0 to [`Weights::MAX`]. A measure that is not named does not count.
    /// The entries `doubt` and `fitted` may stand among them: see [`Weights::doubt`] and [`Weights::is_fitted`]. `file` is the name of the file in messages.
    ///
    /// # Errors
    /// All faults of the file, with their places.
    pub fn read(file: &str, text: &str, known: &[&'static MeasureKind]) -> Result<Weights, Diagnostics> {
        let mut sources = Sources::default();
        let id = sources.add(file, text);
        let root = read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
        let mut tree = TreeReader::new(&sources);
        let mut weights = BTreeMap::new();
        if root.entries().is_none() {
            tree.wrong(&root, "weights", "a map such as { \"land-8\": 3 }");
        }
        let (mut doubt, mut fitted) = (None, None);
        let twice = |name: &str| {
            Diagnostic::error("duplicate-name", format!("`{name}` stands twice in the weights"))
                .suggest("remove one of them")
        };
        for (name, node) in root.entries().unwrap_or_default() {
            if name.text == DOUBT {
                let Some(found) = tree.int(node, "`doubt`", 1..=i64::from(Weights::MAX)) else { continue };
                if doubt.replace(found as u32).is_some() {
                    tree.fault(name.span, twice(DOUBT));
                }
                continue;
            }
            if name.text == FITTED {
                let mut rulesets = Vec::new();
                for node in tree.list(node, "`fitted`") {
                    rulesets.push(tree.line(node, "a ruleset"));
                }
                if fitted.replace(rulesets).is_some() {
                    tree.fault(name.span, twice(FITTED));
                }
                continue;
            }
            let Some(kind) = known.iter().find(|kind| kind.name == name.text) else {
                let known: Vec<&str> = known.iter().map(|kind| kind.name).chain([DOUBT, FITTED]).collect();
                let diagnostic = Diagnostic::error("unknown-measure", format!("unknown measure `{}`", name.text));
                tree.fault(name.span, diagnostic.one_of(&name.text, &known));
                continue;
            };
            let what = format!("the weight of `{}`", name.text);
            let Some(weight) = tree.int(node, &what, 0..=i64::from(Weights::MAX)) else { continue };
            if weights.insert(kind.name, weight as u32).is_some() {
                tree.fault(name.span, twice(&name.text));
            }
        }
        if !tree.found.has_errors() && weights.values().all(|&weight| weight == 0) {
            let diagnostic = Diagnostic::error("no-weight", "no measure has a weight above 0");
            tree.fault(root.span, diagnostic.expected("at least one measure that counts"));
        }
        let found = tree.found.finish(&sources);
        if found.has_errors() { Err(found) } else { Ok(Weights { measures: weights, doubt, fitted }) }
    }

    /// The weight of a measure; 0 if it is not named.
    #[must_use]
    pub fn of(&self, measure: &str) -> u32 {
        self.measures.get(measure).copied().unwrap_or(0)
    }

    /// By how much, in hundredths of log-odds, a seat's share of wins in play differs from the one that these weights predict: a normal
    /// deviation, estimated by `fairmarch fit`. `None` if the file does not say.
    #[must_use]
    pub fn doubt(&self) -> Option<u32> {
        self.doubt
    }

    /// Whether they were fitted on matches by the rules of this name. Whoever gives weights without saying so vouches for them.
    #[must_use]
    pub fn is_fitted(&self, ruleset: &str) -> bool {
        self.fitted.as_ref().is_none_or(|fitted| fitted.iter().any(|known| known == ruleset))
    }

    /// The rulesets that they were fitted on; `None` if the file does not say.
    #[must_use]
    pub fn fitted(&self) -> Option<&[String]> {
        self.fitted.as_deref()
    }

    /// Sets what [`Weights::fitted`] tells.
    pub fn set_fitted(&mut self, rulesets: Vec<String>) {
        self.fitted = Some(rulesets);
    }

    /// Sets what [`Weights::doubt`] tells, from 1 to [`Weights::MAX`].
    pub fn set_doubt(&mut self, doubt: Option<u32>) {
        self.doubt = doubt.map(|doubt| doubt.clamp(1, Weights::MAX));
    }

    /// Sets the weight of a measure, at most [`Weights::MAX`].
    pub fn set(&mut self, kind: &MeasureKind, weight: u32) {
        self.measures.insert(kind.name, weight.min(Weights::MAX));
    }

    /// Adds the weights of a game's own measures, and that they were fitted on its matches.
    pub fn join(&mut self, own: Weights) {
        self.measures.extend(own.measures);
        if let (Some(fitted), Some(more)) = (&mut self.fitted, own.fitted) {
            fitted.extend(more);
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::builtin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With no weight at all nothing would count; a measure that no line names does not.
    #[test]
    fn the_builtin_weights_count_something() {
        let weights = Weights::builtin();
        assert!(MEASURES.iter().filter(|kind| weights.of(kind.name) > 0).count() > 3);
    }

    #[test]
    fn a_weights_file_replaces_the_builtin_weights() {
        let weights = Weights::read("w.ron", "{ \"territory\": 2, /* and */ \"land-8\": 1 }", MEASURES).unwrap();
        assert_eq!((weights.of("territory"), weights.of("land-8"), weights.of("exposure")), (2, 1, 0));
        assert_eq!(weights.doubt(), None);
        let doubtful = Weights::read("w.ron", "{ \"territory\": 2, \"doubt\": 90, \"land-8\": 1 }", MEASURES).unwrap();
        assert_eq!((doubtful.doubt(), doubtful.of("doubt")), (Some(90), 0));
        assert!(doubtful != weights && Weights::builtin().doubt().is_some());
        let fitted = Weights::read("w.ron", "{ \"territory\": 2, \"fitted\": [\"dungeon\"] }", MEASURES).unwrap();
        assert_eq!([&weights, &fitted].map(|weights| weights.is_fitted("kernel")), [true, false]);
        let builtin = ["kernel", "empire", "dungeon", "generals-view"];
        assert_eq!(builtin.map(|ruleset| Weights::builtin().is_fitted(ruleset)), [true, false, false, false]);
    }

    #[test]
    fn single_weights_are_bounded_and_named() {
        let mut weights = Weights::builtin();
        let kinds = ["territory", "exposure"].map(|name| crate::find_measure(name).unwrap());
        let before = kinds.map(|kind| weights.of(kind.name));
        [7, 5000].into_iter().zip(kinds).for_each(|(weight, kind)| weights.set(kind, weight));
        assert_eq!((weights.of("territory"), weights.of("exposure"), weights.of("gold")), (7, Weights::MAX, 0));
        assert_ne!(weights, Weights::builtin());
        before.into_iter().zip(kinds).for_each(|(weight, kind)| weights.set(kind, weight));
        assert_eq!(weights, Weights::builtin());
    }

    #[test]
    fn faults_have_places_and_help() {
        let known = MEASURES.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        for (text, expected) in [
            (
                "{\n  \"teritory\": 2\n}",
                "w.ron:2:3: error[unknown-measure]: unknown measure `teritory`; did you mean `territory`?",
            ),
            (
                "{ \"gold\": 2 }",
                &format!(
                    "w.ron:1:3: error[unknown-measure]: unknown measure `gold`: expected one of {known}, doubt, fitted"
                ),
            ),
            (
                "{ \"land-8\": -1 }",
                "w.ron:1:13: error[wrong-kind]: the weight of `land-8` cannot be this: found -1, expected a whole number from 0 to 1000",
            ),
            (
                "{ \"land-8\": 0.5 }",
                "w.ron:1:13: error[wrong-kind]: the weight of `land-8` cannot be this: found 0.5, expected a whole \
                number from 0 to 1000",
            ),
            (
                "{ \"land-8\": 1, \"land-8\": 2 }",
                "w.ron:1:16: error[duplicate-name]: `land-8` stands twice in the weights; remove one of them",
            ),
            (
                "{ \"land-8\": 1, \"doubt\": 1001 }",
                "w.ron:1:25: error[wrong-kind]: `doubt` cannot be this: found 1001, expected a whole number from 1 to 1000",
            ),
            (
                "{ \"doubt\": 1, \"land-8\": 1, \"doubt\": 2 }",
                "w.ron:1:28: error[duplicate-name]: `doubt` stands twice in the weights; remove one of them",
            ),
            (
                "{ \"doubt\": 90 }",
                "w.ron:1:1: error[no-weight]: no measure has a weight above 0: expected at least one measure that counts",
            ),
            (
                "{ \"land-8\": 0 }",
                "w.ron:1:1: error[no-weight]: no measure has a weight above 0: expected at least one measure that counts",
            ),
            (
                "{}",
                "w.ron:1:1: error[no-weight]: no measure has a weight above 0: expected at least one measure that counts",
            ),
            (
                "[1]",
                "w.ron:1:1: error[wrong-kind]: weights cannot be this: found [1], expected a map such as { \"land-8\": 3 }",
            ),
            (
                "{ \"land-8\" 1 }",
                "w.ron:1:12: error[syntax]: this is not RON: found `1`, expected `:` behind a name; the `{` of line 1, column 1 is open",
            ),
        ] {
            let faults = Weights::read("w.ron", text, MEASURES).unwrap_err();
            let said = faults.0[0].to_string();
            assert_eq!(said, expected, "{text}");
        }
    }
}
