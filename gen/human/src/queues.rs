//! What those who make things are to make next, one after the other: each waits until the one before it is done. A game does not know of
//! it; its job, or its move, is given when the turn of a product comes.

use contract::{Choice, ChoiceKind, Seat};
use design::parameters::unit as unit_keys;
use design::{UnitType, counted, did_you_mean, plural};
use grid::Cell;

use playtest::{MatchRecordError, QueueRecord};

use crate::{HumanMatch, Reply, choice_words, told};

/// The most things that wait in one place.
const QUEUE_MAX: usize = 50;

/// What is done to what waits, with the place of one of them.
type QueueChange = fn(&mut Vec<String>, usize);

/// What the words before a number do to what waits there, which is counted from 0.
const CHANGES: [(&str, QueueChange); 3] = [
    ("drop", |waiting, place| _ = waiting.remove(place)),
    ("up", |waiting, place| waiting.swap(place, place.saturating_sub(1))),
    ("down", |waiting, place| {
        let last = waiting.len() - 1;
        waiting.swap(place, last.min(place + 1));
    }),
];

/// Something that can be made, or that waits to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its spoken name, by which it is queued.
    pub name: String,
    /// What beginning it means, with its turns and costs; empty where nothing is known of that now.
    pub words: String,
}

/// What the chosen unit or place makes, for those who show it as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// What it is busy with, and for how long.
    pub now: Option<String>,
    /// What waits, the next one first.
    pub waiting: Vec<Product>,
    /// What can be queued.
    pub products: Vec<Product>,
}

/// What waits to be made by a unit, or in a place where the seat itself makes things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    pub seat: Seat,
    unit: String,
    at: Option<Cell>,
    /// The products by their spoken names, the next one first.
    pub waiting: Vec<String>,
    /// What was begun in this turn, and how many moves were made before: it waits again if that is taken back.
    begun: Vec<(String, usize)>,
}

impl Queue {
    fn is_of(&self, seat: Seat, unit: &str, at: Option<Cell>) -> bool {
        self.seat == seat && self.unit == unit && (!unit.is_empty() || self.at == at)
    }

    /// What waits: `armor, 2 infantry`.
    fn words(&self) -> String {
        let runs = self.waiting.chunk_by(|one, other| one == other);
        let words = runs.map(|run| if run.len() == 1 { run[0].clone() } else { counted(run.len(), &run[0]) });
        words.collect::<Vec<_>>().join(", ")
    }
}

impl HumanMatch {
    /// What a unit is busy with over turns, and what waits behind that.
    pub(crate) fn busy_words(&self, seat: Seat, unit: &str) -> Option<String> {
        let now = self.at.game().busy(seat, unit);
        let mut queues = self.queues.iter().filter(|queue| !unit.is_empty() && !queue.waiting.is_empty());
        let queue = queues.find(|queue| queue.is_of(seat, unit, None));
        let then = queue.map(|queue| format!("then {}", queue.words()));
        let parts: Vec<String> = now.into_iter().chain(then).collect();
        Some(parts.join(", ")).filter(|words| !words.is_empty())
    }

    /// What waits everywhere, for the file of the match. What was begun stands among the moves.
    pub(crate) fn kept_queues(&self) -> Vec<QueueRecord> {
        let kept = self.queues.iter().filter(|queue| !queue.waiting.is_empty());
        let record = |queue: &Queue| QueueRecord {
            seat: queue.seat.0 + 1,
            unit: queue.unit.clone(),
            at: queue.at.map(|cell| self.start.world.area.cell_name(cell)),
            waiting: queue.waiting.clone(),
        };
        kept.map(record).collect()
    }

    /// The queues of a file.
    ///
    /// # Errors
    /// If one is of a seat or a cell that is not there.
    pub(crate) fn read_queues(&self, kept: &[QueueRecord]) -> Result<Vec<Queue>, MatchRecordError> {
        let queue = |record: &QueueRecord| -> Result<Queue, MatchRecordError> {
            let foreign = |what: String| MatchRecordError::Foreign(format!("what waits to be made has {what}"));
            let seat = record.seat.checked_sub(1).filter(|&seat| usize::from(seat) < self.players.len());
            let seat = seat.map(Seat).ok_or_else(|| foreign(format!("a seat {}, which is not there", record.seat)))?;
            let cell = |name: &String| {
                let cell = self.start.world.area.find_cell(name);
                cell.ok_or_else(|| foreign(format!("a cell `{name}`, which is not there")))
            };
            let at = record.at.as_ref().map(cell).transpose()?;
            let waiting = record.waiting.iter().take(QUEUE_MAX).cloned().collect();
            Ok(Queue { seat, unit: record.unit.clone(), at, waiting, begun: Vec::new() })
        };
        kept.iter().map(queue).collect()
    }

    /// What waits everywhere, a line each.
    pub(crate) fn queue_words(&self, seat: Seat) -> String {
        let line = |queue: &Queue| match (queue.unit.as_str(), queue.at) {
            ("", Some(at)) => format!("  at {}: {} next\n", self.cell_text(at), queue.words()),
            (unit, _) => format!("  {unit}: {} next\n", queue.words()),
        };
        self.queues.iter().filter(|queue| queue.seat == seat && !queue.waiting.is_empty()).map(line).collect()
    }

    /// Puts products behind what the chosen unit or place makes, tells them, or takes them out.
    pub(crate) fn queue(&mut self, seat: Seat, what: &str) -> Vec<Reply> {
        let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
        let is_unit = word.contains('#') && self.at.game().status(seat, word).is_some();
        let (unit, what) = if is_unit { (word.to_owned(), rest.trim()) } else { (self.maker(seat), what) };
        let at = self.eyes[seat.index()].cursor.filter(|_| unit.is_empty());
        let place = self.queues.iter().position(|queue| queue.is_of(seat, &unit, at));
        let change = what.split_once(' ').and_then(|(verb, number)| {
            let (_, change) = CHANGES.iter().find(|(known, _)| *known == verb)?;
            Some((change, number.trim().parse::<usize>().ok()?))
        });
        match (what, change, place) {
            ("", _, _) => return told(&self.told_queue(seat, &unit, at)),
            ("clear", _, Some(place)) => {
                self.queues.remove(place);
            }
            (_, Some((change, number)), Some(place)) => {
                let waiting = &mut self.queues[place].waiting;
                if !(1..=waiting.len()).contains(&number) {
                    return told(&format!("{} in the queue: `queue` tells them\n", counted(waiting.len(), "thing")));
                }
                change(waiting, number - 1);
                self.queues.retain(|queue| !queue.waiting.is_empty());
            }
            ("clear", ..) | (_, Some(_), None) => return told("nothing waits here\n"),
            _ => {
                let products = match self.read_products(seat, &unit, at, what) {
                    Ok(products) => products,
                    Err(why) => return told(&why),
                };
                return self.enqueue(Queue { seat, unit, at, waiting: products, begun: Vec::new() });
            }
        }
        self.is_changed = true;
        told(&self.told_queue(seat, &unit, at))
    }

    /// Notes who makes things, and where: what makes something now is offered nothing, and can still be looked at.
    pub(crate) fn note_maker(&mut self, seat: Seat, choice: &Choice) {
        let Some(&cell) = choice.cells.first() else { return };
        if choice.kind != ChoiceKind::Build || choice.unit.is_empty() || choice.product.is_empty() {
            return;
        }
        self.makers.retain(|(of, unit, _)| *of != seat || *unit != choice.unit);
        self.makers.push((seat, choice.unit.clone(), cell));
    }

    /// The chosen unit; where none is chosen, the one that makes things where the cursor is. Empty if the place itself is meant.
    fn maker(&self, seat: Seat) -> String {
        let eyes = &self.eyes[seat.index()];
        if !eyes.unit.is_empty() {
            return eyes.unit.clone();
        }
        eyes.cursor.and_then(|cell| self.makers_at(seat, cell).next()).unwrap_or_default()
    }

    /// The units in a cell that began to make something, as far as they are still there.
    pub(crate) fn makers_at(&self, seat: Seat, cell: Cell) -> impl Iterator<Item = String> {
        let is_here = move |(of, unit, at): &&(Seat, String, Cell)| {
            *of == seat && *at == cell && self.at.game().status(seat, unit).is_some()
        };
        self.makers.iter().filter(is_here).map(|(_, unit, _)| unit.clone())
    }

    /// What the chosen unit or place makes; `None` where nothing is made.
    #[must_use]
    pub fn making(&self, seat: Seat) -> Option<Making> {
        let unit = &*self.maker(seat);
        let at = self.eyes[seat.index()].cursor.filter(|_| unit.is_empty());
        let products = self.products(seat, unit, at);
        let known = |name: &String| {
            let found = products.iter().find(|product| product.name == *name);
            found.cloned().unwrap_or_else(|| Product { name: name.clone(), words: String::new() })
        };
        let queue = self.queues.iter().find(|queue| queue.is_of(seat, unit, at));
        let waiting: Vec<Product> = queue.map_or_else(Vec::new, |queue| queue.waiting.iter().map(known).collect());
        let is_made_here = !products.is_empty() || !waiting.is_empty();
        is_made_here.then(|| Making { now: self.at.game().busy(seat, unit), waiting, products })
    }

    /// Puts products behind those that wait, and begins the first at once if nothing is made.
    fn enqueue(&mut self, new: Queue) -> Vec<Reply> {
        let Queue { seat, unit, at, mut waiting, .. } = new.clone();
        match self.queues.iter_mut().find(|queue| queue.is_of(seat, &unit, at)) {
            Some(queue) => queue.waiting.append(&mut waiting),
            None => self.queues.push(new),
        }
        self.queues.iter_mut().for_each(|queue| queue.waiting.truncate(QUEUE_MAX));
        let made = self.at.moves().len();
        let eyes = &self.eyes[seat.index()];
        let (chosen, cursor) = (eyes.unit.clone(), eyes.cursor);
        // Who makes one after another would never come to what waits.
        let last = self.at.game().make_one(seat, &unit, "").filter(|_| !unit.is_empty());
        let mut words = last.map_or_else(String::new, |last| self.make(seat, &last.line).unwrap_or_else(|why| why));
        words += &self.make_next(seat);
        // More may be to come: the one that is looked at stays so, although it can do nothing else now.
        if self.at.to_act().contains(seat) {
            self.focus(seat, chosen, cursor);
        }
        let told_now = self.told_queue(seat, &unit, at);
        if self.at.moves().len() == made { told(&(words + &told_now)) } else { self.show_news(seat, words + &told_now) }
    }

    fn told_queue(&self, seat: Seat, unit: &str, at: Option<Cell>) -> String {
        let mut queues = self.queues.iter().filter(|queue| !queue.waiting.is_empty());
        let Some(queue) = queues.find(|queue| queue.is_of(seat, unit, at)) else {
            return "nothing waits here: `queue infantry, 2 armor` lets things wait\n".to_owned();
        };
        let lines = queue.waiting.iter().enumerate().map(|(place, product)| format!("  {:>2}  {product}\n", place + 1));
        let now = self.at.game().busy(seat, unit).map_or_else(String::new, |now| format!("{unit} {now}\n"));
        format!("{now}to be made next:\n{}", lines.collect::<String>())
    }

    /// The products that are named: `armor, 2 infantry`.
    fn read_products(&self, seat: Seat, unit: &str, at: Option<Cell>, what: &str) -> Result<Vec<String>, String> {
        let known: Vec<String> = self.products(seat, unit, at).into_iter().map(|product| product.name).collect();
        let mut read = Vec::new();
        for part in what.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (count, name) = match part.split_once(' ').map(|(count, name)| (count.parse::<usize>(), name)) {
                Some((Ok(count), name)) => (count, name.trim()),
                _ => (1, part),
            };
            let is_meant = |product: &&String| product.eq_ignore_ascii_case(name) || plural(product) == name;
            match known.iter().find(is_meant) {
                Some(product) => read.extend(std::iter::repeat_n(product.clone(), count.min(QUEUE_MAX))),
                None if known.is_empty() => {
                    return Err("nobody makes anything here: choose who does, by `next`\n".to_owned());
                }
                None => {
                    let meant = did_you_mean(name, known.iter().map(String::as_str));
                    return Err(format!("`{name}` is not made here{meant}; there are {}\n", known.join(", ")));
                }
            }
        }
        Ok(read)
    }

    /// What can be made by a unit or in a place: what is offered, then what else a unit that makes something now makes when it is asked.
    fn products(&self, seat: Seat, unit: &str, at: Option<Cell>) -> Vec<Product> {
        let choices = self.at.choices(seat);
        let design = &self.start.design;
        let offered = choices.iter().filter(|choice| is_made(choice, unit, at)).map(|choice| choice.product.as_str());
        let kinds = design.ids::<UnitType>().map(|kind| design.spoken_name(unit_keys::NAME, kind));
        let mut found: Vec<Product> = Vec::new();
        for name in offered.chain(kinds.filter(|_| !unit.is_empty())) {
            if found.iter().any(|known| known.name == name) {
                continue;
            }
            if let Some(choice) = self.beginning(seat, unit, at, name, &choices) {
                found.push(Product { name: name.to_owned(), words: choice_words(&choice) });
            }
        }
        found
    }

    /// The move among these, or the job, by which a unit or a place begins to make one of a product.
    fn beginning(&self, seat: Seat, unit: &str, at: Option<Cell>, product: &str, among: &[Choice]) -> Option<Choice> {
        let job = self.at.game().make_one(seat, unit, product);
        // Of several numbers of a thing the smallest is meant.
        job.or_else(|| {
            let made = among.iter().filter(|choice| is_made(choice, unit, at) && choice.product == product);
            made.min_by_key(|choice| choice.cost).cloned()
        })
    }

    /// The same at the beginning of a turn: what was begun before is not taken back any more.
    pub(crate) fn go_on_making(&mut self, seat: Seat) -> String {
        self.queues.iter_mut().filter(|queue| queue.seat == seat).for_each(|queue| queue.begun.clear());
        self.make_next(seat)
    }

    /// Begins what comes next wherever nothing is made now. What is to be told of it.
    fn make_next(&mut self, seat: Seat) -> String {
        let mut words = String::new();
        for place in 0..self.queues.len() {
            // Several things may be bought in one turn.
            while self.queues[place].seat == seat
                && let Some(choice) = self.next_of(place)
            {
                let made = self.at.moves().len();
                let Ok(news) = self.make(seat, &choice.line) else { break };
                let queue = &mut self.queues[place];
                let product = queue.waiting.remove(0);
                queue.begun.push((product, made));
                words += &news;
            }
        }
        self.queues.retain(|queue| !queue.waiting.is_empty() || !queue.begun.is_empty());
        words
    }

    /// The move that begins what comes next in a queue, if it can be made.
    fn next_of(&self, place: usize) -> Option<Choice> {
        let Queue { seat, unit, at, waiting, .. } = &self.queues[place];
        let product = waiting.first()?;
        if !unit.is_empty() && self.at.game().busy(*seat, unit).is_some() {
            return None;
        }
        self.beginning(*seat, unit, *at, product, &self.at.choices(*seat))
    }

    /// After moves were taken back: what had been begun by them waits again.
    pub(crate) fn put_back(&mut self, seat: Seat) {
        let made = self.at.moves().len();
        for queue in self.queues.iter_mut().filter(|queue| queue.seat == seat) {
            while let Some((product, _)) = queue.begun.pop_if(|(_, at)| *at >= made) {
                queue.waiting.insert(0, product);
            }
        }
    }
}

/// Whether a move makes something by a unit with its own points, or by the seat itself in a place. What another pays for does not wait: the
/// payer may be elsewhere by then.
fn is_made(choice: &Choice, unit: &str, at: Option<Cell>) -> bool {
    let is_here = !unit.is_empty() || choice.cells.first().copied() == at;
    choice.paid_by.is_empty()
        && choice.kind == ChoiceKind::Build
        && choice.unit == unit
        && is_here
        && !choice.product.is_empty()
}
