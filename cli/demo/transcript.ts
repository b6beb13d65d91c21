import type { LogEntry } from "../../sandbox/index.js";

/** A line of the transcript: who to whom, what, and the ids that tie it to other lines. */
export interface Line {
  readonly from: string;
  readonly what: string;
}

/** What crossed the wire in one log entry, for people; undefined for what says nothing new. */
export function lineOf({ kind, text, detail }: LogEntry): Line | undefined {
  switch (kind) {
    case "request":
      return requestLine(detail);
    case "event":
      return eventLine(detail);
    case "interaction":
      return { from: "platform", what: `interaction ${short(detail["id"])} is ${String(detail["state"])}` };
    case "connection":
      return {
        from: "platform",
        what: `event stream ${short(detail["connectionId"])} ${text.replace(/^App \d+ /, "")}`,
      };
    case "bug":
    case "fault":
      return { from: "platform", what: text };
    case "delivery":
    case "portal":
    case "mailbox":
    case "notice":
      return undefined;
  }
}

function requestLine(detail: LogEntry["detail"]): Line {
  const sent = parsed(detail["body"]);
  const answered = parsed(detail["answer"]);
  const content = quoted(field(sent, "content"));
  const interaction = /interacoes\/([^/]+)/.exec(String(detail["path"]))?.[1];
  const parts = [
    `${String(detail["operation"] ?? `${String(detail["method"])} ${String(detail["path"])}`)} ${String(detail["status"])}`,
    interaction === undefined ? undefined : `interaction ${short(interaction)}`,
    quoted(field(field(sent, "command"), "name")),
    content,
    idOf("message", field(field(answered, "message"), "publicId") ?? field(answered, "messageId")),
    quoted(field(answered, "code")),
  ];
  return { from: "App", what: parts.filter((part) => part !== undefined).join("  ") };
}

function eventLine(detail: LogEntry["detail"]): Line {
  const entry = detail["entry"];
  const event = parsed(field(entry, "json"));
  const parts = [
    `#${String(field(entry, "sequence"))} ${String(field(entry, "type"))}`,
    interactionId(entry),
    idOf("message", field(field(event, "message"), "publicId")),
    quoted(field(field(event, "message"), "content")),
  ];
  return { from: "stream", what: parts.filter((part) => part !== undefined).join("  ") };
}

function interactionId(entry: unknown): string | undefined {
  const id = field(entry, "interactionId");
  return id === undefined ? undefined : `interaction ${short(id)}`;
}

function idOf(what: string, id: unknown): string | undefined {
  return typeof id === "string" ? `${what} ${id}` : undefined;
}

function quoted(value: unknown): string | undefined {
  return typeof value === "string" ? `“${value}”` : undefined;
}

function short(id: unknown): string {
  return String(id).slice(0, 8);
}

function parsed(json: unknown): unknown {
  try {
    return typeof json === "string" && json !== "" ? (JSON.parse(json) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
