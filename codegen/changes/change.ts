/** What a change asks of somebody who uses the generated client. */
export type Group = "breaking" | "additive" | "documentation";

/** What in the generated client, or behind it, a change touches. */
export type Kind =
  | "function"
  | "type"
  | "event"
  | "channel"
  | "webhook"
  | "union"
  | "limit"
  | "table"
  | "code"
  | "assumption"
  | "description";

/** One difference between two descriptions, told from the side of the generated client. */
export interface Change {
  readonly group: Group;
  readonly kind: Kind;
  /** Generated symbol, or name of the event, webhook, limit, table, code or assumption. */
  readonly name: string;
  /** Place inside it, e.g. `reactions[].count`; empty for the whole. */
  readonly at: string;
  /** What happened, as a sentence without its subject, e.g. `is required now`. */
  readonly what: string;
  /** Functions, events and webhooks that reach the changed type, sorted; empty where `name` says it all. */
  readonly affects: readonly string[];
}

const ORDER: readonly Group[] = ["breaking", "additive", "documentation"];

/** The gravest group among the changes, or undefined when there are none. */
export function gravest(changes: readonly Change[]): Group | undefined {
  return ORDER.find((group) => changes.some((change) => change.group === group));
}

/** The graver of two groups. */
export function graver(a: Group, b: Group): Group {
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}

/** Sorted by group, kind, name and place, without repetitions; independent of the locale. */
export function inOrder(changes: readonly Change[]): Change[] {
  const key = ({ group, kind, name, at, what }: Change): string =>
    [String(ORDER.indexOf(group)), kind, name, at, what].join("\u0000");
  const byKey = new Map(changes.map((change) => [key(change), change]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, change]) => change);
}

/** Collects the changes of one subject. */
export class Findings {
  readonly #changes: Change[] = [];

  add(
    group: Group,
    kind: Kind,
    name: string,
    what: string,
    more: { at?: string; affects?: readonly string[] } = {},
  ): void {
    this.#changes.push({ group, kind, name, at: more.at ?? "", what, affects: more.affects ?? [] });
  }

  take(others: Findings): void {
    this.#changes.push(...others.#changes);
  }

  get all(): readonly Change[] {
    return this.#changes;
  }
}
