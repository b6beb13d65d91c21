import { type Level, SCHEMA_RULES, type Verdict } from "./schema-rules.js";

export type { Level };

/** Who notices: whoever is on the wire, or whoever compiles against a newly generated client. */
export type Side = "wire" | "client";
/** Way of a value, seen from the caller. */
export type Direction = "request" | "response";

/** What a kind of change means. */
export interface Rule {
  readonly id: RuleId;
  readonly level: Level;
  readonly side: Side;
  /** The sentence of a finding without its subject; `{name}`, `{before}` and `{after}` are filled in. */
  readonly says: string;
}

/** Rules about everything but schemas: what a change means, and how it is said. */
const RULES = {
  "server-removed": ["warning", "the server {name} is gone"],
  "server-added": ["info", "the server {name} is new"],
  "default-server-changed": ["warning", "the first server is {after} instead of {before}"],
  "server-variable-value-removed": ["breaking", "the server variable `{name}` is never {before} any more"],
  "server-variable-value-added": ["info", "the server variable `{name}` may be {after}"],
  "server-variable-default-changed": ["warning", "the server variable `{name}` is {after} by default, not {before}"],

  "security-required": ["breaking", "needs a credential now: {after}"],
  "security-not-required": ["info", "needs no credential any more"],
  "security-alternative-removed": ["breaking", "no longer accepts the credential {name}"],
  "security-alternative-added": ["info", "also accepts the credential {name}"],
  "security-scope-added": ["breaking", "needs the scope {after} of {name}"],
  "security-scope-removed": ["info", "no longer needs the scope {before} of {name}"],
  "security-scheme-removed": ["info", "the security scheme {name} is gone"],
  "security-scheme-added": ["info", "the security scheme {name} is new"],
  "security-scheme-changed": ["breaking", "the security scheme {name} is {after} instead of {before}"],
  "oauth-url-changed": ["warning", "{name} is {after} instead of {before}"],
  "oauth-flow-removed": ["breaking", "the OAuth flow {name} is gone"],
  "oauth-flow-added": ["info", "the OAuth flow {name} is new"],
  "oauth-scope-removed": ["breaking", "the OAuth scope {name} is gone"],
  "oauth-scope-added": ["info", "the OAuth scope {name} is new"],

  "operation-removed": ["breaking", "is gone"],
  "operation-removed-deprecated": ["warning", "is gone; it was deprecated, without a sunset date"],
  "operation-removed-after-sunset": ["info", "is gone; its sunset date was {before}"],
  "operation-removed-before-sunset": ["breaking", "is gone before its sunset date {before}"],
  "operation-added": ["info", "is new"],
  deprecated: ["info", "is deprecated"],
  "no-longer-deprecated": ["info", "is no longer deprecated"],
  "sunset-removed": ["warning", "has no sunset date any more; it was {before}"],
  "sunset-set": ["info", "has the sunset date {after}"],
  "sunset-earlier": ["breaking", "has the earlier sunset date {after} instead of {before}"],
  "sunset-later": ["info", "has the later sunset date {after} instead of {before}"],
  "sunset-unreadable": ["warning", "has a sunset date that is not a date: {after}"],

  "required-parameter-added": ["breaking", "needs the {before} parameter `{name}`, which is new"],
  "parameter-added": ["info", "also takes the {before} parameter `{name}`"],
  "parameter-removed": ["warning", "no longer takes the {before} parameter `{name}`"],
  "parameter-moved": ["breaking", "takes `{name}` in the {after} instead of the {before}"],
  "parameter-became-required": ["breaking", "needs `{name}` now"],
  "parameter-became-optional": ["info", "no longer needs `{name}`"],
  "parameter-became-list": ["info", "takes several values of `{name}`; one is still written the same"],
  "parameter-passed-as-list": ["breaking client", "takes `{name}` as a list now"],
  "parameter-style-changed": ["breaking", "`{name}` is written as {after} instead of {before}"],

  "required-body-added": ["breaking", "needs a body, which is new"],
  "body-added": ["info", "also takes a body"],
  "body-removed": ["breaking", "no longer takes a body"],
  "body-became-required": ["breaking", "needs a body now"],
  "body-became-optional": ["info", "no longer needs a body"],
  "request-media-type-removed": ["breaking", "no longer takes {name}"],
  "request-media-type-added": ["info", "also takes {name}"],
  "response-media-type-removed": ["breaking", "is no longer sent as {name}"],
  "response-media-type-added": ["info", "may come as {name} too"],
  "encoding-changed": ["breaking", "writes the field `{name}` another way"],

  "success-status-removed": ["breaking", "no longer answers {name}"],
  "success-status-added": ["info", "may answer {name}"],
  "error-status-removed": ["info", "no longer answers {name}"],
  "error-status-added": ["info", "may answer {name}"],
  "required-header-removed": ["breaking", "no longer has the header {name}"],
  "header-removed": ["warning", "no longer has the header {name}, which was optional"],
  "header-added": ["info", "has the header {name}"],
  "header-became-optional": ["breaking", "may lack the header {name} now"],
  "header-became-required": ["info", "always has the header {name} now"],

  "webhook-removed": ["breaking", "is no longer sent"],
  "webhook-added": ["info", "comes now"],
  "callback-removed": ["breaking", "the callback {name} is no longer sent"],
  "callback-added": ["info", "the callback {name} is sent now"],

  "event-removed": ["breaking", "is gone"],
  "event-added": ["info", "is new{after}"],
  "event-family-changed": ["breaking client", "belongs to {after} instead of {before}"],
  "event-union-changed": ["breaking client", "is decoded as {after} instead of {before}"],
  "channel-removed": ["breaking", "is gone"],
  "channel-added": ["info", "is new"],
  "channel-address-changed": ["breaking", "is at {after} instead of {before}"],
  "channel-message-removed": ["breaking", "no longer has {name}"],
  "channel-message-added": ["info", "brings {name}"],

  "function-removed": ["breaking client", "is gone"],
  "function-added": ["info client", "is new"],
  "function-renamed": ["breaking client", "is called {after} instead of {before}"],
  "parameter-renamed": ["breaking client", "`{before}` is called `{after}` now"],
  "body-parameters-changed": ["breaking client", "takes its body as {after} now"],
  "parameters-grouped": ["breaking client", "takes its parameters as {after} now"],
  "operation-types-renamed": ["breaking client", "has types called after {after} instead of {before}"],
  "stream-changed": ["breaking client", "answers with {after} now"],
  "retry-stricter": ["breaking client", "is repeated as {after} instead of {before}"],
  "retry-freer": ["info client", "is repeated as {after} instead of {before}"],
  "idempotency-key-removed": ["breaking client", "no longer has {before} as idempotency key"],
  "idempotency-key-added": ["info client", "has {after} as idempotency key"],
  "deadline-changed": ["info client", "is {after} a deadline now"],
  "refusal-removed": ["breaking client", "no longer names the refusal {name}"],
  "refusal-added": ["info client", "may be refused with {name}"],
  "tags-changed": ["info client", "has the tags {after} instead of {before}"],
  "type-removed": ["breaking client", "is gone"],
  "type-renamed": ["breaking client", "is called {after} instead of {before}"],
  "type-added": ["info client", "is new"],
  "union-removed": ["breaking client", "is no longer decoded"],
  "union-added": ["info client", "is decoded now"],
  "union-discriminant-changed": ["breaking client", "is discriminated by {after} instead of {before}"],
  "union-unknown-renamed": ["breaking client", "calls what it does not know {after} instead of {before}"],
  "union-value-removed": ["breaking client", "no longer knows `{name}`"],
  "union-value-added": ["info client", "knows `{name}`"],

  "limit-removed": ["breaking client", "is gone"],
  "limit-added": ["info client", "is new"],
  "limit-lowered": ["breaking", "is {after} instead of {before}"],
  "limit-raised": ["info", "is {after} instead of {before}"],
  "limit-unit-changed": ["breaking client", "is in {after} instead of {before}"],
  "code-removed": ["breaking client", "is gone"],
  "code-added": ["info client", "is new"],
  "code-status-changed": ["breaking", "has the status {after} instead of {before}"],
  "code-extras-changed": ["breaking client", "carries {after} instead of {before}"],
  "code-extras-added": ["info client", "carries {after}"],
  "assumption-removed": ["breaking client", "is gone"],
  "assumption-added": ["info client", "is new"],
  "assumption-value-removed": ["breaking client", "cannot be {before} any more"],
  "assumption-value-added": ["info client", "can be {after}"],
  "assumption-default-changed": ["breaking client", "is {after} by default instead of {before}"],
  "assumption-kind-changed": ["breaking client", "is {after} instead of {before}"],
  "assumption-scope-changed": ["breaking client", "is chosen by {after} instead of {before}"],
  "table-removed": ["breaking client", "is gone"],
  "table-added": ["info client", "is new"],
  "table-value-changed": ["breaking client", "is {after} instead of {before}"],
  "table-row-removed": ["breaking client", "no longer has {before}"],
  "table-row-added": ["info client", "has {after}"],
  "title-changed": ["info client", "is {after} instead of {before}"],
  "text-changed": ["info client", "has another {name}"],
} as const satisfies Readonly<Record<string, readonly [Verdict, string]>>;

export type PlainRuleId = keyof typeof RULES;
export type SchemaRuleId = keyof typeof SCHEMA_RULES;
/** Every rule; those about schemas exist for what is sent and for what is received. */
export type RuleId = PlainRuleId | `${Direction}-${SchemaRuleId}`;

function rule(id: RuleId, verdict: Verdict, says: string): Rule {
  const [level, side = "wire"] = verdict.split(" ") as [Level, Side?]; // a verdict is made of the two
  return { id, level, side, says };
}

/** Every rule in the order of the page. */
export const ALL_RULES: readonly Rule[] = [
  ...entries(RULES).map(([id, [verdict, says]]) => rule(id, verdict, says)),
  ...entries(SCHEMA_RULES).flatMap(([id, [request, response, says]]) => [
    rule(`request-${id}`, request, says),
    rule(`response-${id}`, response, says),
  ]),
];

const BY_ID: ReadonlyMap<string, Rule> = new Map(ALL_RULES.map((one) => [one.id, one]));

/** The rule of an id. */
export function ruleOf(id: RuleId): Rule {
  const found = BY_ID.get(id);
  if (found === undefined) throw new Error(`unreachable: there is no rule ${id}`);
  return found;
}

/** True for the id of a rule. */
export const isRule = (id: string): id is RuleId => BY_ID.has(id);

function entries<Key extends string, Value>(table: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(table) as [Key, Value][]; // the tables have no keys but their own
}

/** Every rule as a table of Markdown, for the page. */
export function rulesMarkdown(): string {
  const rows = ALL_RULES.map(({ id, level, side, says }) => `| \`${id}\` | ${level} | ${side} | ${says} |`);
  return ["| Rule | Level | Side | What it says |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
