//! What a seat sees, told once: lines and JSON for programs are forms of it. `PROTOCOL.md` of `gen/playtest` explains them.

use contract::{Field, Observation, Record, Seat, Seats};
use design::counted;

use crate::ruleset::task;
use crate::{Company, View};

/// All that a seat sees. Seats, rows, cities and companies are keys in JSON, so that a change names only what has changed.
pub(crate) fn observe(view: View<'_>) -> Observation {
    let game = view.game;
    let mut seen = Observation::new();
    seen.field(Field::new("you", view.seat.0 + 1));
    seen.field(Field::new("turn", view.turn()));
    seen.field(Field::new("now", task(view.phase())));
    if let Some(acting) = view.acting() {
        seen.field(Field::new("acting", acting.0 + 1));
    }
    let (width, height) = (game.area.width(), game.area.height());
    let size = [Field::new("width", width), Field::new("height", height)].map(|field| field.label(""));
    seen.push(Record::at(["board"]).line("board").with_all(size));
    seen.object("seats", Seats::first(game.seats_count()).iter().map(|seat| seat_record(view, seat)));
    let letter =
        |owner: &Option<Seat>| owner.and_then(|seat| char::from_digit(u32::from(seat.0) + 1, 36)).unwrap_or('.');
    for (row, owners) in view.owners().chunks(width as usize).enumerate().rev() {
        let owners = owners.iter().map(letter).collect::<String>();
        seen.push(Record::at(["rows"]).line("row").with(Field::new(row.to_string(), owners)));
    }
    seen.object("cities", (0..game.cities.len()).map(|city| city_record(view, city)));
    seen.object("companies", view.companies().map(|company| company_record(view, &company)));
    seen.list(
        "choices",
        view.choices().map(|choice| {
            let name = game.name_company(view, choice);
            Record::item(["choices"], name.as_str()).line(format!("choice {name}"))
        }),
    );
    seen
}

pub(crate) fn seat_record(view: View<'_>, seat: Seat) -> Record {
    let game = view.game;
    let (gold, income) = (view.gold(seat), view.income(seat));
    Record::at(["seats", &(seat.0 + 1).to_string()])
        .line(format!("seat {}", seat.0 + 1))
        .with(Field::new("team", game.team(seat) + 1))
        .with(Field::new("gold", gold).words(format!("{gold} gold")))
        .with(Field::new("income", income).words(format!("income {income}")))
        .with(Field::new("standing", if view.is_in(seat) { "in" } else { "out" }).label(""))
}

/// A company: in JSON by its seat and by the name that moves give it.
pub(crate) fn company_record(view: View<'_>, company: &Company) -> Record {
    let game = view.game;
    let kind = &game.types[usize::from(company.kind)];
    let seat = (company.seat.0 + 1).to_string();
    let (attack, defence) = view.strength(company);
    let supply = Field::new("supply", company.supply);
    let points = format!("{} of {}", company.points, counted(kind.points, "movement point"));
    Record::at(["companies", &seat, &game.name_company(view, company.id)])
        .line(format!("company {}@{}", kind.name, game.name_of_square(company.square)))
        .with(Field::new("seat", seat.as_str()).only_line())
        .with(match kind.supply {
            0 => supply,
            most => supply.words(format!("{} of {}", company.supply, counted(most, "supply point"))),
        })
        .with(Field::new("points", company.points).words(points))
        .with(Field::new("attack", attack).only_json().words(format!("attack {attack}")))
        .with(Field::new("defence", defence).only_json().words(format!("defence {defence}")))
}

fn city_record(view: View<'_>, city: usize) -> Record {
    let game = view.game;
    let square = game.cities[city];
    let at = game.name_of_square(square);
    Record::at(["cities", &at])
        .line(format!("city {at}"))
        .with(Field::new("owner", view.owner(square).map_or(0, |seat| seat.0 + 1)))
        .with(Field::new("gold", game.city_gold[city]))
}
