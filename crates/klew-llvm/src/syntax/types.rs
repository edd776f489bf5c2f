//! Types, interned: equal types have equal [`TypeId`]s. Named structures are identified by name,
//! so that recursive types are finite.

use rustc_hash::FxHashMap;

/// An interned type; an index into the module's [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A named (or numbered) structure; an index into the module's [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// The floating-point formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// Brain float, 16 bits.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    X86Fp80,
    /// IEEE binary128.
    Fp128,
    /// A pair of doubles.
    PpcFp128,
}

impl FloatKind {
    /// Number of bits of the format.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }

    /// LLVM's keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }
}

/// A type of LLVM.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `iN`
    Integer(u32),
    /// `float` and its relatives
    Float(FloatKind),
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// A pointer; `pointee` is absent for opaque pointers.
    Pointer {
        /// What it points to, in LLVM's old typed form.
        pointee: Option<TypeId>,
        /// Address space, mostly 0.
        address_space: u32,
    },
    /// `[count x element]`
    Array {
        /// Type of each element.
        element: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// `<count x element>`
    Vector {
        /// Type of each element.
        element: TypeId,
        /// Number of elements, the minimal one if scalable.
        count: u64,
        /// Whether `vscale` multiplies the count (not supported by anything further down).
        scalable: bool,
    },
    /// A structure without a name.
    Struct(StructBody),
    /// A structure with a name.
    Named(StructId),
    /// A function.
    Function {
        /// Type of the result.
        result: TypeId,
        /// Types of the fixed parameters.
        parameters: Box<[TypeId]>,
        /// Whether it ends in `...`.
        varargs: bool,
    },
    /// A type this crate only carries along (`x86_amx`, `x86_mmx`, `target("…")`), as text.
    Other(Box<str>),
}

/// Fields of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructBody {
    /// The field types, in order.
    pub fields: Box<[TypeId]>,
    /// Whether there is no padding.
    pub packed: bool,
}

/// Name of a structure type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StructName {
    /// `%struct.node`
    Named(Box<str>),
    /// `%0`
    Numbered(u32),
}

/// A named structure.
#[derive(Clone, Debug)]
pub struct StructDefinition {
    /// Its name.
    pub name: StructName,
    /// Its fields; absent if opaque.
    pub body: Option<StructBody>,
    /// Whether there is a definition (`= type opaque` is one).
    pub defined: bool,
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    depths: Vec<u16>,
    ids: FxHashMap<Type, TypeId>,
    structs: Vec<StructDefinition>,
    struct_ids: FxHashMap<StructName, StructId>,
    typed_pointers: bool,
}

impl TypeTable {
    /// Deepest nesting of a type (through names it may be any); keeps recursion bounded.
    pub const MAX_DEPTH: u16 = 200;

    /// The id of `ty`; `None` if it nests too deeply or there are too many types.
    pub fn intern(&mut self, ty: Type) -> Option<TypeId> {
        if let Some(&id) = self.ids.get(&ty) {
            return Some(id);
        }
        let depth = 1 + self.deepest_child(&ty);
        if depth > Self::MAX_DEPTH {
            return None;
        }
        let id = TypeId(u32::try_from(self.types.len()).ok()?);
        self.typed_pointers |= matches!(ty, Type::Pointer { pointee: Some(_), .. });
        self.types.push(ty.clone());
        self.depths.push(depth);
        self.ids.insert(ty, id);
        Some(id)
    }

    fn deepest_child(&self, ty: &Type) -> u16 {
        let depth = |id: &TypeId| self.depths[id.0 as usize];
        match ty {
            Type::Pointer { pointee, .. } => pointee.as_ref().map_or(0, depth),
            Type::Array { element, .. } | Type::Vector { element, .. } => depth(element),
            Type::Struct(body) => body.fields.iter().map(depth).max().unwrap_or(0),
            Type::Function { result, parameters, .. } => {
                depth(result).max(parameters.iter().map(depth).max().unwrap_or(0))
            }
            _ => 0,
        }
    }

    /// Whether any pointer type has a pointee: the text is of LLVM 14 or older.
    pub fn has_typed_pointers(&self) -> bool {
        self.typed_pointers
    }

    /// The id of `ty` if the module has it.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    /// The type behind an id of this table.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// Every type, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        (0..).map(TypeId).zip(&self.types)
    }

    /// The structure called `name`, declared if new.
    pub fn struct_named(&mut self, name: StructName) -> StructId {
        if let Some(&id) = self.struct_ids.get(&name) {
            return id;
        }
        let id = StructId(self.structs.len() as u32);
        self.structs.push(StructDefinition { name: name.clone(), body: None, defined: false });
        self.struct_ids.insert(name, id);
        id
    }

    /// The structure called `name`, if it was mentioned.
    pub fn find_struct(&self, name: &StructName) -> Option<StructId> {
        self.struct_ids.get(name).copied()
    }

    /// Gives a structure its fields (or none: opaque).
    pub fn define_struct(&mut self, id: StructId, body: Option<StructBody>) {
        let definition = &mut self.structs[id.0 as usize];
        definition.body = body;
        definition.defined = true;
    }

    /// A named structure.
    pub fn structure(&self, id: StructId) -> &StructDefinition {
        &self.structs[id.0 as usize]
    }

    /// All named structures, in order of their first mention.
    pub fn structs(&self) -> &[StructDefinition] {
        &self.structs
    }

    /// The fields of a structure type, named or not; `None` for other types and opaque ones.
    pub fn struct_body(&self, id: TypeId) -> Option<&StructBody> {
        match self.get(id) {
            Type::Struct(body) => Some(body),
            Type::Named(name) => self.structure(*name).body.as_ref(),
            _ => None,
        }
    }

    /// Width of an integer type.
    pub fn integer_width(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Integer(width) => Some(*width),
            _ => None,
        }
    }

    /// Whether it is a pointer, typed or opaque.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer { .. })
    }

    /// Element type and count of a vector.
    pub fn vector(&self, id: TypeId) -> Option<(TypeId, u64)> {
        match self.get(id) {
            Type::Vector { element, count, .. } => Some((*element, *count)),
            _ => None,
        }
    }

    /// The type of element `index` of an array, structure or vector.
    pub fn element(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            _ => {
                let fields = &self.struct_body(id)?.fields;
                fields.get(usize::try_from(index).ok()?).copied()
            }
        }
    }
}
