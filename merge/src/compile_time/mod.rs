//! CFM-SE: melding both sides of a branch into straight-line code before the program is explored
//! ("Taming the Hydra", OOPSLA 2026, §3).
pub mod align;
pub mod cost;
pub mod diamond;
pub mod encode;
pub mod extract;
pub mod forms;
pub mod language;
pub mod rules;
pub mod term;
