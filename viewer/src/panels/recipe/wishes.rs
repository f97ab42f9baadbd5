//! The settings of the whole: size, area, sides, symmetry, balance, variants, and those of each seat. What a field is called, says and sets
//! stands in its row of `pipeline::REQUEST_KEYS`.

use design::Design;
use design::parameters::global::{ASYMMETRY, PLAYER_SIDES_LOCKED, SIDES_MAX, SIDES_MIN, SYMMETRY, SYMMETRY_WORDS};
use eframe::egui::{self, RichText, Sense, Ui, vec2};
use grid::{Area, Shape};
use pipeline::{CELLS_MAX, FairGoal, Loaded, Request, RequestKey, SIDE_MAX, request_key};
use playtest::ruleset_of;
use world::{Scenario, Side, SideId};

use super::field::{CHOICE_WIDTH, choice, number, row};
use crate::map::color_of;
use crate::titles::title_of;

/// The row of a key that has a field here.
fn key(name: &str) -> &'static RequestKey {
    request_key(name).expect("fields are of keys that there are")
}

/// Asks for a value; for nothing, where the design says that anyway.
fn ask(key: &RequestKey, value: &str, design: &Design, request: &mut Request) {
    // Fields offer only what can be asked for.
    let _allowed = (key.set)(request, value);
    if (key.is_usual)(request, design) {
        (key.clear)(request);
    }
}

/// The field of a key. `more` is what it means beyond the key's own hint; `show` gets its name too. Whether the button was clicked that asks
/// for nothing.
fn key_row(ui: &mut Ui, key: &RequestKey, more: &str, request: &mut Request, show: impl FnOnce(&mut Ui, &str)) -> bool {
    let title = key.title();
    let is_asked = (key.print)(request).is_some();
    let back = row(ui, &title, &title, &format!("{}{more}", key.hint), is_asked, |ui| show(ui, &title));
    if back {
        (key.clear)(request);
    }
    back
}

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
        let before = !request.no_balance;
        let mut balance = before;
        key_row(ui, key("balance"), "", request, |ui, title| {
            ui.checkbox(&mut balance, "").accessible_name(title);
        });
        if balance != before {
            ask(key("balance"), &balance.to_string(), design, request);
        }
    }
    if let Some(wish) = &request.fair {
        let player = &wish.player;
        let (words, meaning) = match wish.goal {
            FairGoal::Even => (
                "even start".to_owned(),
                format!(": {player} plays them, and what they say levels it. Reset leaves it out"),
            ),
            FairGoal::Best => (
                "most even start".to_owned(),
                format!(
                    ": many starts are played by {player}, and the most even one is taken; that takes seconds. Reset leaves it out"
                ),
            ),
            FairGoal::Proof { .. } => {
                let words = format!("{} points", wish.goal);
                let meaning = format!(
                    ": it is played by {player}, changed until all seats win their share within {words}, and proved; that takes \
                    minutes. Reset leaves it out"
                );
                (words, meaning)
            }
            FairGoal::Game { name, percent } => (
                format!("{name} {percent} %"),
                format!(
                    ": it is played by {player}, and changed until {percent} % of its matches do what the goal says, which is \
                    proved; that takes minutes. Reset leaves it out"
                ),
            ),
        };
        let fair = key("fair");
        let told = format!("{}{meaning}", fair.hint);
        key_row(ui, fair, &meaning, request, |ui, _| _ = ui.label(words).on_hover_text(told));
    }
    for variant in &loaded.variants {
        let now = request.variants.get(&variant.name).unwrap_or(&variant.default).clone();
        let mut chosen = None;
        let title = title_of(&variant.name);
        let help = if variant.help.is_empty() { "A variant of the design" } else { &variant.help };
        let help = format!("{help}\nIn strings: variant.{}", variant.name);
        let back = row(ui, &title, &title, &help, now != variant.default, |ui| {
            if variant.values.len() == 2 && variant.values.iter().all(|value| value == "true" || value == "false") {
                let mut on = now == "true";
                if ui.checkbox(&mut on, "").accessible_name(&title).on_hover_text(&help).changed() {
                    chosen = Some(on.to_string());
                }
                return;
            }
            let values: Vec<(&str, &str)> = variant.values.iter().map(|value| (value.as_str(), "")).collect();
            chosen = choice(ui, &title, &now, &values, CHOICE_WIDTH);
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
        ". The design works from {}x{} to {}x{}; at most {} cells (4096x4096) can be rolled",
        least.0,
        least.1,
        most.0,
        most.1,
        grouped(u64::from(CELLS_MAX))
    );
    let (low, high_most) = (Area::SIDE_MIN as i32, SIDE_MAX as i32);
    let back = key_row(ui, key("size"), &meaning, request, |ui, _| {
        number(ui, "Width", &mut wide, low, high_most);
        ui.label("×");
        number(ui, "Height", &mut high, low, high_most);
    });
    if back {
        return;
    }
    if (wide, high) != (width as i32, height as i32) {
        ask(key("size"), &format!("{wide}x{high}"), design, request);
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
    key_row(ui, key("area"), "", request, |ui, title| {
        chosen = choice(ui, title, now.name(), &words, CHOICE_WIDTH);
    });
    if let Some(shape) = chosen {
        ask(key("area"), &shape, design, request);
    }
}

fn show_sides(ui: &mut Ui, design: &Design, scenario: &Scenario, request: &mut Request) {
    let (least, most) = (design.global_int(SIDES_MIN), design.global_int(SIDES_MAX));
    let now = request.sides.map_or(scenario.sides.len() as i32, i32::from);
    let mut sides = now;
    let meaning = format!(": the design is for {least} to {most}");
    let back = key_row(ui, key("sides"), &meaning, request, |ui, title| {
        number(ui, title, &mut sides, least.max(1), most.clamp(1, 255));
    });
    if back {
        sides = design.sides_wanted() as i32;
    } else if sides != now {
        ask(key("sides"), &sides.to_string(), design, request);
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
    let back = key_row(ui, key("symmetry"), "", request, |ui, title| {
        chosen = choice(ui, title, &now, &words, CHOICE_WIDTH);
    });
    if let Some(word) = chosen.filter(|_| !back) {
        ask(key("symmetry"), &word, design, request);
    }
    let now = request.asymmetry.map_or(design.global_int(ASYMMETRY), i32::from);
    let mut share = now;
    let back = key_row(ui, key("asymmetry"), "", request, |ui, title| {
        number(ui, title, &mut share, 0, 100);
        ui.label(RichText::new("%").weak());
    });
    if !back && share != now {
        ask(key("asymmetry"), &(f64::from(share) / 100.0).to_string(), design, request);
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
            ui.label(RichText::new("Side").weak());
            for (heading, name) in [("Player", "seat"), ("Team", "team"), ("Start", "advantage")] {
                ui.label(RichText::new(heading).weak()).on_hover_text(key(name).hint);
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
        number(ui, &format!("Team of seat {seat}"), &mut team, 0, 15).on_hover_text(key("team").hint);
    });
    ui.add_enabled_ui(!is_locked, |ui| {
        number(ui, &format!("Strength of seat {seat}"), &mut strength, 1, 100).on_hover_text(key("advantage").hint);
    });
    if let Some(player) = chosen {
        ask(key("seat"), &format!("{seat}={player}"), design, request);
    }
    // The others keep what they have.
    let with = |said: &[u32], own: fn(&Side) -> u32, usual: u32, value: i32| {
        let all = (0..count).map(|other| match said.get(other) {
            _ if other == index => value.to_string(),
            Some(number) => number.to_string(),
            None if said.is_empty() => scenario.sides.get(other).map_or(usual, own).to_string(),
            None => usual.to_string(),
        });
        all.collect::<Vec<_>>().join(",")
    };
    if team != team_before {
        let teams: Vec<u32> = request.teams.iter().map(|&team| team.into()).collect();
        ask(key("team"), &with(&teams, |side| side.team.into(), 0, team), design, request);
    }
    if strength != strength_before {
        let list = with(&request.advantages, |side| side.advantage.max(1), 1, strength);
        ask(key("advantage"), &list, design, request);
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
