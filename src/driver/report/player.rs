//! The failing runs of a report, step by step.
use super::{Run, place};
use crate::driver::summary::ErrorReport;
use std::collections::{BTreeMap, BTreeSet};
use symtool_engine::Config;
use symtool_engine::exec::{EventKind, Playback, PlayedObject, play};
use symtool_ir::{Inputs, Type};
use symtool_report::model::{
    Call, Change, FailingPath, Object, ObjectKind, PathCondition, Player, Step,
};

/// The maximum number of recorded steps of a run. If a run is longer, only its last steps are recorded, because they
/// lead to the failure.
const MAX_STEPS: u64 = 4_000;

/// Runs the program on the failing input. Returns the path of the run, and the steps that the page of the report
/// replays. The path is `None` if the run is too long.
pub fn of(run: &Run<'_>, config: &Config, error: &ErrorReport) -> (Option<FailingPath>, Player) {
    let played = played(run, config, error, MAX_STEPS);
    (failing_path(run, error, &played), steps(run, played))
}

/// Returns the path of the run on the failing input; `None` if the run is too long.
pub fn path(run: &Run<'_>, config: &Config, error: &ErrorReport) -> Option<FailingPath> {
    failing_path(run, error, &played(run, config, error, 0))
}

fn played(run: &Run<'_>, config: &Config, error: &ErrorReport, steps: u64) -> Playback {
    let program = run.program;
    let inputs = inputs(&error.inputs);
    play(&program.lowered, program.entry, config, &inputs, steps)
}

fn failing_path(run: &Run<'_>, error: &ErrorReport, played: &Playback) -> Option<FailingPath> {
    if played.steps.is_empty() && played.omitted == 0 {
        return None;
    }
    let source = &run.program.lowered.source;
    let members = members(error);
    let conditions = played.events.iter().map(|event| PathCondition {
        place: event.loc.and_then(|loc| {
            let at = source.get(loc);
            place(source.file_name(at.file), at.line)
        }),
        decision: match event.kind {
            EventKind::Store => "store",
            EventKind::Call => "call",
            EventKind::Memory => "memory",
            EventKind::Then => "then",
            EventKind::Else => "else",
            EventKind::Case => "case",
            EventKind::Holds => "holds",
            EventKind::Fails => "fails",
            EventKind::Assumed => "assumed",
            EventKind::Other => "",
        }
        .to_owned(),
        text: named(&event.text, &members),
        term: named(&event.term, &members),
        needed: event.is_needed,
        column: event.loc.map_or(0, |loc| source.get(loc).column),
        to: event.to.map_or(0, |loc| source.get(loc).line),
    });
    Some(FailingPath {
        conditions: conditions.collect(),
        omitted: played.omitted_events,
    })
}

/// Returns the names for single bytes of structures in an input. Each pair contains the text of the byte in an
/// expression, such as `record[1]`, and the text of the structure member that consists of this byte, such as
/// `record.length`.
fn members(error: &ErrorReport) -> Vec<(String, String)> {
    let shapes = error.shapes.iter();
    let all = shapes.flat_map(|(name, shape)| {
        let bytes = shape.bytes().into_iter();
        bytes.map(move |(at, path)| (format!("{name}[{at}]"), format!("{name}{path}")))
    });
    all.filter(|(byte, member)| byte != member).collect()
}

/// Replaces the texts of single bytes in an expression by the names of structure members, as [`members`] returns them.
fn named(text: &str, members: &[(String, String)]) -> String {
    let is_part = |before: &str| {
        let last = before.chars().next_back();
        last.is_some_and(|last| last.is_alphanumeric() || matches!(last, '_' | '.'))
    };
    let mut text = text.to_owned();
    for (byte, member) in members {
        let mut from = 0;
        while let Some(at) = text[from..].find(byte.as_str()).map(|at| from + at) {
            let end = at + byte.len();
            from = end;
            if !is_part(&text[..at]) {
                text.replace_range(at..end, member);
                from = at + member.len();
            }
        }
    }
    text
}

/// Returns the steps of a run.
fn steps(run: &Run<'_>, played: Playback) -> Player {
    let program = run.program;
    let source = &program.lowered.source;
    let mut files: Vec<String> = Vec::new();
    let mut number = |name: &str| match files.iter().position(|known| known == name) {
        Some(at) => at as u32,
        None => {
            files.push(name.to_owned());
            files.len() as u32 - 1
        }
    };
    let texts = texts(&played);
    let steps = played.steps.into_iter().map(|step| {
        let at = source.get(step.loc);
        Step {
            file: number(source.file_name(at.file)),
            line: at.line,
            call: step.call,
            changes: step
                .changes
                .into_iter()
                .map(|change| Change {
                    object: change.object,
                    cell: change.cell,
                    value: match texts.contains(&change.object) {
                        true => {
                            let array = played.objects[change.object as usize].cells > 1;
                            character(change.value, array)
                        }
                        false => change.value,
                    },
                    term: change.term,
                })
                .collect(),
        }
    });
    let steps = steps.collect();
    Player {
        objects: (played.objects.iter().zip(0..))
            .map(|(played, number)| object(played, texts.contains(&number)))
            .collect(),
        files,
        calls: played
            .calls
            .into_iter()
            .map(|call| Call {
                function: call.function,
                caller: call.caller,
            })
            .collect(),
        steps,
        omitted: played.omitted,
    }
}

/// Converts the inputs of a failure, which the summary contains as hexadecimal text, to bytes.
fn inputs(hex: &BTreeMap<String, String>) -> Inputs {
    let mut inputs = Inputs::default();
    for (name, digits) in hex {
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).ok();
        inputs.push(name.clone(), pairs.filter_map(byte).collect());
    }
    inputs
}

fn object(played: &PlayedObject, is_text: bool) -> Object {
    Object {
        name: played.name.clone(),
        storage: played.storage.to_owned(),
        call: played.call,
        cells: played.cells,
        cell_bytes: played.cell.bytes() as u32,
        bytes: played.bytes,
        kind: match is_text {
            true => ObjectKind::Characters,
            false => ObjectKind::Values,
        },
    }
}

/// Returns the numbers of the objects whose elements are shown as characters. These are the objects of bytes whose
/// values during the whole run are printable, zero or a newline. The other objects are shown as numbers, so that no
/// object mixes characters and numbers.
fn texts(played: &Playback) -> BTreeSet<u32> {
    let mut texts: BTreeSet<u32> = (played.objects.iter().zip(0..))
        .filter(|(object, _)| object.cell == Type::I8)
        .map(|(_, number)| number)
        .collect();
    for change in played.steps.iter().flat_map(|step| &step.changes) {
        let is_printable = match change.value.parse::<i16>() {
            Ok(code) => code == 0 || code == 10 || (32..127).contains(&code),
            // The byte has no value: it is not initialized, or the lifetime of the object has ended.
            Err(_) => true,
        };
        if !is_printable {
            texts.remove(&change.object);
        }
    }
    texts
}

/// Returns the text for the byte `value` of an object that is shown as characters. If `array` is set, the byte is an
/// element of an array, and the text is the character alone. Otherwise the text is the number, followed by the
/// character if it is printable, as in `65 'A'`. A value that is no byte is returned unchanged.
fn character(value: String, array: bool) -> String {
    let code = value.parse::<u8>().ok();
    match code {
        Some(code @ b' '..=b'~') if array => char::from(code).to_string(),
        Some(code @ b' '..=b'~') => format!("{code} '{}'", char::from(code)),
        Some(0) if array => "\\0".to_owned(),
        Some(b'\n') if array => "\\n".to_owned(),
        Some(_) | None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_structures_have_the_names_of_members() {
        let members = [("r[1]".to_owned(), "r.length".to_owned())];
        assert_eq!(
            named("r[1] < 8 && r[1] != r[12]", &members),
            "r.length < 8 && r.length != r[12]"
        );
        assert_eq!(named("other[1] == _r[1]", &members), "other[1] == _r[1]");
    }
}
