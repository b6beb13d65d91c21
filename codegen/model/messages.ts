import { childPointer } from "../load/pointer.js";
import { compare } from "../load/problems.js";
import type { Located } from "../load/files.js";
import type { MessageModel } from "./model.js";
import { child, type ReadContext, record, text } from "./context.js";

/** Reads every message of an AsyncAPI document, listed or written into a channel, and names its payload. */
export function readMessages(context: ReadContext, document: Located): MessageModel[] {
  const found: MessageModel[] = [];
  const families = new Map<string, string>();
  for (const [name, message] of messagesOf(context, document)) {
    const model = readMessage(context, name, message, record(message));
    if (model === undefined) continue;
    found.push(model);
    const family = families.get(model.type) ?? model.family;
    if (family === undefined) continue;
    families.set(model.type, family);
    if ((model.family ?? family) === family) continue;
    const both = `the event ${model.type} belongs to the families ${family} and ${model.family ?? ""}`;
    context.problems.error(message.origin, both, "Rename one of the messages.");
  }
  return found.sort((a, b) => compare(a.type, b.type) || compare(a.schemaName, b.schemaName));
}

/** The messages under `components`, and those that stand in channels only; each once, in the order of their keys. */
export function messagesOf(context: ReadContext, document: Located): readonly (readonly [string, Located])[] {
  const channels = child(context, document, "channels");
  const owners = [
    child(context, document, "components", "messages"),
    ...keysOf(channels).map((name) => channels && child(context, channels, name, "messages")),
  ];
  const found = new Map<unknown, readonly [string, Located]>();
  for (const owner of owners) {
    for (const name of keysOf(owner)) {
      const message = owner && child(context, owner, name);
      if (message !== undefined && !found.has(message.value)) found.set(message.value, [name, message]);
    }
  }
  return [...found.values()];
}

/** What each message of a document is called on the wire, by what stands there: channels may list it under other keys. */
export function typesOfMessages(context: ReadContext, document: Located): ReadonlyMap<unknown, string> {
  return new Map(messagesOf(context, document).map(([name, message]) => [message.value, typeOf(name, message)]));
}

/** What a message is called on the wire: its name, or the key under which it stands first. */
export const typeOf = (key: string, message: Located): string => text(record(message)["name"]) || key;

function keysOf(owner: Located | undefined): readonly string[] {
  return Object.keys(record(owner)).sort();
}

function readMessage(
  context: ReadContext,
  name: string,
  message: Located,
  value: Readonly<Record<string, unknown>>,
): MessageModel | undefined {
  const payload = value["payload"];
  if (payload === undefined) return undefined;
  const at = { file: message.origin.file, pointer: childPointer(message.origin.pointer, "payload") };
  const schemaName = context.schemas.name({ value: payload, origin: at }, "received");
  if (schemaName === undefined) return undefined;
  const family = value["x-family"];
  const union = value["x-union"];
  return {
    schemaName,
    type: typeOf(name, message),
    ...(typeof family === "string" ? { family } : {}),
    ...(typeof union === "string" ? { union } : {}),
  };
}
