//! A module: symbols, variables, aliases, functions, and the tables they refer to.

use super::{
    Attachment, AttributeTable, AttributesId, Constant, Function, MetadataTable, TypeId, TypeTable,
    TypedConstant,
};
use crate::ReadError;
use crate::layout::DataLayout;
use rustc_hash::FxHashMap;

/// A global name: an index into [`Module::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Name of a global.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GlobalName {
    /// `@main`
    Named(Box<str>),
    /// `@0`
    Numbered(u32),
}

/// What a global name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum SymbolDefinition {
    /// Mentioned, never defined or declared.
    Undefined,
    /// Index into [`Module::variables`].
    Variable(u32),
    /// Index into [`Module::functions`].
    Function(u32),
    /// Index into [`Module::aliases`].
    Alias(u32),
    /// There is a definition that could not be read: an error once it is used.
    Unreadable(Box<ReadError>),
}

/// A global name and what it stands for.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: GlobalName,
    /// What it stands for.
    pub definition: SymbolDefinition,
}

/// How a symbol is seen from other modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// None written: external.
    #[default]
    Default,
    /// `external`: a declaration.
    External,
    /// `private`
    Private,
    /// `internal`: C's `static`.
    Internal,
    /// `available_externally`: another module has the real definition.
    AvailableExternally,
    /// `linkonce`
    LinkOnce,
    /// `linkonce_odr`
    LinkOnceOdr,
    /// `weak`
    Weak,
    /// `weak_odr`
    WeakOdr,
    /// `common`: C's tentative definition.
    Common,
    /// `appending`: arrays are concatenated.
    Appending,
    /// `extern_weak`: a declaration, null if nothing defines it.
    ExternWeak,
}

impl Linkage {
    /// Every linkage with a keyword.
    pub const ALL: &'static [(&'static str, Linkage)] = &[
        ("external", Linkage::External),
        ("private", Linkage::Private),
        ("internal", Linkage::Internal),
        ("available_externally", Linkage::AvailableExternally),
        ("linkonce", Linkage::LinkOnce),
        ("linkonce_odr", Linkage::LinkOnceOdr),
        ("weak", Linkage::Weak),
        ("weak_odr", Linkage::WeakOdr),
        ("common", Linkage::Common),
        ("appending", Linkage::Appending),
        ("extern_weak", Linkage::ExternWeak),
    ];

    /// The linkage of a keyword.
    pub fn from_keyword(word: &str) -> Option<Linkage> {
        let found = Linkage::ALL.iter().find(|(keyword, _)| *keyword == word)?;
        Some(found.1)
    }

    /// The keyword; empty for [`Linkage::Default`].
    pub fn keyword(self) -> &'static str {
        Linkage::ALL.iter().find(|(_, linkage)| *linkage == self).map_or("", |(keyword, _)| keyword)
    }

    /// Whether the name is the module's own.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Private | Linkage::Internal)
    }
}

/// What every kind of global has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlobalProperties {
    /// Linkage.
    pub linkage: Linkage,
    /// `dso_local`, `hidden`, `dllexport` and so on, in the order of the text.
    pub words: Box<[Box<str>]>,
}

/// Membership in a comdat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// `comdat($name)`; absent when it has the global's own name.
    pub name: Option<Box<str>>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    /// Its symbol.
    pub symbol: GlobalId,
    /// Linkage, visibility.
    pub properties: GlobalProperties,
    /// `thread_local`, with its model if one is given (else empty).
    pub thread_local: Option<Box<str>>,
    /// `unnamed_addr` or `local_unnamed_addr`
    pub unnamed_address: Option<Box<str>>,
    /// Address space, mostly 0.
    pub address_space: u32,
    /// `externally_initialized`
    pub externally_initialized: bool,
    /// `constant` rather than `global`
    pub constant: bool,
    /// Type of its contents.
    pub ty: TypeId,
    /// Its contents; absent in declarations.
    pub initializer: Option<Constant>,
    /// `section "…"`
    pub section: Option<Box<str>>,
    /// `partition "…"`
    pub partition: Option<Box<str>>,
    /// `comdat`
    pub comdat: Option<Comdat>,
    /// `align N`
    pub align: Option<u64>,
    /// Further words after commas, as text (`no_sanitize_address`, `code_model "large"`).
    pub words: Box<[Box<str>]>,
    /// `!dbg !5`
    pub attachments: Box<[Attachment]>,
    /// Attributes, which are for the code generator.
    pub attributes: AttributesId,
    /// Line of the text.
    pub line: u32,
}

/// Whether an alias names its target or a function that chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasKind {
    /// `alias`
    Alias,
    /// `ifunc`
    IFunc,
}

/// Another name for a global.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its symbol.
    pub symbol: GlobalId,
    /// Alias or indirect function.
    pub kind: AliasKind,
    /// Linkage, visibility.
    pub properties: GlobalProperties,
    /// `thread_local`, with its model if one is given (else empty).
    pub thread_local: Option<Box<str>>,
    /// `unnamed_addr` or `local_unnamed_addr`
    pub unnamed_address: Option<Box<str>>,
    /// The type of what it names.
    pub ty: TypeId,
    /// What it names, or the resolver.
    pub target: TypedConstant,
    /// `partition "…"`
    pub partition: Option<Box<str>>,
    /// Line of the text.
    pub line: u32,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Name of the file it was read from.
    pub file_name: Box<str>,
    /// `source_filename`
    pub source_file_name: Option<Box<str>>,
    /// `target triple`
    pub target_triple: Option<Box<str>>,
    /// `target datalayout` as text
    pub data_layout_text: Option<Box<str>>,
    /// `target datalayout`, or LLVM's default.
    pub data_layout: DataLayout,
    /// `module asm`, line by line
    pub assembly: Vec<Box<str>>,
    /// Comdats: name and selection kind.
    pub comdats: Vec<(Box<str>, Box<str>)>,
    /// Types.
    pub types: TypeTable,
    /// Attribute lists.
    pub attributes: AttributeTable,
    /// Metadata.
    pub metadata: MetadataTable,
    /// Global names.
    pub symbols: Vec<Symbol>,
    pub(crate) symbol_ids: FxHashMap<GlobalName, GlobalId>,
    /// Global variables in the order of the text.
    pub variables: Vec<GlobalVariable>,
    /// Functions in the order of the text.
    pub functions: Vec<Function>,
    /// Aliases and ifuncs in the order of the text.
    pub aliases: Vec<Alias>,
    /// Functions of which the address of a label is taken, in the order of the text.
    pub label_functions: Vec<GlobalId>,
    /// What was skipped at the top level because it was not understood.
    pub skipped: Vec<ReadError>,
}

impl Module {
    /// The symbol of an id.
    pub fn symbol(&self, id: GlobalId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// The id of `@name`.
    pub fn find_symbol(&self, name: &str) -> Option<GlobalId> {
        self.symbol_ids.get(&GlobalName::Named(name.into())).copied()
    }

    /// The function called `@name`.
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.symbol(self.find_symbol(name)?).definition {
            SymbolDefinition::Function(index) => self.functions.get(index as usize),
            _ => None,
        }
    }

    /// The name of a symbol if it is not just a number.
    pub fn name(&self, id: GlobalId) -> Option<&str> {
        match &self.symbol(id).name {
            GlobalName::Named(name) => Some(name),
            GlobalName::Numbered(_) => None,
        }
    }

    pub(crate) fn intern_symbol(&mut self, name: GlobalName) -> GlobalId {
        if let Some(&id) = self.symbol_ids.get(&name) {
            return id;
        }
        let id = GlobalId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name: name.clone(), definition: SymbolDefinition::Undefined });
        self.symbol_ids.insert(name, id);
        id
    }
}
