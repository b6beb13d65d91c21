import type { Located } from "../../codegen/load/files.js";
import { isRecord } from "../../codegen/load/pointer.js";
import type { Direction } from "../../codegen/changes/rules.js";
import { type Described, type Description, isJson, type Place } from "./description.js";
import type { Exchange, Recording } from "./recording.js";
import { ANY_KEY, type Fields, jsonType, type Shape, typesOfShape } from "./shape.js";

/** One thing that came and that the description does not say. */
export interface Drift {
  readonly kind: "field" | "type" | "missing" | "word" | "status" | "media" | "operation" | "event";
  /** Where it came, as a user reads it, such as `getServer 200: roles[].id`. */
  readonly place: string;
  readonly says: string;
  /** The schema, response or operation that lacks it. */
  readonly owner?: Located;
  /** Name of the field, the status or the media type. */
  readonly name?: string;
  readonly shape?: Shape;
}

/** A schema of the description, and the shape of what came there. */
export interface Met {
  readonly place: string;
  readonly used: Located;
  readonly shape: Shape;
  readonly direction: Direction;
}

/** What came of a recording, beside the description: what it lacks, and what came where it says something. */
export interface Compared {
  readonly drift: readonly Drift[];
  readonly met: readonly Met[];
  /** Exchanges with what is described of them. */
  readonly answered: readonly { readonly exchange: Exchange; readonly described: Described; readonly key: string }[];
}

/** Compares a recording with a description. What was sent is the client's business and not compared. */
export function compare(recording: Recording, description: Description): Compared {
  const walk = new Walk(description);
  for (const exchange of recording.exchanges) walk.exchange(exchange);
  if (recording.events !== undefined) walk.events(recording.events);
  return walk;
}

class Walk implements Compared {
  readonly drift: Drift[] = [];
  readonly met: Met[] = [];
  readonly answered: { exchange: Exchange; described: Described; key: string }[] = [];
  readonly #description: Description;
  readonly #told = new Set<string>();

  constructor(description: Description) {
    this.#description = description;
  }

  exchange(exchange: Exchange): void {
    const { operation, method, path, status, answer, media } = exchange;
    const { operations } = this.#description;
    const described = operations.get(operation) ?? operations.get(`${method} ${path}`);
    if (described === undefined)
      return this.#say({ kind: "operation", place: operation, says: `${method} ${path} is not described` });
    const place = `${described.id || `${method} ${path}`} ${status}`;
    const answered = this.#description.answerOf(described, status);
    if (answered === undefined) {
      const shape = answer === undefined ? undefined : { shape: answer };
      const owner = described.operation;
      return this.#say({
        kind: "status",
        place,
        says: "this status is not described",
        owner,
        name: String(status),
        ...shape,
      });
    }
    this.answered.push({ exchange, described, key: answered.key });
    if (answer !== undefined) {
      // No schema, or no body described: then everything of it is beyond the description.
      if (answered.schema === undefined && answered.media.length === 0 && answered.response !== undefined)
        return this.#say({
          kind: "media",
          place,
          says: "a body is not described",
          owner: answered.response,
          name: "application/json",
          shape: answer,
        });
      this.#value(answer, this.#description.places(answered.schema), {
        place: `${place}: `,
        path: "",
        direction: "response",
      });
    } else if (media !== undefined && media !== "empty" && !answered.media.some((one) => one === media))
      this.#say({
        kind: "media",
        place,
        says: `the media type ${media} is not described`,
        ...(answered.response && { owner: answered.response }),
        name: media,
      });
    else if (media === "empty" && answered.media.some(isJson) && status !== 204)
      this.#say({ kind: "media", place, says: "the answer is empty, and a body is described" });
  }

  events(shape: Shape): void {
    const places = this.#description.events.flatMap((schema) => this.#description.places(schema));
    this.#value(shape, places, { place: "events: ", path: "", direction: "response" });
  }

  #value(shape: Shape, places: readonly Place[], at: Where): void {
    for (const { used } of places) {
      const target = this.#description.target(used);
      for (const one of new Set([used, target]))
        this.met.push({ place: at.place + at.path, used: one, shape, direction: at.direction });
    }
    if (places.length === 0) return;
    this.#types(shape, places, at);
    if (shape.unlisted === true) this.#word(places, at);
    if (shape.items !== undefined)
      this.#value(shape.items, this.#description.items(places, at.direction), { ...at, path: `${at.path}[]` });
    for (const [kind, fields] of Object.entries(shape.kinds ?? {})) {
      const narrowed = this.#description.ofKind(places, kind);
      const isUnion = places.some(({ constants }) => constants.size > 0);
      if (narrowed.length > 0) this.#fields(fields, narrowed, at);
      else if (isUnion) this.#kind(fields, places, at);
    }
  }

  #types(shape: Shape, places: readonly Place[], { place, path }: Where): void {
    if (places.some(({ view }) => view.types.size === 0 && view.values === undefined)) return;
    const allowed = new Set(places.flatMap(({ view }) => [...view.types, ...(view.nullable ? ["null"] : [])]));
    for (const type of new Set(shape.types.map(jsonType))) {
      if (allowed.has(type) || (type === "integer" && allowed.has("number"))) continue;
      const [only, ...others] = places;
      const owner =
        only !== undefined && others.length === 0 ? { owner: this.#description.target(only.used) } : undefined;
      const says = `came as ${type}, and the description says ${[...allowed].sort().join(" or ")}`;
      this.#say({ kind: "type", place: place + path, says, name: type, ...owner });
    }
  }

  #word(places: readonly Place[], { place, path }: Where): void {
    const isOpen = places.some(({ view }) => view.open);
    const says = isOpen ? "a word came that the open list does not have" : "a word came that the list does not have";
    this.#say({ kind: "word", place: place + path, says: `${says} (values are not recorded)` });
  }

  #kind(fields: Fields, places: readonly Place[], { place, path }: Where): void {
    const names = Object.keys(fields).join(", ");
    const kind = place === "events: " && path === "" ? "event" : "word";
    const constants = [...new Set(places.flatMap(({ constants: told }) => [...told.keys()].slice(0, 1)))].join(" or ");
    this.#say({ kind, place: place + path, says: `an object came whose ${constants} is not described, with ${names}` });
  }

  #fields(fields: Fields, places: readonly Place[], at: Where): void {
    const { place, path, direction } = at;
    const known = new Set(places.flatMap(({ view }) => [...view.properties.keys()]));
    const isMap = places.some(({ view }) => isRecord(view.fields.get("additionalProperties")?.value));
    const inside = (name: string): string => (path === "" ? name : `${path}.${name}`);
    for (const [name, shape] of Object.entries(fields)) {
      if (known.has(name)) {
        this.#value(shape, this.#description.field(places, name, direction), { ...at, path: inside(name) });
        continue;
      }
      if (isMap) {
        this.#value(shape, this.#description.values(places, direction), { ...at, path: inside(name) });
        continue;
      }
      // Of a schema without fields everything is beyond it, and nothing is drift.
      const [only, ...others] = places;
      if (known.size === 0 && name === ANY_KEY) continue;
      const owner =
        only !== undefined && others.length === 0 ? { owner: this.#description.target(only.used) } : undefined;
      this.#say({
        kind: "field",
        place: place + inside(name),
        says: `is not described; came as ${typesOfShape(shape)}`,
        name,
        shape,
        ...owner,
      });
    }
    for (const name of requiredOf(places)) {
      const shape = fields[name];
      if (shape !== undefined && shape.sometimes !== true) continue;
      const says = `is required, and ${shape === undefined ? "did not come" : "did not always come"}`;
      const [only, ...others] = places;
      const owner =
        only !== undefined && others.length === 0 ? { owner: this.#description.target(only.used) } : undefined;
      this.#say({ kind: "missing", place: place + inside(name), says, name, ...owner });
    }
  }

  #say(drift: Drift): void {
    const key = `${drift.kind} ${drift.place} ${drift.name ?? ""} ${drift.says}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.drift.push(drift);
  }
}

interface Where {
  readonly place: string;
  readonly path: string;
  readonly direction: Direction;
}

/** Fields that every schema of a union requires. */
function requiredOf(places: readonly Place[]): readonly string[] {
  const [first, ...others] = places;
  return [...(first?.view.required ?? [])].filter((name) => others.every(({ view }) => view.required.has(name)));
}
