import { webhookBody } from "../model/bodies.js";
import type { Model, Schema } from "../model/model.js";
import { typeName } from "../model/names.js";
import type { EmitOptions } from "./emitter.js";
import { GuardModule } from "./guard-module.js";
import { emitReaders } from "./readers.js";
import { schemaType, type TypeContext } from "./schema-type.js";
import { docComment, key, ModuleWriter, text } from "./writer.js";

/** Emits `validators/webhooks.ts`: types and guards of what webhooks bring, and a handler that takes a request to one function. */
export function emitWebhooks(model: Model, { open = false }: Pick<EmitOptions, "open"> = {}): ModuleWriter {
  const out = new ModuleWriter("validators/webhooks.ts", `Webhooks of ${model.title}.`, model.sources);
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
  const context: TypeContext = {
    open,
    reference: (name) => `T.${name}`,
    brand: (name) => `T.${name}`,
    lookUp: (name) => schemas.get(name),
  };
  out.typeNamespace("T", "../types.js");
  const guards = new GuardModule(out, model.schemas, (name) => out.value(name, "./guards.js"));
  const named = model.webhooks.map((webhook) => {
    const { name, functionName: field } = webhook;
    return { name, field, type: `${typeName(field)}Webhook`, schema: webhookBody(webhook) };
  });
  for (const { name, type, schema } of named)
    out.add(`${docComment([`The body of the webhook ${name}.`])}export type ${type} = ${schemaType(schema, context)};`);
  const bodies = named.map(({ field, type }) => `  readonly ${key(field)}: ${type};`);
  out.add(`/** The body of each webhook, by name. */\nexport interface WebhookBodies {\n${bodies.join("\n")}\n}`);
  const checks = named.map(({ field, type, schema }) => `  ${key(field)}: ${guardOf(schema, type, guards, out)},`);
  guards.flush();
  const read = isRead(model);
  if (read) out.value("webhookReaders", "./readers.js");
  out.add(
    `const guards: Readonly<Record<keyof WebhookBodies, (value: unknown) => boolean>> = {\n${checks.join("\n")}\n};`,
    read ? HANDLER.replace("JSON.parse(json)", READ_JSON) : HANDLER,
    BODY,
  );
  return out;
}

function guardOf(schema: Schema, type: string, guards: GuardModule, out: ModuleWriter): string {
  const reference = typeof schema === "object" && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  if (typeof reference === "string") return out.value(`is${reference}`, "./guards.js");
  return guards.inline(type, schema);
}

/** Whether there are bigints or Dates to be read. */
function isRead(model: Model): boolean {
  return emitReaders(model).some((file) => file.toString().includes("webhookReaders"));
}

const READ_JSON = "(Object.hasOwn(webhookReaders, name) ? (webhookReaders[name] ?? JSON.parse) : JSON.parse)(json)";

const HANDLER = `/** What is done with each webhook. What is answered is up to it; nothing means 204. */
export type WebhookHandlers = {
  readonly [Name in keyof WebhookBodies]?: (body: WebhookBodies[Name], request: Request) => Response | void | Promise<Response | void>;
};

/** How webhooks are received. */
export interface WebhookOptions {
  /** Bytes of the longest body that is read. Default: 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * A function that takes the request of a webhook to its handler: 404 for one without a handler, 413 for a body that is
 * too long, 400 for one that is not what is described. Whether the request is genuine has to be known before.
 */
export function createWebhookHandler(handlers: WebhookHandlers, { maxBytes = 1_048_576 }: WebhookOptions = {}): (name: keyof WebhookBodies, request: Request) => Promise<Response> {
  return async (name, request) => {
    // Each handler takes what its own guard lets through. What every object inherits is no handler.
    const handler = (Object.hasOwn(handlers, name) && Object.hasOwn(guards, name) ? handlers[name] : undefined) as ((body: unknown, request: Request) => Response | void | Promise<Response | void>) | undefined;
    if (handler === undefined) return new Response(null, { status: 404 });
    const json = await textOf(request.clone(), maxBytes);
    if (json === undefined) return new Response(null, { status: 413 });
    let body: unknown;
    try {
      body = JSON.parse(json);
    } catch {
      // undefined, which the guard judges
    }
    if (!guards[name](body)) return new Response(${text("the body is not what is described")}, { status: 400 });
    return (await handler(body, request)) ?? new Response(null, { status: 204 });
  };
}`;

const BODY = `/** The text of a body; undefined for one that is too long, which is not read to its end. */
async function textOf(request: Request, maxBytes: number): Promise<string | undefined> {
  const isTooLong = (bytes: number): boolean => !(bytes <= maxBytes); // of no number, everything is
  if (isTooLong(Number(request.headers.get("content-length") ?? 0))) return undefined;
  const reader = request.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (isTooLong(length)) {
      // Not awaited: of a copy it ends when the other copy is done with too.
      void reader?.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}`;
