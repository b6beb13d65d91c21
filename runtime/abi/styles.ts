import type { ParameterStyle } from "./operation.js";

/** A name and a value of a request. */
export type Pair = readonly [name: string, value: string];

type Fields = readonly (readonly [string, unknown])[];

/** Marks bigints while JSON is written; random, so that no text contains it. */
const MARK = `#${/* @__PURE__ */ Math.random()}:`;
const MARKED = /* @__PURE__ */ new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** JSON, with bigints as numbers with all their digits. */
export function jsonText(value: unknown): string {
  let marked = false;
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== "bigint") return item;
    marked = true;
    return `${MARK}${item}`;
  });
  return marked ? text.replace(MARKED, "$1") : text;
}

/** One value as a text: nested objects and lists as JSON. */
export function scalar(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? jsonText(value) : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** What is there of an object or a list: null and undefined are not written, as in RFC 6570. */
const isThere = (item: unknown): boolean => item !== undefined && item !== null;

function fieldsOf(value: Readonly<Record<string, unknown>>): Fields {
  return Object.entries(value).filter(([, item]) => isThere(item));
}

/**
 * A value as one text, its parts joined by `separator`; the fields of an object as `name,value` or, exploded,
 * `name=value`.
 */
function joined(value: unknown, separator: string, exploded: boolean, encode: (text: string) => string): string {
  if (Array.isArray(value))
    return value
      .filter(isThere)
      .map((item: unknown) => encode(scalar(item)))
      .join(separator);
  if (!isObject(value)) return encode(scalar(value));
  const parts = fieldsOf(value).map(([name, item]) => [encode(name), encode(scalar(item))]);
  return parts.map((pair) => pair.join(exploded ? "=" : separator)).join(separator);
}

/** The encoded text of a path parameter. */
export function pathText(name: string, value: unknown, style: ParameterStyle | undefined): string {
  const encode = (text: string): string => encodeURIComponent(text);
  switch (style) {
    case "json":
      return encode(jsonText(value));
    case "label":
      return `.${joined(value, ",", false, encode)}`;
    case "labelExploded":
      return `.${joined(value, ".", true, encode)}`;
    case "matrix":
      return `;${name}=${joined(value, ",", false, encode)}`;
    case "matrixExploded":
      if (Array.isArray(value)) return value.map((item: unknown) => `;${name}=${encode(scalar(item))}`).join("");
      return `;${isObject(value) ? "" : `${name}=`}${joined(value, ";", true, encode)}`;
    default:
      return joined(value, ",", style === "simpleExploded", encode);
  }
}

/** The text of a header parameter. */
export function headerText(value: unknown, style: ParameterStyle | undefined): string {
  return style === "json" ? jsonText(value) : joined(value, ",", style === "simpleExploded", asIs);
}

const asIs = (text: string): string => text;

/**
 * The pairs for a parameter of the query, a cookie or a field of a form; none for null, an empty list or an empty
 * object, except as JSON, which can say them. `encode` is applied to each value, not to the
 * separators between them, so that a comma inside a value stays apart from those.
 */
export function pairsOf(
  name: string,
  value: unknown,
  style: ParameterStyle | "repeated" | undefined,
  encode = asIs,
): readonly Pair[] {
  const whole = (separator: string): readonly Pair[] => {
    const isEmpty = Array.isArray(value) ? !value.some(isThere) : isObject(value) && fieldsOf(value).length === 0;
    return isEmpty ? [] : [[name, joined(value, separator, false, encode)]];
  };
  if (value === undefined || (value === null && style !== "json")) return [];
  switch (style) {
    case "json":
      return [[name, encode(jsonText(value))]];
    case "deepObject":
      return deepPairs(name, value).map(([key, text]) => [key, encode(text)]);
    case "spaceDelimited":
      return whole(encode(" "));
    case "pipeDelimited":
      return whole(encode("|"));
    case "tabDelimited":
      return whole(encode("\t"));
    case "repeated":
    case "exploded":
      if (Array.isArray(value))
        return value.filter(isThere).map((item: unknown) => [name, encode(scalar(item))] as const);
      if (isObject(value) && style === "exploded")
        return fieldsOf(value).flatMap(([key, item]) => pairsOf(key, item, "repeated", encode));
      return whole(",");
    default:
      return whole(",");
  }
}

/** `name[field][inner]=value`; a list has one pair per item. */
function deepPairs(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => deepPairs(isObject(item) ? `${name}[]` : name, item));
  if (!isObject(value)) return isThere(value) ? [[name, scalar(value)]] : [];
  return fieldsOf(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
}
