//! What an action of the window is. The list of all is in `commands`.

use crate::Viewer;
use crate::panels::Tells;

/// The menu of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening, saving, leaving.
    File,
    /// Rolling, and going back and forth between rolls.
    Roll,
    /// Changing the map by hand.
    Edit,
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
    pub const ALL: [Menu; 9] =
        [Menu::File, Menu::Edit, Menu::Roll, Menu::Map, Menu::Lens, Menu::View, Menu::Fairness, Menu::Play, Menu::Help];

    /// The title in the menu bar.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Roll => "Roll",
            Menu::Edit => "Edit",
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
    /// What it can give away while a match is played in which something is hidden.
    pub(crate) tells: Tells,
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
        Command {
            name,
            title,
            help,
            menu,
            always: false,
            run: Box::new(run),
            is_on: None,
            tells: Tells::Nothing,
            hindered: None,
        }
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
