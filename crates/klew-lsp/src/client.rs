//! The editor, as jobs see it: messages that need no answer, and requests whose answers nobody waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use lsp_server::{Connection, Message, Notification, Request};
use lsp_types::notification::{Notification as Kind, Progress, PublishDiagnostics, ShowMessage};
use lsp_types::request::{Request as Question, ShowDocument, WorkDoneProgressCreate};
use lsp_types::{
    Diagnostic, InitializeParams, MessageType, NumberOrString, ProgressParams, ProgressParamsValue,
    PublishDiagnosticsParams, ShowDocumentParams, ShowMessageParams, Uri, WorkDoneProgress,
    WorkDoneProgressCreateParams,
};
use serde::Serialize;

/// Sends to the editor; clones are of the same one.
#[derive(Clone)]
pub struct Client {
    connection: Arc<Connection>,
    next: Arc<AtomicI32>,
    shows_progress: bool,
    shows_documents: bool,
}

impl Client {
    /// The editor at the other end, which says what it can.
    pub fn new(connection: Arc<Connection>, says: &InitializeParams) -> Client {
        let window = says.capabilities.window.as_ref();
        Client {
            connection,
            next: Arc::default(),
            shows_progress: window.and_then(|it| it.work_done_progress).unwrap_or(false),
            shows_documents: window
                .and_then(|it| it.show_document.as_ref())
                .is_some_and(|it| it.support),
        }
    }

    /// Sends a message. An editor that is gone hears nothing.
    pub fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<K: Kind>(&self, parameters: K::Params)
    where
        K::Params: Serialize,
    {
        self.send(Notification::new(K::METHOD.to_owned(), parameters));
    }

    fn ask<Q: Question>(&self, parameters: Q::Params)
    where
        Q::Params: Serialize,
    {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.send(Request::new(id.into(), Q::METHOD.to_owned(), parameters));
    }

    /// Tells the user.
    pub fn say(&self, typ: MessageType, message: String) {
        self.notify::<ShowMessage>(ShowMessageParams { typ, message });
    }

    /// All diagnostics of a file.
    pub fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        let parameters = PublishDiagnosticsParams { uri, diagnostics, version: None };
        self.notify::<PublishDiagnostics>(parameters);
    }

    /// Opens a file in the editor, where it can be asked to.
    pub fn show(&self, uri: Uri) {
        if self.shows_documents {
            let selection = None;
            let (external, take_focus) = (None, Some(true));
            self.ask::<ShowDocument>(ShowDocumentParams { uri, external, take_focus, selection });
        }
    }

    /// A place for progress of that name, where it is shown.
    pub fn begin_progress(&self, token: &str) {
        if self.shows_progress {
            let token = NumberOrString::String(token.to_owned());
            self.ask::<WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token });
        }
    }

    /// Tells how far it is.
    pub fn progress(&self, token: &str, value: WorkDoneProgress) {
        if self.shows_progress {
            let token = NumberOrString::String(token.to_owned());
            let value = ProgressParamsValue::WorkDone(value);
            self.notify::<Progress>(ProgressParams { token, value });
        }
    }
}
