//! C types, interned.
//!
//! A [`Ty`] is a small number that stands for one unqualified type of the compilation; equal types have equal
//! numbers, so identity is type equality (except for the rules of [`Types::compatible`]). Qualifiers stand
//! beside it in a [`QTy`]. Records and enumerations are nominal: each definition has its own row.
use crate::typed::LocalId;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// An unqualified C type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ty(u32);

/// The definition of a structure or union.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RecordId(pub u32);

/// The definition of an enumeration.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EnumId(pub u32);

/// A set of type qualifiers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Quals(u8);

impl Quals {
    pub(crate) const NONE: Quals = Quals(0);
    pub(crate) const CONST: Quals = Quals(1);
    pub(crate) const VOLATILE: Quals = Quals(2);
    pub(crate) const RESTRICT: Quals = Quals(4);

    pub(crate) fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    /// Those of `self` that `other` lacks, `restrict` aside.
    pub(crate) fn lost_in(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0 & 3)
    }
}

/// A type with its qualifiers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QTy {
    pub ty: Ty,
    pub quals: Quals,
}

impl From<Ty> for QTy {
    fn from(ty: Ty) -> QTy {
        QTy {
            ty,
            quals: Quals::NONE,
        }
    }
}

impl QTy {
    pub(crate) fn with(self, quals: Quals) -> QTy {
        QTy {
            ty: self.ty,
            quals: self.quals.union(quals),
        }
    }

    pub(crate) fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub(crate) fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }
}

/// The integer types other than `_Bool` and enumerations, by rank.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub(crate) fn bits(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    pub(crate) fn is_signed(self) -> bool {
        !matches!(
            self,
            IntKind::UChar
                | IntKind::UShort
                | IntKind::UInt
                | IntKind::ULong
                | IntKind::ULongLong
                | IntKind::UInt128
        )
    }

    /// Conversion rank; signed and unsigned of a pair share it.
    pub(crate) fn rank(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    pub(crate) fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar => IntKind::UChar,
            IntKind::Short => IntKind::UShort,
            IntKind::Int => IntKind::UInt,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            IntKind::Int128 => IntKind::UInt128,
            other => other,
        }
    }

    fn name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

/// How many elements an array has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Len {
    Fixed(u64),
    /// `[]`: incomplete, or a flexible member.
    Unknown,
    /// A variable length, kept in this hidden local of type `unsigned long`.
    Vla(LocalId),
    /// A variable length in a prototype, where it is not evaluated.
    Star,
}

/// A function type. Parameters are adjusted (arrays and functions are pointers) and unqualified.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FnTy {
    pub result: QTy,
    pub params: Vec<Ty>,
    pub variadic: bool,
    /// False for `f()` and old-style definitions: arguments are not checked.
    pub prototype: bool,
}

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Void,
    Bool,
    Int(IntKind),
    /// An integer of fewer bits than the type that stores it: what a bit-field wider than `int` computes in.
    /// The stored bits above its own repeat its sign or are zero.
    Precise(IntKind, u32),
    Float,
    Double,
    LongDouble,
    Pointer(QTy),
    Array(QTy, Len),
    Function(Box<FnTy>),
    Record(RecordId),
    Enum(EnumId),
}

/// The place of a bit-field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitRange {
    /// First bit, counted from the start of the record (least significant bit of byte 0 is 0).
    pub start: u64,
    /// Number of bits.
    pub width: u32,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// None for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    pub qty: QTy,
    /// Byte offset (for a bit-field: of the byte its first bit is in).
    pub offset: u64,
    pub bits: Option<BitRange>,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub tag: Option<String>,
    pub is_union: bool,
    /// None while incomplete.
    pub fields: Option<Vec<Field>>,
    pub size: u64,
    pub align: u64,
    /// The type of the two parts, if it is no record of the program but a complex number.
    pub complex: Option<Ty>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub tag: Option<String>,
    /// What it is stored as; None while incomplete.
    pub repr: Option<IntKind>,
}

/// All types of a compilation.
pub(crate) struct Types {
    kinds: Vec<Kind>,
    ids: FxHashMap<Kind, Ty>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    /// The tag record behind `__builtin_va_list`.
    va_record: Option<RecordId>,
    /// The records behind complex types, by the type of their parts.
    complexes: FxHashMap<Ty, RecordId>,
}

macro_rules! basic {
    ($($name:ident = $kind:expr;)*) => {
        impl Types { $(pub(crate) fn $name(&mut self) -> Ty { self.of($kind) })* }
    };
}

basic! {
    void = Kind::Void;
    bool = Kind::Bool;
    char = Kind::Int(IntKind::Char);
    int = Kind::Int(IntKind::Int);
    long = Kind::Int(IntKind::Long);
    ulong = Kind::Int(IntKind::ULong);
    float = Kind::Float;
    double = Kind::Double;
    long_double = Kind::LongDouble;
}

impl Types {
    pub(crate) fn new() -> Types {
        Types {
            kinds: Vec::new(),
            ids: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
            va_record: None,
            complexes: FxHashMap::default(),
        }
    }

    /// The number of a type, interned.
    pub(crate) fn of(&mut self, kind: Kind) -> Ty {
        if let Some(&ty) = self.ids.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.ids.insert(kind, ty);
        ty
    }

    pub(crate) fn kind(&self, ty: Ty) -> &Kind {
        &self.kinds[ty.0 as usize]
    }

    pub(crate) fn int_of(&mut self, kind: IntKind) -> Ty {
        self.of(Kind::Int(kind))
    }

    pub(crate) fn pointer_to(&mut self, to: impl Into<QTy>) -> Ty {
        self.of(Kind::Pointer(to.into()))
    }

    pub(crate) fn array_of(&mut self, elem: QTy, len: Len) -> Ty {
        self.of(Kind::Array(elem, len))
    }

    pub(crate) fn function(&mut self, function: FnTy) -> Ty {
        self.of(Kind::Function(Box::new(function)))
    }

    pub(crate) fn new_record(&mut self, tag: Option<String>, is_union: bool) -> RecordId {
        self.records.push(Record {
            tag,
            is_union,
            fields: None,
            size: 0,
            align: 1,
            complex: None,
        });
        RecordId(self.records.len() as u32 - 1)
    }

    pub(crate) fn new_enum(&mut self, tag: Option<String>) -> EnumId {
        self.enums.push(Enum { tag, repr: None });
        EnumId(self.enums.len() as u32 - 1)
    }

    pub(crate) fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// `__builtin_va_list`: as in the x86-64 ABI an array of one 24-byte record, so that passing it on passes
    /// its address. Only the pointer at byte 8 is used: it walks over the variadic area.
    pub(crate) fn va_list(&mut self) -> Ty {
        let id = match self.va_record {
            Some(id) => id,
            None => {
                let id = self.new_record(Some("__va_list_tag".to_owned()), false);
                let (uint, void) = (self.int_of(IntKind::UInt), self.void());
                let ptr = self.pointer_to(void);
                let field = |name: &str, ty: Ty, offset| Field {
                    name: Some(name.to_owned()),
                    qty: ty.into(),
                    offset,
                    bits: None,
                };
                let record = &mut self.records[id.0 as usize];
                record.fields = Some(vec![
                    field("gp_offset", uint, 0),
                    field("fp_offset", uint, 4),
                    field("overflow_arg_area", ptr, 8),
                    field("reg_save_area", ptr, 16),
                ]);
                (record.size, record.align) = (24, 8);
                self.va_record = Some(id);
                id
            }
        };
        let record = self.of(Kind::Record(id));
        self.array_of(record.into(), Len::Fixed(1))
    }

    /// The complex type with parts of this type: a record of two values that have no names.
    pub(crate) fn complex_of(&mut self, part: Ty) -> Ty {
        let id = match self.complexes.get(&part) {
            Some(&id) => id,
            None => {
                let id = self.new_record(None, false);
                let size = self.size(part).unwrap_or(0);
                let field = |offset| Field {
                    name: None,
                    qty: part.into(),
                    offset,
                    bits: None,
                };
                let align = self.align(part);
                let record = &mut self.records[id.0 as usize];
                record.fields = Some(vec![field(0), field(size)]);
                (record.size, record.align) = (2 * size, align);
                record.complex = Some(part);
                self.complexes.insert(part, id);
                id
            }
        };
        self.of(Kind::Record(id))
    }

    // ---- questions

    /// The type of a complex type's parts.
    pub(crate) fn complex_part(&self, ty: Ty) -> Option<Ty> {
        self.record(self.as_record(ty)?).complex
    }

    /// Is it arithmetic or complex?
    pub(crate) fn is_number(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.complex_part(ty).is_some()
    }

    /// The integer kind behind an integer type (enumerations count as what they are stored as; `_Bool` does not
    /// count).
    pub(crate) fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.kind(ty) {
            Kind::Int(kind) | Kind::Precise(kind, _) => Some(*kind),
            Kind::Enum(id) => Some(self.enums[id.0 as usize].repr.unwrap_or(IntKind::UInt)),
            _ => None,
        }
    }

    pub(crate) fn is_void(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Void)
    }

    pub(crate) fn is_bool(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Bool)
    }

    pub(crate) fn is_integer(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            Kind::Bool | Kind::Int(_) | Kind::Precise(..) | Kind::Enum(_)
        )
    }

    /// How many bits a value of this integer type has, if they are fewer than what stores it.
    pub(crate) fn precision(&self, ty: Ty) -> Option<u32> {
        match self.kind(ty) {
            Kind::Precise(_, bits) => Some(*bits),
            _ => None,
        }
    }

    pub(crate) fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Float | Kind::Double | Kind::LongDouble)
    }

    pub(crate) fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(crate) fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    pub(crate) fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(crate) fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    pub(crate) fn is_array(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Array(..))
    }

    pub(crate) fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.kind(ty) {
            Kind::Record(id) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn pointee(&self, ty: Ty) -> Option<QTy> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Element type and length of an array.
    pub(crate) fn as_array(&self, ty: Ty) -> Option<(QTy, Len)> {
        match self.kind(ty) {
            Kind::Array(elem, len) => Some((*elem, *len)),
            _ => None,
        }
    }

    pub(crate) fn as_function(&self, ty: Ty) -> Option<&FnTy> {
        match self.kind(ty) {
            Kind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Signed? `_Bool` and pointers count as unsigned.
    pub(crate) fn is_signed(&self, ty: Ty) -> bool {
        self.int_kind(ty).is_some_and(IntKind::is_signed)
    }

    /// Does the type contain a variable length anywhere?
    pub(crate) fn is_variably_modified(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Pointer(to) => self.is_variably_modified(to.ty),
            Kind::Array(elem, len) => {
                matches!(len, Len::Vla(_) | Len::Star) || self.is_variably_modified(elem.ty)
            }
            Kind::Function(function) => self.is_variably_modified(function.result.ty),
            _ => false,
        }
    }

    /// Is its size not a constant?
    pub(crate) fn is_vla(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Array(elem, len) => {
                matches!(len, Len::Vla(_) | Len::Star) || self.is_vla(elem.ty)
            }
            _ => false,
        }
    }

    /// An array type's qualifiers are those of its elements.
    pub(crate) fn effective_quals(&self, qty: QTy) -> Quals {
        match self.kind(qty.ty) {
            Kind::Array(elem, _) => qty.quals.union(self.effective_quals(*elem)),
            _ => qty.quals,
        }
    }

    /// Moves qualifiers on an array type (from a typedef) to its elements.
    pub(crate) fn qualify(&mut self, qty: QTy, quals: Quals) -> QTy {
        if quals == Quals::NONE {
            return qty;
        }
        match self.as_array(qty.ty) {
            Some((elem, len)) => {
                let elem = self.qualify(elem, quals);
                self.array_of(elem, len).into()
            }
            None => qty.with(quals),
        }
    }

    /// What a parameter of this type becomes.
    pub(crate) fn adjust_param(&mut self, qty: QTy) -> QTy {
        match self.kind(qty.ty) {
            Kind::Array(elem, _) => {
                let elem = *elem;
                self.pointer_to(elem).into()
            }
            Kind::Function(_) => self.pointer_to(qty.ty).into(),
            _ => qty,
        }
    }

    /// Finds a member by name, looking into anonymous records. Gives the byte offset of the record that
    /// directly holds it, and the member.
    pub(crate) fn member(&self, record: RecordId, name: &str) -> Option<(u64, RecordId, Field)> {
        for field in self.record(record).fields.as_deref()? {
            match &field.name {
                Some(n) if n == name => return Some((0, record, field.clone())),
                None => {
                    if let Some(inner) = self.as_record(field.qty.ty)
                        && let Some((offset, holder, mut found)) = self.member(inner, name)
                    {
                        found.qty = found.qty.with(field.qty.quals);
                        return Some((field.offset + offset, holder, found));
                    }
                }
                _ => {}
            }
        }
        None
    }

    // ---- compatibility

    /// C's compatible types (6.2.7), qualifiers aside at the top. Records of different translation units are
    /// compatible when tag and size agree.
    pub(crate) fn compatible(&self, a: Ty, b: Ty) -> bool {
        self.alike(a, b, false)
    }

    /// The same with the qualifiers of what is pointed to counted, for those who choose by type.
    pub(crate) fn strictly_compatible(&self, a: Ty, b: Ty) -> bool {
        self.alike(a, b, true)
    }

    fn alike(&self, a: Ty, b: Ty, strict: bool) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let quals = self.effective_quals(*x) == self.effective_quals(*y);
                (quals || !strict) && self.alike(x.ty, y.ty, strict)
            }
            (Kind::Array(x, m), Kind::Array(y, n)) => {
                let lengths = match (m, n) {
                    (Len::Fixed(m), Len::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.alike(x.ty, y.ty, strict)
            }
            (Kind::Enum(_), Kind::Int(k)) => self.int_kind(a) == Some(*k),
            (Kind::Int(k), Kind::Enum(_)) => self.int_kind(b) == Some(*k),
            // Each definition is a type of its own within a unit, and only within a unit is one chosen by type.
            (Kind::Enum(_), Kind::Enum(_)) | (Kind::Record(_), Kind::Record(_)) if strict => false,
            (Kind::Enum(x), Kind::Enum(y)) => {
                let (x, y) = (&self.enums[x.0 as usize], &self.enums[y.0 as usize]);
                x.tag == y.tag && x.repr == y.repr
            }
            (Kind::Record(x), Kind::Record(y)) => {
                let (x, y) = (self.record(*x), self.record(*y));
                // Equal complex types have one record, so these are different.
                let complex = x.complex.is_some() || y.complex.is_some();
                let streams = is_stream(x.tag.as_deref()) && is_stream(y.tag.as_deref());
                !complex
                    && (x.tag == y.tag || streams)
                    && x.is_union == y.is_union
                    && (x.fields.is_none() || y.fields.is_none() || x.size == y.size)
            }
            (Kind::Function(f), Kind::Function(g)) => self.alike_functions(f, g, strict),
            _ => false,
        }
    }

    fn alike_functions(&self, f: &FnTy, g: &FnTy, strict: bool) -> bool {
        if !self.alike(f.result.ty, g.result.ty, strict) {
            return false;
        }
        if !f.prototype || !g.prototype {
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params
                .iter()
                .zip(&g.params)
                .all(|(&x, &y)| self.alike(x, y, strict))
    }

    /// The composite of two compatible types: what both declarations together say.
    pub(crate) fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (Kind::Array(x, m), Kind::Array(y, n)) => {
                let elem = self.composite(x.ty, y.ty);
                let len = match (m, n) {
                    (Len::Fixed(_), _) => m,
                    (_, Len::Fixed(_)) | (Len::Unknown, _) => n,
                    _ => m,
                };
                let elem = QTy {
                    ty: elem,
                    quals: x.quals,
                };
                self.array_of(elem, len)
            }
            (Kind::Function(f), Kind::Function(g)) => {
                if f.prototype || !g.prototype {
                    a
                } else {
                    b
                }
            }
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                let to = self.composite(x.ty, y.ty);
                self.pointer_to(QTy {
                    ty: to,
                    quals: x.quals,
                })
            }
            _ => a,
        }
    }

    // ---- names, for messages

    /// The type as a C programmer writes it.
    pub(crate) fn name(&self, qty: impl Into<QTy>) -> String {
        self.declare(qty.into(), String::new())
    }

    fn declare(&self, qty: QTy, inner: String) -> String {
        let spaced = |base: &str, inner: String| {
            if inner.is_empty() || inner.starts_with('[') {
                format!("{base}{inner}")
            } else {
                format!("{base} {inner}")
            }
        };
        match self.kind(qty.ty) {
            Kind::Pointer(to) => {
                let mut text = format!("*{}", qualifiers(qty.quals).trim_end());
                if text.len() > 1 && !inner.is_empty() {
                    text.push(' ');
                }
                text.push_str(&inner);
                if self.is_array(to.ty) || self.is_function(to.ty) {
                    text = format!("({text})");
                }
                self.declare(*to, text)
            }
            Kind::Array(elem, len) => {
                let len = match len {
                    Len::Fixed(n) => n.to_string(),
                    Len::Unknown => String::new(),
                    _ => "*".to_owned(),
                };
                self.declare(*elem, format!("{inner}[{len}]"))
            }
            Kind::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|&p| self.name(p)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                }
                if params.is_empty() && f.prototype {
                    params.push("void".to_owned());
                }
                self.declare(f.result, format!("{inner}({})", params.join(", ")))
            }
            kind => {
                let mut base = qualifiers(qty.quals);
                base.push_str(&self.base_name(kind));
                spaced(&base, inner)
            }
        }
    }

    fn base_name(&self, kind: &Kind) -> String {
        match kind {
            Kind::Void => "void".to_owned(),
            Kind::Bool => "_Bool".to_owned(),
            Kind::Int(kind) => kind.name().to_owned(),
            Kind::Precise(kind, bits) => format!("{}:{bits}", kind.name()),
            Kind::Float => "float".to_owned(),
            Kind::Double => "double".to_owned(),
            Kind::LongDouble => "long double".to_owned(),
            Kind::Record(id) => {
                let record = self.record(*id);
                if let Some(part) = record.complex {
                    return format!("_Complex {}", self.name(part));
                }
                let mut text = if record.is_union { "union" } else { "struct" }.to_owned();
                let _ = write!(text, " {}", record.tag.as_deref().unwrap_or("<unnamed>"));
                text
            }
            Kind::Enum(id) => {
                let tag = &self.enums[id.0 as usize].tag;
                format!("enum {}", tag.as_deref().unwrap_or("<unnamed>"))
            }
            _ => String::new(),
        }
    }
}

fn qualifiers(quals: Quals) -> String {
    let mut text = String::new();
    for (bit, name) in [
        (Quals::CONST, "const "),
        (Quals::VOLATILE, "volatile "),
        (Quals::RESTRICT, "restrict "),
    ] {
        if quals.has(bit) {
            text.push_str(name);
        }
    }
    text
}

/// The tag of `FILE` in glibc's headers. Units of the program see no more of it than its name: the streams of the
/// library models are laid out in their own way.
pub(crate) const HOST_STREAM: &str = "_IO_FILE";

/// Is this the tag of `FILE`, in our headers or the host's?
fn is_stream(tag: Option<&str>) -> bool {
    tag.is_some_and(|tag| tag == HOST_STREAM || tag == "__symtool_file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_declarations() {
        let mut types = Types::new();
        let int = types.int();
        let char = types.char();
        let const_char = types.pointer_to(QTy::from(char).with(Quals::CONST));
        assert_eq!(types.name(const_char), "const char *");
        let array = types.array_of(const_char.into(), Len::Fixed(3));
        assert_eq!(types.name(array), "const char *[3]");
        let to_array = types.pointer_to(array);
        assert_eq!(types.name(to_array), "const char *(*)[3]");
        let function = types.function(FnTy {
            result: int.into(),
            params: vec![const_char],
            variadic: true,
            prototype: true,
        });
        let pointer = types.pointer_to(function);
        assert_eq!(types.name(pointer), "int (*)(const char *, ...)");
    }

    #[test]
    fn unprototyped_functions_are_compatible_with_all() {
        let mut types = Types::new();
        let int = types.int();
        let open = types.function(FnTy {
            result: int.into(),
            params: vec![],
            variadic: false,
            prototype: false,
        });
        let one = types.function(FnTy {
            result: int.into(),
            params: vec![int],
            variadic: false,
            prototype: true,
        });
        assert!(types.compatible(open, one));
        assert_eq!(types.composite(open, one), one);
        assert!(!types.compatible(one, int));
    }
}
