import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readDescription } from "../../codegen/changes/read.js";
import type { Direction } from "../../codegen/changes/rules.js";
import { below, type Reading, type View, viewOf } from "../../codegen/changes/view.js";
import type { Located } from "../../codegen/load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { child, follow, record, text } from "../../codegen/model/context.js";
import type { Loaded } from "../../codegen/model/build.js";
import { messagesOf } from "../../codegen/model/messages.js";
import { METHODS } from "../../codegen/model/operations.js";

/** A schema of the description that a value may be of: references followed, one of each union. */
export interface Place {
  /** The schema in the place where it is used; may be a reference. */
  readonly used: Located;
  readonly view: View;
  /** Values of fields that tell this schema from the others of its union. */
  readonly constants: ReadonlyMap<string, string>;
}

/** One operation of the description. */
export interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Located;
  /** Schema of a success where several operations share one route. */
  readonly answer: Located | undefined;
}

const MOST_VARIANTS = 200;

/** What a description says of names and types, for values that come from the wire. */
export class Description {
  readonly title: string;
  /** Operations by id, and by method and path where a client calls them otherwise. */
  readonly operations: ReadonlyMap<string, Described>;
  /** Schemas of the payloads of events. */
  readonly events: readonly Located[];
  /** Every name of a field anywhere in the description. */
  readonly names: ReadonlySet<string>;
  /** Codes of refusals that are listed, or that an assumption names. */
  readonly codes: ReadonlySet<string>;
  readonly loaded: Loaded;
  readonly #reading: Reading;
  readonly #known = new Map<string, readonly Place[]>();

  constructor(loaded: Loaded) {
    const { context, dialect, openapi, asyncapi } = loaded.sources;
    this.loaded = loaded;
    this.title = loaded.model.title;
    this.#reading = { context, dialect };
    this.operations = openapi === undefined ? new Map() : this.#operationsOf(openapi);
    const messages = asyncapi === undefined ? [] : messagesOf(context, asyncapi);
    this.events = messages.flatMap(([, message]) => schemaIn(message, "payload") ?? []);
    const { errorCodes, assumptions } = loaded.model;
    const assumed = assumptions.flatMap(({ alternatives }) => alternatives.map(({ value }) => value));
    this.codes = new Set([...errorCodes.map(({ code }) => code), ...assumed]);
    this.names = new Set(context.files.all.flatMap(({ data }) => [...namesIn(data)]));
  }

  /** The schemas that a value at a place may be of. */
  places(schema: Located | undefined, direction: Direction = "response"): readonly Place[] {
    if (schema === undefined) return [];
    const key = `${direction} ${schema.origin.file.path}#${schema.origin.pointer}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, []); // a union that contains itself
    const view = viewOf(this.#reading, schema, direction);
    const variants = (view.variants ?? []).slice(0, MOST_VARIANTS);
    const own = variants.length === 0 || view.properties.size > 0;
    const found = [
      ...(own ? [{ used: schema, view, constants: this.#constantsOf(view, direction) }] : []),
      ...variants.flatMap((variant) => this.places(variant, direction).map(orNull(view))),
    ];
    this.#known.set(key, found);
    return found;
  }

  field(places: readonly Place[], name: string, direction?: Direction): readonly Place[] {
    return places.flatMap(({ view }) => this.places(view.properties.get(name), direction));
  }

  items(places: readonly Place[], direction?: Direction): readonly Place[] {
    return places.flatMap(({ view }) => this.places(view.fields.get("items"), direction));
  }

  /** The constant that identifies the schema of an object; empty if there is none. */
  kindOf(value: Readonly<Record<string, unknown>>, places: readonly Place[]): string {
    const [own] = places.flatMap(({ constants }) => [...constants].filter(([name, word]) => value[name] === word));
    if (own !== undefined) return own[1];
    // A list of undescribed events: their kinds are those of the described events.
    const [event] = this.#eventPlaces().flatMap(({ constants }) =>
      [...constants].filter(
        ([name, word]) => value[name] === word && places.some(({ view }) => view.properties.has(name)),
      ),
    );
    return event?.[1] ?? "";
  }

  /** The schemas that objects of a kind may be of. */
  ofKind(places: readonly Place[], kind: string): readonly Place[] {
    const isOf = ({ constants }: Place): boolean => [...constants.values()].includes(kind);
    const plain = places.filter(({ constants }) => constants.size === 0);
    if (kind === "") return plain;
    const own = places.filter(isOf);
    return own.length > 0 ? own : [...plain, ...this.#eventPlaces().filter(isOf)];
  }

  #eventPlaces(): readonly Place[] {
    return this.events.flatMap((schema) => this.places(schema));
  }

  /** What the values of a map may be. */
  values(places: readonly Place[], direction?: Direction): readonly Place[] {
    return places.flatMap(({ view }) => {
      const schema = view.fields.get("additionalProperties");
      return isRecord(schema?.value) ? this.places(schema, direction) : [];
    });
  }

  /** Schema and media types of an answer with this status; undefined where the status is not described. */
  answerOf({ operation, answer }: Described, status: number): Answered | undefined {
    const { context } = this.#reading;
    const named = Object.keys(record(child(context, operation, "responses")));
    const range = `${String(status).charAt(0)}xx`;
    const key = [String(status), range, "default"].flatMap(
      (wanted) => named.find((one) => one.toLowerCase() === wanted) ?? [],
    )[0];
    if (key === undefined) return undefined;
    const response = child(context, operation, "responses", key);
    if (response === undefined) return undefined;
    const media = Object.keys(record(child(context, response, "content")));
    const own = status < 300 ? answer : undefined;
    const json = media.find(isJson);
    const content = json === undefined ? undefined : child(context, response, "content", json);
    return { key, response, media, schema: own ?? (content && schemaIn(content, "schema")) };
  }

  bodyOf({ operation }: Described): Located | undefined {
    const { context } = this.#reading;
    const content = child(context, operation, "requestBody", "content");
    const json = Object.keys(record(content)).find(isJson);
    const media = content && json !== undefined ? child(context, content, json) : undefined;
    return media && schemaIn(media, "schema");
  }

  /** The rules that an assumption names, as its file has them. */
  rulesOf(name: string): readonly string[] {
    const lists = this.loaded.sources.context.files.all.flatMap(({ data }) => (Array.isArray(data) ? [...data] : []));
    const entry: unknown = lists.find((one: unknown) => isRecord(one) && one["key"] === name);
    return isRecord(entry) && Array.isArray(entry["rules"]) ? entry["rules"].map(String) : [];
  }

  /** The schema that a reference leads to, or the schema itself. */
  target(schema: Located): Located {
    return isRecord(schema.value) ? (follow(this.#reading.context, schema) ?? schema) : schema;
  }

  #constantsOf(view: View, direction: Direction): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [name, property] of view.properties) {
      const { values, open } = viewOf(this.#reading, property, direction);
      const [only, ...others] = values ?? [];
      if (typeof only === "string" && others.length === 0 && !open) found.set(name, only);
    }
    return found;
  }

  #operationsOf(document: Located): ReadonlyMap<string, Described> {
    const { context } = this.#reading;
    const found = new Map<string, Described>();
    const add = (operation: Located, method: string, path: string): void => {
      const variants = child(context, operation, "x-query-variants");
      const list = Array.isArray(variants?.value) ? [...variants.value.keys()] : [];
      for (const one of variants === undefined
        ? [operation]
        : list.flatMap((at) => child(context, variants, at) ?? [])) {
        const id = text(record(one)["operationId"]);
        const described = {
          id,
          method,
          path,
          operation,
          answer: one === operation ? undefined : schemaIn(one, "answer"),
        };
        if (id !== "") found.set(id, described);
        if (one === operation) found.set(`${method} ${path}`, described);
      }
    };
    for (const [path, item] of entries(context, child(context, document, "paths")))
      for (const method of METHODS) {
        const operation = child(context, item, method);
        if (operation !== undefined) add(operation, method.toUpperCase(), path);
      }
    for (const [, operation] of entries(context, child(context, document, "x-unrouted"))) add(operation, "", "");
    return found;
  }
}

/** A schema of a union that null is valid for, too. */
const orNull =
  ({ nullable }: View) =>
  (place: Place): Place =>
    nullable && !place.view.nullable ? { ...place, view: { ...place.view, nullable } } : place;

/** What the description says of the answers of one status. */
export interface Answered {
  /** The status, its range or `default`, as it is written. */
  readonly key: string;
  readonly response: Located;
  readonly media: readonly string[];
  readonly schema: Located | undefined;
}

/** Reads the description at a path, a folder or a file of one, after these overlays in place of its own. */
export async function describedAt(
  path: string,
  warn: (text: string) => void,
  overlays: readonly string[] = [],
): Promise<Description> {
  return new Description(await readDescription(path, { warn, ...(overlays.length > 0 && { overlays }) }));
}

/** The description of the platform, as this package brings it. */
export function ownDescription(): string {
  return join(dirname(createRequire(import.meta.url).resolve("svc-apps/package.json")), "spec"); // built or not
}

export const isJson = (media: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(media);

function schemaIn(owner: Located, key: string): Located | undefined {
  const value = record(owner)[key];
  return value === undefined ? undefined : below({ value, origin: owner.origin }, key);
}

type Context = Loaded["sources"]["context"];

function entries(context: Context, owner: Located | undefined): readonly (readonly [string, Located])[] {
  if (owner === undefined) return [];
  return Object.keys(record(owner)).flatMap((key) => {
    const value = child(context, owner, key);
    return value === undefined ? [] : [[key, value] as const];
  });
}

/** Names of fields in every `properties` of the document. */
function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namesIn(item);
  if (!isRecord(value)) return;
  const { properties } = value;
  if (isRecord(properties)) yield* Object.keys(properties);
  for (const [key, item] of Object.entries(value)) if (!DATA.has(key)) yield* namesIn(item);
}

/** Keywords whose value is an example of data. */
const DATA = new Set(["example", "examples", "default", "const", "enum"]);
