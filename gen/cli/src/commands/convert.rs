//! `convert`: between GDL and RON, from files of terrain to scenarios, and from scenarios to the formats of other programs; what a file is,
//! its name says; and parts of scenarios (`--only`). What can be read are [`pipeline::DESIGN_ENDINGS`] and [`TerrainFile`], what can be written is [`output::FORMATS`].

use std::path::Path;
use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics};
use diagnostics::FileReader;
use formats::SavedParts;
use grid::Shape;
use output::FormatChoice;
use pipeline::{DESIGN_ENDINGS, Loaded};
use serde_json::json;
use sources::{HeightLegend, HeightScale, Palette, TerrainFile, Wanted};
use world::{Scenario, World};

use crate::args::ConvertArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &ConvertArgs, reporter: &Reporter) -> Result<(), Failure> {
    let by_ending = || output::format_of_ending(&files::ending(&args.output), args.heights).map(FormatChoice::usual);
    let Some(mut choice) = args.format.clone().or_else(by_ending) else {
        return Err(unknown(&args.output, &output::known_endings()));
    };
    for pair in &args.option {
        choice.options.set_pair(choice.format, pair).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let is_design = |path: &Path| DESIGN_ENDINGS.contains(&files::ending(path).as_str());
    // A game that Xconq saved is known by what it holds.
    let is_known = is_design(&args.input) || args.input.is_dir() || pipeline::is_gdl(&args.input, files::disk());
    let form = args.read_as.clone().unwrap_or_else(|| files::ending(&args.input));
    let file = TerrainFile::of_ending(&form);
    if args.fill.is_some() && file != Some(TerrainFile::Tiled) {
        return Err(Failure::usage("only a map of Tiled has cells without a tile: leave out --fill"));
    }
    if !args.only.is_empty() {
        return match is_known && is_design(&args.output) {
            true => save_parts(args, reporter),
            false => Err(Failure::usage("--only saves parts of a scenario, as OUT.ron or OUT.g")),
        };
    }
    if args.format.is_none() && args.read_as.is_none() && is_known && is_design(&args.output) {
        return rewrite(args, reporter);
    }
    let (scenario, warnings) = match file {
        Some(TerrainFile::Picture) => from_picture(args)?,
        Some(TerrainFile::Letters) => from_text(args)?,
        Some(TerrainFile::Raw) => from_raw(args)?,
        Some(TerrainFile::Tiled) => from_tiled(args)?,
        Some(TerrainFile::Freeciv) => from_freeciv(args)?,
        None if is_known => files::read_scenario(&args.input)?,
        None => return Err(unknown(&args.input, &readable())),
    };
    reporter.warn(&warnings)?;
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.input));
    }
    let area = scenario.world.area;
    let written = files::write_format(&args.output, args.force, &choice, &scenario, reporter)?;
    let cells = format!("{}x{} cells, {}", area.width(), area.height(), area.shape());
    reporter.result(
        || {
            let others = |path| format!("{}: belongs to it\n", report::shown(path));
            format!("{}: {cells}\n{}", report::shown(&written[0]), written[1..].iter().map(others).collect::<String>())
        },
        || json!({ "ok": true, "files": written, "width": area.width(), "height": area.height(), "area": area.shape().name() }),
    )
}

/// What is read: a scenario's folder stands for its scenario.
fn load(args: &ConvertArgs, reporter: &Reporter) -> Result<Loaded, Failure> {
    let loaded = match args.input.is_dir() && args.input.join("scenario.ron").exists() {
        true => files::load(&args.input.join("scenario.ron"))?,
        false => files::load(&args.input)?,
    };
    reporter.tell(&loaded)?;
    Ok(loaded)
}

/// A design or a scenario in the other language, or in its own as Fairmarch writes it.
fn rewrite(args: &ConvertArgs, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = load(args, reporter)?;
    files::write_loaded(&args.output, args.force, &loaded, reporter)?;
    let what = if loaded.start.is_some() { "scenario" } else { "design" };
    tell_written(args, what, reporter)
}

/// Parts of a scenario, for others to include.
fn save_parts(args: &ConvertArgs, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = load(args, reporter)?;
    let Some(start) = &loaded.start else {
        let shown = args.input.display();
        return Err(Failure::usage(format!(
            "{shown} is a design: --only saves parts of a scenario, such as `roll` makes"
        )));
    };
    let parts = SavedParts::new(start, &args.only).map_err(data)?;
    let text = match files::ending(&args.output).as_str() {
        "g" => parts.as_gdl(&pipeline::design_name(&args.output, files::disk()), start, &pipeline::known()),
        _ => parts.as_ron(),
    };
    files::write_file(&args.output, args.force, |out| Ok(out.write_all(text.as_bytes())?))?;
    tell_written(args, "part of a scenario", reporter)
}

fn tell_written(args: &ConvertArgs, what: &str, reporter: &Reporter) -> Result<(), Failure> {
    let out = args.output.display().to_string();
    reporter.result(
        || format!("{}: a {what}\n", report::shown(&out)),
        || json!({ "ok": true, "files": [out], "what": what }),
    )
}

/// The files that can be read, as people are told.
fn readable() -> String {
    let of_terrain = TerrainFile::ALL.into_iter().flat_map(TerrainFile::endings);
    let files: Vec<String> = DESIGN_ENDINGS.iter().chain(of_terrain).map(|ending| format!("FILE.{ending}")).collect();
    format!("{} or a scenario's folder, or --read-as with what it is", files.join(", "))
}

fn unknown(path: &Path, expected: &str) -> Failure {
    Failure::usage(format!("{} does not say what it is: expected {expected}", path.display()))
}

fn from_picture(args: &ConvertArgs) -> Result<(Scenario, Diagnostics), Failure> {
    let (wanted, Loaded { design, mut warnings, .. }) = choose(args)?;
    let (file, bytes) = (args.input.display().to_string(), files::read_bytes(&args.input)?);
    let has_heights = args.heights
        || HeightLegend::is_meant(&args.legend)
        || (args.legend.is_empty() && sources::is_grey(&file, &bytes).map_err(Failure::Data)?);
    let (world, found) = if has_heights {
        sources::read_heights(&design, &file, &bytes, &wanted, &height_legend(args, &design)?)
    } else {
        sources::read_colors(&design, &file, &bytes, &wanted, &mut palette(args, &design)?)
    }
    .map_err(Failure::Data)?;
    warnings.0.extend(found.0);
    Ok((scenario(design, world), warnings))
}

fn from_raw(args: &ConvertArgs) -> Result<(Scenario, Diagnostics), Failure> {
    let stem = args.input.file_stem().unwrap_or_default().to_string_lossy();
    let beside = args.input.with_file_name(format!("{stem}-scale.json"));
    let text = if beside.exists() { Some(files::read(&beside)?) } else { None };
    let scale = text.as_deref().map(|text| HeightScale::read(&beside.display().to_string(), text));
    let scale = scale.transpose().map_err(data)?;
    let (mut wanted, Loaded { design, mut warnings, .. }) = choose(args)?;
    if let Some(scale) = scale.as_ref().filter(|_| args.area.is_none()) {
        wanted.shape = scale.shape.parse().map_err(|error: grid::UnknownShape| {
            data(Diagnostic::error("bad-scale", format!("{}: {error}", beside.display())))
        })?;
    }
    let (file, bytes) = (args.input.display().to_string(), files::read_bytes(&args.input)?);
    let legend = height_legend(args, &design)?;
    let (world, found) =
        sources::read_raw(&design, &file, &bytes, scale.as_ref(), &wanted, &legend).map_err(Failure::Data)?;
    warnings.0.extend(found.0);
    Ok((scenario(design, world), warnings))
}

fn data(fault: Diagnostic) -> Failure {
    Failure::Data(Diagnostics(vec![fault]))
}

/// Which terrain lies at which height, if the legend says it.
fn height_legend(args: &ConvertArgs, design: &Design) -> Result<HeightLegend, Failure> {
    HeightLegend::read(design, &args.legend).map_err(data)
}

fn from_text(args: &ConvertArgs) -> Result<(Scenario, Diagnostics), Failure> {
    let (wanted, Loaded { design, warnings, .. }) = choose(args)?;
    let (file, text) = (args.input.display().to_string(), files::read(&args.input)?);
    let glyphs = output::cell_glyphs(&design);
    let world = sources::read_letters(&design, &file, &text, &wanted, &glyphs).map_err(Failure::Data)?;
    Ok((scenario(design, world), warnings))
}

fn from_tiled(args: &ConvertArgs) -> Result<(Scenario, Diagnostics), Failure> {
    has_tiles(args, "a map of Tiled")?;
    let shape = shape(args)?;
    let Loaded { design, mut warnings, .. } = files::take_loaded(pipeline::open(&args.palette, files::disk())?)?;
    let (file, text) = (args.input.display().to_string(), files::read(&args.input)?);
    let folder = args.input.parent().unwrap_or(Path::new(""));
    let read = |path: &Path| files::disk().read(&folder.join(path));
    let fill = args.fill.as_deref().map(|name| sources::find_ground(&design, name)).transpose().map_err(data)?;
    let read = sources::read_tmx(&design, &file, &text, shape, fill, &mut palette(args, &design)?, &read);
    let (scenario, found) = read.map_err(Failure::Data)?;
    warnings.0.extend(found.0);
    Ok((scenario, warnings))
}

fn from_freeciv(args: &ConvertArgs) -> Result<(Scenario, Diagnostics), Failure> {
    has_tiles(args, "a scenario of Freeciv")?;
    let shape = shape(args)?;
    let Loaded { design, mut warnings, .. } = files::take_loaded(pipeline::open(&args.palette, files::disk())?)?;
    let file = args.input.display().to_string();
    let text = sources::unpack(&file, files::read_bytes(&args.input)?).map_err(Failure::Data)?;
    let letters = output::freeciv_terrain(&design);
    let (scenario, found) = sources::read_freeciv(&design, &file, &text, shape, &letters).map_err(Failure::Data)?;
    warnings.0.extend(found.0);
    Ok((scenario, warnings))
}

/// Refuses flags of pictures for a file that has its own cells.
fn has_tiles(args: &ConvertArgs, what: &str) -> Result<(), Failure> {
    if args.heights || args.size.is_some() {
        let flag = if args.heights { "--heights" } else { "--size" };
        return Err(Failure::usage(format!("{what} has a cell for each tile, and no heights: leave out {flag}")));
    }
    Ok(())
}

/// The shape that the flag asks for.
fn shape(args: &ConvertArgs) -> Result<Option<Shape>, Failure> {
    let shape = |word: &str| word.parse().map_err(|error: grid::UnknownShape| Failure::usage(error.to_string()));
    args.area.as_deref().map(shape).transpose()
}

/// The design and the area, by the flags.
fn choose(args: &ConvertArgs) -> Result<(Wanted, Loaded), Failure> {
    let shape = shape(args)?.unwrap_or(Shape::Rectangle);
    let size = match &args.size {
        Some(text) => Some(
            design::SupportedAreas::parse_size(text)
                .ok_or_else(|| Failure::usage(format!("`{text}` is no size: expected WIDTHxHEIGHT such as 120x80")))?,
        ),
        None => None,
    };
    let loaded = files::take_loaded(pipeline::open(&args.palette, files::disk())?)?;
    Ok((Wanted { shape, size }, loaded))
}

/// The legend's colours first; a type that it names has no others.
fn palette(args: &ConvertArgs, design: &Design) -> Result<Palette, Failure> {
    let mut entries = sources::read_legend(design, &args.legend).map_err(data)?;
    let named: Vec<_> = entries.iter().map(|&(_, kind)| kind).collect();
    entries.extend(output::cell_colors(design).into_iter().filter(|(_, kind)| !named.contains(kind)));
    Ok(Palette::new(&entries))
}

/// A scenario of which only the world is given: `roll` makes the rest.
fn scenario(design: Arc<Design>, world: World) -> Scenario {
    Scenario::new(design, world)
}
