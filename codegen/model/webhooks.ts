import type { Located } from "../load/files.js";
import type { Schema, WebhookModel } from "./model.js";
import { functionName, NameRegistry, typeName } from "./names.js";
import { child, type ReadContext, record, schemaAt, text } from "./context.js";
import { METHODS } from "./operations.js";
import { parameterList } from "./parameters.js";
import { statusOf } from "./status.js";

/** Webhooks are requests that the other side sends: their headers and bodies are received, their answers sent. */
export function readWebhooks(context: ReadContext, document: Located): WebhookModel[] {
  const webhooks = child(context, document, "webhooks");
  if (webhooks === undefined) return [];
  const names = new NameRegistry(context.problems); // they are fields of one object, and in the way of nothing else
  return Object.keys(record(webhooks))
    .sort()
    .flatMap((name) => {
      const item = child(context, webhooks, name);
      if (item === undefined) return [];
      return METHODS.flatMap((method) => {
        const operation = child(context, item, method);
        return operation === undefined ? [] : [readWebhook(context, names, { name, method, operation, item })];
      });
    });
}

function readWebhook(
  context: ReadContext,
  names: NameRegistry,
  webhook: { readonly name: string; readonly method: string; readonly operation: Located; readonly item: Located },
): WebhookModel {
  const { name, method, operation, item } = webhook;
  const symbol = typeName(text(record(operation)["operationId"]) || name);
  const plain = functionName(name);
  const claimant = { what: `the webhook ${method.toUpperCase()} ${name}`, origin: operation.origin };
  const headers: Record<string, Schema> = {};
  for (const parameter of [...parameterList(context, item), ...parameterList(context, operation)]) {
    const schema = readSchema(context, parameter, symbol, "received");
    if (schema !== undefined) headers[text(record(parameter)["name"])] = schema;
  }
  const responses = child(context, operation, "responses");
  return {
    name,
    functionName: plain + names.settle((suffix) => [plain + suffix], claimant),
    method: method.toUpperCase(),
    headers,
    bodies: readContent(context, child(context, operation, "requestBody"), symbol, "received"),
    answers: Object.keys(record(responses))
      .sort()
      .flatMap((key) => {
        const status = statusOf(key);
        const response = responses === undefined ? undefined : child(context, responses, key);
        return status === undefined ? [] : [{ status, schemas: readContent(context, response, symbol, "sent") }];
      }),
  };
}

/** Schemas by media type. */
function readContent(
  context: ReadContext,
  owner: Located | undefined,
  symbol: string,
  direction: "sent" | "received",
): Record<string, Schema> {
  const content = owner === undefined ? undefined : child(context, owner, "content");
  const schemas: Record<string, Schema> = {};
  for (const mediaType of Object.keys(record(content)).sort()) {
    const media = content === undefined ? undefined : child(context, content, mediaType);
    const schema = readSchema(context, media, symbol, direction);
    if (schema !== undefined) schemas[mediaType] = schema;
  }
  return schemas;
}

function readSchema(
  context: ReadContext,
  owner: Located | undefined,
  symbol: string,
  direction: "sent" | "received",
): Schema | undefined {
  const schema = owner && schemaAt(owner, "schema");
  return schema && context.schemas.inline(schema, symbol, direction);
}
