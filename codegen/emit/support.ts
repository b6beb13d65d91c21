import { ModuleWriter } from "./writer.js";

/**
 * Emits `validators/support.ts`: what guards lean on. It imports nothing and does nothing when it is loaded.
 * Formats are read as RFC 3339, RFC 3986 and their like define them, loosely where a stricter reading would refuse
 * values that services send.
 */
export function emitSupport(sources: readonly string[]): ModuleWriter {
  const out = new ModuleWriter("validators/support.ts", "What the guards lean on.", sources, { layout: false });
  out.add(SUPPORT.trim());
  return out;
}

const SUPPORT = (
  String.raw`
/** An object whose fields are not known yet. */
export interface Fields {
  readonly [key: string]: unknown;
}

/** Whether \`value\` is an object and no array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether \`value\` is an array. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether \`value\` is bytes, in one of the forms that they have in programs, or a text that stands for them. */
export function isBinary(value: unknown): boolean {
  if (typeof value === "string" || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return true;
  return /^\[object (Blob|File|ReadableStream)\]$/.test(Object.prototype.toString.call(value));
}

/** Whether \`value\` is a moment, and not the Date of none. */
export function isDateValue(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/** Whether \`value\` is a number that JSON can carry. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Whether \`value\` is a number without a fraction. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Length in code points, which is what length limits count. */
export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++, count++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) index++;
  }
  return count;
}

/** How many fields an object has. */
export function countKeys(value: Fields): number {
  return Object.keys(value).length;
}

/** Whether \`value\` is a whole multiple of \`step\`, decimal fractions included. */
export function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step;
  if (Number.isInteger(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) < 1e-8 && Math.abs(quotient) < 1e8;
}

/** Whether two values are the same JSON. */
export function isEqual(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (depth > 256) return false;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index], depth + 1));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key], depth + 1));
}

/** Whether no two items are the same JSON. */
export function isUnique(items: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const others = new Set<unknown>();
  for (const item of items) {
    const parts: string[] = [];
    const isScalar = typeof item !== "object" || item === null;
    if (!isScalar && !spell(item, parts, 0)) continue;
    const [seen, key] = isScalar ? [scalars, item] : [others, parts.join("")];
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** Writes a value so that what is the same JSON reads the same; false for one that is too deep to be like another. */
function spell(value: unknown, parts: string[], depth: number): boolean {
  if (depth > 256 && typeof value === "object" && value !== null) return false;
  if (isArray(value)) {
    parts.push("[");
    for (const item of value) {
      if (!spell(item, parts, depth + 1)) return false;
      parts.push(",");
    }
    parts.push("]");
  } else if (value instanceof Date) {
    parts.push("d", String(value.getTime()));
  } else if (isObject(value)) {
    parts.push("{");
    for (const key of Object.keys(value).sort()) {
      parts.push(JSON.stringify(key), ":");
      if (!spell(value[key], parts, depth + 1)) return false;
      parts.push(",");
    }
    parts.push("}");
  } else {
    parts.push(typeof value === "string" ? JSON.stringify(value) : typeof value === "bigint" ? "n" + value : String(value));
  }
  return true;
}

/** What is known of the parts of a value, by the question that was asked. */
export type Known = Map<Question, Map<unknown, boolean>>;
type Question = (value: unknown, depth: number, known: Known) => boolean;

/** Asks about a part of a value once: forms that nothing tells apart would ask again, at each level. */
export function asked(question: Question, value: unknown, depth: number, known: Known): boolean {
  if (depth > 256) return false; // not for ever: it may stand elsewhere too
  let answers = known.get(question);
  if (answers === undefined) known.set(question, (answers = new Map<unknown, boolean>()));
  let answer = answers.get(value);
  if (answer === undefined) answers.set(value, (answer = question(value, depth, known)));
  return answer;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):?(\d{2}))$/i;

/** \`2026-01-31\`. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** \`23:59:59Z\`, \`12:00:00.5+01:00\`; a leap second where UTC has one. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const sign = match[4] === "-" ? -1 : 1;
  const [zoneHour, zoneMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (zoneHour > 23 || zoneMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const utcMinute = minute - zoneMinute * sign;
  const utcHour = hour - zoneHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}

/** A date, \`T\` or a space, and a time with its zone. */
export function isDateTime(text: string): boolean {
  const parts = text.split(/t|\s/i);
  return parts.length === 2 && isDate(parts[0] ?? "") && isTime(parts[1] ?? "");
}

const DURATION = /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/;

/** \`P1DT2H\`. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_` +
  "`" +
  String.raw`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_` +
  "`" +
  String.raw`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** An address with a domain. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

const HOSTNAME = /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;

/** A host name. */
export function isHostname(text: string): boolean {
  return HOSTNAME.test(text);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** \`192.0.2.1\`. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** \`2001:db8::1\`, with a dotted tail or not. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? [];
  const tail = last.at(-1);
  let dotted = 0;
  if (tail !== undefined && tail.includes(".")) {
    if (!isIpv4(tail)) return false;
    last.pop();
    dotted = 2;
  }
  const all = groups.flat();
  const count = all.length + dotted;
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

const JSON_POINTER = /^(?:\/(?:[^~/]|~0|~1)*)*$/;
const RELATIVE_JSON_POINTER = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/;

/** \`/a/b~1c\`. */
export function isJsonPointer(text: string): boolean {
  return JSON_POINTER.test(text);
}

/** \`1/a\`. */
export function isRelativeJsonPointer(text: string): boolean {
  return RELATIVE_JSON_POINTER.test(text);
}

/** A regular expression of ECMA-262 with the \`u\` flag. */
export function isRegex(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9a-f]{2})*$/i;
const URI_REFERENCE = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9a-f]{2})*$/i;

/** An absolute URI. */
export function isUri(text: string): boolean {
  return URI.test(text) && text.indexOf("#") === text.lastIndexOf("#");
}

/** A URI or a part of one. */
export function isUriReference(text: string): boolean {
  return URI_REFERENCE.test(text) && text.indexOf("#") === text.lastIndexOf("#");
}

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Any version, any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
`
).replaceAll("\\`", "`");
