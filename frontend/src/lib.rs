//! C text to symtool IR
