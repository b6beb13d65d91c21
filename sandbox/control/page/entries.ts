import type { LogEntry, LogKind } from "../../log.js";
import { redact } from "../../log.js";
import { fieldsOf, given, isFields, parseJson } from "../../json.js";
import { readersIn } from "../../gateway/publish.js";
import type { Sandbox } from "../../sandbox.js";
import type { PageEntry, Tone } from "./types.js";

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** How an entry went: a few words, and how they are to be read. */
interface Outcome {
  readonly outcome: string;
  readonly tone: Tone;
}

/** What a list shows of an entry. Names of Apps are left to whoever draws it. */
interface Words extends Outcome {
  readonly title: string;
  readonly tookMs?: number | undefined;
}

const statusWords: Readonly<Record<number, string>> = { 200: "ok", 201: "created", 204: "done" };

function ofRequest({ operation, method, path, status, code }: Readonly<Record<string, unknown>>): Words {
  const number = numberOf(status) ?? 0;
  const word = textOf(code) ?? statusWords[number] ?? (number < 400 ? "ok" : "refused");
  return {
    title: textOf(operation) ?? `${String(method)} ${String(path)}`,
    outcome: `${number} ${word}`,
    tone: number < 300 ? "good" : number < 400 ? "warn" : "bad",
  };
}

function ofEvent({ entry, readers, isConnected }: Readonly<Record<string, unknown>>): Words {
  const { type, family } = fieldsOf(entry);
  const count = { readers: numberOf(readers) ?? 0, isConnected: isConnected !== false };
  return {
    title: String(type),
    outcome: count.readers > 0 ? `to ${readersIn(count, "")}` : readersIn(count, String(family)),
    tone: count.readers > 0 ? "good" : "warn",
  };
}

const ends: Readonly<Record<string, string>> = {
  client: "closed by the App",
  "close-frame": "closed with a frame",
  cut: "cut off",
  lagging: "dropped: it lagged behind",
  stopped: "the sandbox stopped",
};

function ofConnection({ how, end, code }: Readonly<Record<string, unknown>>): Words {
  if (typeof end === "string") return { title: "stream", outcome: ends[end] ?? end, tone: "plain" };
  if (typeof code === "string") return { title: "stream", outcome: code, tone: "warn" };
  return { title: "stream", outcome: String(how), tone: "good" };
}

const good = new Set(["confirmed", "answered", "suggested", "form-opened"]);
const bad = new Set(["expired", "declined"]);

/** What somebody used, in as few words as there are: `/roll`, or the kind of interaction. */
function nameOf(type: string, data: Readonly<Record<string, unknown>>): string {
  const command = textOf(fieldsOf(data["command"])["name"]);
  if (command !== undefined) return type === "command" || type === "autocomplete" ? `/${command}` : command;
  return textOf(fieldsOf(data["component"])["id"]) ?? textOf(fieldsOf(data["form"])["id"]) ?? type;
}

function ofInteraction(sandbox: Sandbox, { atMs, detail }: LogEntry): Words {
  const { id, type, state } = detail;
  const record = sandbox.record("interactions", String(id));
  const outcome = state === "form-opened" ? "form opened" : String(state);
  return {
    title: nameOf(String(type), record?.data ?? {}) + (type === "autocomplete" ? " suggestions" : ""),
    outcome,
    tone: good.has(String(state)) ? "good" : bad.has(String(state)) ? "bad" : "plain",
    tookMs: record === undefined || state === "open" ? undefined : atMs - record.openedAtMs,
  };
}

function ofDelivery({ detail, text }: LogEntry): Words {
  const { from, to, probe, result, outcome } = detail;
  if (isFields(probe)) {
    const { code, latencyMs } = probe;
    const isOk = code === "OK";
    return { title: "probe", outcome: String(code), tone: isOk ? "good" : "bad", tookMs: numberOf(latencyMs) };
  }
  if (typeof to === "string")
    return {
      title: "endpoint",
      outcome: `${String(from)} → ${to}`,
      tone: to === "suspended" ? "bad" : to === "active" ? "good" : "plain",
    };
  const { answer, latencyMs, kind } = fieldsOf(result);
  const status = numberOf(fieldsOf(answer)["status"]) ?? 0;
  const isTaken = kind === "answered" && status >= 200 && status < 300;
  const isWarned = isTaken && outcome !== undefined && outcome !== "confirmed";
  return {
    title: "delivery",
    outcome: kind === "answered" ? [status, outcome].filter((part) => part !== undefined).join(" ") : whyOf(text),
    tone: !isTaken ? "bad" : isWarned ? "warn" : "good",
    tookMs: numberOf(latencyMs),
  };
}

/** What an entry says behind the name of its App. */
const whyOf = (text: string): string => text.replace(/^[^:]*: /, "");

function ofFault({ fault, name, operation }: Readonly<Record<string, unknown>>): Words {
  const { on, effect, status } = fieldsOf(fault);
  const outcome = typeof name === "string" ? name : [effect, status].filter((part) => part !== undefined).join(" ");
  const where = textOf(operation) ?? (typeof on === "string" && on !== "rest" ? on : "streams");
  return { title: `fault at ${where}`, outcome, tone: "warn" };
}

const words: Readonly<Record<LogKind, (entry: LogEntry, sandbox: Sandbox) => Words>> = {
  request: ({ detail }) => ofRequest(detail),
  event: ({ detail }) => ofEvent(detail),
  connection: ({ detail }) => ofConnection(detail),
  mailbox: ({ detail: { state } }) => ({ title: "mailbox", outcome: textOf(state) ?? "opened", tone: "plain" }),
  interaction: (entry, sandbox) => ofInteraction(sandbox, entry),
  delivery: (entry) => ofDelivery(entry),
  portal: ({ detail: { action }, text }) => ({
    title: textOf(action) ?? "portal",
    outcome: text.split(" ").slice(1).join(" "),
    tone: "plain",
  }),
  fault: ({ detail }) => ofFault(detail),
  notice: ({ text }) => ({ title: "e-mail", outcome: whyOf(text), tone: "warn" }),
  bug: ({ text }) => ({ title: "mistake of the sandbox", outcome: text.split("\n")[0] ?? "", tone: "bad" }),
};

/** The interaction that an entry is about: named, or the one in the path of a request. */
function interactionOf({ detail, kind }: LogEntry): string | undefined {
  if (kind === "interaction") return textOf(detail["id"]);
  const named = textOf(detail["interactionId"]);
  return named ?? /\/interacoes\/([0-9a-f-]{36})/.exec(textOf(detail["path"]) ?? "")?.[1];
}

/** The message that an entry is about: in the path of a request, or in what was answered or told. */
function messageOf({ detail, kind }: LogEntry): string | undefined {
  const inPath = kind === "request" ? /\/mensagens\/(\d+)/.exec(textOf(detail["path"]) ?? "")?.[1] : undefined;
  if (inPath !== undefined) return inPath;
  const body = kind === "event" ? fieldsOf(detail["entry"])["json"] : kind === "request" ? detail["answer"] : "";
  if (typeof body !== "string" || !body.includes('"message')) return undefined;
  const { message, messageId } = fieldsOf(parseJson(body));
  return textOf(fieldsOf(message)["publicId"]) ?? textOf(messageId);
}

/** An entry of the log without its bodies, in words. */
export function shortOf(sandbox: Sandbox, entry: LogEntry): PageEntry {
  const { detail, ...line } = entry;
  const { status, operation, code, appId } = detail;
  const { tookMs = sandbox.log.tookMs(entry.number), ...said } = words[entry.kind](entry, sandbox);
  return {
    ...line,
    ...said,
    ...given({
      tookMs,
      appId: textOf(appId),
      operation: textOf(operation),
      code: textOf(code),
      interactionId: interactionOf(entry),
      messageId: messageOf(entry),
      status: numberOf(status),
    }),
  };
}

/** An entry with everything in it, as JSON text; whatever looks like a credential is shortened. */
export function wholeOf(sandbox: Sandbox, entry: LogEntry): string {
  const sent = sandbox.sentDelivery(textOf(entry.detail["deliveryId"]) ?? "");
  const delivery = sent && { url: sent.url, headers: sent.signed.headers, body: sent.signed.body };
  return redact(JSON.stringify({ ...entry, ...given({ delivery }) }));
}

/** Why an endpoint failed, for an entry that says so. */
export function failureOf(entry: LogEntry): string | undefined {
  if (entry.kind !== "delivery" || typeof entry.detail["to"] === "string") return undefined;
  return ofDelivery(entry).tone === "bad" ? whyOf(entry.text) : undefined;
}
