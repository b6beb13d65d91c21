import type { Located } from "../../codegen/load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { type Answered, type Described, type Description, isJson, type Place } from "./description.js";
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
  readonly schema: Located;
  readonly shape: Shape;
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
  readonly #reported = new Set<string>();

  constructor(description: Description) {
    this.#description = description;
  }

  exchange(exchange: Exchange): void {
    const { operation, method, path, status, answer } = exchange;
    const described = this.#description.operations.get(operation);
    if (described === undefined)
      return this.#say({ kind: "operation", place: operation, says: `${method} ${path} is not described` });
    const place = `${operation} ${status}`;
    const answered = this.#description.answerOf(described, status);
    if (answered === undefined) {
      const lacks = { owner: described.operation, name: String(status), ...(answer && { shape: answer }) };
      return this.#say({ kind: "status", place, says: "this status is not described", ...lacks });
    }
    this.answered.push({ exchange, described, key: answered.key });
    if (answer === undefined) return this.#media(exchange, answered, place);
    if (answered.schema !== undefined) return this.#value(answer, [answered.schema], { place: `${place}: `, path: "" });
    if (answered.media.length > 0) return; // a body without a schema may be anything
    const lacks = { owner: answered.response, name: "application/json", shape: answer };
    this.#say({ kind: "media", place, says: "a body is not described", ...lacks });
  }

  events(shape: Shape): void {
    const places = this.#description.events.flatMap((schema) => this.#description.places(schema));
    this.#inside(shape, places, { place: "events: ", path: "" });
  }

  #media({ media = "empty", status }: Exchange, { media: described, response }: Answered, place: string): void {
    if (media === "empty") {
      if (described.some(isJson) && status !== 204)
        this.#say({ kind: "media", place, says: "the answer is empty, and a body is described" });
    } else if (!described.includes(media)) {
      const says = `the media type ${media} is not described`;
      this.#say({ kind: "media", place, says, name: media, ...(media !== "unknown" && { owner: response }) });
    }
  }

  /** Compares a value with the schemas that describe its place. */
  #value(shape: Shape, schemas: readonly Located[], at: Where): void {
    for (const schema of schemas) this.#meet(schema, shape);
    const places = schemas.flatMap((schema) => this.#description.places(schema));
    if (places.length === 0) return;
    this.#types(shape, places, at);
    if (shape.unlisted === true) this.#word(places, at);
    const variants = places.filter(({ used }) => !schemas.includes(used));
    for (const { used, view } of shape.kinds === undefined ? variants : [])
      if (shape.types.some((type) => view.types.has(jsonType(type)))) this.#meet(used, shape);
    this.#inside(shape, places, at);
  }

  #inside(shape: Shape, places: readonly Place[], at: Where): void {
    const { items, kinds = {} } = shape;
    if (items !== undefined) this.#value(items, keyword(places, "items"), { ...at, path: `${at.path}[]` });
    for (const [kind, fields] of Object.entries(kinds)) {
      const narrowed = whole(fields, this.#description.ofKind(places, kind));
      for (const { used } of narrowed) this.#meet(used, { types: ["object"], kinds: { [kind]: fields } });
      if (narrowed.length > 0) this.#fields(fields, narrowed, at);
      else if (places.some(({ constants }) => constants.size > 0)) this.#kind(fields, places, at);
    }
  }

  #meet(schema: Located, shape: Shape): void {
    for (const one of new Set([schema, this.#description.target(schema)])) this.met.push({ schema: one, shape });
  }

  #types(shape: Shape, places: readonly Place[], { place, path }: Where): void {
    if (places.some(({ view }) => view.types.size === 0 && view.values === undefined)) return;
    const allowed = new Set(places.flatMap(({ view }) => [...view.types, ...(view.nullable ? ["null"] : [])]));
    for (const type of new Set(shape.types.map(jsonType))) {
      if (allowed.has(type) || (type === "integer" && allowed.has("number"))) continue;
      const says = `came as ${type}, and the description allows ${[...allowed].sort().join(" or ")}`;
      this.#say({ kind: "type", place: place + path, says, name: type, ...this.#ownerOf(places) });
    }
  }

  #word(places: readonly Place[], { place, path }: Where): void {
    const isOpen = places.some(({ view }) => view.open);
    const says = `a value was received that the ${isOpen ? "open " : ""}list does not have (values are not recorded)`;
    this.#say({ kind: "word", place: place + path, says });
  }

  #kind(fields: Fields, places: readonly Place[], { place, path }: Where): void {
    const kind = place === "events: " && path === "" ? "event" : "word";
    const constants = [...new Set(places.flatMap(({ constants: own }) => [...own.keys()].slice(0, 1)))].join(" or ");
    const says = `an object was received whose ${constants} is not described, with ${Object.keys(fields).join(", ")}`;
    this.#say({ kind, place: place + path, says });
  }

  #fields(fields: Fields, places: readonly Place[], at: Where): void {
    const known = new Set(places.flatMap(({ view }) => [...view.properties.keys()]));
    const values = keyword(places, "additionalProperties").filter(({ value }) => isRecord(value));
    const inside = (name: string): string => (at.path === "" ? name : `${at.path}.${name}`);
    for (const [name, shape] of Object.entries(fields)) {
      const own = places.flatMap(({ view }) => view.properties.get(name) ?? []);
      if (own.length > 0 || values.length > 0)
        this.#value(shape, own.length > 0 ? own : values, { ...at, path: inside(name) });
      // Of an object that nothing is said of, the keys of a map are no drift.
      else if (known.size > 0 || name !== ANY_KEY) {
        const says = `is not described; received as ${typesOfShape(shape)}`;
        this.#say({ kind: "field", place: at.place + inside(name), says, name, shape, ...this.#ownerOf(places) });
      }
    }
    for (const name of requiredOf(places)) {
      const shape = fields[name];
      if (shape !== undefined && shape.sometimes !== true) continue;
      const says = `is required, and ${shape === undefined ? "did not come" : "did not always come"}`;
      this.#say({ kind: "missing", place: at.place + inside(name), says, name, ...this.#ownerOf(places) });
    }
  }

  /** The schema that lacks something, where it can be no other. */
  #ownerOf([only, ...others]: readonly Place[]): { readonly owner?: Located } {
    return only !== undefined && others.length === 0 ? { owner: this.#description.target(only.used) } : {};
  }

  #say(drift: Drift): void {
    const key = `${drift.kind} ${drift.place} ${drift.name ?? ""} ${drift.says}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.drift.push(drift);
  }
}

interface Where {
  readonly place: string;
  readonly path: string;
}

const keyword = (places: readonly Place[], name: string): readonly Located[] =>
  places.flatMap(({ view }) => view.fields.get(name) ?? []);

/** Of schemas without a discriminator, those whose required fields were all received; all of them where there is none. */
function whole(fields: Fields, places: readonly Place[]): readonly Place[] {
  const fitting = places.filter(({ view }) =>
    [...view.required].every((name) => fields[name] !== undefined && fields[name].sometimes !== true),
  );
  return fitting.length > 0 ? fitting : places;
}

/** Fields that every schema of a union requires. */
function requiredOf(places: readonly Place[]): readonly string[] {
  const [first, ...others] = places;
  return [...(first?.view.required ?? [])].filter((name) => others.every(({ view }) => view.required.has(name)));
}
