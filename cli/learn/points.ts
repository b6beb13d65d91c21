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
export function shapesOf(met: readonly Met[]): ReadonlyMap<string, { readonly used: Located; readonly shape: Shape }> {
  const found = new Map<string, { used: Located; shape: Shape }>();
  for (const { used, shape } of met) {
    const key = placeOf(used);
    const known = found.get(key);
    found.set(key, { used, shape: known === undefined ? shape : merged(known.shape, shape) });
  }
  return found;
}

class Seen {
  readonly #shapes: ReadonlyMap<string, { readonly used: Located; readonly shape: Shape }>;
  readonly #description: Description;
  readonly #compared: Compared;
  readonly #verdicts: readonly Verdict[];

  constructor(description: Description, compared: Compared, verdicts: readonly Verdict[]) {
    this.#description = description;
    this.#compared = compared;
    this.#verdicts = verdicts;
    this.#shapes = shapesOf(compared.met);
  }

  answer(mark: Mark, reason: string): string | undefined {
    return this.#bySwitch(mark, reason) ?? this.#byShape(mark) ?? this.#byStatus(mark);
  }

  /** A switch that the mark names, or that has the number of a mark that stands at the top of a document. */
  #bySwitch({ origin }: Mark, reason: string): string | undefined {
    const named = /see the assumption (\w+)/.exec(reason)?.[1];
    const [gap = ""] = reason.split(" ");
    const about = this.#description.loaded.model.assumptions.filter(
      ({ name }) => name === named || (origin.endsWith("#") && this.#description.rulesOf(name).includes(gap)),
    );
    const readings = about.flatMap(({ name }) =>
      this.#verdicts.flatMap(({ key, seen }) => (key === name && seen.length > 0 ? [`${name} is ${read(seen)}`] : [])),
    );
    return readings.length === 0 ? undefined : readings.join("; ");
  }

  #byShape({ origin }: Mark): string | undefined {
    const found = this.#shapes.get(origin);
    if (found === undefined) return this.#absent(origin);
    return `${saidOf(found.shape, this.#beyond(origin))}${found.shape.sometimes === true ? ", not always" : ""}`;
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

/** What came of a schema, in words. */
function saidOf(shape: Shape, beyond: readonly string[]): string {
  if (shape.unlisted === true) return "words came that the list does not have";
  if (shape.words !== undefined) return "only words of the list came";
  const fields = Object.values(shape.kinds ?? {}).flatMap((one) => Object.keys(one));
  if (fields.length === 0) return `came as ${typesOfShape(shape)}`;
  if (fields.every((name) => name === ANY_KEY)) return "came as a map";
  return beyond.length === 0 ? "no other field came" : `also came ${beyond.join(", ")}`;
}

const bodyOf = (status: number, answer: Shape | undefined): string =>
  `${status} ${answer === undefined ? "without a body" : `with ${typesOfShape(answer)}`}`;

const read = (seen: Verdict["seen"]): string => seen.map(({ reading }) => reading).join(" or ");
