//! Determines the kinds of objects that the parameters of a function point to, from the parameter
//! types.
use super::text::{Inner, Target};
use crate::ctypes::{IntKind, Kind, Len, Ty, Types};

/// The maximum number of pointers inside one object that a harness sets.
const MOST_POINTERS: usize = 64;

/// Returns the kind of object to which a pointer of the type `ty` points.
pub(super) fn target(types: &Types, ty: Ty) -> Target {
    let Some(to) = types.pointee(ty) else {
        return Target::None;
    };
    match types.kind(to.ty) {
        _ if points_to_text(types, ty) => Target::Character,
        Kind::Void | Kind::Int(IntKind::UChar) => Target::Bytes,
        _ => match types.size(to.ty) {
            Some(size) if size > 0 => Target::Object {
                size,
                pointers: inner_pointers(types, to.ty),
            },
            _ => Target::None,
        },
    }
}

/// Returns the pointers inside an object of the type `ty`. Unions are not searched, because the
/// bytes of a pointer in a union may also be used as another member.
pub(super) fn inner_pointers(types: &Types, ty: Ty) -> Vec<Inner> {
    let mut found = Vec::new();
    match types.kind(ty) {
        Kind::Record(_) | Kind::Array(..) => search(types, ty, "", &mut found),
        // The object is itself a pointer, for example an element of an array of pointers.
        Kind::Pointer(_) => found.push(Inner {
            place: String::new(),
            is_text: false,
        }),
        _ => {}
    }
    found
}

fn search(types: &Types, ty: Ty, place: &str, found: &mut Vec<Inner>) {
    if found.len() >= MOST_POINTERS {
        return;
    }
    match types.kind(ty) {
        Kind::Pointer(_) => found.push(Inner {
            place: place.to_owned(),
            is_text: points_to_text(types, ty),
        }),
        Kind::Array(element, Len::Fixed(count)) => {
            for index in 0..(*count).min(MOST_POINTERS as u64) {
                search(types, element.ty, &format!("{place}[{index}]"), found);
            }
        }
        Kind::Record(id) if !types.record(*id).is_union => {
            for field in types.record(*id).fields.iter().flatten() {
                // A member of an anonymous structure is named as a member of the enclosing
                // structure.
                let inner = match &field.name {
                    Some(name) => format!("{place}.{name}"),
                    None => place.to_owned(),
                };
                search(types, field.qty.ty, &inner, found);
            }
        }
        _ => {}
    }
}

/// Returns whether a pointer type points to characters.
fn points_to_text(types: &Types, ty: Ty) -> bool {
    let to = types.pointee(ty).map(|to| types.kind(to.ty));
    matches!(to, Some(Kind::Int(IntKind::Char | IntKind::SChar)))
}
