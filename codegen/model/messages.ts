import { childPointer, isRecord } from "../load/pointer.js";
import type { Located } from "../load/files.js";
import type { MessageModel } from "./model.js";
import { child, type ReadContext } from "./context.js";

/** Reads every message under `components.messages` of an AsyncAPI document, and names its payload. */
export function readMessages(context: ReadContext, document: Located): MessageModel[] {
  const messages = child(context, document, "components", "messages");
  if (messages === undefined || !isRecord(messages.value)) return [];
  const found: MessageModel[] = [];
  const families = new Map<string, string>();
  for (const name of Object.keys(messages.value).sort()) {
    const message = child(context, messages, name);
    if (message === undefined || !isRecord(message.value)) continue;
    const model = readMessage(context, name, message, message.value);
    if (model === undefined) continue;
    found.push(model);
    const family = families.get(model.type) ?? model.family;
    if (family === undefined) continue;
    families.set(model.type, family);
    if ((model.family ?? family) === family) continue;
    const both = `the event ${model.type} belongs to the families ${family} and ${model.family ?? ""}`;
    context.problems.error(message.origin, both, "Give one of the messages another name.");
  }
  return found.sort((a, b) => (a.type < b.type ? -1 : 1));
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
  // A payload may wrap its schema to name the schema format.
  const inner = isRecord(payload) && "schemaFormat" in payload ? payload["schema"] : payload;
  const origin = inner === payload ? at : { file: at.file, pointer: childPointer(at.pointer, "schema") };
  const schemaName = context.schemas.name({ value: inner, origin }, "received");
  if (schemaName === undefined) return undefined;
  const family = value["x-family"];
  const union = value["x-union"];
  return {
    schemaName,
    type: typeof value["name"] === "string" ? value["name"] : name,
    ...(typeof family === "string" ? { family } : {}),
    ...(typeof union === "string" ? { union } : {}),
  };
}
