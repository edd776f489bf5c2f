//! Source files and source types of the program, gathered from all modules.

use klew_ir::{FileId, Program, SourceType, SourceTypeId, SourceTypes};
use rustc_hash::FxHashMap;

use crate::syntax::MetadataId;

/// Files and types so far.
#[derive(Default)]
pub(crate) struct Sources {
    files: Vec<String>,
    file_ids: FxHashMap<String, FileId>,
    types: Vec<SourceType>,
    type_ids: FxHashMap<(usize, MetadataId), SourceTypeId>,
    void: Option<SourceTypeId>,
}

impl Sources {
    /// The id of a file; file 0 is the unknown one.
    pub fn file(&mut self, name: String) -> FileId {
        if let Some(id) = self.file_ids.get(&name) {
            return *id;
        }
        self.files.push(name.clone());
        let id = FileId(self.files.len() as u32);
        self.file_ids.insert(name, id);
        id
    }

    /// The type that a node of a module was translated to, if it was.
    pub fn known_type(&self, module: usize, node: MetadataId) -> Option<SourceTypeId> {
        self.type_ids.get(&(module, node)).copied()
    }

    /// A place for the type of a node, to be filled: types may contain themselves.
    pub fn reserve_type(&mut self, module: usize, node: MetadataId) -> SourceTypeId {
        let id = self.add_type(SourceType::Unknown);
        self.type_ids.insert((module, node), id);
        id
    }

    /// Fills a reserved place.
    pub fn fill_type(&mut self, id: SourceTypeId, ty: SourceType) {
        self.types[id.0 as usize] = ty;
    }

    /// Forgets a place in favour of another: the node is another name for that type.
    pub fn same_type(&mut self, module: usize, node: MetadataId, id: SourceTypeId) {
        self.type_ids.insert((module, node), id);
    }

    /// A type without a node.
    pub fn add_type(&mut self, ty: SourceType) -> SourceTypeId {
        let id = SourceTypeId(self.types.len() as u32);
        self.types.push(ty);
        id
    }

    /// What a type is, without the names that are only other names.
    pub fn resolved(&self, id: SourceTypeId) -> &SourceType {
        SourceTypes(&self.types).get_resolved(id)
    }

    /// No value.
    pub fn void(&mut self) -> SourceTypeId {
        if let Some(id) = self.void {
            return id;
        }
        let id = self.add_type(SourceType::Void);
        self.void = Some(id);
        id
    }

    /// Hands everything to the program.
    pub fn move_into(self, program: &mut Program) {
        program.files = vec![String::new()];
        program.files.extend(self.files);
        program.types = self.types;
    }
}
