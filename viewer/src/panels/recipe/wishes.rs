//! The settings of the whole: size, area, sides, symmetry, balance, variants, and those of each seat.

use design::parameters::global::{ASYMMETRY, PLAYER_SIDES_LOCKED, SIDES_MAX, SIDES_MIN, SYMMETRY, SYMMETRY_WORDS};
use design::{Design, Player};
use eframe::egui::{self, RichText, Sense, Ui, vec2};
use grid::{Area, Shape};
use pipeline::{CELLS_MAX, FairGoal, Loaded, Request, SIDE_MAX};
use playtest::ruleset_of;
use world::{Scenario, SideId};

use super::field::{CHOICE_WIDTH, choice, number, row};
use crate::map::color_of;

pub(super) fn show(ui: &mut Ui, loaded: &Loaded, scenario: &Scenario, request: &mut Request) {
    let design = &*scenario.design;
    // What a start gives cannot be requested.
    let is_given = loaded.start.is_some();
    if is_given {
        ui.label(RichText::new("Parts of the scenario are given: its size, area and sides stay.").weak());
    }
    ui.add_enabled_ui(!is_given, |ui| {
        show_size(ui, design, scenario, request);
        show_area(ui, design, scenario, request);
        show_sides(ui, design, scenario, request);
        show_symmetry(ui, design, request);
    });
    if design
        .recipe
        .iter()
        .any(|step| pipeline::method(&step.method).is_some_and(|method| method.info().only_changes()))
    {
        let meaning = "Whether balance-starts levels what the sides start with";
        let mut balance = !request.no_balance;
        let back = row(ui, "Balance", "Balance", meaning, request.no_balance, |ui| {
            ui.checkbox(&mut balance, "").accessible_name("Balance");
        });
        request.no_balance = !(balance || back);
    }
    if let Some(wish) = &request.fair {
        let player = &wish.player;
        let (words, meaning) = match wish.goal {
            FairGoal::Even => (
                "even start".to_owned(),
                format!("Each roll is played by {player} and levelled by what the matches say. Reset leaves it out"),
            ),
            FairGoal::Best => (
                "most even start".to_owned(),
                format!(
                    "Many starts are played by {player} in each roll, and the most even one is taken; that takes seconds. \
                    Reset leaves it out"
                ),
            ),
            FairGoal::Proof { .. } => {
                let words = format!("{} points", wish.goal);
                let meaning = format!(
                    "Each roll is played by {player}, changed until all seats win their share within {words}, and proved; that \
                    takes minutes. Reset leaves it out"
                );
                (words, meaning)
            }
            FairGoal::Reach { percent } => (
                format!("{percent} % reach the last level"),
                format!(
                    "Each roll is played by {player}, and its monsters are changed until {percent} % of heroes reach the last level, \
                    which is proved; that takes minutes. Reset leaves it out"
                ),
            ),
        };
        if row(ui, "Fair", "Fair", &meaning, true, |ui| _ = ui.label(words).on_hover_text(&meaning)) {
            request.fair = None;
        }
    }
    for variant in &loaded.variants {
        let now = request.variants.get(&variant.name).unwrap_or(&variant.default).clone();
        let mut chosen = None;
        let help = if variant.help.is_empty() { "A variant of the design" } else { &variant.help };
        let back = row(ui, &variant.name, &variant.name, help, now != variant.default, |ui| {
            if variant.values.len() == 2 && variant.values.iter().all(|value| value == "true" || value == "false") {
                let mut on = now == "true";
                if ui.checkbox(&mut on, "").accessible_name(&variant.name).on_hover_text(help).changed() {
                    chosen = Some(on.to_string());
                }
                return;
            }
            let values: Vec<(&str, &str)> = variant.values.iter().map(|value| (value.as_str(), "")).collect();
            chosen = choice(ui, &variant.name, &now, &values, CHOICE_WIDTH);
        });
        if back || chosen.as_ref() == Some(&variant.default) {
            request.variants.remove(&variant.name);
        } else if let Some(value) = chosen {
            request.variants.insert(variant.name.clone(), value);
        }
    }
    show_seats(ui, design, scenario, request);
}

fn show_size(ui: &mut Ui, design: &Design, scenario: &Scenario, request: &mut Request) {
    let claims = &design.supports;
    let area = &scenario.world.area;
    let (width, height) = request.size.unwrap_or((area.width(), area.height()));
    let (mut wide, mut high) = (width as i32, height as i32);
    let (least, most) = (claims.size_min, claims.size_max);
    let meaning = format!(
        "Width and height. The design works from {}x{} to {}x{}; at most {} cells (4096x4096) can be rolled",
        least.0,
        least.1,
        most.0,
        most.1,
        grouped(u64::from(CELLS_MAX))
    );
    let (low, high_most) = (Area::SIDE_MIN as i32, SIDE_MAX as i32);
    let back = row(ui, "Size", "Size", &meaning, request.size.is_some(), |ui| {
        number(ui, "Width", &mut wide, low, high_most);
        ui.label("×");
        number(ui, "Height", &mut high, low, high_most);
    });
    if back {
        request.size = None;
        return;
    }
    if (wide, high) != (width as i32, height as i32) {
        request.size = Some((wide as u32, high as u32));
    }
    let cells = u64::from(wide as u32) * u64::from(high as u32);
    let is_claimed = (least.0..=most.0).contains(&(wide as u32)) && (least.1..=most.1).contains(&(high as u32));
    let note = match (cells > u64::from(CELLS_MAX), is_claimed) {
        (true, _) => format!("{} cells are too many: at most {}", grouped(cells), grouped(u64::from(CELLS_MAX))),
        (false, true) => format!("{} cells", grouped(cells)),
        (false, false) => {
            format!("{} cells; the design is made for {}x{} to {}x{}", grouped(cells), least.0, least.1, most.0, most.1)
        }
    };
    ui.label(RichText::new(note).weak().size(11.0));
}

/// `16,777,216`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn show_area(ui: &mut Ui, design: &Design, scenario: &Scenario, request: &mut Request) {
    let claimed = &design.supports.areas;
    let others = Shape::ALL.iter().filter(|shape| !claimed.contains(shape));
    let words: Vec<(&str, &str)> = claimed
        .iter()
        .map(|shape| (shape.name(), "the design is made for it"))
        .chain(others.map(|shape| (shape.name(), "not claimed by the design: it may work")))
        .collect();
    let now = request.area.unwrap_or_else(|| scenario.world.area.shape());
    let mut chosen = None;
    let meaning = "The kind of cells and what happens at the edges; those that the design is made for come first";
    let back = row(ui, "Area", "Area", meaning, request.area.is_some(), |ui| {
        chosen = choice(ui, "Area", now.name(), &words, CHOICE_WIDTH);
    });
    if back {
        request.area = None;
    } else if let Some(shape) = chosen.and_then(|name| name.parse::<Shape>().ok()) {
        request.area = Some(shape).filter(|shape| Some(shape) != claimed.first());
    }
}

fn show_sides(ui: &mut Ui, design: &Design, scenario: &Scenario, request: &mut Request) {
    let (least, most) = (design.global_int(SIDES_MIN), design.global_int(SIDES_MAX));
    let now = request.sides.map_or(scenario.sides.len() as i32, i32::from);
    let mut sides = now;
    let meaning = format!("How many sides: the design is for {least} to {most}");
    let back = row(ui, "Sides", "Sides", &meaning, request.sides.is_some(), |ui| {
        number(ui, "Sides", &mut sides, least.max(1), most.clamp(1, 255));
    });
    if back {
        request.sides = None;
        sides = design.sides_wanted() as i32;
    } else if sides != now {
        request.sides = u8::try_from(sides).ok();
    }
    if back || sides != now {
        // The settings of the remaining seats are kept.
        let count = usize::try_from(sides).unwrap_or(0);
        if !request.advantages.is_empty() {
            request.advantages.resize(count, 1);
        }
        if !request.teams.is_empty() {
            request.teams.resize(count, 0);
        }
        request.seats.retain(|&seat, _| usize::from(seat) <= count);
    }
}

fn show_symmetry(ui: &mut Ui, design: &Design, request: &mut Request) {
    let usual = SYMMETRY_WORDS.get(design.global_int(SYMMETRY) as usize).copied().unwrap_or("none");
    let now = request.symmetry.map_or_else(|| usual.to_owned(), |wish| wish.to_string());
    let words: Vec<(&str, &str)> = SYMMETRY_WORDS.iter().map(|&word| (word, "")).collect();
    let mut chosen = None;
    let meaning = "How the world repeats itself, so that seats are alike";
    let back = row(ui, "Symmetry", "Symmetry", meaning, request.symmetry.is_some(), |ui| {
        chosen = choice(ui, "Symmetry", &now, &words, CHOICE_WIDTH);
    });
    if back || chosen.as_deref() == Some(usual) {
        request.symmetry = None;
    } else if let Some(wish) = chosen.and_then(|word| word.parse().ok()) {
        request.symmetry = Some(wish);
    }
    let usual = design.global_int(ASYMMETRY);
    let now = request.asymmetry.map_or(usual, i32::from);
    let mut share = now;
    let meaning = "How much of the symmetry is given up again, in percent";
    let back = row(ui, "Asymmetry", "Asymmetry", meaning, request.asymmetry.is_some(), |ui| {
        number(ui, "Asymmetry", &mut share, 0, 100);
        ui.label(RichText::new("%").weak());
    });
    if back || (share != now && share == usual) {
        request.asymmetry = None;
    } else if share != now {
        request.asymmetry = u8::try_from(share).ok();
    }
}

/// A row for each seat: its side, who plays it, its team, its advantage.
fn show_seats(ui: &mut Ui, design: &Design, scenario: &Scenario, request: &mut Request) {
    let is_changed = !request.advantages.is_empty() || !request.teams.is_empty() || !request.seats.is_empty();
    let mark = if is_changed { "  (changed)" } else { "" };
    let heading = egui::CollapsingHeader::new(format!("Seats{mark}")).id_salt("seats");
    heading.show(ui, |ui| {
        let count = request.sides.map_or(scenario.sides.len(), usize::from);
        let names = players(design);
        let words: Vec<(&str, &str)> = names.iter().map(|(name, help)| (name.as_str(), *help)).collect();
        egui::Grid::new("seats").num_columns(4).spacing(vec2(6.0, 4.0)).show(ui, |ui| {
            ui.spacing_mut().interact_size.x = 32.0;
            for heading in ["Side", "Player", "Team", "Start"] {
                ui.label(RichText::new(heading).weak());
            }
            ui.end_row();
            for index in 0..count.min(scenario.sides.len()) {
                show_seat(ui, design, scenario, request, (index, count), &words);
                ui.end_row();
            }
        });
        if count > scenario.sides.len() {
            ui.label(RichText::new("More seats come with the roll.").weak());
        }
        if is_changed && ui.button("Reset seats").on_hover_text("Back to what the design says of them").clicked() {
            request.advantages.clear();
            request.teams.clear();
            request.seats.clear();
        }
    });
}

fn show_seat(
    ui: &mut Ui,
    design: &Design,
    scenario: &Scenario,
    request: &mut Request,
    (index, count): (usize, usize),
    players: &[(&str, &str)],
) {
    let side = &scenario.sides[index];
    let seat = index + 1;
    let is_locked = side.locked || design.global_int(PLAYER_SIDES_LOCKED) != 0;
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().rect_filled(place, 2.0, color_of(scenario, SideId(seat as u8)));
        let name = egui::Label::new(format!("{seat} {}", side.name)).truncate();
        let builds = side.handicap.words().map_or_else(String::new, |words| format!(" {words}"));
        ui.allocate_ui(vec2(54.0, 18.0), |ui| ui.add(name)).inner.on_hover_text(format!("{}{builds}", side.name));
    });
    let now = request.seats.get(&(seat as u8)).unwrap_or(&side.player).to_string();
    let mut chosen = None;
    let mut team = request.teams.get(index).map_or(i32::from(side.team), |&team| i32::from(team));
    let mut strength = request.advantages.get(index).map_or(side.advantage as i32, |&strength| strength as i32);
    let (team_before, strength_before) = (team, strength);
    let locked = "The design settles this seat";
    ui.add_enabled_ui(!is_locked, |ui| {
        chosen = choice(ui, &format!("Player of seat {seat}"), &now, players, 72.0);
    })
    .response
    .on_disabled_hover_text(locked);
    ui.add_enabled_ui(!is_locked, |ui| {
        number(ui, &format!("Team of seat {seat}"), &mut team, 0, 15).on_hover_text("Its team; 0 is alone");
    });
    ui.add_enabled_ui(!is_locked, |ui| {
        number(ui, &format!("Strength of seat {seat}"), &mut strength, 1, 100)
            .on_hover_text("How strong it starts, against the others");
    });
    let sides = |index: usize| scenario.sides.get(index);
    if let Some(player) = chosen.and_then(|name| name.parse::<Player>().ok()) {
        request.seats.insert(seat as u8, player);
    }
    if team != team_before {
        if request.teams.is_empty() {
            request.teams = (0..count).map(|index| sides(index).map_or(0, |side| side.team)).collect();
        }
        request.teams.resize(count, 0);
        request.teams[index] = team as u8;
    }
    if strength != strength_before {
        if request.advantages.is_empty() {
            request.advantages = (0..count).map(|index| sides(index).map_or(1, |side| side.advantage.max(1))).collect();
        }
        request.advantages.resize(count, 1);
        request.advantages[index] = strength as u32;
    }
}

/// Who can play a seat: anybody, a person, a computer player, nobody.
fn players(design: &Design) -> Vec<(String, &'static str)> {
    let fixed = [
        ("open", "whoever comes"),
        ("human", "a person"),
        ("ai", "any player of the program's own"),
        ("empty", "nobody: the side stands where it stands"),
    ];
    let rules = ruleset_of(design).ok();
    let own = rules.map(|entry| (entry.players)()).unwrap_or_default();
    let fixed = fixed.into_iter().map(|(name, help)| (name.to_owned(), help));
    fixed.chain(own.into_iter().map(|(name, help)| (format!("ai:{name}"), help))).collect()
}
