import type { Located } from "../../codegen/load/files.js";
import type { Mark } from "../../codegen/model/model.js";
import type { Description } from "./description.js";
import type { Compared, Met } from "./drift.js";
import { ANY_KEY, merged, type Shape, typesOfShape } from "./shape.js";
import type { Verdict } from "./switches/index.js";

/** A point that the description marks as undocumented, and what the traffic says about it. */
export interface Point {
  readonly reason: string;
  /** Name of the schema or operation, where it has one. */
  readonly symbol: string;
  /** File and pointer of the mark. */
  readonly where: string;
  /** What came, in words; undefined where nothing did. */
  readonly answer: string | undefined;
}

/** Every undocumented point of the description, with its answer where the traffic has one. */
export function pointsOf(description: Description, compared: Compared, verdicts: readonly Verdict[]): readonly Point[] {
  const seen = new Seen(description, compared, verdicts);
  return description.loaded.model.undocumented.flatMap((mark) =>
    mark.reasons.map((reason) => ({
      reason,
      symbol: mark.symbol,
      where: mark.origin,
      answer: seen.answer(mark, reason),
    })),
  );
}

export const placeOf = ({ origin: { file, pointer } }: Located): string => `${file.label}#${pointer}`;

/** What was met of each schema, all of it together. */
export function shapesOf(
  met: readonly Met[],
): ReadonlyMap<string, { readonly schema: Located; readonly shape: Shape }> {
  const found = new Map<string, { schema: Located; shape: Shape }>();
  for (const { schema, shape } of met) {
    const key = placeOf(schema);
    const known = found.get(key);
    found.set(key, { schema, shape: known === undefined ? shape : merged(known.shape, shape) });
  }
  return found;
}

class Seen {
  readonly #shapes: ReadonlyMap<string, { readonly schema: Located; readonly shape: Shape }>;
  readonly #description: Description;
  readonly #compared: Compared;
  readonly #verdicts: readonly Verdict[];
  /** Numbers of marks that stand at a place. */
  readonly #placed: ReadonlySet<string>;

  constructor(description: Description, compared: Compared, verdicts: readonly Verdict[]) {
    this.#description = description;
    this.#compared = compared;
    this.#verdicts = verdicts;
    this.#shapes = shapesOf(compared.met);
    const placed = description.loaded.model.undocumented.filter(({ origin }) => !origin.endsWith("#"));
    this.#placed = new Set(placed.flatMap(({ reasons }) => reasons.map((reason) => reason.split(" ")[0] ?? "")));
  }

  answer(mark: Mark, reason: string): string | undefined {
    const decided = this.#bySwitch(mark, reason);
    const came = this.#byShape(mark, reason) ?? this.#byStatus(mark);
    const answers = [decided, decided !== undefined && came === NOTHING_ELSE ? undefined : came].filter(Boolean);
    return answers.length === 0 ? undefined : answers.join("; ");
  }

  /** A switch that the mark names, or that is about what the mark stands at and has its number. */
  #bySwitch(mark: Mark, reason: string): string | undefined {
    const named = /see the assumption (\w+)/.exec(reason)?.[1];
    const [gap = ""] = reason.split(" ");
    const about = this.#description.loaded.model.assumptions.filter(
      ({ name, touches }) =>
        name === named || (this.#description.rulesOf(name).includes(gap) && this.#isAbout(mark, gap, touches)),
    );
    const readings = about.flatMap(({ name }) =>
      this.#verdicts.flatMap(({ key, seen }) => (key === name && seen.length > 0 ? [`${name} is ${read(seen)}`] : [])),
    );
    return readings.length === 0 ? undefined : readings.join("; ");
  }

  #isAbout({ origin, symbol }: Mark, gap: string, touches: readonly string[]): boolean {
    // A mark at the top of a document stands for what has no place of its own.
    if (origin.endsWith("#")) return !this.#placed.has(gap);
    return touches.some((touched) => {
      const answer = this.#description.operations.get(touched);
      const schema = answer && this.#description.answerOf(answer, 200)?.schema;
      return touched === symbol || (schema !== undefined && placeOf(this.#description.target(schema)) === origin);
    });
  }

  #byShape({ origin }: Mark, reason: string): string | undefined {
    const found = this.#shapes.get(origin);
    // That a field did not come answers whether it is there, and not what it is.
    if (found === undefined) return /\bwhether\b/.test(reason) ? this.#absent(origin) : undefined;
    // Of a schema that many fields share, it says nothing that one of them was missing.
    const isField = /\/properties\/[^/]+$/.test(origin);
    return `${saidOf(found.shape, this.#beyond(origin))}${isField && found.shape.sometimes ? ", not always" : ""}`;
  }

  /** Names of fields that came and that the schema does not have. */
  #beyond(origin: string): readonly string[] {
    const names = this.#compared.drift.flatMap(({ kind, owner, name }) =>
      kind === "field" && owner !== undefined && name !== undefined && placeOf(owner) === origin ? [name] : [],
    );
    return [...new Set(names)].sort();
  }

  /** A field that never came, though what holds it did. */
  #absent(origin: string): string | undefined {
    const owner = /^(.*)\/properties\/[^/]+$/.exec(origin)?.[1];
    const holder = owner === undefined ? undefined : this.#shapes.get(owner);
    return holder?.shape.kinds === undefined ? undefined : "did not come";
  }

  #byStatus({ origin }: Mark): string | undefined {
    const key = /\/responses\/([^/]+)$/.exec(origin)?.[1];
    const came = this.#compared.answered.filter(
      (one) => one.key === key && `${placeOf(one.described.operation)}/responses/${key}` === origin,
    );
    const statuses = [...new Set(came.map(({ exchange }) => bodyOf(exchange.status, exchange.answer)))].sort();
    return statuses.length === 0 ? undefined : `came ${statuses.join(", ")}`;
  }
}

const NOTHING_ELSE = "no other field was received";

/** What came of a schema, in words. */
function saidOf(shape: Shape, beyond: readonly string[]): string {
  if (shape.unlisted === true) return "values were received that the list does not have";
  if (shape.words !== undefined) return "only values of the list were received";
  const fields = Object.values(shape.kinds ?? {}).flatMap((one) => Object.keys(one));
  if (fields.length === 0) return `came as ${typesOfShape(shape)}`;
  if (fields.every((name) => name === ANY_KEY)) return "received as a map";
  return beyond.length === 0 ? NOTHING_ELSE : `also came ${beyond.join(", ")}`;
}

const bodyOf = (status: number, answer: Shape | undefined): string =>
  `${status} ${answer === undefined ? "without a body" : `with ${typesOfShape(answer)}`}`;

const read = (seen: Verdict["seen"]): string => seen.map(({ reading }) => reading).join(" or ");
