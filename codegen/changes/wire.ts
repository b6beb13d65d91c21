import type { Located } from "../load/files.js";
import type { Origin } from "../load/problems.js";
import type { Loaded } from "../model/build.js";
import { child, follow, record } from "../model/context.js";
import type { LocatedPair, SchemaContext } from "./compared.js";
import { type Draft, Findings, type Values } from "./finding.js";
import type { Direction, PlainRuleId } from "./rules.js";
import { compareSchemas } from "./schemas.js";
import { each } from "./pairs.js";
import { below, nameOfPlace, type Reading } from "./view.js";

/** Something that stands in one document, the other, or both. */
export type Pair = readonly [before: Located | undefined, after: Located | undefined];
/** The same where it stands in both. */
export type Both = LocatedPair;

/** Which way values go, and how they are written. */
type Way = Pick<SchemaContext, "direction" | "textual">;

/** A pair of schemas that was compared, once for each direction. */
interface Node {
  readonly drafts: Draft[];
  readonly next: Set<Node>;
  readonly reachedBy: Set<string>;
}

/** What the comparison of two documents shares. */
export class Wire {
  readonly findings = new Findings();
  readonly readings: readonly [before: Reading, after: Reading];
  /** Dates of removal are judged by it. */
  readonly today: string;
  readonly #names: ReadonlyMap<string, string>;
  readonly #decoded: ReadonlySet<string>;
  readonly #nodes = new Map<string, Node>();
  readonly #met = new Set<string>();

  constructor([before, after]: readonly [before: Loaded, after: Loaded], today: string) {
    this.today = today;
    this.readings = [before.sources, after.sources];
    const unions = [before, after].flatMap(({ model }) => model.unions);
    this.#decoded = new Set(unions.flatMap(({ name, of }) => [name, ...of]));
    // Where a schema is split by direction the first name is that of the whole.
    const named = [before, after].flatMap(({ model }) => [...model.schemas].reverse());
    this.#names = new Map(named.map(({ origin, name }) => [origin, name]));
  }

  /** What stands under the same keys; of what is missing on both sides nothing. */
  child([before, after]: Pair, ...tokens: (string | number)[]): Pair {
    const [old, now] = this.readings;
    return [before && child(old.context, before, ...tokens), after && child(now.context, after, ...tokens)];
  }

  /** Every entry of two maps, sorted by key. */
  entries(pair: Pair, ...tokens: string[]): readonly (readonly [key: string, pair: Pair])[] {
    const maps = this.child(pair, ...tokens);
    const keys = new Set(maps.flatMap((map) => Object.keys(record(map))));
    return [...keys].sort().map((key) => [key, this.child(maps, key)]);
  }

  /** A part of both, or the whole where one lacks it. */
  around(whole: Both, ...tokens: string[]): Both {
    const [before, after] = this.child(whole, ...tokens);
    return [before ?? whole[0], after ?? whole[1]];
  }

  /** A part of a subject. */
  at(subject: string, at: string, around: Both): Spot {
    return new Spot(this, { subject, at, around });
  }

  /** Compares two schemas, and all that they lead to, as part of a subject. */
  schemas({ subject, at }: Spot, pair: LocatedPair, way: Way): void {
    const own: Node = { drafts: [], next: new Set(), reachedBy: new Set() };
    compareSchemas(this.#context(own, way, subject), pair, at, true);
    for (const draft of own.drafts) this.findings.add(draft, [subject]);
    this.#reach(own, subject);
  }

  /** True for what something that was compared refers to. */
  hasMet({ origin }: Located): boolean {
    return this.#met.has(placeText(origin));
  }

  #context(node: Node, way: Way, subject: string): SchemaContext {
    return {
      readings: this.readings,
      ...way,
      subject,
      decoded: this.#decoded.has(subject),
      report: (draft) => void node.drafts.push(draft),
      visit: (pair) => void node.next.add(this.#node(pair, way)),
    };
  }

  /** What two references lead to, compared when it is met for the first time. */
  #node(pair: LocatedPair, way: Way): Node {
    const [old, now] = this.readings;
    const before = follow(old.context, pair[0]) ?? pair[0];
    const after = follow(now.context, pair[1]) ?? pair[1];
    // What stands beside a reference belongs to the place of the reference.
    this.#met.add(placeText(after.origin));
    const met = pair.every(isAlone) ? ([before, after] as const) : pair;
    const key = [way.direction, way.textual, ...met.map(({ origin }) => placeText(origin))].join(" ");
    let node = this.#nodes.get(key);
    if (node !== undefined) return node;
    node = { drafts: [], next: new Set(), reachedBy: new Set() };
    this.#nodes.set(key, node);
    const name = this.#names.get(placeText(after.origin)) ?? this.#names.get(placeText(before.origin));
    const subject = name ?? nameOfPlace(after.origin);
    compareSchemas(this.#context(node, way, subject), met);
    return node;
  }

  #reach(from: Node, subject: string): void {
    const queue = [...from.next];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      if (node.reachedBy.has(subject)) continue;
      node.reachedBy.add(subject);
      queue.push(...node.next);
    }
  }

  /** Takes what was found in schemas that are met by reference, once all is compared. */
  finish(): Findings {
    for (const { drafts, reachedBy } of this.#nodes.values())
      for (const draft of drafts) this.findings.add(draft, reachedBy);
    return this.findings;
  }
}

/** A place inside a subject at which something is said. */
export class Spot {
  readonly subject: string;
  readonly at: string;
  readonly #around: Both;
  readonly #wire: Wire;

  constructor(wire: Wire, { subject, at, around }: { subject: string; at: string; around: Both }) {
    this.#wire = wire;
    this.subject = subject;
    this.at = at;
    this.#around = around;
  }

  /** Says what happened; what came or went has the place around it in the document that lacks it. */
  say(rule: PlainRuleId, values: Values = {}, [before, after]: Pair = this.#around): void {
    const origins = [before?.origin ?? this.#around[0].origin, after?.origin ?? this.#around[1].origin] as const;
    this.#wire.findings.add({ rule, subject: this.subject, at: this.at, origins, ...values }, [this.subject]);
  }

  /** A place further inside. */
  in(step: string, around: Pair = this.#around): Spot {
    const [before, after] = [around[0] ?? this.#around[0], around[1] ?? this.#around[1]];
    const at = this.at === "" ? step : `${this.at} ${step}`;
    return new Spot(this.#wire, { subject: this.subject, at, around: [before, after] });
  }

  /** Compares the schemas under a key of both; one that is missing allows anything. */
  schema(pair: Both, key: string, direction: Direction, textual = false): void {
    const schemas = each(pair, (owner) => {
      const value = record(owner)[key];
      return value === undefined ? { value: true, origin: owner.origin } : below({ value, origin: owner.origin }, key);
    });
    this.#wire.schemas(this, schemas, { direction, textual });
  }
}

/** True for a schema that is no reference, and for a reference with nothing beside it. */
const isAlone = (schema: Located): boolean => !("$ref" in record(schema)) || Object.keys(record(schema)).length === 1;

const placeText = ({ file, pointer }: Origin): string => `${file.label}#${pointer}`;

/** True where both stand. */
export const isBoth = (pair: Pair): pair is Both => pair[0] !== undefined && pair[1] !== undefined;
