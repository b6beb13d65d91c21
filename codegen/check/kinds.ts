import { isRecord } from "../../runtime/base/values.js";
/** What a value has to be. Names of shapes begin with a capital letter. */
export type Kind<Name extends string> =
  | Scalar
  | Name
  | { readonly list: Kind<Name> }
  | { readonly map: Kind<Name>; readonly keys?: KeyRule }
  | { readonly words: readonly string[] }
  | { readonly matching: RegExp; readonly called: string }
  /** The first that has the JSON type of the value. */
  | { readonly either: readonly Kind<Name>[] }
  /** Nothing but a reference to such a thing. */
  | { readonly pointer: Kind<Name> }
  /** One shape where a field stands, another where it does not. */
  | { readonly field: string; readonly present: Kind<Name>; readonly absent: Kind<Name> };

/** What the names in a map have to be. */
export type KeyRule =
  | "property"
  | "pattern"
  | "name"
  /** `needed` where no code can come of another. */
  | { readonly matching: RegExp; readonly called: string; readonly needed?: true };

/** One sort of object. */
export interface Shape<Name extends string> {
  /** How people call it, without an article. */
  readonly called: string;
  readonly fields: Readonly<Record<string, Kind<Name>>>;
  readonly required?: readonly string[];
  /** Of these, one at least has to be there. */
  readonly oneOf?: readonly string[];
  /** What else is required for a value of one of its fields. */
  readonly when?: { readonly field: string; readonly needs: Readonly<Record<string, readonly string[]>> };
  /** What stands under every other name. Without it, no other name is known. */
  readonly others?: { readonly kind: Kind<Name>; readonly keys: KeyRule };
  /** True where unknown names are legal, so that only what looks like a slip is worth a warning. */
  readonly lenient?: boolean;
  /** True where `true` and `false` stand for an object too. */
  readonly orFlag?: boolean;
  /** What `$ref` leads to where it is a field among others; elsewhere it stands for the whole object. */
  readonly ref?: Kind<Name>;
  /** What to do instead, for a field of the wrong kind or one that only other versions know. */
  readonly hints?: Readonly<Record<string, string>>;
}

export type Shapes<Name extends string> = Readonly<Record<Name, Shape<Name>>>;

export type Scalar = keyof typeof SCALARS;

interface ScalarRule {
  readonly called: string;
  readonly fits: (value: unknown) => boolean;
  readonly advice: string;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** Values that are no objects with fields of their own. */
export const SCALARS = {
  any: { called: "anything", fits: () => true, advice: "" },
  text: { called: "a string", fits: isText, advice: "Write a string; what looks like another type needs quotes." },
  flag: {
    called: "`true` or `false`",
    fits: (value) => typeof value === "boolean",
    advice: "Write `true` or `false`, without quotes.",
  },
  number: { called: "a number", fits: isFinite, advice: "Write a number, without quotes." },
  count: {
    called: "a whole number from 0",
    fits: (value) => Number.isInteger(value) && isFinite(value) && value >= 0,
    advice: "Write a whole number, without quotes.",
  },
  step: {
    called: "a number above 0",
    fits: (value) => isFinite(value) && value > 0,
    advice: "Write a number above 0.",
  },
  nothing: { called: "nothing", fits: (value) => value === null, advice: "Leave the value out." },
  format: { called: "a string", fits: isText, advice: "Write the name of a format." },
  pattern: { called: "a string", fits: isText, advice: "Write a regular expression." },
  property: { called: "a string", fits: isText, advice: "Write the name of a property." },
  name: { called: "a string", fits: isText, advice: "Write a name." },
} as const satisfies Readonly<Record<string, ScalarRule>>;

export function isScalar(kind: unknown): kind is Scalar {
  return typeof kind === "string" && Object.hasOwn(SCALARS, kind);
}

/** True where a look at the value alone shows that nothing can be wrong with it. */
export function isSettled(kind: unknown, value: unknown): boolean {
  return isScalar(kind) && !["format", "name", "pattern", "property"].includes(kind) && SCALARS[kind].fits(value);
}

/** Whether a value has the JSON type that a kind asks for, without a look inside. */
export function hasType<Name extends string>(kind: Kind<Name>, value: unknown): boolean {
  if (isScalar(kind)) return SCALARS[kind].fits(value);
  if (typeof kind === "string") return isRecord(value) || typeof value === "boolean";
  if ("list" in kind) return Array.isArray(value);
  if ("field" in kind) return hasType(kind.absent, value);
  if ("map" in kind || "pointer" in kind) return isRecord(value);
  if ("either" in kind) return kind.either.some((one) => hasType(one, value));
  return isText(value);
}

export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** What a value is, for people: long ones are cut. */
export function found(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return typeof value === "string" ? `the text ${short}` : typeof value === "number" ? `the number ${value}` : short;
}
