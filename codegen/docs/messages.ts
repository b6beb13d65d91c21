import { code, fileName, plainText } from "../bundle/harmless.js";
import { blocks, factList, table } from "../bundle/markdown.js";
import { isRecord } from "../../runtime/base/values.js";
import { textOf } from "../model/keywords.js";
import type { MessageModel, Schema, WebhookModel } from "../model/model.js";
import { exampleBlocks, valueBlock } from "./parts.js";
import { type Page, pathTo, type Reference, schemaLink, typeWords } from "./reference.js";
import { bodyTables } from "./schemas.js";

/** One page for each message, one for the channels they come on, and one for each request that is received. */
export function messagePages(reference: Reference): Page[] {
  const { messages, channels, webhooks } = reference.model;
  const pages = messages.map((message) => ({
    path: messagePath(message.type),
    text: pageOfMessage(reference, message),
  }));
  const deliveries = webhooks.map((webhook) => ({
    path: `deliveries/${fileName(webhook.name)}.md`,
    text: webhookPage(reference, webhook),
  }));
  return [...pages, ...(channels.length === 0 ? [] : [channelPage(reference)]), ...deliveries];
}

/** Where the page of a message is. */
export const messagePath = (type: string): string => `events/${fileName(type)}.md`;

function pageOfMessage(reference: Reference, { type, family, schemaName, union }: MessageModel): string {
  const path = messagePath(type);
  const shown = reference.message(type);
  const ways = reference.model.channels.filter(({ messages }) => messages.includes(type));
  const examples = Array.isArray(shown["examples"]) ? shown["examples"].filter(isRecord) : [];
  return blocks(
    `# ${plainText(type)}`,
    textOf(shown, "summary"),
    textOf(shown, "description"),
    factList([
      ["Family", family === undefined ? "" : code(family)],
      ["Comes by", ways.map(({ name }) => `[${plainText(name)}](${pathTo(path, "channels.md")})`).join(", ")],
      ["Union", union === undefined ? "" : reference.schemas.has(union) ? schemaLink(path, union) : code(union)],
      ["Payload", schemaLink(path, schemaName)],
    ]),
    "## Fields",
    bodyTables(reference, path, { $ref: schemaName }),
    ...examples.flatMap((example) => [
      `Example: ${plainText(String(example["name"]))}`,
      valueBlock(example["payload"]),
    ]),
  );
}

function channelPage(reference: Reference): Page {
  const path = "channels.md";
  const shown = reference.documents.asyncapi?.["channels"];
  const parts = reference.model.channels.map(({ name, address, messages }) => {
    const channel = isRecord(shown) && isRecord(shown[name]) ? shown[name] : {};
    return blocks(
      `## ${plainText(name)}`,
      address === "" ? "" : code(address),
      textOf(channel, "description"),
      messages.map((type) => `- [${plainText(type)}](${messagePath(type)})`).join("\n"),
    );
  });
  return { path, text: blocks("# Channels", ...parts) };
}

function webhookPage(reference: Reference, webhook: WebhookModel): string {
  const { name, method, headers, bodies, answers } = webhook;
  const path = `deliveries/${fileName(name)}.md`;
  const item = reference.documents.openapi?.["webhooks"];
  const entry = isRecord(item) && isRecord(item[name]) ? item[name][method.toLowerCase()] : undefined;
  const shown = isRecord(entry) ? entry : {};
  const described = new Map(
    (Array.isArray(shown["parameters"]) ? shown["parameters"].filter(isRecord) : []).map((one) => [
      String(one["name"]),
      textOf(one, "description") ?? "",
    ]),
  );
  const request = isRecord(shown["requestBody"]) ? shown["requestBody"]["content"] : undefined;
  const type = (schema: Schema): string => typeWords(reference, path, schema);
  return blocks(
    `# ${plainText(textOf(shown, "operationId") ?? name)}`,
    textOf(shown, "summary"),
    textOf(shown, "description"),
    "## Headers",
    table(
      ["Header", "Type", "Description"],
      Object.entries(headers).map(([header, schema]) => [code(header), type(schema), described.get(header) ?? ""]),
    ),
    "## Body",
    ...Object.entries(bodies).map(([media, schema]) =>
      blocks(`${code(media)}: ${type(schema)}`, bodyTables(reference, path, schema)),
    ),
    ...Object.values(isRecord(request) ? request : {}).flatMap((media) => exampleBlocks(media)),
    "## Answers",
    table(
      ["Status", "When", "Body"],
      answers.map(({ status, schemas }) => [
        code(status),
        responseText(shown, status),
        Object.values(schemas).map(type).join(" or ") || "no body",
      ]),
    ),
  );
}

function responseText(operation: Readonly<Record<string, unknown>>, status: string): string {
  const responses = isRecord(operation["responses"]) ? operation["responses"] : {};
  const response = responses[status] ?? (/^2XX$/i.test(status) ? responses["200"] : undefined);
  return isRecord(response) ? (textOf(response, "description") ?? "") : "";
}
