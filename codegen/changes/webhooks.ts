import type { Schema, WebhookModel } from "../model/model.js";
import { Findings } from "./change.js";
import type { Direction } from "./judge.js";
import { compareSchemas, type Pair } from "./types.js";

type Schemas = Readonly<Record<string, Schema>>;

/** Webhooks that came, went or changed. Their bodies are read here and their answers are sent. */
export function compareWebhooks(pair: Pair): Findings {
  const findings = new Findings();
  const key = ({ name, method }: WebhookModel): string => `${method} ${name}`;
  const after = new Map(pair.after.webhooks.map((webhook) => [key(webhook), webhook]));
  const before = new Map(pair.before.webhooks.map((webhook) => [key(webhook), webhook]));
  for (const [place, webhook] of before) {
    const other = after.get(place);
    if (other === undefined) findings.add("breaking", "webhook", webhook.name, `no longer comes by ${webhook.method}`);
    else compareWebhook(pair, findings, webhook, other);
  }
  for (const [place, webhook] of after)
    if (!before.has(place)) findings.add("additive", "webhook", webhook.name, `comes by ${webhook.method}`);
  return findings;
}

function compareWebhook(pair: Pair, findings: Findings, old: WebhookModel, now: WebhookModel): void {
  const by = (at: string, direction: Direction): Place => ({ findings, name: old.name, at, direction });
  compareMaps(pair, by("header", "received"), old.headers, now.headers);
  compareMaps(pair, by("body", "received"), old.bodies, now.bodies);
  const answers = new Map(now.answers.map(({ status, schemas }) => [status, schemas]));
  for (const { status, schemas } of old.answers) {
    const other = answers.get(status);
    if (other === undefined) findings.add("breaking", "webhook", old.name, `may no longer be answered with ${status}`);
    else compareMaps(pair, by(`answer ${status}`, "sent"), schemas, other);
  }
  for (const status of answers.keys())
    if (!old.answers.some((answer) => answer.status === status))
      findings.add("additive", "webhook", old.name, `may be answered with ${status}`);
}

interface Place {
  readonly findings: Findings;
  readonly name: string;
  readonly at: string;
  readonly direction: Direction;
}

function compareMaps(pair: Pair, { findings, name, at, direction }: Place, old: Schemas, now: Schemas): void {
  for (const [key, schema] of Object.entries(old)) {
    const other = Object.hasOwn(now, key) ? now[key] : undefined;
    const place = { at: `${at} ${key}` };
    if (other === undefined) findings.add("breaking", "webhook", name, "is gone", place);
    else findings.take(compareSchemas(pair, [schema, other], { kind: "webhook", name, ...place }, [direction]));
  }
  for (const key of Object.keys(now))
    if (!Object.hasOwn(old, key)) findings.add("additive", "webhook", name, "is new", { at: `${at} ${key}` });
}
