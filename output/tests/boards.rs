//! Boards in a terminal: what a window shows on every shape of area, and that it hides what a seat does not know.

use contract::{Chart, ChartWords, Course, CourseKind, Region, SeenPosition, Sight};
use fairmarch_output::{BoardStyle, terminal_board, terminal_position};
use grid::{Area, Cell, Shape};
use world::{Place, SideId, Unit};

use crate::sample::sample;

fn plain(columns: usize, lines: usize) -> BoardStyle {
    BoardStyle { columns, lines, ..BoardStyle::default() }
}

fn seen(shape: Shape, width: u32, height: u32) -> SeenPosition {
    SeenPosition { scenario: sample(shape, width, height, 1), sight: Vec::new() }
}

/// A text without its escapes.
fn letters(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| told + part.split_once('m').unwrap().1)
}

/// A board without what its legend tells of the brackets.
fn board_of(text: &str) -> String {
    text.replace("[ ]", "")
}

/// Some cells of an area: corners, edges, and what lies between.
fn some_cells(area: &Area) -> Vec<Cell> {
    let cells: Vec<Cell> = area.cells().collect();
    let step = cells.len() / 40 + 1;
    cells.iter().copied().step_by(step).chain(cells.last().copied()).collect()
}

#[test]
fn every_cell_of_every_shape_is_found_by_its_name() {
    for &shape in Shape::ALL {
        for (width, height) in [(3, 4), (9, 6), (12, 18)] {
            let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
            for cell in area.cells() {
                let name = area.cell_name(cell);
                assert_eq!(area.find_cell(&name), Some(cell), "{name} on {shape}");
                if shape.lattice() != grid::Lattice::Hex {
                    let (column, row) = area.column_row(cell);
                    assert_eq!(name, format!("{column},{row}"), "as rules of squares name them");
                }
            }
            for wrong in ["", "3", ",", "1,2,3", "a,1", "1,99999999999", "-2147483648,0", "1.5,2"] {
                assert_eq!(area.find_cell(wrong), None, "{wrong} on {shape}");
            }
        }
    }
    let bounded = Area::new(Shape::Square4, 9, 6).unwrap();
    assert_eq!((bounded.find_cell("9,0"), bounded.find_cell(" 8, 5 ")), (None, Some(Cell(53))));
}

#[test]
fn the_cursor_is_always_in_the_window_and_no_line_is_too_wide() {
    for &shape in Shape::ALL {
        let position = seen(shape, 30, 24);
        let area = position.scenario.world.area;
        for (columns, lines) in [(80, 24), (41, 11), (22, 5), (200, 60)] {
            for cell in some_cells(&area) {
                let text = terminal_board(&position, Some(cell), &plain(columns, lines));
                let name = format!("{} on {shape} in {columns}x{lines}:\n{text}", area.cell_name(cell));
                let board = board_of(&text);
                assert_eq!((board.matches('[').count(), board.matches(']').count()), (1, 1), "{name}");
                assert!(text.lines().count() <= lines, "{name}");
                assert!(text.lines().all(|line| line.chars().count() <= columns), "{name}");
                let in_colour = BoardStyle { has_colour: true, ..plain(columns, lines) };
                let in_colour = letters(&terminal_board(&position, Some(cell), &in_colour));
                let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
                assert_eq!(trimmed(&in_colour), trimmed(&text), "{name}");
            }
        }
        let text = terminal_board(&position, None, &plain(80, 24));
        assert!(!text.is_empty() && !text.contains('['), "{shape}");
    }
}

/// Reads the name of the cell in brackets as a person does: from the rulers.
fn read_from_rulers(text: &str, is_hex: bool) -> (i32, i32) {
    let lines: Vec<&str> = text.lines().collect();
    let line = lines.iter().find(|line| line.contains('[')).unwrap();
    let place = line.find('[').unwrap() + 1;
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.trim_start_matches('+').parse::<i32>().unwrap();
    // The last number of the ruler that is not to the right, and the cells from there.
    let ruler = lines[0];
    let mut starts = ruler.char_indices().filter(|&(at, glyph)| glyph != ' ' && (at == 0 || &ruler[at - 1..at] == " "));
    let from = starts.rfind(|&(at, _)| at <= place);
    let (at, ruled) = from.map(|(at, _)| (at, number(ruler[at..].split_whitespace().next().unwrap()))).unwrap();
    match is_hex {
        true => (number(words[3]) + ruled + (place - at) as i32 / 4, number(words[1])),
        false => (ruled + (place - at) as i32 / 3, number(words[0])),
    }
}

#[test]
fn rulers_name_each_cell_as_moves_do() {
    for &shape in Shape::ALL {
        let position = seen(shape, 30, 24);
        let area = position.scenario.world.area;
        let is_hex = shape.lattice() == grid::Lattice::Hex;
        for cell in some_cells(&area) {
            // A wide board begins with a number, or shows one before the cursor.
            let text = terminal_board(&position, Some(cell), &plain(120, 20));
            let (x, y) = read_from_rulers(&text, is_hex);
            assert_eq!(area.find_cell(&format!("{x},{y}")), Some(cell), "{x},{y} on {shape}:\n{text}");
            assert_eq!(y, area.oblique(cell).1);
        }
    }
}

/// Line and character at which two texts differ first.
fn first_difference(one: &str, other: &str) -> (usize, usize) {
    let lines = one.lines().zip(other.lines()).enumerate();
    let (line, (one, other)) = lines.into_iter().find(|(_, (one, other))| one != other).expect("they differ");
    (line, one.chars().zip(other.chars()).position(|(one, other)| one != other).expect("in a character"))
}

/// At full scale a unit stands where the rulers say; at a smaller one no farther away than its square of cells is wide.
#[test]
fn the_map_of_a_match_has_the_rulers_of_the_board() {
    for &shape in Shape::ALL {
        let mut scenario = seen(shape, 30, 24).scenario;
        let area = scenario.world.area;
        let is_hex = shape.lattice() == grid::Lattice::Hex;
        let unit = Unit { side: SideId(1), ..scenario.units[0].clone() };
        for (columns, lines, step) in [(100, 40, 1), (45, 40, 2), (100, 13, 2), (100, 9, 3)] {
            scenario.units.clear();
            let bare = terminal_position(&scenario, columns, lines, false);
            assert!(
                bare.lines().count() <= lines && bare.lines().all(|line| line.chars().count() <= columns),
                "{bare}"
            );
            for cell in some_cells(&area) {
                scenario.units = vec![Unit { place: Place::Cell(cell), ..unit.clone() }];
                let text = terminal_position(&scenario, columns, lines, false);
                let (line, place) = first_difference(&text, &bare);
                let row = text.lines().nth(line).unwrap();
                let words: Vec<&str> = row.split_whitespace().collect();
                let number = |word: &str| word.trim_start_matches('+').parse::<i32>().unwrap();
                let ruler = text.lines().next().unwrap();
                let is_start = |&(at, glyph): &(usize, char)| {
                    glyph != ' ' && (at == 0 || &ruler[at - 1..at] == " ") && at <= place
                };
                let (at, _) = ruler.char_indices().rfind(is_start).unwrap();
                let over = number(ruler[at..].split_whitespace().next().unwrap()) + (place - at) as i32 / 2 * step;
                let (x, y) = match is_hex {
                    true => (number(words[3]) + over, number(words[1])),
                    false => (over, number(words[0])),
                };
                let name = area.cell_name(cell);
                if step == 1 {
                    assert_eq!(area.find_cell(&format!("{x},{y}")), Some(cell), "{name} on {shape}:\n{text}");
                    let colours = terminal_position(&scenario, columns, lines, true);
                    assert_eq!(letters(&colours).lines().nth(line).unwrap().chars().nth(place), Some('1'), "{colours}");
                }
                let (true_x, true_y) = area.oblique(cell);
                let mut right = (x - true_x).abs();
                if area.wraps_x() {
                    right = right.rem_euclid(30).min((-right).rem_euclid(30));
                }
                assert!(
                    (0..step).contains(&(y - true_y)) && right < 2 * step,
                    "{x},{y} for {name} on {shape}:\n{text}"
                );
            }
        }
        // In dots too each line says its row, and there are no more of them than asked for.
        for (columns, lines) in [(45, 40), (100, 9)] {
            let dots = letters(&terminal_position(&scenario, columns, lines, true));
            let word = usize::from(is_hex);
            let row = |line: &str| line.split_whitespace().nth(word).unwrap().parse::<i32>().unwrap();
            let rows: Vec<i32> = dots.lines().skip(1).map(row).collect();
            assert!(rows.len() < lines && rows[0] == 23 && rows.is_sorted_by(|one, next| one > next), "{dots}");
            assert!(rows.last().is_some_and(|&last| last <= 4), "the south is shown: {dots}");
            assert!(dots.lines().all(|line| line.chars().count() <= columns), "{dots}");
        }
    }
    let scenario = seen(Shape::Rectangle, 30, 24).scenario;
    for (columns, lines) in [(0, 0), (12, 40), (80, 1)] {
        assert_eq!(terminal_position(&scenario, columns, lines, false), "");
    }
}

#[test]
fn nothing_is_told_of_unknown_cells() {
    for &shape in Shape::ALL {
        let mut position = seen(shape, 20, 16);
        let area = position.scenario.world.area;
        position.sight = vec![Sight::Unknown; area.len()];
        let text = terminal_board(&position, None, &BoardStyle { has_colour: true, ..plain(100, 30) });
        let told: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        assert!(told.chars().all(|c| c.is_ascii_digit() || "xy+-".contains(c)), "{shape}:\n{text}");
        let known = position.scenario.units.iter().find_map(|unit| unit.cell()).unwrap();
        position.sight[known.index()] = Sight::Remembered;
        let shown = terminal_board(&position, Some(known), &plain(100, 30));
        assert_ne!(
            shown,
            terminal_board(
                &SeenPosition { sight: vec![Sight::Unknown; area.len()], ..position },
                Some(known),
                &plain(100, 30)
            )
        );
    }
}

/// A design's `unseen-color` fills what a seat does not know, where there are colours at all.
#[test]
fn unknown_cells_have_the_colour_that_a_design_gives() {
    use design::parameters::find;
    use design::{Scope, Value};
    let mut position = seen(Shape::Square4, 9, 6);
    position.sight = vec![Sight::Unknown; position.scenario.world.area.len()];
    let styles = [true, false].map(|has_colour| BoardStyle { has_colour, ..plain(80, 24) });
    let boards = |position: &SeenPosition| styles.each_ref().map(|style| terminal_board(position, None, style));
    let ours = boards(&position);
    let mut design = (*position.scenario.design).clone();
    design.set_global(find(Scope::Global, "unseen-color").unwrap(), Value::Text("#0a141e".to_owned()));
    position.scenario.design = design.into();
    let theirs = boards(&position);
    assert!(theirs[0].contains("48;2;10;20;30") && !ours[0].contains("48;2;10;20;30"), "{}", theirs[0]);
    assert_eq!(ours[1], theirs[1]);
}

#[test]
fn several_units_are_shown_by_the_most_valuable_and_their_number() {
    let mut position = seen(Shape::Square4, 9, 6);
    let scenario = &mut position.scenario;
    let find = |name: &str| scenario.design.find::<design::UnitType>(name).unwrap();
    let (city, infantry, armor) = (find("city"), find("infantry"), find("armor"));
    scenario.units.clear();
    let mut put = |kind, x: u32, side| scenario.units.push(Unit::new(kind, Place::Cell(Cell(x)), SideId(side)));
    put(infantry, 0, 1);
    put(city, 0, 1);
    put(armor, 1, 2);
    (0..12).for_each(|_| put(infantry, 2, 2));
    put(infantry, 3, 1);
    put(armor, 3, 2);
    put(city, 4, 0);
    let text = terminal_board(&position, Some(Cell(4)), &plain(80, 24));
    let row = text.lines().find(|line| line.starts_with("0 ")).unwrap();
    assert!(row.starts_with("0  c12a2 i2+i1[c0]"), "{text}");
    assert!(text.ends_with("c12: 2 units of side 1\n") && text.contains("c city  i infantry  a armor"), "{text}");
    // Each sign that is in the window is told, whose it is too.
    for words in ["  0 nobody's", "[ ] the cursor", &format!("  1 {}", position.scenario.sides[0].name)] {
        assert!(text.replace('\n', "  ").contains(words), "{words}: {text}");
    }
}

/// The row of a board of squares, without its ruler.
fn row(text: &str, y: u32) -> String {
    let begins = format!("{y} ");
    let line = text.lines().find(|line| line.starts_with(&begins)).expect("a row of the board");
    line.chars().skip(3).collect()
}

fn charted(chart: Chart) -> BoardStyle {
    BoardStyle { chart, ..plain(100, 24) }
}

#[test]
fn regions_have_borders_and_owners() {
    let mut position = seen(Shape::Square4, 9, 6);
    position.scenario.units.clear();
    position.scenario.world.country = None;
    let region = |name: &str, side, cells: std::ops::Range<u32>| Region {
        name: name.to_owned(),
        side,
        cells: cells.map(Cell).collect(),
        ..Region::default()
    };
    let regions = vec![region("West", Some(1), 0..3), region("East", None, 3..9)];
    let words = ChartWords { region: "province", ..ChartWords::NONE };
    let text = terminal_board(&position, None, &charted(Chart { regions, words, ..Chart::default() }));
    let row = row(&text, 0);
    let glyphs: Vec<char> = row.chars().collect();
    assert_eq!((glyphs[1], glyphs[4], glyphs[7], glyphs[8]), ('2', '2', '2', '|'), "{text}");
    assert!(glyphs[9..].iter().all(|&glyph| !glyph.is_ascii_digit() && glyph != '|'), "{text}");
    assert!(text.contains("| border of a province") && text.contains(&position.scenario.sides[1].name), "{text}");
    // What is not known has no border.
    position.sight = vec![Sight::Seen; 54];
    position.sight[3] = Sight::Unknown;
    let style = charted(Chart {
        regions: vec![region("West", Some(1), 0..3), region("East", None, 3..9)],
        words,
        ..Chart::default()
    });
    assert!(!self::row(&terminal_board(&position, None, &style), 0).contains('|'));
}

#[test]
fn ways_ahead_and_threats_are_drawn_and_explained() {
    let mut position = seen(Shape::Square4, 9, 6);
    position.scenario.units.clear();
    let infantry = position.scenario.design.find::<design::UnitType>("infantry").unwrap();
    position.scenario.units.push(Unit::new(infantry, Place::Cell(Cell(0)), SideId(1)));
    let course = |kind, at: u32, passes: &[u32], label: &str, threat: Option<&str>| Course {
        side: 0,
        kind,
        name: String::new(),
        speed: String::new(),
        label: label.to_owned(),
        at: Cell(at),
        facing: grid::Direction(0),
        came: (0, 0),
        goes: (0, 0),
        passes: passes.iter().copied().map(Cell).collect(),
        threat: threat.map(str::to_owned),
    };
    let words = ChartWords {
        vessel: "Ship",
        ahead: "Where it will be",
        shot: "Missile",
        threat: "Hit, or gone",
        passes: "On its way",
        ..ChartWords::NONE
    };
    let courses = vec![
        course(CourseKind::Shot, 8, &[7, 6], "", None),
        course(CourseKind::Vessel, 0, &[1, 2], "7", None),
        course(CourseKind::Vessel, 3, &[4, 5], "2", Some("it is hit")),
    ];
    let text = terminal_board(&position, None, &charted(Chart { courses, words, ..Chart::default() }));
    let glyphs: Vec<char> = row(&text, 0).chars().collect();
    let cell = |at: usize| glyphs[3 * at..3 * at + 2].iter().collect::<String>();
    assert_eq!(glyphs[..3], ['i', '1', '7'], "a single ship has its number behind it: {text}");
    assert_eq!([1, 2, 4, 5, 6, 7].map(cell), [":1", ">1", ":1", "X1", "-1", "-1"], "{text}");
    for words in ["- missile", ": on its way", "> where it will be", "X hit, or gone", "i17: ship 7 of side 1"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn the_chosen_unit_and_the_cursor_never_look_alike() {
    let position = seen(Shape::Square4, 9, 6);
    for has_colour in [false, true] {
        let style = |has_chosen| BoardStyle { has_colour, has_chosen, ..plain(80, 24) };
        let [cursor, chosen] =
            [false, true].map(|chosen| letters(&terminal_board(&position, Some(Cell(4)), &style(chosen))));
        assert!(cursor.contains("[ ] the cursor") && !cursor.contains('('), "{cursor}");
        assert!(chosen.contains("( ) the unit that is chosen") && !chosen.contains('['), "{chosen}");
    }
}

#[test]
fn things_are_letters_and_the_hero_stands_on_them() {
    let mut position = seen(Shape::Square4, 9, 6);
    position.scenario.units.clear();
    position.scenario.sides.truncate(1);
    position.scenario.world.country = None;
    let find = |name: &str| position.scenario.design.find::<design::UnitType>(name).unwrap();
    let (city, infantry) = (find("city"), find("infantry"));
    let put = |kind, at, side| Unit::new(kind, Place::Cell(Cell(at)), SideId(side));
    position.scenario.units = vec![put(city, 0, 0), put(infantry, 0, 1), put(city, 2, 0)];
    let chart = Chart { has_things: true, ..Chart::default() };
    let text = terminal_board(&position, None, &charted(chart));
    assert!(row(&text, 0).starts_with("i 2"), "{text}");
    assert_eq!(row(&text, 0).chars().skip(6).take(3).collect::<String>(), "c  ", "no zero behind it: {text}");
    assert!(text.contains("i 2: 2 things") && !text.contains("nobody's"), "{text}");
}

/// Nothing is cut off while there is room for it: the board gives lines to the legend.
#[test]
fn the_legend_is_whole() {
    let position = seen(Shape::Torus4, 40, 30);
    let text = terminal_board(&position, Some(Cell(38)), &plain(50, 30));
    let legend: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("c city")).collect();
    assert!(legend.len() > 1 && legend.iter().all(|line| line.chars().count() <= 50), "{text}");
    assert!(!text.contains(".."), "{text}");
    let marks = [(Cell(36), "3".to_owned())].into_iter().collect();
    let marked = terminal_board(&position, Some(Cell(38)), &BoardStyle { marks, ..plain(100, 30) });
    assert!(marked.contains("3 on the ground: costs 3 to go there"), "{marked}");
}

#[test]
fn there_is_no_board_without_terrain_or_room() {
    let mut position = seen(Shape::Rectangle, 20, 16);
    for (columns, lines) in [(0, 24), (14, 24), (80, 0), (80, 2)] {
        assert_eq!(terminal_board(&position, None, &plain(columns, lines)), "", "{columns}x{lines}");
    }
    // A cell that the area does not have is no cursor.
    assert!(!terminal_board(&position, Some(Cell(99_999)), &plain(80, 24)).contains('['));
    position.scenario.world.terrain = None;
    assert_eq!(terminal_board(&position, None, &plain(80, 24)), "");
}

#[test]
fn a_board_of_squares_and_one_of_hexes_look_like_this() {
    let told = [
        terminal_board(&seen(Shape::Torus4, 40, 30), Some(Cell(38)), &plain(50, 11)),
        terminal_board(&seen(Shape::Hexagon, 11, 8), Some(Cell(50)), &plain(60, 12)),
    ];
    assert_eq!(told.join("\n"), include_str!("boards.txt"), "{}", told.join("\n"));
}
