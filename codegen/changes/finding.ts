import { compare, type Origin } from "../load/problems.js";
import { type Direction, type Level, type RuleId, ruleOf, type Side } from "./rules.js";

/** A place in a document. */
export interface Place {
  /** The file, as it is named in what is generated. */
  readonly file: string;
  /** JSON pointer in it. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** One difference between two descriptions. */
export interface Finding {
  readonly rule: RuleId;
  readonly level: Level;
  readonly side: Side;
  /** What it is about: `GET /books/{book}`, the name of a type, a function, an event. */
  readonly subject: string;
  /** Place inside it, e.g. `200 application/json authors[].name`; empty for the whole. */
  readonly at: string;
  /** What happened, as a sentence without its subject. */
  readonly message: string;
  /** The field, parameter, value or code that came, went or changed; empty where the subject is all there is to name. */
  readonly name: string;
  /** Where it is in the two documents; of what came or went, the nearest thing around it. */
  readonly before: Place;
  readonly after: Place;
  /** Operations, events and webhooks that it reaches, where the subject does not say it all. */
  readonly affects: readonly string[];
}

/** What fills the sentence of a rule. */
export interface Values {
  readonly name?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Where something stands in the two documents. */
export type Origins = readonly [before: Origin, after: Origin];

/** A finding whose places are not worked out yet. */
export interface Draft extends Values {
  readonly rule: RuleId;
  readonly subject: string;
  readonly at: string;
  readonly origins: Origins;
}

/** Takes what the comparison of two schemas finds. */
export type Report = (draft: Draft) => void;

const ORDER: readonly Level[] = ["breaking", "warning", "info"];

/** True where `level` is as grave as `least` or graver. */
export const isAtLeast = (level: Level, least: Level): boolean => ORDER.indexOf(level) <= ORDER.indexOf(least);

const SHOWN = 60;

/** A value as a sentence shows it. */
export function shown(value: unknown): string {
  if (value === undefined || value === "") return "none";
  const list = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  const text = typeof value === "string" ? value : list ? value.map(String).join(", ") : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

function sentence(says: string, values: Values): string {
  return says.replace(/\{(name|before|after)\}/g, (_, key: keyof Values) =>
    values[key] === "" ? "" : shown(values[key]),
  );
}

const nameIn = ({ name, before, after }: Values): string => {
  const [value] = [name, before, after].filter((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? "" : String(value);
};

function placeOf({ file, pointer }: Origin): Place {
  return { file: file.label, pointer, ...file.position(pointer) };
}

/** Everything found: the same fact at the same place is told once, with all that it reaches. */
export class Findings {
  readonly #byFact = new Map<string, { readonly draft: Draft; readonly affects: Set<string> }>();

  /** `reached` are the operations that the fact is part of; without any it is the subject's alone. */
  add(draft: Draft, reached?: Iterable<string>): void {
    const { rule, name, before, after, origins } = draft;
    const at = origins.map(({ file, pointer }) => `${file.path}#${pointer}`);
    const key = JSON.stringify([
      rule,
      draft.at,
      name,
      before,
      after,
      ...at,
      reached === undefined ? draft.subject : "",
    ]);
    const known = this.#byFact.get(key);
    if (known === undefined) this.#byFact.set(key, { draft, affects: new Set(reached ?? []) });
    else for (const one of reached ?? []) known.affects.add(one);
  }

  /** Sorted by level, subject, place and rule; independent of the locale. */
  get all(): Finding[] {
    const found = [...this.#byFact.values()].map(({ draft, affects }): Finding => {
      const { id, level, side, says } = ruleOf(draft.rule);
      const [before, after] = draft.origins;
      const others = [...affects].sort();
      return {
        rule: id,
        level,
        side,
        subject: draft.subject,
        at: draft.at,
        message: sentence(says, draft),
        name: nameIn(draft),
        before: placeOf(before),
        after: placeOf(after),
        affects: others.length === 1 && others[0] === draft.subject ? [] : others,
      };
    });
    const keyed = found.map((one) => [key(one), one] as const);
    return keyed.sort(([a], [b]) => compare(a, b)).map(([, one]) => one);
  }
}

/** The findings, those of some rules at another level than theirs. */
export function withLevels(findings: readonly Finding[], levels: ReadonlyMap<string, Level>): readonly Finding[] {
  if (levels.size === 0) return findings;
  const changed = findings.map((one) => ({ ...one, level: levels.get(one.rule) ?? one.level }));
  return changed.sort((a, b) => compare(key(a), key(b)));
}

const key = ({ level, subject, at, rule, message }: Finding): string =>
  [String(ORDER.indexOf(level)), subject, at, rule, message].join("\u0000");

/** The direction of what answers a value that goes this way. */
export const opposite = (direction: Direction): Direction => (direction === "request" ? "response" : "request");
