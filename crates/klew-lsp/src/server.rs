//! The server: what the editor asks for, one message after the other.

use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidSaveTextDocument, Notification as Kind,
    WorkDoneProgressCancel,
};
use lsp_types::request::{CodeActionRequest, ExecuteCommand, Request as Question};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams,
    CodeActionProviderCapability, Command, Diagnostic, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandOptions,
    ExecuteCommandParams, InitializeParams, MessageType, NumberOrString, SaveOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri, WorkDoneProgressCancelParams,
};
use serde::Deserialize;
use serde_json::Value;

use crate::Analyser;
use crate::client::Client;
use crate::documents::{Documents, path_of, uri_of};
use crate::findings::TestOf;
use crate::jobs::{Jobs, What};
use crate::kept_tests;

/// Checks the function at a place: a file's URI and a line, from 0.
const CHECK: &str = "klew.check";
/// Keeps the test of a finding.
const WRITE_TEST: &str = "klew.writeTest";

/// Serves the editor at the other end of standard input and output, until it ends that.
///
/// # Errors
/// The other end does not speak the protocol, or is gone.
pub fn serve(analyser: Arc<dyn Analyser>) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let served = serve_connection(connection, analyser);
    let ended = threads.join().map_err(|error| error.to_string());
    served.and(ended)
}

fn serve_connection(connection: Connection, analyser: Arc<dyn Analyser>) -> Result<(), String> {
    let capabilities = serde_json::to_value(capabilities()).map_err(|error| error.to_string())?;
    let says = connection.initialize(capabilities).map_err(|error| error.to_string())?;
    let says: InitializeParams = serde_json::from_value(says).map_err(|error| error.to_string())?;
    let connection = Arc::new(connection);
    let client = Client::new(Arc::clone(&connection), &says);
    let folder = tempfile::Builder::new().prefix("klew-lsp-").tempdir();
    let folder = folder.map_err(|error| format!("cannot make a folder for tests: {error}"))?;
    let jobs = Jobs::new(analyser, client.clone(), folder.path().to_owned());
    let mut server = Server { client, jobs, documents: Documents::default() };
    let mut ended = Err("the editor is gone".to_owned());
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    ended = Ok(());
                    break;
                }
                server.request(request);
            }
            Message::Notification(notification) => server.notification(notification),
            // Nobody waits for answers.
            Message::Response(_) => {}
        }
    }
    server.jobs.end();
    ended
}

fn capabilities() -> ServerCapabilities {
    let synchronisation = TextDocumentSyncOptions {
        open_close: Some(true),
        // Only that something changed is of interest; no text is kept.
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: None })),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(synchronisation)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![CHECK.to_owned(), WRITE_TEST.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// What the command that checks is told.
#[derive(Deserialize)]
struct Place {
    uri: Uri,
    /// From 0, as the protocol counts.
    line: u32,
}

struct Server {
    client: Client,
    jobs: Jobs,
    documents: Documents,
}

impl Server {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            CodeActionRequest::METHOD => serde_json::from_value(params)
                .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
                .map(|parameters| serde_json::json!(actions(&parameters))),
            ExecuteCommand::METHOD => serde_json::from_value(params)
                .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
                .and_then(|parameters| self.execute(parameters)),
            _ => Err((ErrorCode::MethodNotFound, format!("klew knows no {method}"))),
        };
        self.client.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        });
    }

    /// Runs a command. What goes wrong later, the user is told.
    fn execute(&mut self, parameters: ExecuteCommandParams) -> Result<Value, (ErrorCode, String)> {
        let invalid = |why: String| (ErrorCode::InvalidParams, why);
        let argument = parameters.arguments.into_iter().next().unwrap_or_default();
        match parameters.command.as_str() {
            CHECK => {
                let Place { uri, line } =
                    serde_json::from_value(argument).map_err(|error| invalid(error.to_string()))?;
                let file =
                    path_of(&uri).ok_or_else(|| invalid(format!("{} is no file", uri.as_str())))?;
                if self.documents.is_changed(&file) {
                    let message =
                        format!("klew checks what is on the disk: save {} first", file.display());
                    self.client.say(MessageType::WARNING, message);
                } else {
                    self.jobs.begin(&file, What::At(line.saturating_add(1)));
                }
                Ok(Value::Null)
            }
            WRITE_TEST => {
                let test: TestOf =
                    serde_json::from_value(argument).map_err(|error| invalid(error.to_string()))?;
                self.write_test(&test);
                Ok(Value::Null)
            }
            other => Err(invalid(format!("klew has no command {other}"))),
        }
    }

    fn write_test(&self, test: &TestOf) {
        match kept_tests::keep(&test.finding, &test.source, &test.name) {
            Ok(folder) => {
                let message = format!("klew: the test is in {}", folder.display());
                self.client.say(MessageType::INFO, message);
                if let Some(uri) = kept_tests::shown(&folder).and_then(|path| uri_of(&path)) {
                    self.client.show(uri);
                }
            }
            Err(error) => {
                let message = format!("klew: the test cannot be written: {error}");
                self.client.say(MessageType::ERROR, message);
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidChangeTextDocument::METHOD => {
                let path = |it: DidChangeTextDocumentParams| path_of(&it.text_document.uri);
                if let Some(path) = read(params).and_then(path) {
                    self.documents.change(path);
                }
            }
            DidSaveTextDocument::METHOD => {
                let path = |it: DidSaveTextDocumentParams| path_of(&it.text_document.uri);
                if let Some(path) = read(params).and_then(path) {
                    self.documents.save(&path);
                    self.jobs.again(&path);
                }
            }
            DidCloseTextDocument::METHOD => {
                let path = |it: DidCloseTextDocumentParams| path_of(&it.text_document.uri);
                if let Some(path) = read(params).and_then(path) {
                    self.documents.save(&path);
                }
            }
            WorkDoneProgressCancel::METHOD => {
                let token = |it: WorkDoneProgressCancelParams| match it.token {
                    NumberOrString::String(token) => Some(token),
                    NumberOrString::Number(_) => None,
                };
                if let Some(token) = read(params).and_then(token) {
                    self.jobs.cancel(&token);
                }
            }
            // An open file is as on the disk until it changes; what else editors tell is not asked for.
            _ => {}
        }
    }
}

/// The parameters of a notification; what is malformed is passed over, as nobody waits for an answer.
fn read<T: for<'a> Deserialize<'a>>(parameters: Value) -> Option<T> {
    serde_json::from_value(parameters).ok()
}

/// What can be done at a place.
fn actions(parameters: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let uri = &parameters.text_document.uri;
    let line = parameters.range.start.line;
    let check = Command {
        title: "klew: check this function".to_owned(),
        command: CHECK.to_owned(),
        arguments: Some(vec![serde_json::json!({"uri": uri, "line": line})]),
    };
    let check = CodeAction {
        title: check.title.clone(),
        kind: Some(CodeActionKind::SOURCE),
        command: Some(check),
        ..CodeAction::default()
    };
    let tests = parameters.context.diagnostics.iter().filter_map(test_of);
    let is_wanted = |kind: &CodeActionKind| {
        let only = parameters.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|it| kind.as_str().starts_with(it.as_str())))
    };
    let all = std::iter::once(check).chain(tests);
    let wanted = all.filter(|action| action.kind.as_ref().is_some_and(is_wanted));
    wanted.map(CodeActionOrCommand::CodeAction).collect()
}

/// The action that keeps a finding's test.
fn test_of(diagnostic: &Diagnostic) -> Option<CodeAction> {
    let is_own = diagnostic.source.as_deref() == Some("klew");
    let test = diagnostic.data.clone().filter(|_| is_own)?;
    let title = "klew: write the test of this finding".to_owned();
    let command = Command {
        title: title.clone(),
        command: WRITE_TEST.to_owned(),
        arguments: Some(vec![test]),
    };
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        command: Some(command),
        ..CodeAction::default()
    })
}
