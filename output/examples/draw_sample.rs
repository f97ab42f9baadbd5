//! Draws the sample world of the tests: `cargo run --release --example draw_sample -- hexagon 60x60 1 FILE [SCALE]`.

#[path = "../tests/sample/mod.rs"]
mod sample;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [shape, size, seed, file, rest @ ..] = &words[..] else {
        eprintln!("expected SHAPE WIDTHxHEIGHT SEED FILE [SCALE]");
        return;
    };
    let (width, height) = size.split_once('x').expect("a size such as 60x60");
    let numbers = [width, height].map(|text| text.parse().expect("a number"));
    let scenario =
        sample::sample(shape.parse().expect("a shape"), numbers[0], numbers[1], seed.parse().expect("a seed"));
    if file.ends_with(".txt") {
        print!("{}", fairmarch_output::terminal_map(&scenario, 78, rest.is_empty()));
        return;
    }
    let cell_width = rest.first().map(|text| text.parse().expect("a scale"));
    let style = fairmarch_output::PictureStyle { cell_width, ..fairmarch_output::PictureStyle::default() };
    let begun = std::time::Instant::now();
    let mut bytes = Vec::new();
    match fairmarch_output::write_png(&scenario, &style, &mut bytes) {
        Ok(()) => std::fs::write(file, &bytes).expect("a file that can be written"),
        Err(error) => eprintln!("{error}"),
    }
    let taken = begun.elapsed();
    let again = std::time::Instant::now();
    let _ = fairmarch_output::draw(&scenario, &style);
    eprintln!("{taken:?} in all, {:?} to draw, {} bytes", again.elapsed(), bytes.len());
}
