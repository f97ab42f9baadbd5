//! The commands of people: the one table of them, and how a line that was typed is read.

use contract::Seat;
use design::did_you_mean;
use grid::Direction;

use crate::keys::AT_ONCE;
use crate::lists::units;
use crate::{HumanMatch, Reply, Wish, told};

/// A command.
pub struct PlayCommand {
    /// Its name, then short forms of it.
    pub names: &'static [&'static str],
    /// What stands behind it.
    pub argument: &'static str,
    /// What it does, for people.
    pub help: &'static str,
    /// Does it for a seat, with what stood behind it.
    run: fn(&mut HumanMatch, Seat, &str) -> Vec<Reply>,
}

const fn command(
    names: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
    run: fn(&mut HumanMatch, Seat, &str) -> Vec<Reply>,
) -> PlayCommand {
    PlayCommand { names, argument, help, run }
}

/// Every command, in the order in which a newcomer needs them. A new one is a row here; help, short forms, completion and files of keys
/// follow from it, and a test asks for its name in README.
pub const COMMANDS: &[PlayCommand] = &[
    command(
        &["help", "?"],
        "[WORD]",
        "lists the commands, or tells of one, or of a move; all moves of the rules: `help moves`; keys: `help keys`",
        |at, _, of| vec![Reply::Pages(at.help(of))],
    ),
    command(
        &["explain", "ex"],
        "[TYPE]",
        "tells the whole game: types, who moves where, who hits whom, how one wins; or of one type of unit or terrain",
        |at, _, kind| if kind.is_empty() { wish(Wish::Explain) } else { told(&at.explain(kind)) },
    ),
    command(
        &["go"],
        "X,Y | NAME",
        "your unit goes to that cell or place, over turns if need be, until something happens",
        HumanMatch::go_far,
    ),
    command(
        &["attack"],
        "X,Y | NAME",
        "your unit strikes that cell or place, or takes it; several ways to do so are listed with their odds",
        HumanMatch::attack,
    ),
    command(&["next", "x"], "", "goes to your next unit that can do something", |at, seat, _| at.go_to_next(seat)),
    command(
        &["down"],
        "",
        "moves your unit, or the cursor, over the link where it stands to a level below",
        |at, seat, _| at.go_over_link(seat, true),
    ),
    command(&["up"], "", "the same to a level above", |at, seat, _| at.go_over_link(seat, false)),
    command(
        &["moves", "m"],
        "[UNIT | CELL | all]",
        "lists what your unit can do, with numbers to choose by",
        |at, seat, what| told(&at.list_moves(seat, what)),
    ),
    command(&["more"], "", "lists the rest of the moves", |at, _, _| told(&at.more())),
    command(
        &["orders"],
        "",
        "lists what your units are busy with, and the orders that wait for the end of the turn",
        |at, seat, _| told(&at.orders(seat)),
    ),
    command(
        &["queue", "qu"],
        "[UNIT] [[N] PRODUCT, .. | up N | down N | drop N | clear]",
        "what a city makes next, one after the other: `queue armor, 2 infantry`; alone it tells what waits",
        |at, seat, what| at.queue(seat, what),
    ),
    command(&["board", "b"], "", "draws the board again; so does an empty line", |at, seat, _| {
        vec![at.look_reply(seat)]
    }),
    command(
        &["show", "i"],
        "[UNIT | CELL | SIDE]",
        "tells what you know of it, and moves the cursor there",
        HumanMatch::show,
    ),
    command(
        &["overview", "ov"],
        "[WORD]",
        "tells all that the game knows beside the board: provinces, ships on their way, what is in sight; lines with a word alone",
        |at, seat, word| told(&at.overview(seat, word)),
    ),
    command(
        &["why", "wh"],
        "MOVE",
        "says whether a move is allowed, what it costs, and else why not",
        |at, seat, line| told(&at.why(seat, line)),
    ),
    command(
        &["hint", "hi"],
        "[PLAYER]",
        "says what a player of the computer would do in your place",
        |at, seat, player| told(&at.hint(seat, player)),
    ),
    command(&["do"], "[PLAYER]", "makes the move of a hint", HumanMatch::do_hint),
    command(&["auto"], "[PLAYER]", "lets a player of the computer end your turn for you", HumanMatch::auto),
    command(&["undo", "un"], "", "takes your last move back, if it told you nothing new", |at, seat, _| at.undo(seat)),
    command(&["news"], "", "tells again what happened since your last turn", |at, seat, _| told(&at.news_again(seat))),
    command(&["score"], "", "tells who leads", |at, _, _| told(&at.score())),
    command(
        &["save"],
        "[FOLDER]",
        "saves the match, and keeps it there; `play FOLDER/match-000000.json` goes on with it",
        |_, _, folder| wish(Wish::Save(folder.to_owned())),
    ),
    command(&["load"], "FILE", "goes on with a match of this start that was saved", |_, _, file| {
        wish(Wish::Load(file.to_owned()))
    }),
    command(&["resign"], "", "gives up your side", |_, _, _| wish(Wish::Resign)),
    command(&["quit", "q"], "", "leaves; the match is saved", |_, _, _| wish(Wish::Quit)),
];

fn wish(wish: Wish) -> Vec<Reply> {
    vec![Reply::Wish(wish)]
}

impl HumanMatch {
    /// Does what a person typed: a command, steps, the number of a listed move, or a move of the rules. An empty line looks again.
    pub fn obey(&mut self, seat: Seat, line: &str) -> Vec<Reply> {
        let line = line.trim();
        if line.is_empty() {
            return vec![self.look_reply(seat)];
        }
        if let Ok(number) = line.strip_prefix('#').unwrap_or(line).parse::<usize>() {
            return self.choose(seat, number);
        }
        if let Some(ways) = self.read_ways(line) {
            return self.walk(seat, &ways);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match COMMANDS.iter().find(|command| command.names.contains(&word)) {
            Some(command) => (command.run)(self, seat, rest.trim()),
            None => self.step(seat, line),
        }
    }

    pub(crate) fn help(&self, of: &str) -> String {
        let info = self.at.game().info();
        if of == "keys" {
            let keys = AT_ONCE.iter().map(|(key, command)| format!("  {key:<10} {command}\n"));
            return format!(
                "Keys that act at once, in games where you move a single unit; a file of keys gives them to other commands:\n{}",
                keys.collect::<String>()
            );
        }
        if of == "moves" {
            return format!("Moves of these rules, as they can be typed:\n{}\n", info.moves);
        }
        if !of.is_empty() {
            let mut text = String::new();
            for known in COMMANDS.iter().filter(|known| known.names.contains(&of)) {
                text += &format!("{} {}\n  {}\n", known.names[0], known.argument, known.help);
            }
            // A move of the rules is found by each of its words that is no place for another.
            let has_word = |line: &&str| line.split([' ', ',']).any(|word| word == of);
            for line in info.moves.lines().filter(has_word) {
                text += &format!("{line}\n");
            }
            if text.is_empty() {
                text = format!("there is no command and no move `{of}`{}\n", self.did_you_mean(of));
            }
            return text;
        }
        let ways = self.start.world.area.direction_names().join(" ");
        let mut text = String::new();
        for known in COMMANDS {
            let head = format!("{} {}", known.names[0], known.argument);
            text += &format!("  {head:<30} {}\n", known.help);
        }
        text += &format!(
            "  {:<30} moves your unit, or the cursor if no unit is chosen\n  {:<30} makes a move that was listed\n  {:<30} any \
             move of the rules: see `help moves`\n",
            ways, "3, or #3", "MOVE"
        );
        text
    }

    /// What might have been meant by a word that is no command.
    pub(crate) fn did_you_mean(&self, line: &str) -> String {
        let word = line.split(' ').next().unwrap_or_default();
        let known = COMMANDS.iter().map(|known| known.names[0]);
        match did_you_mean(word, known) {
            meant if meant.is_empty() => "; `help` lists the commands".to_owned(),
            meant => meant,
        }
    }

    /// Lines that complete what is typed.
    #[must_use]
    pub fn completions(&self, seat: Seat) -> Vec<String> {
        let choices = self.at.choices(seat);
        let mut words: Vec<String> = COMMANDS.iter().map(|known| known.names[0].to_owned()).collect();
        for unit in units(&choices) {
            words.extend([format!("moves {unit}"), format!("show {unit}")]);
        }
        words.extend(choices.iter().map(|choice| choice.line.clone()));
        words.extend(choices.iter().map(|choice| format!("why {}", choice.line)));
        words.extend(self.runner.sides.iter().map(|side| format!("show {side}")));
        for region in self.chart(seat).regions {
            words.extend(["show", "go", "attack"].map(|command| format!("{command} {}", region.name)));
        }
        words
    }

    /// A line of nothing but directions.
    fn read_ways(&self, line: &str) -> Option<Vec<Direction>> {
        let area = self.start.world.area;
        let way = |word: &str| area.find_direction(word.strip_prefix("step-").unwrap_or(word));
        line.split_whitespace().map(way).collect()
    }
}
