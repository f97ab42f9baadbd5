//! Forms of GDL that are neither types nor values: scorekeepers, doctrines, pictures and their like. Each is read once, whatever format
//! it stands in, and keeps the words of its file for the writers.

mod begun;
mod curve;
mod doctrine;
mod event_pattern;
mod extras;
mod notice;
mod random_events;
mod scorekeeper;
mod side_extras;
mod task;
mod unit_extras;
mod unit_result;
mod vault;
mod wind_effect;
mod year_cycle;

pub use begun::{ActingSeat, DeadUnit};
pub use curve::Curve;
pub use doctrine::{Doctrine, NamedDoctrine};
pub use event_pattern::{EVENTS, EventPattern, UnitTypes};
pub use extras::{ExtraProperties, Extras, read_extras};
pub use notice::{Notice, check_notices};
pub use random_events::ChanceEvent;
pub use scorekeeper::{Body, Condition, Dominance, Expression, Operator, Scorekeeper, SideClass, When};
pub use side_extras::{ADVANCE_IS_DONE, SideExtras, UnitView};
pub use task::{Goal, OrderCondition, Plan, StandingOrder, TASKS, Task};
pub use unit_extras::UnitExtras;
pub use unit_result::{Fate, UnitResult};
pub use vault::{Vault, VaultCell};
pub use wind_effect::WindEffect;
pub use year_cycle::KeyPoint;

use std::fmt;

use crate::atoms::read_atoms;
use crate::parameters::{find, rows};
use crate::{Atom, Design, Diagnostic, Node, Scope, Span, TreeReader, plural};

/// A form: how its file writes it, and what it says.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// Its head, then its parts.
    pub atoms: Vec<Atom>,
    /// What it says.
    pub content: FormContent,
}

/// What a form says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormContent {
    /// `scorekeeper`.
    Scorekeeper(Box<Scorekeeper>),
    /// `doctrine`.
    Doctrine(NamedDoctrine),
    /// `independent-units`: what side 0 has, as a side's properties.
    Independents(Extras<SideExtras>),
    /// `exu`.
    DeadUnit(DeadUnit),
    /// `floor`.
    ActingSeat(ActingSeat),
    /// `vault`.
    Vault(Box<Vault>),
    /// What nothing here reads: pictures, events, worlds and areas that are not there yet.
    Other,
}

/// As its atoms: what it says follows from them, and digests of designs stay as they are.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.atoms.fmt(f)
    }
}

impl Form {
    /// A form of these atoms; what is wrong in it is left out.
    #[must_use]
    pub fn new(atoms: Vec<Atom>, design: &Design) -> Form {
        Form { content: read_content(&atoms, design, &mut Vec::new()), atoms }
    }

    /// The word that it begins with.
    #[must_use]
    pub fn head(&self) -> Option<&str> {
        self.atoms.first().and_then(Atom::word)
    }

    /// As a scorekeeper, if it is one.
    #[must_use]
    pub fn scorekeeper(&self) -> Option<&Scorekeeper> {
        match &self.content {
            FormContent::Scorekeeper(keeper) => Some(keeper),
            _ => None,
        }
    }

    /// As a doctrine, if it is one.
    #[must_use]
    pub fn doctrine(&self) -> Option<&NamedDoctrine> {
        match &self.content {
            FormContent::Doctrine(doctrine) => Some(doctrine),
            _ => None,
        }
    }

    /// As a vault, if it is one.
    #[must_use]
    pub fn vault(&self) -> Option<&Vault> {
        match &self.content {
            FormContent::Vault(vault) => Some(vault),
            _ => None,
        }
    }
}

/// Reads forms, and tells of all that is wrong with them. What they name is looked for in the design.
#[must_use]
pub fn read_forms(nodes: &[Node], design: &Design, tree: &mut TreeReader<'_>) -> Vec<Form> {
    let mut forms = Vec::new();
    for node in nodes {
        let Some(atoms) = read_atoms(node, tree) else { continue };
        let mut found = Vec::new();
        let content = read_content(&atoms, design, &mut found);
        for (at, diagnostic) in found {
            tree.fault(span_of(node.items_or_self(), &atoms, at).unwrap_or(node.span), diagnostic);
        }
        forms.push(Form { atoms, content });
    }
    forms
}

/// What is wrong, and with which atom.
type Fault<'a> = (&'a Atom, Diagnostic);

fn read_content<'a>(atoms: &'a [Atom], design: &'a Design, found: &mut Vec<Fault<'a>>) -> FormContent {
    let mut reader = FormReader { design, found };
    let content = match atoms.first().and_then(Atom::text) {
        Some("scorekeeper") => Some(FormContent::Scorekeeper(Box::new(reader.scorekeeper(&atoms[1..])))),
        Some("doctrine") => reader.doctrine(atoms).map(FormContent::Doctrine),
        Some("independent-units") => {
            let given = reader.properties(Scope::Side, &atoms[1..]);
            Some(FormContent::Independents(Extras::of_form(&given, design, reader.found)))
        }
        Some("exu") => DeadUnit::read(atoms, design).map(FormContent::DeadUnit),
        Some("vault") => reader.vault(atoms).map(|vault| FormContent::Vault(Box::new(vault))),
        Some("floor") => ActingSeat::read(atoms).map(FormContent::ActingSeat),
        _ => None,
    };
    content.unwrap_or(FormContent::Other)
}

/// Where one of these atoms stands, which were made of these nodes.
fn span_of(nodes: &[Node], atoms: &[Atom], wanted: &Atom) -> Option<Span> {
    nodes.iter().zip(atoms).find_map(|(node, atom)| match (node.items(), atom.list()) {
        _ if std::ptr::eq(atom, wanted) => Some(node.span),
        (Some(nodes), Some(atoms)) => span_of(nodes, atoms, wanted),
        _ => None,
    })
}

/// Reads forms of a design, and gathers all that is wrong with them.
struct FormReader<'r, 'a> {
    design: &'a Design,
    found: &'r mut Vec<Fault<'a>>,
}

/// A property of a form: its name in the registry, where that stands, and its values.
struct GivenProperty<'a> {
    name: &'static str,
    at: &'a Atom,
    values: &'a [Atom],
}

impl<'a> FormReader<'_, 'a> {
    /// What was read; else it notes what is wrong.
    fn keep<T>(&mut self, read: Result<T, Fault<'a>>) -> Option<T> {
        read.map_err(|fault| self.found.push(fault)).ok()
    }

    /// The properties among the parts of a form, behind its name, if it has one.
    fn properties(&mut self, scope: Scope, parts: &'a [Atom]) -> Vec<GivenProperty<'a>> {
        let has_name = parts.first().is_some_and(|first| first.list().is_none());
        let read = parts[usize::from(has_name)..].iter().map(|part| read_property(scope, part));
        read.filter_map(|property| self.keep(property)).collect()
    }
}

fn read_property(scope: Scope, part: &Atom) -> Result<GivenProperty<'_>, Fault<'_>> {
    let Some([at, values @ ..]) = part.list() else {
        let diagnostic = Diagnostic::error("wrong-kind", "a property is a list such as (title \"Riches\")");
        return Err((part, diagnostic.found(part.to_string())));
    };
    let word = at.text().unwrap_or_default();
    match find(scope, word) {
        Some(number) => Ok(GivenProperty { name: rows(scope)[number].name, at, values }),
        None => {
            let message = format!("{} have no property `{at}`", plural(scope.noun()));
            let known = rows(scope).iter().map(|row| row.name);
            Err((at, Diagnostic::error("unknown-property", message).did_you_mean(word, known)))
        }
    }
}

impl<'a> GivenProperty<'a> {
    /// Its only value, if that is what is expected of it.
    fn only<T>(&self, expected: &str, read: impl Fn(&'a Atom) -> Option<T>) -> Result<T, Fault<'a>> {
        let Some(value) = self.values.first() else {
            return Err((self.at, Diagnostic::error("missing-part", format!("`{}` has no value", self.name))));
        };
        read(value).ok_or_else(|| {
            let diagnostic = Diagnostic::error("wrong-kind", format!("`{}` cannot be this", self.name));
            (value, diagnostic.found(value.to_string()).expected(expected))
        })
    }

    fn int(&self) -> Result<i32, Fault<'a>> {
        self.only("a whole number", Atom::int)
    }

    fn flag(&self) -> Result<bool, Fault<'a>> {
        self.only("true or false", |value| match value {
            Atom::Int(number) => Some(*number != 0),
            atom => atom.text()?.parse().ok(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sources, UnitType};

    /// The forms of a list in RON, for a design with tanks and boats, and their diagnostics.
    fn read(text: &str) -> (Vec<Form>, Vec<String>) {
        let mut design = Design::default();
        design.add_type(Scope::Unit, "tank");
        design.add_type(Scope::Unit, "boat");
        let mut sources = Sources::default();
        let file = sources.add("f.ron", text);
        let root = diagnostics::read_tree(&sources, file).expect("a tree");
        let mut tree = TreeReader::new(&sources);
        let forms = read_forms(root.items().expect("a list"), &design, &mut tree);
        (forms, tree.found.finish(&sources).0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_doctrine_says_what_units_of_a_type_do() {
        let (forms, told) = read(
            r#"[["doctrine", "careful", ["repair-percent", 80], ["construction-run", 2, ["u*", 3], [["tank"], 4]], ["locked", true]],
                ["doctrine", 7]]"#,
        );
        assert_eq!(told, [""; 0]);
        let doctrines: Vec<&NamedDoctrine> = forms.iter().filter_map(Form::doctrine).collect();
        let careful = Doctrine { repair_percent: 80, construction_run: 3, is_locked: true, ..Doctrine::default() };
        assert_eq!(doctrines[0].of(UnitType(1)), careful);
        assert_eq!(doctrines[0].of(UnitType(0)).construction_run, 4, "the last number holds");
        assert_eq!(doctrines[1].of(UnitType(0)), Doctrine::default());
        let called = |name: Atom| doctrines.iter().map(|known| known.is_called(&name)).collect::<Vec<_>>();
        assert_eq!(called(Atom::Text("careful".to_owned())), [true, false]);
        assert_eq!((called(Atom::Int(7)), called(Atom::List(Vec::new()))), (vec![false, true], vec![false, false]));
    }

    #[test]
    fn faults_of_a_doctrine_are_reported_with_their_place() {
        let (_, told) = read(
            "[[\"doctrine\"],\n[\"doctrine\", \"a\", [\"repair-percent\", \"high\"], [\"locked\"]],\n\
             [\"doctrine\", \"b\", [\"construction-run\", [\"tnak\", 3]],\n[\"repair-percnet\", 3], \"locked\"]]",
        );
        let expected = [
            "f.ron:1:3: error[missing-part]: a doctrine has no symbol and no number",
            "f.ron:2:38: error[wrong-kind]: `repair-percent` cannot be this: found high, expected a whole number",
            "f.ron:2:48: error[missing-part]: `locked` has no value",
            "f.ron:3:41: error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
            "f.ron:4:2: error[unknown-property]: doctrines have no property `repair-percnet`; did you mean `repair-percent`?",
            "f.ron:4:24: error[wrong-kind]: a property is a list such as (title \"Riches\"): found locked",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn dominance_names_what_must_be_held_and_for_how_long() {
        let (forms, told) = read(r#"[["scorekeeper", ["do", ["dominance", ["tank", "boat"], 60, 5]]]]"#);
        assert_eq!(told, [""; 0]);
        let types = UnitTypes::These(vec![UnitType(0), UnitType(1)]);
        let wanted = Dominance { types, percent: 60, turns: 5 };
        assert_eq!(forms[0].scorekeeper().and_then(Scorekeeper::dominance), Some(&wanted));
    }

    #[test]
    fn faults_of_dominance_are_reported_with_their_place() {
        let told_of = |rest: &str| read(&format!("[[\"scorekeeper\", {rest}]]")).1.join("\n");
        let does = |body: &str| told_of(&format!("[\"do\", {body}]"));
        let expected = "expected (dominance types percent turns), such as (dominance (city town) 60 5)";
        for (body, message) in [
            (r#""dominance""#, &*format!("error[wrong-arity]: `dominance` has too few or too many parts: {expected}")),
            (
                r#"["dominance", "tank", 60]"#,
                &*format!("error[wrong-arity]: `(dominance tank 60)` has too few or too many parts: {expected}"),
            ),
            (
                r#"["dominance", "tnak", 60, 5]"#,
                "error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
            ),
            (
                r#"["dominance", [], 60, 5]"#,
                "error[no-types]: dominance names no unit types: expected types, such as (city town)",
            ),
            (
                r#"["dominance", "tank", 50, 5]"#,
                "error[out-of-range]: dominance cannot have a share in percent of `50`: expected a whole number from 51 to 100",
            ),
            (
                r#"["dominance", "tank", 60, 0]"#,
                "error[out-of-range]: dominance cannot have a number of turns of `0`: expected a whole number from 1 to 1000",
            ),
            (
                r#"["if", ["=", "turn", 3], ["dominance", "tank", 60, 5]]"#,
                "error[wrong-place]: dominance stands alone in `do`, in no other form",
            ),
            (
                r#"["dominance", "tank", 60, 5], "end""#,
                "error[wrong-place]: a scorekeeper of dominance does nothing else: give what else there is a scorekeeper of its own",
            ),
        ] {
            let told = does(body);
            assert!(told.starts_with("f.ron:1:") && told.ends_with(message), "{body}: {told}");
        }
        for more in [r#"["when", "after-action"]"#, r#"["when", ["after-turn", [">", "turn", 3]]]"#] {
            let told = told_of(&format!(r#"["do", ["dominance", "tank", 60, 5]], {more}"#));
            assert!(told.contains("error[wrong-place]: dominance counts turns in a row: its `when` can be"), "{told}");
        }
        let told = told_of(r#"["do", ["dominance", "tank", 60, 5]], ["initial-score", 4]"#);
        assert!(told.contains("it has no `initial-score`"), "{told}");
        assert_eq!(told_of(r#"["do", ["dominance", "u*", 60, 5]], ["when", ["after-turn", 9]]"#), "");
    }

    #[test]
    fn a_game_in_progress_lists_its_dead_and_the_seat_to_act() {
        let (forms, told) = read(
            r#"[["exu", 5, "boat", 3, 4, 2], ["exu", 6, "tank"], ["exu", 7, "tnak"], ["floor", 1, 16, 0, [1, 0]], ["floor", 1]]"#,
        );
        assert_eq!(told, [""; 0]);
        let dead = |id, kind, side| FormContent::DeadUnit(DeadUnit { id, kind: UnitType(kind), side });
        let seat = ActingSeat { seat: 1, actions_left: 16, level: 0, worked: vec![1, 0] };
        let content: Vec<FormContent> = forms.into_iter().map(|form| form.content).collect();
        let expected =
            [dead(5, 1, 2), dead(6, 0, 0), FormContent::Other, FormContent::ActingSeat(seat), FormContent::Other];
        assert_eq!(content, expected);
    }

    #[test]
    fn a_vault_is_drawn_by_its_glyphs_and_its_legend() {
        let (forms, told) = read(
            r#####"[["vault", "hall", ["rows", "####", "+,.t", "### "], ["legend", ["t", "tank"]], ["levels", 2, 4], ["weight", 3]],
                ["vault", "cell", ["rows", "."]]]"#####,
        );
        assert_eq!(told, [""; 0]);
        let vaults: Vec<&Vault> = forms.iter().filter_map(Form::vault).collect();
        assert_eq!((&*vaults[0].name, vaults[0].levels, vaults[0].weight), ("hall", (2, 4), 3));
        let row = [VaultCell::Door, VaultCell::Passage, VaultCell::Room, VaultCell::Unit(UnitType(0))];
        assert_eq!((vaults[0].rows[1].as_slice(), vaults[0].rows[2][3]), (&row[..], VaultCell::AsItIs));
        assert!(vaults[0].is_way_in(1, 0) && !vaults[0].is_way_in(1, 1));
        assert_eq!((vaults[1].levels, vaults[1].weight), ((1, i32::MAX), 10));
    }

    #[test]
    fn faults_of_a_vault_are_reported_with_their_place() {
        let (forms, told) = read(
            "[[\"vault\"],\n[\"vault\", \"a\"],\n[\"vault\", \"b\", [\"rows\", \"###\", \"#.#\", \"###\"], [\"weigth\", 3]],\n\
             [\"vault\", \"c\", [\"rows\", \"#?#\", \"..\"], [\"legend\", [\".\", \"tank\"], [\"D\", \"tnak\"], \"x\"]],\n\
             [\"vault\", \"d\", [\"rows\", \".#.#\", \"####\", \"#.##\", \"####\"], [\"levels\", 3, 2], [\"weight\", -1]]]",
        );
        let expected = [
            "f.ron:1:3: error[missing-part]: a vault has no name",
            "f.ron:2:2: error[missing-part]: the vault `a` has no `rows`",
            "f.ron:3:17: error[no-way-in]: the vault `b` has no way in: expected `+`, `.` or `,` at its rim, or beside a space",
            "f.ron:3:48: error[unknown-property]: vaults have no part `weigth`; did you mean `weight`?",
            "f.ron:4:25: error[unknown-glyph]: the legend does not say what `?` is: expected `#`, `.`, `,`, `+`, a space, or a \
             glyph of its legend",
            "f.ron:4:32: error[uneven-rows]: this row has 2 glyphs, the first one 3: expected rows of one length",
            "f.ron:4:51: error[wrong-kind]: `.` means the same in every vault",
            "f.ron:4:71: error[unknown-type]: there is no type of terrain or units `tnak`; did you mean `tank`?",
            "f.ron:4:80: error[wrong-kind]: an entry of a legend is a glyph and a type: found x, expected [\"~\", \"water\"]",
            "f.ron:5:17: error[no-way-in]: no way leads out of row 3, column 2 of the vault `d`: expected floor from there to a \
             `+`, `.` or `,` at its rim",
            "f.ron:5:59: error[wrong-kind]: `levels` of a vault are no two levels: expected the first level and the last one, \
             counted from 1",
            "f.ron:5:77: error[out-of-range]: `weight` of a vault cannot be this: expected a whole number from 0 to 10000",
        ];
        assert_eq!(told, expected);
        assert!(forms.iter().all(|form| form.vault().is_none()));
    }
}
