//! The forms of GDL: what each is for, in a sentence, and how it is written. Sources: `gdl-reference` 3 to 14, and the seeds.

/// A form of GDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GdlForm {
    /// The word that it begins with.
    pub name: &'static str,
    /// How it is written; `..` stands for more of the same.
    pub syntax: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// A form as a file has it.
    pub example: &'static str,
}

const fn form(name: &'static str, syntax: &'static str, meaning: &'static str, example: &'static str) -> GdlForm {
    GdlForm { name, syntax, meaning, example }
}

/// All forms that Fairmarch reads, without those of units, which may begin with the name of a unit type.
pub const FORMS: &[GdlForm] = &[
    form(
        "game-module",
        "(game-module [\"NAME\"] (PROPERTY VALUE) ..)",
        "describes the game: title, blurb, instructions, notes, variants, the module that it is based on",
        "(game-module \"voyage\" (title \"Voyage\") (base-module \"standard\"))",
    ),
    form(
        "include",
        "(include NAME [(VARIANT VALUE) ..])",
        "reads another module at this place, once, and sets some of its variants",
        "(include \"ng-weird\")",
    ),
    form("define", "(define SYMBOL VALUE)", "gives a value a name", "(define ground-types (plains forest hills))"),
    form("undefine", "(undefine SYMBOL)", "takes a name away again", "(undefine ground-types)"),
    form(
        "set",
        "(set NAME VALUE)",
        "sets a global variable, or a name that was defined before; a list wants a quote before it",
        "(set see-all true)",
    ),
    form(
        "if",
        "(if TEST) .. (else) .. (end-if)",
        "reads what follows only if the test is 1; these forms do not nest",
        "(if (> sides 2)) (set alliance 1) (end-if)",
    ),
    form(
        "else",
        "(else)",
        "turns the reading of an `if` round: what was left out is read, and the other way round",
        "(else)",
    ),
    form("end-if", "(end-if)", "ends what an `if` began", "(end-if)"),
    form(
        "print",
        "(print FORM)",
        "prints a form while the game is read: the value of a symbol, the entries of a table that is named, any other form as it stands",
        "(print u*)",
    ),
    form(
        "unit-type",
        "(unit-type SYMBOL (PROPERTY VALUE) ..)",
        "makes a type of unit; types count from 0 in the order in which they are made",
        "(unit-type infantry (acp-per-turn 1) (hp-max 4))",
    ),
    form(
        "material-type",
        "(material-type SYMBOL (PROPERTY VALUE) ..)",
        "makes a type of material, such as fuel",
        "(material-type fuel (help \"what trucks burn\"))",
    ),
    form(
        "terrain-type",
        "(terrain-type SYMBOL (PROPERTY VALUE) ..)",
        "makes a type of terrain: of cells, borders, connections or coatings, by its subtype",
        "(terrain-type sea (liquid true) (elevation-max 0))",
    ),
    form(
        "advance-type",
        "(advance-type SYMBOL (PROPERTY VALUE) ..)",
        "makes an advance that a side can do research on",
        "(advance-type bronze (rp 40))",
    ),
    form(
        "add",
        "(add TYPES PROPERTY VALUES)",
        "sets a property of types that were made before: one value for all of them, a list with one for each, or a quoted list that each \
         gets whole",
        "(add (infantry armor) speed (100 200))",
    ),
    form(
        "table",
        "(table NAME [add] VALUE (ROWS COLUMNS VALUE) ..)",
        "fills a table of pairs of types; later parts stand above earlier ones, and `add` keeps what was there",
        "(table hit-chance 30 (armor infantry 60))",
    ),
    form(
        "world",
        "(world [CIRCUMFERENCE] (PROPERTY N) ..)",
        "says what holds for the whole planet: its circumference in cells, the length of its day and year",
        "(world 360 (day-length 24))",
    ),
    form(
        "area",
        "(area [WIDTH [HEIGHT]] (LAYER ..) ..)",
        "says how large the map is, and gives its layers row by row from the north: terrain, people, elevations and so on",
        "(area 5 3 (terrain \"5a\" \"abbba\" \"5a\"))",
    ),
    form(
        "side",
        "(side [ID] [SYMBOL] (PROPERTY VALUE) ..)",
        "makes a side, or changes the one of that number",
        "(side 1 rome (name \"Rome\") (color \"red\"))",
    ),
    form(
        "side-defaults",
        "(side-defaults (PROPERTY VALUE) ..)",
        "says what each side has that is made after it",
        "(side-defaults (treasury (gold 100)))",
    ),
    form(
        "independent-units",
        "(independent-units (PROPERTY VALUE) ..)",
        "says how units behave that belong to nobody",
        "(independent-units (doctrines (u* idle)))",
    ),
    form(
        "player",
        "(player [ID] (PROPERTY VALUE) ..)",
        "says who plays a side: a person, or a program by its name",
        "(player 1 (ai-type-name \"mplayer\"))",
    ),
    form(
        "doctrine",
        "(doctrine SYMBOL (PROPERTY VALUE) ..)",
        "says when units look after themselves: at what part of their supply or hit points they turn back",
        "(doctrine careful (resupply-percent 60))",
    ),
    form(
        "unit",
        "(unit TYPE (PROPERTY VALUE) ..) or (TYPE X Y SIDE (PROPERTY VALUE) ..)",
        "puts a unit on the map, or says more of one that is there",
        "(unit infantry (@ 3 4) (s 1) (n \"First\"))",
    ),
    form(
        "unit-defaults",
        "(unit-defaults [reset] (PROPERTY VALUE) ..)",
        "says what each unit has that is made after it",
        "(unit-defaults (s 1))",
    ),
    form(
        "namer",
        "(namer SYMBOL METHOD)",
        "makes a source of names: a list in random order, a list in its order, or a grammar",
        "(namer ships (random \"Argo\" \"Beagle\"))",
    ),
    form(
        "scorekeeper",
        "(scorekeeper [SYMBOL] (PROPERTY VALUE) ..)",
        "says what is a win, a loss or a score, when it is looked at, and for whom",
        "(scorekeeper (do last-side-wins))",
    ),
    form("exu", "(exu ..)", "tells of a unit that is no longer there, in a saved game", "(exu 12 (nb 3))"),
    form("evt", "(evt ..)", "tells what has happened, in a saved game", "(evt 3 capture 1 4 7)"),
    form(
        "imf",
        "(imf \"NAME\" ..)",
        "holds a family of pictures, pixel by pixel",
        "(imf \"sea\" ((8 8 tile) (mono \"ff00ff00ff00ff00\")))",
    ),
];

/// The words that forms begin with.
pub(crate) fn heads() -> impl Iterator<Item = &'static str> + Clone {
    FORMS.iter().map(|form| form.name)
}
