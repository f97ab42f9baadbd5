//! Every action of the window, by name: menus, keys, palette and tests use this one list.
//!
//! Each part of the window defines its commands beside their code (`map::commands`, ..); here they are joined. Each panel and each
//! lens has a command of its own.

use std::sync::LazyLock;

use crate::panels::{about, palette, start};
use crate::{LENSES, PANELS, Viewer, keys, map, viewer};

/// The menu of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening, saving, leaving.
    File,
    /// Rolling, and going back and forth between rolls.
    Roll,
    /// Moving about on the map.
    Map,
    /// The colouring of the map.
    Lens,
    /// Panels and the look of the window.
    View,
    /// The measures of seats.
    Fairness,
    /// Playtests and matches.
    Play,
    /// Keys and help.
    Help,
}

impl Menu {
    /// All menus, in the order of the menu bar.
    pub const ALL: [Menu; 8] =
        [Menu::File, Menu::Roll, Menu::Map, Menu::Lens, Menu::View, Menu::Fairness, Menu::Play, Menu::Help];

    /// The title in the menu bar.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Roll => "Roll",
            Menu::Map => "Map",
            Menu::Lens => "Lens",
            Menu::View => "View",
            Menu::Fairness => "Fairness",
            Menu::Play => "Play",
            Menu::Help => "Help",
        }
    }
}

/// A test of the window's state.
type Asked = Box<dyn Fn(&Viewer) -> bool + Send + Sync>;

/// The reason why something cannot be done now, in a sentence; `None` if it can.
type Hindered = Box<dyn Fn(&Viewer) -> Option<String> + Send + Sync>;

/// An action.
pub struct Command {
    /// The name that key bindings use, such as `zoom-in`.
    pub name: String,
    /// The title in menus, such as `Zoom in`.
    pub title: String,
    /// What it does, in a line.
    pub help: String,
    /// Its menu.
    pub menu: Menu,
    /// Whether it can also be run without a scenario.
    pub always: bool,
    /// Runs it.
    pub run: Box<dyn Fn(&mut Viewer) + Send + Sync>,
    /// Whether the thing that it shows or chooses is shown or chosen now; `None` for commands that neither show nor choose.
    pub is_on: Option<Asked>,
    /// What it needs besides a scenario; `None` for commands that need nothing more, or that tell themselves what they lack.
    pub hindered: Option<Hindered>,
}

impl Command {
    /// A command that needs a scenario.
    pub fn new(
        menu: Menu,
        name: &str,
        title: &str,
        help: &str,
        run: impl Fn(&mut Viewer) + Send + Sync + 'static,
    ) -> Command {
        let (name, title, help) = (name.to_owned(), title.to_owned(), help.to_owned());
        Command { name, title, help, menu, always: false, run: Box::new(run), is_on: None, hindered: None }
    }

    /// The same command, which can be run at any time.
    #[must_use]
    pub fn always(self) -> Command {
        Command { always: true, ..self }
    }

    /// The same command, for a thing that is shown or chosen, or not.
    #[must_use]
    pub fn on(self, is_on: impl Fn(&Viewer) -> bool + Send + Sync + 'static) -> Command {
        Command { is_on: Some(Box::new(is_on)), ..self }
    }

    /// The same command, which cannot be run where there is a reason not to.
    #[must_use]
    pub fn unless(self, hindered: impl Fn(&Viewer) -> Option<String> + Send + Sync + 'static) -> Command {
        Command { hindered: Some(Box::new(hindered)), ..self }
    }
}

static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
    let lens = |lens: &'static crate::Lens| {
        Command::new(Menu::Lens, &format!("lens-{}", lens.name), lens.title, lens.summary, |viewer| {
            viewer.map.set_lens(lens.name);
        })
        .on(|viewer| viewer.map.lens() == lens.name)
    };
    let panel = |panel: &'static crate::Panel| {
        let help = format!("{}: shows it, or hides it", panel.summary);
        Command::new(Menu::View, &format!("panel-{}", panel.name), panel.title, &help, |viewer| {
            viewer.toggle_panel(panel);
        })
        .always()
        .on(|viewer| viewer.shows_panel(panel))
    };
    let mut all = viewer::commands();
    all.extend(map::commands());
    all.extend(keys::commands());
    all.extend(about::commands());
    all.extend(PANELS.iter().flat_map(|panel| (panel.commands)()));
    all.extend(palette::commands());
    all.extend(start::commands());
    all.extend(LENSES.iter().map(|&found| lens(found)));
    all.extend(PANELS.iter().map(|&found| panel(found)));
    // Commands that open something come first in their menu, where everybody looks for them, and the way out comes last.
    let first = ["start-page", "open", "continue", "surprise"];
    all.sort_by_key(|command| match command.name.as_str() {
        "quit" => usize::MAX,
        name => first.iter().position(|known| *known == name).unwrap_or(first.len()),
    });
    all
});

/// Every command.
#[must_use]
pub fn commands() -> &'static [Command] {
    &COMMANDS
}

/// A command by its name.
#[must_use]
pub fn find_command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_well() {
        for (index, command) in commands().iter().enumerate() {
            assert!(commands()[..index].iter().all(|other| other.name != command.name), "{} twice", command.name);
            assert!(command.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            assert!(command.help.len() > 5 && !command.title.is_empty(), "{}", command.name);
            assert!(command.title.starts_with(|c: char| c.is_uppercase()), "{}", command.title);
        }
    }
}
