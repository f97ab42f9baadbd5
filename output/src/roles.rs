//! What types mean to other programs: roles of terrain, units and lines, and the codes that a format has for them.
//!
//! A type has the role that the design says (`"exports": { "roles": { "terrain": { "fen": "swamp" } } }`); else the one of its name, as
//! far as its properties allow it (`data/roles.ron`); else the one that suits what it is and can do, by the same rules as in pictures.
//!
//! A format has a file `data/TARGET.ron` with a code for each role: a [`RoleTable`]. A design can give a type a code of its own:
//! `"exports": { "TARGET": { "terrain": { "fen": "s" } } }`. [`Codes`] finds the code of each type.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use design::{Design, EXPORTS, TerrainType, TypeId, UnitType};
use diagnostics::{Diagnostics, Node, Sources, Text, TreeReader, read_tree};
use world::travel::{can_enter, is_mobile};

use crate::map::Icon;
use crate::palette::Role as Look;

/// One of the three kinds of roles. What reads files knows a role by its number among those of its kind, so that it is compiled once.
#[derive(Clone, Copy)]
struct RoleKind {
    /// The section of a file.
    section: &'static str,
    /// The words of all roles, in their order.
    words: &'static [&'static str],
}

macro_rules! roles {
    ($(#[$doc:meta])* $name:ident in $section:literal { $($(#[$role_doc:meta])* $role:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$role_doc])* $role,)* }

        impl $name {
            const KIND: RoleKind = RoleKind { section: $section, words: &[$($word),*] };
            const ALL: &'static [$name] = &[$($name::$role),*];

            /// Its word in files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$role => $word),* }
            }
        }
    };
}

roles! {
    /// What a terrain type that fills cells is to other programs.
    TerrainRole in "terrain" {
        /// Water that only ships cross.
        DeepWater = "deep-water",
        /// Water near coasts.
        ShallowWater = "shallow-water",
        /// Water within land.
        Lake = "lake",
        /// Open land, neither wet nor dry.
        Plains = "plains",
        /// Green open land.
        Grassland = "grassland",
        /// Trees.
        Forest = "forest",
        /// Hot and wet woods.
        Jungle = "jungle",
        /// High and open.
        Hills = "hills",
        /// High and steep.
        Mountains = "mountains",
        /// Dry.
        Desert = "desert",
        /// Low and wet.
        Swamp = "swamp",
        /// Cold and open.
        Tundra = "tundra",
        /// Ice and snow.
        Ice = "ice",
        /// Ground that somebody made: floors, streets.
        Floor = "floor",
        /// Houses, wall to wall.
        Buildings = "buildings",
        /// What nobody enters.
        Wall = "wall",
        /// Nothing between stars.
        Space = "space",
    }
}

roles! {
    /// What a unit type is to other programs.
    UnitRole in "units" {
        /// A great settlement, such as a capital.
        City = "city",
        /// A small one, or what else pays its owner.
        Town = "town",
        /// A place that is held, and no more.
        Fort = "fort",
        /// Troops on foot.
        Infantry = "infantry",
        /// Troops on horses, wheels and tracks.
        Armor = "armor",
        /// Guns and engines.
        Artillery = "artillery",
        /// What flies.
        Aircraft = "aircraft",
        /// What swims, or sails between stars.
        Ship = "ship",
        /// Anything else.
        Other = "other",
    }
}

roles! {
    /// What a terrain type that lies between, across or on cells is to other programs.
    LineRole in "lines" {
        /// Water that flows.
        River = "river",
        /// A road.
        Road = "road",
        /// A railway.
        Rail = "rail",
        /// A bar between cells.
        Wall = "wall",
        /// Anything else, such as a coating of snow.
        Other = "other",
    }
}

/// The sections of roles in files.
const SECTIONS: [&str; 3] = [TerrainRole::KIND.section, UnitRole::KIND.section, LineRole::KIND.section];
/// The entry of a design's section that gives roles.
const ROLES: &str = "roles";

/// The role of a word; a fault if it has none.
fn read_role(of: RoleKind, node: &Node, what: &str, tree: &mut TreeReader<'_>) -> Option<usize> {
    let Some(word) = node.text() else {
        tree.wrong(node, what, format!("a role: {}", of.words.join(", ")));
        return None;
    };
    let found = of.words.iter().position(|known| *known == word);
    if found.is_none() {
        tree.unknown("unknown-role", "role", &Text { text: word.to_owned(), span: node.span }, of.words);
    }
    found
}

/// The roles that words of names tell: `data/roles.ron`.
struct NamedRoles {
    terrain: Vec<(String, usize)>,
    units: Vec<(String, usize)>,
    lines: Vec<(String, usize)>,
}

static NAMED: LazyLock<NamedRoles> = LazyLock::new(|| {
    let read = read_file("roles.ron", include_str!("../data/roles.ron"), |root, tree| {
        tree.map_of(root, "the file", &SECTIONS);
        NamedRoles {
            terrain: named(TerrainRole::KIND, root, tree),
            units: named(UnitRole::KIND, root, tree),
            lines: named(LineRole::KIND, root, tree),
        }
    });
    read.unwrap_or_else(|found| panic!("our own file is sound: {found:?}"))
});

fn named(of: RoleKind, root: &Node, tree: &mut TreeReader<'_>) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for (role, word) in of.words.iter().enumerate() {
        let names = root.get(of.section).and_then(|section| section.get(word));
        let names = tree.text(names, &format!("`{word}`"));
        all.extend(names.split_whitespace().map(|name| (name.to_owned(), role)));
    }
    tree.map_of(root.get(of.section), &format!("`{}`", of.section), of.words);
    all
}

/// The role that a name tells, if the type can have it: by the whole name, or by its last word, which is the noun.
fn by_name(name: &str, known: &[(String, usize)], can: &dyn Fn(usize) -> bool) -> Option<usize> {
    let lower = name.to_lowercase();
    let find = |part: &str| {
        let is_it = |word: &str| part == word || part.strip_suffix('s') == Some(word);
        known.iter().find(|(word, role)| is_it(word) && can(*role)).map(|&(_, role)| role)
    };
    find(&lower).or_else(|| find(lower.rsplit(|letter: char| !letter.is_alphanumeric()).next()?))
}

fn read_file<T>(file: &str, text: &str, read: impl FnOnce(&Node, &mut TreeReader<'_>) -> T) -> Result<T, Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let root = read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let mut tree = TreeReader::new(&sources);
    let value = read(&root, &mut tree);
    let found = tree.found.finish(&sources);
    if found.has_errors() { Err(found) } else { Ok(value) }
}

/// Codes, by the numbers of roles or types.
type CodeMap = BTreeMap<usize, String>;

/// The codes that a format has for roles. A role without a code has no counterpart there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleTable {
    terrain: CodeMap,
    units: CodeMap,
    lines: CodeMap,
}

impl RoleTable {
    /// One of our own files, which is sound.
    ///
    /// # Panics
    /// If it is not: a test of the format says so.
    #[must_use]
    pub(crate) fn own(file: &str, text: &str) -> RoleTable {
        RoleTable::read(file, text).unwrap_or_else(|found| panic!("our own file is sound: {found:?}"))
    }

    /// Reads the text of a file: `{ "terrain": { "deep-water": ":", .. }, "units": { .. }, "lines": { .. } }`.
    ///
    /// # Errors
    /// All its faults, each with its place.
    pub fn read(file: &str, text: &str) -> Result<RoleTable, Diagnostics> {
        read_file(file, text, |root, tree| {
            tree.map_of(root, "the file", &SECTIONS);
            RoleTable {
                terrain: read_codes(TerrainRole::KIND, root, tree),
                units: read_codes(UnitRole::KIND, root, tree),
                lines: read_codes(LineRole::KIND, root, tree),
            }
        })
    }
}

fn read_codes(of: RoleKind, root: &Node, tree: &mut TreeReader<'_>) -> CodeMap {
    let entries = tree.map_of(root.get(of.section), &format!("`{}`", of.section), of.words);
    let mut codes = BTreeMap::new();
    for (word, node) in entries {
        if let Some(role) = of.words.iter().position(|known| *known == word.text) {
            codes.insert(role, tree.line(node, &format!("the code of `{}`", word.text)));
        }
    }
    codes
}

/// Terrain that fills cells; and lines, which do not.
fn is_line(design: &Design, kind: TerrainType) -> bool {
    design.cell_terrain().all(|other| other != kind)
}

/// What a design says of its types, for one kind of roles: values by the names of types.
fn entries<'n>(
    of: RoleKind,
    design: &Design,
    root: &'n Node,
    what: &str,
    tree: &mut TreeReader<'_>,
) -> Vec<(usize, &'n Node)> {
    let is_known = |name: &str| match of.section {
        "units" => design.find::<UnitType>(name).map(TypeId::index),
        section => {
            let kind = design.find::<TerrainType>(name)?;
            (is_line(design, kind) == (section == LineRole::KIND.section)).then(|| kind.index())
        }
    };
    let names: Vec<&str> = match of.section {
        "units" => design.unit_types().map(|kind| design.name_of(kind)).collect(),
        _ => design
            .ids::<TerrainType>()
            .map(|kind| design.name_of(kind))
            .filter(|name| is_known(name).is_some())
            .collect(),
    };
    let mut found = Vec::new();
    for (name, node) in tree.map(root.get(of.section), &format!("`{}` of {what}", of.section)) {
        match is_known(&name.text) {
            Some(index) => found.push((index, node)),
            None => tree.unknown("unknown-type", &format!("type in `{}` of {what}:", of.section), name, &names),
        }
    }
    found
}

/// What the section `exports` of a design says.
#[derive(Default)]
struct Exports {
    /// The numbers of types with those of their roles.
    terrain: Vec<(usize, usize)>,
    units: Vec<(usize, usize)>,
    lines: Vec<(usize, usize)>,
    /// Codes of terrain and lines, and of units, by format.
    codes: Vec<(String, [CodeMap; 2])>,
}

impl Exports {
    /// What it says of roles and to the formats of these names.
    fn read(design: &Design, formats: &[&str]) -> (Exports, Diagnostics) {
        let Some(section) = design.sections.get(EXPORTS) else { return Default::default() };
        section.read(|root, tree| {
            let mut exports = Exports::default();
            for (name, node) in root.entries().unwrap_or_default() {
                let what = format!("`{}`", name.text);
                if name.text == ROLES {
                    exports.terrain = read_roles(TerrainRole::KIND, design, node, &what, tree);
                    exports.units = read_roles(UnitRole::KIND, design, node, &what, tree);
                    exports.lines = read_roles(LineRole::KIND, design, node, &what, tree);
                } else if formats.contains(&name.text.as_str()) {
                    let mut codes = [CodeMap::new(), CodeMap::new()];
                    for (at, of) in [(0, TerrainRole::KIND), (0, LineRole::KIND), (1, UnitRole::KIND)] {
                        for (index, node) in entries(of, design, node, &what, tree) {
                            codes[at].insert(index, tree.line(node, "a code"));
                        }
                    }
                    exports.codes.push((name.text.clone(), codes));
                } else {
                    let known: Vec<&str> = [ROLES].into_iter().chain(formats.iter().copied()).collect();
                    tree.unknown("unknown-format", "format", name, &known);
                    continue;
                }
                tree.map_of(node, &what, &SECTIONS);
            }
            exports
        })
    }
}

fn read_roles(
    of: RoleKind,
    design: &Design,
    root: &Node,
    what: &str,
    tree: &mut TreeReader<'_>,
) -> Vec<(usize, usize)> {
    let mut roles = Vec::new();
    for (index, node) in entries(of, design, root, what, tree) {
        roles.extend(read_role(of, node, "a role", tree).map(|role| (index, role)));
    }
    roles
}

/// The role that a design gives a type; of several the last.
fn given<R: Copy>(roles: &[(usize, usize)], index: usize, all: &[R]) -> Option<R> {
    roles.iter().rfind(|(of, _)| *of == index).map(|&(_, role)| all[role])
}

/// What is wrong with the section `exports` of a design, where these are the names of all formats.
pub(crate) fn check_exports_to(design: &Design, formats: &[&str]) -> Diagnostics {
    Exports::read(design, formats).1
}

/// The roles of all types of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    terrain: Vec<TerrainRole>,
    units: Vec<UnitRole>,
    lines: Vec<LineRole>,
}

impl Roles {
    /// Those of a design.
    #[must_use]
    pub fn new(design: &Design) -> Roles {
        Roles::with(design, &Exports::read(design, &[]).0)
    }

    fn with(design: &Design, exports: &Exports) -> Roles {
        let icons = Icon::all(design);
        let terrain = |kind: TerrainType| {
            let own = given(&exports.terrain, kind.index(), TerrainRole::ALL);
            own.unwrap_or_else(|| terrain_role(design, kind))
        };
        let unit = |kind: UnitType| {
            let own = given(&exports.units, kind.index(), UnitRole::ALL);
            own.unwrap_or_else(|| unit_role(design, kind, icons[kind.index()]))
        };
        let line = |kind: TerrainType| {
            let own = given(&exports.lines, kind.index(), LineRole::ALL);
            own.unwrap_or_else(|| line_role(design, kind))
        };
        Roles {
            terrain: design.ids::<TerrainType>().map(terrain).collect(),
            units: design.unit_types().map(unit).collect(),
            lines: design.ids::<TerrainType>().map(line).collect(),
        }
    }

    /// The role of a terrain type that fills cells.
    #[must_use]
    pub fn terrain(&self, kind: TerrainType) -> TerrainRole {
        self.terrain[kind.index()]
    }

    /// The role of a unit type.
    #[must_use]
    pub fn unit(&self, kind: UnitType) -> UnitRole {
        self.units[kind.index()]
    }

    /// The role of a terrain type of borders, connections or coatings.
    #[must_use]
    pub fn line(&self, kind: TerrainType) -> LineRole {
        self.lines[kind.index()]
    }
}

fn terrain_role(design: &Design, kind: TerrainType) -> TerrainRole {
    let is_water = |role| matches!(role, TerrainRole::DeepWater | TerrainRole::ShallowWater | TerrainRole::Lake);
    let can = |role: usize| is_water(TerrainRole::ALL[role]) == design.is_liquid(kind);
    if let Some(role) = by_name(design.name_of(kind), &NAMED.terrain, &can) {
        return TerrainRole::ALL[role];
    }
    let mut travellers = design.unit_types().filter(|&unit| is_mobile(design, unit)).peekable();
    let is_closed = travellers.peek().is_some() && !travellers.any(|unit| can_enter(design, unit, kind));
    match Look::of(design, kind) {
        Look::Sea | Look::River => TerrainRole::DeepWater,
        Look::Shallows => TerrainRole::ShallowWater,
        Look::Space => TerrainRole::Space,
        Look::Roofs => TerrainRole::Buildings,
        _ if is_closed => TerrainRole::Wall,
        Look::Wetland => TerrainRole::Swamp,
        Look::Plain | Look::Fields => TerrainRole::Plains,
        Look::Arid => TerrainRole::Desert,
        Look::Forest => TerrainRole::Forest,
        Look::Hills => TerrainRole::Hills,
        Look::Mountains => TerrainRole::Mountains,
        Look::Ice => TerrainRole::Ice,
        Look::Floor | Look::Road => TerrainRole::Floor,
        Look::Wall => TerrainRole::Wall,
    }
}

fn unit_role(design: &Design, kind: UnitType, icon: Icon) -> UnitRole {
    let has_water = design.cell_terrain().any(|ground| design.is_liquid(ground));
    let swims = || design.cell_terrain().any(|ground| design.is_liquid(ground) && can_enter(design, kind, ground));
    let can = |role: usize| match UnitRole::ALL[role] {
        UnitRole::City | UnitRole::Town | UnitRole::Fort => !is_mobile(design, kind),
        UnitRole::Ship => is_mobile(design, kind) && (!has_water || swims()),
        UnitRole::Infantry | UnitRole::Armor | UnitRole::Artillery | UnitRole::Aircraft => is_mobile(design, kind),
        UnitRole::Other => true,
    };
    let named = by_name(design.name_of(kind), &NAMED.units, &can).map(|role| UnitRole::ALL[role]);
    named.unwrap_or(match icon {
        Icon::City => UnitRole::City,
        Icon::Town | Icon::Planet | Icon::Hoard => UnitRole::Town,
        Icon::Fort => UnitRole::Fort,
        Icon::Infantry | Icon::Builder => UnitRole::Infantry,
        Icon::Armor | Icon::Cavalry | Icon::Truck => UnitRole::Armor,
        Icon::Artillery => UnitRole::Artillery,
        Icon::Aircraft => UnitRole::Aircraft,
        // What flies to its goal is an aircraft elsewhere; what lies in wait is none of these.
        Icon::Bomb if is_mobile(design, kind) => UnitRole::Aircraft,
        Icon::Ship | Icon::Freighter | Icon::Carrier | Icon::Starship => UnitRole::Ship,
        Icon::Bomb | Icon::Monster | Icon::Letter(_) | Icon::Asteroid | Icon::Rubble | Icon::Thing(_) => {
            UnitRole::Other
        }
    })
}

fn line_role(design: &Design, kind: TerrainType) -> LineRole {
    let look = Look::of(design, kind);
    let can = |role: usize| (LineRole::ALL[role] == LineRole::River) == (look == Look::River);
    let named = by_name(design.name_of(kind), &NAMED.lines, &can).map(|role| LineRole::ALL[role]);
    named.unwrap_or(match look {
        Look::River => LineRole::River,
        Look::Road => LineRole::Road,
        Look::Wall => LineRole::Wall,
        _ => LineRole::Other,
    })
}

/// The codes that types of a design have in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes {
    terrain: Vec<Option<String>>,
    /// Whether the design itself gives the code of a terrain type.
    is_own: Vec<bool>,
    by_role: CodeMap,
    units: Vec<Option<String>>,
}

impl Codes {
    /// Those of a design: its own codes for the format of this name, else those of its types' roles.
    #[must_use]
    pub fn new(design: &Design, format: &str, table: &RoleTable) -> Codes {
        let (exports, _) = Exports::read(design, &[format]);
        let none = Default::default();
        let own = exports.codes.iter().rfind(|(of, _)| of == format);
        let [own_terrain, own_units] = own.map_or(&none, |(_, codes)| codes);
        let roles = Roles::with(design, &exports);
        let terrain = |kind: TerrainType| {
            let of_role = || match is_line(design, kind) {
                true => table.lines.get(&(roles.line(kind) as usize)).cloned(),
                false => table.terrain.get(&(roles.terrain(kind) as usize)).cloned(),
            };
            own_terrain.get(&kind.index()).cloned().or_else(of_role)
        };
        let unit = |kind: UnitType| {
            own_units.get(&kind.index()).cloned().or_else(|| table.units.get(&(roles.unit(kind) as usize)).cloned())
        };
        Codes {
            terrain: design.ids::<TerrainType>().map(terrain).collect(),
            is_own: design.ids::<TerrainType>().map(|kind| own_terrain.contains_key(&kind.index())).collect(),
            by_role: table.terrain.clone(),
            units: design.unit_types().map(unit).collect(),
        }
    }

    /// The code of a terrain type on a cell where it has this role; the design's own code for the type stays. `None` if it has no
    /// counterpart.
    #[must_use]
    pub fn terrain_as(&self, kind: TerrainType, role: TerrainRole) -> Option<&str> {
        if self.is_own[kind.index()] {
            return self.terrain(kind);
        }
        self.by_role.get(&(role as usize)).map(String::as_str)
    }

    /// The code of a terrain type, whether it fills cells or is a line; `None` if it has no counterpart.
    #[must_use]
    pub fn terrain(&self, kind: TerrainType) -> Option<&str> {
        self.terrain[kind.index()].as_deref()
    }

    /// The code of a unit type; `None` if it has no counterpart.
    #[must_use]
    pub fn unit(&self, kind: UnitType) -> Option<&str> {
        self.units[kind.index()].as_deref()
    }
}

#[cfg(test)]
mod tests {
    use design::Known;

    use super::*;
    use crate::check_exports;

    fn read(text: &str) -> Design {
        formats::read_design("t", "t.ron", text, &|_| None, &Known::default())
            .unwrap_or_else(|found| panic!("{found:?}"))
            .0
    }

    fn told(found: &Diagnostics) -> Vec<String> {
        found.0.iter().map(ToString::to_string).collect()
    }

    const TABLE: &str = r#"{
  "terrain": { "swamp": "s", "plains": "p", "deep-water": ":", "forest": "f" },
  "units": { "city": "c", "infantry": "Warriors" },
  "lines": { "river": "r" },
}"#;

    fn design(exports: &str) -> Design {
        read(&format!(
            r#"{{ "terrain": {{ "fen": {{}}, "plains": {{}}, "sea": {{ "liquid": true }}, "brook": {{ "subtype": "border", "subtype-x": "river-x" }} }},
            "units": {{ "city": {{ "acp-to-move": 0, "speed": 0 }}, "foot": {{ "acp-per-turn": 1 }} }},
            "exports": {{ {exports} }} }}"#
        ))
    }

    #[test]
    fn a_type_has_the_code_of_its_role_or_the_one_that_the_design_says() {
        let table = RoleTable::read("x.ron", TABLE).unwrap();
        let codes = |exports: &str| {
            let design = design(exports);
            assert_eq!(told(&check_exports(&design)), [""; 0], "{exports}");
            let codes = Codes::new(&design, "png", &table);
            let terrain: Vec<_> = design.ids().map(|kind| codes.terrain(kind).unwrap_or("-").to_owned()).collect();
            let units: Vec<_> = design.unit_types().map(|kind| codes.unit(kind).unwrap_or("-").to_owned()).collect();
            format!("{} {}", terrain.join(""), units.join(" "))
        };
        assert_eq!(codes(""), "sp:r c Warriors");
        assert_eq!(
            codes(r#""roles": { "terrain": { "fen": "forest" }, "lines": { "brook": "wall" } }"#),
            "fp:- c Warriors"
        );
        assert_eq!(codes(r#""roles": { "units": { "foot": "ship", "city": "infantry" } }"#), "sp:r Warriors -");
        assert_eq!(
            codes(r#""png": { "terrain": { "fen": "x" }, "lines": { "brook": "y" }, "units": { "foot": "z" } }"#),
            "xp:y c z"
        );
        assert_eq!(codes(r#""gdl": { "terrain": { "fen": "x" } }"#), "sp:r c Warriors", "that is another format");
    }

    #[test]
    fn faults_of_tables_and_of_sections_have_places() {
        let of_table = |text: &str| told(&RoleTable::read("x.ron", text).unwrap_err());
        assert_eq!(
            of_table(r#"{ "terrain": { "swmp": "s" } }"#),
            ["x.ron:1:16: error[unknown-entry]: `terrain` has no `swmp`; did you mean `swamp`?"]
        );
        assert_eq!(
            of_table(r#"{ "terain": {}, "units": { "city": 3 } }"#),
            [
                "x.ron:1:3: error[unknown-entry]: the file has no `terain`; did you mean `terrain`?",
                "x.ron:1:36: error[wrong-kind]: the code of `city` cannot be this: found 3, expected a text in quotes",
            ]
        );
        let of_design = |exports: &str| {
            let found = told(&check_exports(&design(exports)));
            found.into_iter().map(|told| told.split_once("error").unwrap().1.to_owned()).collect::<Vec<_>>()
        };
        for (exports, expected) in [
            (
                r#""roles": { "terrain": { "fen": "swmp" } }"#,
                "[unknown-role]: unknown role `swmp`; did you mean `swamp`?",
            ),
            (
                r#""roles": { "terrain": { "fenn": "swamp" } }"#,
                "[unknown-type]: unknown type in `terrain` of `roles`: `fenn`; did you mean `fen`?",
            ),
            // A river fills no cells.
            (
                r#""roles": { "terrain": { "brook": "swamp" } }"#,
                "[unknown-type]: unknown type in `terrain` of `roles`: `brook`: expected one of fen, plains, sea",
            ),
            (r#""roles": { "unit": {} }"#, "[unknown-entry]: `roles` has no `unit`; did you mean `units`?"),
            (r#""role": {}"#, "[unknown-format]: unknown format `role`; did you mean `roles`?"),
        ] {
            assert_eq!(of_design(exports), [expected], "{exports}");
        }
        let place = &check_exports(&design(r#""roles": { "terrain": { "fen": 3 } }"#)).0[0].to_string();
        assert!(place.starts_with("t.ron:3:") && place.contains("expected a role: deep-water, "), "{place}");
    }

    #[test]
    fn names_count_only_where_properties_allow_them() {
        let design = read(
            r#"{ "terrain": { "forest-lake": { "liquid": true }, "dead-sea": {}, "salt-lake": {}, "pine-woods": {} },
            "units": { "city-guard": { "acp-per-turn": 1 }, "guard-city": { "acp-to-move": 0 }, "frigate": { "acp-per-turn": 1 } },
            "tables": { "vanishes-on": { "frigate": { "forest-lake": true } } } }"#,
        );
        let roles = Roles::new(&design);
        let terrain: Vec<_> = design.cell_terrain().map(|kind| roles.terrain(kind)).collect();
        assert_eq!(terrain, [TerrainRole::Lake, TerrainRole::Plains, TerrainRole::Plains, TerrainRole::Forest]);
        let units: Vec<_> = design.unit_types().map(|kind| roles.unit(kind)).collect();
        assert_eq!(units[..2], [UnitRole::Infantry, UnitRole::City]);
        assert_ne!(units[2], UnitRole::Ship, "it goes on land alone");
    }
}
