//! The symbols of a file: one for each type, and one for each group of types that several forms use.

use std::collections::{BTreeMap, BTreeSet};

use design::{Design, Scope};

use super::tree::{Tree, bare, list, symbol};

/// Symbols with a predefined meaning (values, operators, words that evaluate to themselves).
const TAKEN: &str = "false true non-unit non-material non-terrain non-advance cell border connection coating no-x river-x \
    valley-x road-x over-nothing over-own over-border over-all win draw lose and or not reset usual nil quote list append \
    remove remove-list cond + - * / = /= < <= > >= u* m* t* a*";

/// The least number of members of a group, and of forms that use it, for which the group is defined.
const GROUP_SIZE: usize = 3;
const GROUP_USES: usize = 2;

/// The types of a kind, by their indexes, in rising order.
pub(super) type Members = Vec<usize>;

/// Adds an index to the group with the same value.
pub(super) fn gather<T: PartialEq>(groups: &mut Vec<(Members, T)>, index: usize, value: T) {
    match groups.iter_mut().find(|(_, known)| *known == value) {
        Some((members, _)) => members.push(index),
        None => groups.push((vec![index], value)),
    }
}

/// The symbols of all types, and the groups.
pub(super) struct Names {
    types: Vec<(Scope, Vec<String>)>,
    groups: BTreeMap<(Scope, Members), String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// The symbols of a design's types: their names, with a suffix where two kinds share a name.
    pub(super) fn new(design: &Design) -> Names {
        let mut taken = BTreeSet::new();
        for word in TAKEN.split_whitespace() {
            taken.insert(word.to_owned());
        }
        let mut types = Vec::new();
        for (_, scope) in design::TYPE_SECTIONS {
            let kind = scope.noun().split(' ').next().unwrap_or_default();
            let names = design.types(scope).names.iter();
            types.push((scope, names.map(|name| free(&mut taken, name, &format!("{name}-{kind}"))).collect()));
        }
        Names { types, groups: BTreeMap::new(), taken }
    }

    /// The symbol of a type.
    pub(super) fn of(&self, scope: Scope, index: usize) -> Tree {
        symbol(&self.of_kind(scope)[index])
    }

    fn of_kind(&self, scope: Scope) -> &[String] {
        let of_kind = self.types.iter().find(|(known, _)| *known == scope);
        &of_kind.expect("types have symbols").1
    }

    /// The symbol for no type of a kind.
    pub(super) fn none(scope: Scope) -> Tree {
        bare(match scope {
            Scope::Unit => "non-unit",
            Scope::Material => "non-material",
            Scope::Advance => "non-advance",
            _ => "non-terrain",
        })
    }

    /// The shortest way to write these types: a symbol, `u*`, a group, or a list.
    pub(super) fn set(&self, scope: Scope, members: &Members) -> Tree {
        let count = self.of_kind(scope).len();
        match (self.groups.get(&(scope, members.clone())), members.as_slice()) {
            (_, [single]) => self.of(scope, *single),
            (_, all) if all.len() == count => bare(star(scope)),
            (Some(group), _) => symbol(group),
            (None, some) => list(some.iter().map(|&index| self.of(scope, index))),
        }
    }

    /// Names the sets of types that are used often. Returns the forms that define them, kind by kind.
    pub(super) fn define_groups(&mut self, uses: &[(Scope, Members)]) -> Vec<Tree> {
        let mut sorted: Vec<&(Scope, Members)> = uses.iter().collect();
        sorted.sort_unstable();
        let mut forms = Vec::new();
        for same in sorted.chunk_by(|one, other| one == other) {
            let ((scope, members), count) = (same[0], same.len());
            let scope = *scope;
            let all = self.of_kind(scope).len();
            if count < GROUP_USES || members.len() < GROUP_SIZE || members.len() == all {
                continue;
            }
            let wanted = self.group_name(scope, members);
            let name = free(&mut self.taken, &wanted, &format!("{wanted}-group"));
            let symbols = members.iter().map(|&index| self.of(scope, index));
            forms.push(super::tree::form("define", [symbol(&name), list(symbols)]));
            self.groups.insert((scope, members.clone()), name);
        }
        forms
    }

    /// A group's name: `a..d` for neighbours, `all-but-x` for nearly all, else `a+b+2-more`.
    fn group_name(&self, scope: Scope, members: &Members) -> String {
        let names = self.of_kind(scope);
        let others: Vec<&str> =
            (0..names.len()).filter(|index| !members.contains(index)).map(|index| names[index].as_str()).collect();
        let [first, second, .., last] = members.as_slice() else { unreachable!("groups have three members") };
        if last - first + 1 == members.len() {
            format!("{}..{}", names[*first], names[*last])
        } else if others.len() <= 2 {
            format!("all-but-{}", others.join("-"))
        } else {
            format!("{}+{}+{}-more", names[*first], names[*second], members.len() - 2)
        }
    }
}

/// The symbol for all types of a kind.
pub(super) const fn star(scope: Scope) -> &'static str {
    match scope {
        Scope::Unit => "u*",
        Scope::Material => "m*",
        Scope::Advance => "a*",
        _ => "t*",
    }
}

/// The word if it is free, else the other one, with a number if that is taken too.
fn free(taken: &mut BTreeSet<String>, word: &str, other: &str) -> String {
    let numbered = (2..).map(|number| format!("{other}-{number}"));
    let mut words = [word.to_owned(), other.to_owned()].into_iter().chain(numbered);
    words.find(|word| taken.insert(word.clone())).expect("numbers do not end")
}
