import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { follow, type ReadContext } from "../model/context.js";
import { typeOfValue, typesOf } from "../model/keywords.js";
import { type Dialect, tolerate, unwrapped } from "../model/tolerate.js";
import type { Direction } from "./rules.js";

/** One of the two descriptions, as far as reading its schemas needs. */
export interface Reading {
  readonly context: ReadContext;
  readonly dialect: Dialect;
}

/** What a schema says, in the form in which it is compared: references followed, `allOf` merged, null set apart. */
export interface View {
  readonly origin: Origin;
  /** False where nothing is valid. */
  readonly possible: boolean;
  /** Types besides null, or null where nothing else is possible; empty where any is. */
  readonly types: ReadonlySet<string>;
  readonly nullable: boolean;
  /** Values besides null that are listed; undefined where they are not. */
  readonly values: readonly unknown[] | undefined;
  /** True where other values may come than those that are listed. */
  readonly open: boolean;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Located>;
  /** Every other keyword, the tighter one where several say it. */
  readonly fields: ReadonlyMap<string, Located>;
  readonly variants: readonly Located[] | undefined;
}

export const LOWER = new Set(["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties", "minContains"]);
export const UPPER = new Set(["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties", "maxContains"]);
/** Keywords that have a place of their own in a view. */
const OWN = new Set(["type", "enum", "const", "required", "properties", "allOf", "oneOf", "anyOf", "$ref", "x-open"]);

type Fields = Readonly<Record<string, unknown>>;

/** Reads a schema. Properties that do not go this way are left out. */
export function viewOf(reading: Reading, schema: Located, direction: Direction): View {
  return new Viewer(reading, direction).read(schema);
}

class Viewer {
  readonly #reading: Reading;
  readonly #direction: Direction;
  readonly #types: (readonly string[])[] = [];
  readonly #values: (readonly unknown[])[] = [];
  readonly #required = new Set<string>();
  readonly #properties = new Map<string, Located>();
  readonly #fields = new Map<string, Located>();
  readonly #hidden = new Set<string>();
  readonly #seen = new Set<unknown>();
  #variants: Located[] | undefined;
  #possible = true;
  #nullable = false;
  #open = false;

  constructor(reading: Reading, direction: Direction) {
    this.#reading = reading;
    this.#direction = direction;
  }

  read(schema: Located): View {
    const target = isRecord(schema.value) ? (follow(this.#reading.context, schema) ?? schema) : schema;
    this.#take(schema);
    const [only, ...others] = this.#variants ?? [];
    if (this.#nullable && only !== undefined && others.length === 0) {
      this.#variants = undefined;
      this.#take(only);
    }
    const listed = this.#values.reduce<readonly unknown[] | undefined>(
      (all, list) => (all === undefined ? list : all.filter((item) => list.some((one) => same(one, item)))),
      undefined,
    );
    const types = this.#types.reduce<readonly string[] | undefined>(common, undefined) ?? this.#implied(listed);
    if (types.join() === "integer") this.#settleBounds();
    return {
      origin: target.origin,
      possible: this.#possible,
      types: new Set(types.every(isNull) ? types : types.filter((type) => !isNull(type))),
      nullable: this.#nullable || types.includes("null"),
      values: listed?.filter((item) => item !== null),
      open: this.#open,
      required: new Set([...this.#required].filter((name) => !this.#hidden.has(name))),
      properties: this.#properties,
      fields: this.#fields,
      variants: this.#variants,
    };
  }

  #take(schema: Located): void {
    const { value, origin } = unwrapped(schema);
    if (value === false) this.#possible = false;
    if (!isRecord(value) || this.#seen.has(value)) return;
    this.#seen.add(value);
    if (value["nullable"] === true || value["x-nullable"] === true) this.#nullable = true;
    const { nullable: _nullable, "x-nullable": _other, ...plain } = value;
    const fields: Fields = tolerate(plain, this.#reading.dialect);
    if (typeof fields["$ref"] === "string") {
      const target = this.#reading.context.files.find(fields["$ref"], origin);
      if (target !== undefined) this.#take(target);
    }
    this.#takeOwn(fields, origin);
    if (Array.isArray(fields["allOf"]))
      for (const [index, part] of fields["allOf"].entries()) this.#take(below({ value: part, origin }, "allOf", index));
    for (const keyword of ["oneOf", "anyOf"]) this.#takeVariants(fields, keyword, origin);
  }

  #takeOwn(fields: Fields, origin: Origin): void {
    if ("type" in fields) this.#types.push(typesOf(fields));
    if (Array.isArray(fields["enum"])) this.#values.push(fields["enum"]);
    if ("const" in fields) this.#values.push([fields["const"]]);
    if (!Array.isArray(fields["enum"]) && Array.isArray(fields["x-extensible-enum"])) {
      this.#values.push(fields["x-extensible-enum"]);
      this.#open = true;
    }
    if (fields["x-open"] === true) this.#open = true;
    if (Array.isArray(fields["required"])) for (const name of fields["required"]) this.#required.add(String(name));
    if (isRecord(fields["properties"]))
      for (const [name, value] of Object.entries(fields["properties"]))
        this.#takeProperty(name, below({ value, origin }, "properties", name));
    for (const [keyword, value] of Object.entries(fields)) {
      if (OWN.has(keyword)) continue;
      if (!isLooser(keyword, value, this.#fields.get(keyword)?.value))
        this.#fields.set(keyword, below({ value, origin }, keyword));
    }
  }

  #takeProperty(name: string, property: Located): void {
    const target = isRecord(property.value) ? follow(this.#reading.context, property) : undefined;
    const hides = this.#direction === "request" ? "readOnly" : "writeOnly";
    const hidden = [property, target].some((one) => isRecord(one?.value) && one.value[hides] === true);
    if (hidden) this.#hidden.add(name);
    else if (!this.#properties.has(name)) this.#properties.set(name, property);
  }

  /** Variants; one that is null and nothing else says that the rest may be null. */
  #takeVariants(fields: Fields, keyword: string, origin: Origin): void {
    const list = fields[keyword];
    if (!Array.isArray(list)) return;
    const variants = list.map((value, index) => below({ value, origin }, keyword, index));
    const nothing = ({ value }: Located): boolean => isRecord(value) && value["type"] === "null";
    if (variants.some(nothing)) this.#nullable = true;
    this.#variants = [...(this.#variants ?? []), ...variants.filter((one) => !nothing(one))];
  }

  /** Of whole numbers a bound that is not reached is the next one that is. */
  #settleBounds(): void {
    for (const [exclusive, inclusive, step] of [
      ["exclusiveMaximum", "maximum", -1],
      ["exclusiveMinimum", "minimum", 1],
    ] as const) {
      const found = this.#fields.get(exclusive);
      if (typeof found?.value !== "number" || !Number.isInteger(found.value)) continue;
      this.#fields.delete(exclusive);
      const bound = { ...found, value: found.value + step };
      if (!isLooser(inclusive, bound.value, this.#fields.get(inclusive)?.value)) this.#fields.set(inclusive, bound);
    }
  }

  /** Types of a schema that names none but can mean no other. */
  #implied(values: readonly unknown[] | undefined): readonly string[] {
    if (values !== undefined) return [...new Set(values.map(typeOfValue))];
    if (this.#properties.size > 0 || this.#required.size > 0 || this.#fields.has("additionalProperties"))
      return ["object"];
    return this.#fields.has("items") || this.#fields.has("prefixItems") ? ["array"] : [];
  }
}

/** True for a bound that lets through more than the one that is known; both are numbers, or there is none. */
const isLooser = (keyword: string, value: unknown, known: unknown): boolean =>
  (LOWER.has(keyword) && Number(value) < Number(known)) || (UPPER.has(keyword) && Number(value) > Number(known));

const isNull = (type: string): boolean => type === "null";

/** What both lists of types let through. */
function common(all: readonly string[] | undefined, types: readonly string[]): readonly string[] {
  if (all === undefined) return types;
  const narrowed = all.flatMap((type) => {
    if (types.includes(type)) return [type];
    if (type === "number" && types.includes("integer")) return ["integer"];
    return type === "integer" && types.includes("number") ? ["integer"] : [];
  });
  return narrowed;
}

/** A value that stands below the place of its owner. */
export function below({ value, origin }: Located, ...tokens: (string | number)[]): Located {
  return { value, origin: { file: origin.file, pointer: childPointer(origin.pointer, ...tokens) } };
}

export const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** The same data with its keys in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** The last step of a place, or the name of the file that it is the whole of. */
export const nameOfPlace = ({ file, pointer }: Origin): string =>
  pointer === "" ? file.label.replace(/.*\/|\.\w+$/g, "") : pointer.slice(pointer.lastIndexOf("/") + 1);

/** What a variant is recognised by: its name, the constants that set it apart, its title, or its type. */
export function identityOf(reading: Reading, variant: Located, view: View): string {
  const reference = isRecord(variant.value) && typeof variant.value["$ref"] === "string";
  if (reference) return nameOfPlace(view.origin);
  if (view.values?.length === 1) return JSON.stringify(view.values[0]);
  const constants = [...view.properties].flatMap(([name, property]) => {
    const { values } = viewOf(reading, property, "response");
    return values?.length === 1 ? [`${name} ${JSON.stringify(values[0])}`] : [];
  });
  if (constants.length > 0) return constants.sort().join(", ");
  const title = view.fields.get("title")?.value;
  return typeof title === "string" ? title : [...view.types].sort().join(" or ") || "another variant";
}

/** True where every value of the one kind is one of the other, as far as types say. */
export const isWithin = (type: string, types: ReadonlySet<string>): boolean =>
  types.has(type) || (type === "integer" && types.has("number"));
