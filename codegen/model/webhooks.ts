import type { Located } from "../load/files.js";
import { childPointer } from "../load/pointer.js";
import type { Schema, WebhookModel } from "./model.js";
import { typeName } from "./names.js";
import { child, type ReadContext, record, text } from "./context.js";
import { METHODS } from "./operations.js";

/** Webhooks are requests that the other side sends: their headers and bodies are received, their answers sent. */
export function readWebhooks(context: ReadContext, document: Located): WebhookModel[] {
  const webhooks = child(context, document, "webhooks");
  if (webhooks === undefined) return [];
  return Object.keys(record(webhooks))
    .sort()
    .flatMap((name) =>
      METHODS.flatMap((method) => {
        const operation = child(context, webhooks, name, method);
        return operation === undefined ? [] : [readWebhook(context, name, method, operation)];
      }),
    );
}

function readWebhook(context: ReadContext, name: string, method: string, operation: Located): WebhookModel {
  const symbol = typeName(text(record(operation)["operationId"]) || name);
  const parameters = child(context, operation, "parameters");
  const headers: Record<string, Schema> = {};
  for (const index of Array.isArray(parameters?.value) ? parameters.value.keys() : []) {
    const parameter = parameters === undefined ? undefined : child(context, parameters, index);
    const schema = readSchema(context, parameter, symbol, "received");
    if (schema !== undefined) headers[text(record(parameter)["name"])] = schema;
  }
  const responses = child(context, operation, "responses");
  return {
    name,
    method: method.toUpperCase(),
    headers,
    bodies: readContent(context, child(context, operation, "requestBody"), symbol, "received"),
    answers: Object.keys(record(responses))
      .sort()
      .map((status) => {
        const response = responses === undefined ? undefined : child(context, responses, status);
        return { status, schemas: readContent(context, response, symbol, "sent") };
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
  const value = record(owner)["schema"];
  if (owner === undefined || value === undefined) return undefined;
  const origin = { file: owner.origin.file, pointer: childPointer(owner.origin.pointer, "schema") };
  return context.schemas.inline({ value, origin }, symbol, direction);
}
