//! GDL's text as trees of forms with their places (`gdl-reference`, sections 1 and 2). Names are not resolved here.
//!
//! A broken form does not stop the file: its readable part is kept, and reading goes on where the next form seems to begin.

use chance::Dice;
use design::{Diagnostic, Faults, FileId, Sources, Span};

use super::super::BLOCK;

/// A form with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is.
    pub kind: FormKind,
    pub(crate) span: Span,
}

/// The kinds of forms.
#[derive(Clone, Debug, PartialEq)]
pub enum FormKind {
    /// A number.
    Int(i32),
    /// Dice.
    Dice(Dice),
    /// A text in quotes.
    Text(String),
    /// A word.
    Symbol(String),
    /// Forms in parentheses.
    List(Vec<Form>),
    /// A form that could not be read; the fault has been reported.
    Broken,
}

impl Form {
    pub(crate) fn symbol(&self) -> Option<&str> {
        match &self.kind {
            FormKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Form]> {
        match &self.kind {
            FormKind::List(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            FormKind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn int(&self) -> Option<i32> {
        match self.kind {
            FormKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The symbol at the head of a list.
    pub(crate) fn head(&self) -> Option<&str> {
        self.list()?.first()?.symbol()
    }

    /// The form's name in messages.
    pub fn describe(&self) -> String {
        match &self.kind {
            FormKind::Int(number) => number.to_string(),
            FormKind::Dice(dice) => dice.to_string(),
            FormKind::Text(text) => format!("\"{}\"", shortened(text)),
            FormKind::Symbol(symbol) => shortened(symbol),
            FormKind::List(items) => match items.first().map(|first| &first.kind) {
                None => "()".to_owned(),
                Some(FormKind::Symbol(head)) => format!("a list ({} ..)", shortened(head)),
                Some(_) => format!("a list of {}", items.len()),
            },
            FormKind::Broken => "something broken".to_owned(),
        }
    }
}

/// At most 40 characters of a text.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}

/// The forms of a file, the modules that they include, and the block of RON that Fairmarch puts into a comment for Xconq's sake.
#[derive(Debug, Default)]
pub struct Tree {
    /// The forms that stand in no other.
    pub forms: Vec<TopForm>,
    pub(crate) includes: Vec<String>,
    pub(crate) own: Option<Span>,
}

/// A form that stands in no other. The trees of a saved game would take fifty times its text, and so those that nothing refers to are
/// read again when they are carried out.
#[derive(Debug)]
pub enum TopForm {
    /// A form as it was read.
    Kept(Box<Form>),
    /// A sound list, from its first byte to its last.
    Left(Span),
}

impl TopForm {
    /// The form, if it was kept: all that define something are, and those with variants.
    pub(crate) fn kept(&self) -> Option<&Form> {
        match self {
            TopForm::Kept(form) => Some(form),
            TopForm::Left(_) => None,
        }
    }
}

/// Whether forms with this head are kept: the reader goes back to them, or they decide which others are carried out.
fn is_kept(head: &str) -> bool {
    const KEPT: [&str; 7] = ["game-module", "include", "define", "doctrine", "if", "else", "end-if"];
    head.ends_with("-type") || KEPT.contains(&head)
}

/// The greatest depth of nested lists, so that any stack can walk them.
const DEPTH_MAX: usize = 200;
/// The most bytes of a text or a symbol.
const TEXT_MAX: usize = 100_000;
/// After this many lists that are never closed the rest of a file is ignored.
const RESTARTS_MAX: usize = 20;

/// Reads a file's text.
pub fn read(sources: &Sources, file: FileId, found: &mut Faults) -> Tree {
    let mut reader = FormReader::new(sources, file, sources.text(file), found);
    let forms = reader.forms();
    Tree { forms, includes: reader.includes, own: reader.own }
}

/// Reads a form again that was [`TopForm::Left`].
pub fn read_again(sources: &Sources, span: Span) -> Form {
    let mut found = Faults::default();
    let mut reader = FormReader::new(sources, span.file, &sources.text(span.file)[..span.end as usize], &mut found);
    reader.at = span.start as usize;
    reader.keeps_all = true;
    match reader.forms().pop() {
        Some(TopForm::Kept(form)) => *form,
        _ => Form { kind: FormKind::Broken, span },
    }
}

/// The names of all modules that a form includes, at any depth.
fn find_includes(form: &Form, names: &mut Vec<String>) {
    let Some(items) = form.list() else { return };
    let is_file = |head: &str| matches!(head, "include" | "base-module" | "default-base-module");
    if form.head().is_some_and(is_file)
        && let Some(name) = items.get(1).and_then(|name| name.text().or(name.symbol()))
    {
        names.push(name.to_owned());
    }
    for item in items {
        find_includes(item, names);
    }
}

struct FormReader<'a> {
    sources: &'a Sources,
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    found: &'a mut Faults,
    own: Option<Span>,
    includes: Vec<String>,
    /// How many faults were found, and how many of them before the form that is being read.
    faults: usize,
    faults_before: usize,
    keeps_all: bool,
    /// Whether a string or comment was never closed; lists that are open then are not reported as well.
    is_lost: bool,
    restarts: usize,
}

/// A list that is being read.
struct Open {
    start: usize,
    items: Vec<Form>,
    /// Whether it began with `'`: it then closes after the next form.
    is_quote: bool,
}

impl<'a> FormReader<'a> {
    fn new(sources: &'a Sources, file: FileId, text: &'a str, found: &'a mut Faults) -> FormReader<'a> {
        FormReader {
            sources,
            file,
            text,
            bytes: text.as_bytes(),
            at: 0,
            found,
            own: None,
            includes: Vec::new(),
            faults: 0,
            faults_before: 0,
            keeps_all: false,
            is_lost: false,
            restarts: 0,
        }
    }

    /// A form that stands in no other.
    fn top(&mut self, form: Form) -> TopForm {
        find_includes(&form, &mut self.includes);
        let is_sound = std::mem::replace(&mut self.faults_before, self.faults) == self.faults;
        let is_left = is_sound && !self.keeps_all && self.bytes[form.span.start as usize] == b'(';
        match form.span {
            span if is_left && form.list().is_some() && !form.head().is_some_and(is_kept) => TopForm::Left(span),
            _ => TopForm::Kept(Box::new(form)),
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn fault(&mut self, start: usize, end: usize, diagnostic: Diagnostic) {
        let span = self.span(start, end);
        self.faults += 1;
        self.found.add(self.sources, span, diagnostic);
    }

    fn forms(&mut self) -> Vec<TopForm> {
        let mut forms = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        // The last form that begins a line within an open list: if that list is never closed, it is taken to end there.
        let mut hint: Option<Hint> = None;
        let mut too_deep = 0_usize;
        while self.skip_space() {
            let start = self.at;
            let form = match self.bytes[start] {
                b'(' => {
                    self.at += 1;
                    if open.len() + too_deep >= DEPTH_MAX {
                        if too_deep == 0 {
                            let message = format!("lists stand in one another more than {DEPTH_MAX} deep");
                            self.fault(start, start + 1, Diagnostic::error("too-deep", message));
                        }
                        too_deep += 1;
                        continue;
                    }
                    let begins_line = start == 0 || self.bytes[start - 1] == b'\n';
                    if begins_line && !open.is_empty() && hint.is_none() {
                        hint = Some(Hint {
                            at: start,
                            depth: open.len(),
                            items: open.last().map_or(0, |list| list.items.len()),
                        });
                    }
                    open.push(Open { start, items: Vec::new(), is_quote: false });
                    continue;
                }
                b')' => {
                    self.at += 1;
                    if too_deep > 0 {
                        too_deep -= 1;
                        continue;
                    }
                    while open.last().is_some_and(|list| list.is_quote) {
                        // A quote with nothing after it.
                        let quote = open.pop().expect("it was there");
                        let diagnostic = Diagnostic::error("lone-quote", "a quote with nothing behind it");
                        self.fault(quote.start, quote.start + 1, diagnostic);
                    }
                    let Some(list) = open.pop() else {
                        let diagnostic = Diagnostic::error("stray-close", "this `)` closes nothing");
                        self.fault(start, start + 1, diagnostic.suggest("remove it, or open a list before it"));
                        continue;
                    };
                    if hint.as_ref().is_some_and(|hint| open.len() < hint.depth) {
                        hint = None;
                    }
                    Form { kind: FormKind::List(list.items), span: self.span(list.start, self.at) }
                }
                b'\'' | b'`' => {
                    self.at += 1;
                    if open.len() + too_deep >= DEPTH_MAX {
                        continue;
                    }
                    let quote = Form { kind: FormKind::Symbol("quote".to_owned()), span: self.span(start, start + 1) };
                    open.push(Open { start, items: vec![quote], is_quote: true });
                    continue;
                }
                _ => self.atom(),
            };
            if too_deep > 0 {
                continue;
            }
            let mut form = form;
            while open.last().is_some_and(|list| list.is_quote) {
                let mut quote = open.pop().expect("it was there");
                let end = form.span.end as usize;
                quote.items.push(form);
                form = Form { kind: FormKind::List(quote.items), span: self.span(quote.start, end) };
            }
            match open.last_mut() {
                Some(list) => list.items.push(form),
                None => forms.push(self.top(form)),
            }
            if std::mem::take(&mut self.is_lost) {
                let folded = self.folded(std::mem::take(&mut open), self.at);
                forms.extend(folded.map(|form| self.top(form)));
                (hint, too_deep) = (None, 0);
            }
        }
        self.close(open, hint, forms)
    }

    /// The open lists, closed where they are.
    fn folded(&self, mut open: Vec<Open>, end: usize) -> Option<Form> {
        let mut inner: Option<Form> = None;
        while let Some(mut list) = open.pop() {
            list.items.extend(inner.take());
            inner = Some(Form { kind: FormKind::List(list.items), span: self.span(list.start, end) });
        }
        inner
    }

    /// Closes the lists that are open at the end of the file: reports one fault, and goes on reading at the hint.
    fn close(&mut self, mut open: Vec<Open>, hint: Option<Hint>, mut forms: Vec<TopForm>) -> Vec<TopForm> {
        if open.is_empty() {
            return forms;
        }
        if self.is_lost {
            let folded = self.folded(open, self.text.len());
            forms.extend(folded.map(|form| self.top(form)));
            return forms;
        }
        let at_end = self.text.len();
        let end = hint.as_ref().map_or(at_end, |hint| hint.at);
        if let Some(hint) = &hint {
            open.truncate(hint.depth);
            if let Some(list) = open.last_mut() {
                list.items.truncate(hint.items);
            }
        }
        let blamed = open.iter().rev().find(|list| !list.is_quote).or(open.last()).map_or(0, |list| list.start);
        let diagnostic = Diagnostic::error("unclosed-list", "this list is never closed");
        let diagnostic = match &hint {
            Some(hint) => {
                let place = self.sources.place(self.span(hint.at, hint.at + 1));
                diagnostic.suggest(format!("close it before {}:{}, where a new form begins", place.line, place.column))
            }
            None => diagnostic.suggest("write the missing `)`"),
        };
        self.fault(blamed, blamed + 1, diagnostic);
        // The readable part is kept, so that its names are known.
        let folded = self.folded(open, end);
        forms.extend(folded.map(|form| self.top(form)));
        self.restarts += 1;
        if hint.is_some() && self.restarts <= RESTARTS_MAX {
            self.at = end;
            forms.extend(self.forms());
        }
        forms
    }

    /// Skips white space and comments; returns whether anything follows.
    fn skip_space(&mut self) -> bool {
        loop {
            match self.bytes.get(self.at) {
                None => return false,
                Some(b';') => self.at = self.line_end(self.at),
                Some(b'#') if self.bytes.get(self.at + 1) == Some(&b'|') => self.skip_block(),
                Some(byte) if byte.is_ascii_whitespace() || *byte == 0x0b => self.at += 1,
                Some(_) => return true,
            }
        }
    }

    fn line_end(&self, from: usize) -> usize {
        self.bytes[from..].iter().position(|&byte| byte == b'\n').map_or(self.bytes.len(), |at| from + at)
    }

    fn skip_block(&mut self) {
        let start = self.at;
        if self.text[start..].starts_with(BLOCK) {
            return self.skip_own(start);
        }
        self.at += 2;
        let mut depth = 1;
        while depth > 0 {
            match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (None, _) => {
                    self.is_lost = true;
                    let diagnostic = Diagnostic::error("unclosed-comment", "this block comment is never closed");
                    return self.fault(start, start + 2, diagnostic.suggest("write `|#` where it ends"));
                }
                (Some(b'#'), Some(b'|')) => (depth, self.at) = (depth + 1, self.at + 2),
                (Some(b'|'), Some(b'#')) => (depth, self.at) = (depth - 1, self.at + 2),
                _ => self.at += 1,
            }
        }
    }

    /// Skips the comment that holds RON: it ends at the last line that begins with `|#`.
    fn skip_own(&mut self, start: usize) {
        let begin = start + BLOCK.len();
        let Some(end) = self.text[begin..].find("\n|#").map(|at| begin + at) else {
            self.at = self.bytes.len();
            self.is_lost = true;
            let diagnostic = Diagnostic::error("unclosed-comment", "this block of Fairmarch's is never closed");
            return self.fault(start, start + 2, diagnostic.suggest("write `|#` at the beginning of a line"));
        };
        self.at = end + 3;
        if self.own.is_some() {
            let diagnostic = Diagnostic::error("duplicate-name", "a file has one block of Fairmarch's");
            return self.fault(start, begin, diagnostic.suggest("put both into one"));
        }
        self.own = Some(self.span(begin, end));
    }

    fn atom(&mut self) -> Form {
        let start = self.at;
        let kind = match self.bytes[start] {
            b'"' => self.string(),
            b'|' => self.bar_symbol(),
            byte if byte.is_ascii_digit() || byte == b'.' => self.number(),
            b'+' | b'-' if !self.is_end(start + 1) => self.number(),
            _ => self.symbol(),
        };
        Form { kind, span: self.span(start, self.at) }
    }

    /// Whether a symbol or number ends before this byte.
    fn is_end(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            None => true,
            // A `#` belongs to the symbol, unless it begins a comment.
            Some(b'#') => self.bytes.get(at + 1) == Some(&b'|'),
            Some(byte) => byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'"' | b'\'' | b'`'),
        }
    }

    fn string(&mut self) -> FormKind {
        let start = self.at;
        if let Some(text) = self.enclosed(b'"') {
            return self.bounded(start, "string", text).map_or(FormKind::Broken, FormKind::Text);
        }
        let diagnostic = Diagnostic::error("unclosed-string", "this string is never closed");
        self.fault(start, start + 1, diagnostic.suggest("write the missing `\"`"));
        self.is_lost = true;
        // It is taken to end with its line if another form begins after that.
        let line_end = self.line_end(start);
        self.at = self.text[line_end..].find("\n(").map_or(self.bytes.len(), |at| line_end + at + 1);
        FormKind::Broken
    }

    fn bar_symbol(&mut self) -> FormKind {
        let start = self.at;
        if let Some(text) = self.enclosed(b'|') {
            return self.bounded(start, "symbol", text).map_or(FormKind::Broken, FormKind::Symbol);
        }
        let diagnostic = Diagnostic::error("unclosed-symbol", "this symbol in bars is never closed");
        self.fault(start, start + 1, diagnostic.suggest("write the missing `|`"));
        FormKind::Broken
    }

    /// The bytes up to the closing sign; reading goes on after it. `None` if there is no closing sign, or for a symbol in bars none
    /// in the same line.
    fn enclosed(&mut self, close: u8) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            match *self.bytes.get(self.at)? {
                byte if byte == close => {
                    self.at += 1;
                    return Some(text);
                }
                b'\n' if close == b'|' => return None,
                b'\\' => self.escape(&mut text),
                byte => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    /// The bytes as a text, if they are not longer than any game needs.
    fn bounded(&mut self, start: usize, what: &str, bytes: Vec<u8>) -> Option<String> {
        if bytes.len() > TEXT_MAX {
            let message = format!("a {what} of {} bytes is too long", bytes.len());
            let diagnostic = Diagnostic::error("too-long", message).expected(format!("at most {TEXT_MAX}"));
            self.fault(start, start + 1, diagnostic);
            return None;
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads an escape: a backslash makes the next character literal; `\0` begins an octal code of all digits that follow.
    fn escape(&mut self, text: &mut Vec<u8>) {
        self.at += 1;
        if self.bytes.get(self.at) == Some(&b'0') && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            let mut code = 0_u32;
            while let Some(digit) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_digit()) {
                code = code.wrapping_mul(8).wrapping_add(u32::from(digit - b'0'));
                self.at += 1;
            }
            // Latin-1, which these codes meant.
            let mut buffer = [0; 4];
            text.extend(char::from(code as u8).encode_utf8(&mut buffer).bytes());
        } else if let Some(&byte) = self.bytes.get(self.at) {
            text.push(byte);
            self.at += 1;
        }
    }

    fn symbol(&mut self) -> FormKind {
        let start = self.at;
        let mut text = Vec::new();
        while !self.is_end(self.at) {
            match self.bytes[self.at] {
                b'\\' => self.escape(&mut text),
                byte => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
        if self.at == start {
            // A sign that begins no form is skipped alone.
            self.at += 1;
            text.push(self.bytes[start]);
        }
        self.bounded(start, "symbol", text).map_or(FormKind::Broken, FormKind::Symbol)
    }

    /// Reads a number or dice. With a decimal point it counts hundredths; percent signs are dropped.
    fn number(&mut self) -> FormKind {
        let start = self.at;
        while !self.is_end(self.at) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let (end, at_end) = (self.at, word);
        match read_number(word) {
            Ok(kind) => kind,
            Err(diagnostic) => {
                self.fault(start, end, diagnostic.found(shortened(at_end)));
                FormKind::Broken
            }
        }
    }
}

struct Hint {
    at: usize,
    /// How many lists are open at the hint, and how many items the innermost has.
    depth: usize,
    items: usize,
}

/// A number or dice as GDL writes them.
fn read_number(word: &str) -> Result<FormKind, Diagnostic> {
    let tail =
        || Diagnostic::error("bad-number", "this is no number").expected("a number such as 7, -7, 1.5, 50% or 2d6+1");
    let (negative, digits) = match word.as_bytes()[0] {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    if digits.contains('d') {
        return read_dice(digits, negative).ok_or_else(tail)?;
    }
    let number = match digits.split_once('.') {
        None => digits.parse::<i64>().ok().filter(|_| digits.as_bytes()[0].is_ascii_digit()),
        Some((whole, hundredths)) => {
            let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if !are_digits(whole) || !are_digits(hundredths) || hundredths.len() > 2 || digits == "." {
                return Err(tail().suggest("a number has at most two decimals: it is kept in hundredths"));
            }
            let whole = if whole.is_empty() { Some(0) } else { whole.parse::<i64>().ok() };
            let parts = format!("{hundredths:0<2}").parse::<i64>().ok();
            whole.zip(parts).map(|(whole, parts)| whole.saturating_mul(100) + parts)
        }
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !digits.is_empty();
    let Some(number) = number.filter(|_| is_plain) else {
        if is_plain {
            return Err(Diagnostic::error("out-of-range", "this number is too large").expected("32 bits"));
        }
        return Err(tail());
    };
    let number = if negative { -number } else { number };
    i32::try_from(number)
        .map(FormKind::Int)
        .map_err(|_| Diagnostic::error("out-of-range", "this number is too large").expected("32 bits"))
}

fn read_dice(digits: &str, negative: bool) -> Option<Result<FormKind, Diagnostic>> {
    let (count, rest) = digits.split_once('d')?;
    let sign = rest.find(['+', '-']);
    let (faces, addend) = rest.split_at(sign.unwrap_or(rest.len()));
    let count: i64 = count.parse().ok()?;
    let faces: i64 = faces.parse().ok()?;
    let add: i64 = if addend.is_empty() { 0 } else { addend.strip_prefix('+').unwrap_or(addend).parse().ok()? };
    // A leading minus is another way to write a negative addend.
    let add = if negative { -add.abs() } else { add };
    let wrong = |what: &str, found: i64, least: i64, most: i64| {
        let message = format!("dice cannot have {what} {found}");
        Some(Err(Diagnostic::error("bad-dice", message).expected(format!("{least} to {most}"))))
    };
    match (count, faces, add) {
        (1..=8, 2..=17, -128..=127) => {
            Some(Ok(FormKind::Dice(Dice { count: count as u8, faces: faces as u8, add: add as i16 })))
        }
        (1..=8, 2..=17, _) => wrong("the addend", add, -128, 127),
        (1..=8, _, _) => wrong("so many faces:", faces, 2, 17),
        _ => wrong("a number of", count, 1, 8),
    }
}

/// Unpacks dice that 7.5 packs into a number of 16 bits; a plain number below 16384 is a constant.
#[must_use]
pub fn unpack_dice(packed: i32) -> Option<Dice> {
    let packed = i16::try_from(packed).ok()? as u16;
    let negative = packed & 0x8000 != 0;
    if !negative && packed & 0x4000 == 0 {
        return Some(Dice::constant(packed as i16));
    }
    let (count, faces, size) = (((packed >> 11) & 7) + 1, ((packed >> 7) & 15) + 2, (packed & 127) as i16);
    let add = if negative { -size - 1 } else { size };
    Some(Dice { count: count as u8, faces: faces as u8, add })
}

/// Packs dice as 7.5 does; `None` if they do not fit.
#[must_use]
pub fn pack_dice(dice: Dice) -> Option<i32> {
    if !dice.fits_16_bits() {
        return None;
    }
    if dice.count == 0 {
        return Some(i32::from(dice.add));
    }
    let bits = (u16::from(dice.count) - 1) << 11 | (u16::from(dice.faces) - 2) << 7;
    let packed = match dice.add {
        add @ 0.. => 0x4000 | bits | add as u16,
        add => 0x8000 | bits | (-add - 1) as u16,
    };
    Some(i32::from(packed as i16))
}
