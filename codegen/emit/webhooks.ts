import { webhookBody } from "../model/bodies.js";
import type { Model, Schema } from "../model/model.js";
import { typeName } from "../model/names.js";
import { GuardModule } from "./guard-module.js";
import { emitReaders } from "./readers.js";
import { schemaType, type TypeContext } from "./schema-type.js";
import { docComment, key, ModuleWriter, text } from "./writer.js";

/** Emits `validators/webhooks.ts`: types and guards of what webhooks bring, and a handler that takes a request to one function. */
export function emitWebhooks(model: Model): ModuleWriter {
  const out = new ModuleWriter("validators/webhooks.ts", `Webhooks of ${model.title}.`, model.sources);
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
  const context: TypeContext = {
    open: true,
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
    out.add(
      `${docComment([`What comes with the webhook ${name}.`])}export type ${type} = ${schemaType(schema, context)};`,
    );
  const bodies = named.map(({ field, type }) => `  readonly ${key(field)}: ${type};`);
  out.add(`/** What each webhook brings, by its name. */\nexport interface WebhookBodies {\n${bodies.join("\n")}\n}`);
  const checks = named.map(({ field, type, schema }) => `  ${key(field)}: ${guardOf(schema, type, guards, out)},`);
  guards.flush();
  const read = isRead(model);
  if (read) out.value("webhookReaders", "./readers.js");
  out.add(
    `const guards: Readonly<Record<keyof WebhookBodies, (value: unknown) => boolean>> = {\n${checks.join("\n")}\n};`,
    read ? HANDLER.replace("await request.clone().json().catch(() => undefined)", READ_BODY) : HANDLER,
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

const READ_BODY =
  "await request.clone().text().then((json): unknown => (webhookReaders[name] ?? JSON.parse)(json)).catch(() => undefined)";

const HANDLER = `/** What is done with each webhook. What is answered is up to it; nothing means 204. */
export type WebhookHandlers = {
  readonly [Name in keyof WebhookBodies]?: (body: WebhookBodies[Name], request: Request) => Response | void | Promise<Response | void>;
};

/**
 * A function that takes the request of a webhook to its handler: 404 for one without a handler, 400 for a body that is not
 * what is described. Whether the request is genuine has to be known before.
 */
export function createWebhookHandler(handlers: WebhookHandlers): (name: keyof WebhookBodies, request: Request) => Promise<Response> {
  return async (name, request) => {
    // Each handler takes what its own guard lets through.
    const handler = handlers[name] as ((body: unknown, request: Request) => Response | void | Promise<Response | void>) | undefined;
    if (handler === undefined) return new Response(null, { status: 404 });
    const body: unknown = await request.clone().json().catch(() => undefined);
    if (!guards[name](body)) return new Response(${text("the body is not what is described")}, { status: 400 });
    return (await handler(body, request)) ?? new Response(null, { status: 204 });
  };
}`;
