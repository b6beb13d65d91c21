import type { Located, FileSet } from "../load/files.js";
import { leadsNowhere } from "../load/missing.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer, pointerTokens } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import { checkFormat, checkName, checkPattern, checkPropertyName } from "./contents.js";
import {
  found,
  hasType,
  isSettled,
  isScalar,
  type KeyRule,
  type Kind,
  SCALARS,
  type Shape,
  type Shapes,
  withArticle,
} from "./kinds.js";
import { nearest } from "../../runtime/base/nearest.js";
import { unknownField } from "./unknown.js";

/** Deeper nesting is not a description, and would end the process somewhere else. */
const MOST_LEVELS = 500;

type Fields = Readonly<Record<string, unknown>>;

/** What a check needs besides the document. */
export interface CheckContext {
  readonly files: FileSet;
  readonly problems: Problems;
  /** Formats that are known to be notes only, besides the standard ones. */
  readonly formats: readonly string[];
}

/** Compares a document, and everything it refers to, with the shapes of its format. Whatever is wrong is reported. */
export function checkDocument<Name extends string>(
  context: CheckContext,
  shapes: Shapes<Name>,
  document: Located,
  root: Name,
): void {
  new Check(context, shapes).run(root, document);
}

class Check<Name extends string> {
  readonly #context: CheckContext;
  readonly #problems: Problems;
  readonly #shapes: Shapes<Name>;
  readonly #done = new Map<Name, Set<object>>();
  readonly #queue: { readonly kind: Kind<Name>; readonly located: Located }[] = [];
  #level = 0;

  constructor(context: CheckContext, shapes: Shapes<Name>) {
    this.#context = context;
    this.#problems = context.problems;
    this.#shapes = shapes;
  }

  /** What is referred to waits its turn: a chain of references is no chain of calls. */
  run(root: Name, document: Located): void {
    this.#queue.push({ kind: root, located: document });
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop())
      this.#value(next.kind, next.located);
  }

  #value(kind: Kind<Name>, { value, origin }: Located, hint?: string): void {
    if (typeof kind !== "string" && isRecord(value) && typeof value["$ref"] === "string") {
      return this.#follow("pointer" in kind ? kind.pointer : kind, value, origin);
    }
    if (!hasType(kind, value)) return this.#mismatch(kind, value, origin, hint);
    if (isScalar(kind)) return this.#content(kind, value, origin);
    if (typeof kind === "string") return this.#object(kind, value, origin, hint);
    if ("words" in kind) return this.#word(kind.words, String(value), origin);
    if ("matching" in kind) return this.#matching(kind, String(value), origin);
    if ("either" in kind) {
      const fitting = kind.either.find((one) => hasType(one, value));
      return fitting === undefined ? undefined : this.#value(fitting, { value, origin }, hint);
    }
    if ("list" in kind) return this.#list(kind.list, value, origin, hint);
    if ("field" in kind) {
      const chosen = isRecord(value) && kind.field in value ? kind.present : kind.absent;
      return this.#value(chosen, { value, origin });
    }
    if (!isRecord(value)) return;
    if ("pointer" in kind) this.#missing(["$ref"], { called: "reference" }, origin);
    else this.#map(kind, value, origin, hint);
  }

  #list(kind: Kind<Name>, items: unknown, origin: Origin, hint?: string): void {
    if (!Array.isArray(items)) return;
    for (const [index, item] of items.entries()) this.#value(kind, { value: item, origin: below(origin, index) }, hint);
  }

  #map({ map, keys }: { map: Kind<Name>; keys?: KeyRule }, value: Fields, origin: Origin, hint?: string): void {
    for (const [key, item] of Object.entries(value)) {
      const at = below(origin, key);
      if (keys !== undefined) this.#key(keys, key, at);
      this.#value(map, { value: item, origin: at }, hint);
    }
  }

  #object(name: Name, value: unknown, origin: Origin, hint: string | undefined): void {
    const shape = this.#shapes[name];
    if (!isRecord(value)) {
      if (shape.orFlag !== true) this.#mismatch(name, value, origin, hint);
      return;
    }
    const done = this.#done.get(name) ?? new Set();
    if (done.has(value)) return;
    this.#done.set(name, done.add(value));
    if (this.#level === MOST_LEVELS) {
      return this.#problems.error(
        origin,
        `this lies more than ${MOST_LEVELS} levels deep`,
        "Split it up by references.",
      );
    }
    this.#level++;
    if ("$ref" in value && shape.ref === undefined) this.#reference(name, value, origin);
    else this.#fields(shape, value, origin);
    this.#level--;
  }

  #fields(shape: Shape<Name>, value: Fields, origin: Origin): void {
    const meant = new Set<string | undefined>();
    for (const [key, item] of Object.entries(value)) {
      const kind = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
      if (isSettled(kind, item)) continue; // most fields, and no place is worked out for them
      const at = below(origin, key);
      if (kind !== undefined) this.#value(kind, { value: item, origin: at }, shape.hints?.[key]);
      else if (shape.others !== undefined && !key.startsWith("x-")) {
        this.#key(shape.others.keys, key, at, Object.keys(shape.fields));
        this.#value(shape.others.kind, { value: item, origin: at });
      } else meant.add(unknownField(this.#problems, shape, value, key, at));
    }
    if (shape.ref !== undefined) this.#references(shape.ref, value, origin);
    // What was misspelled is not missing, and of what refers to something else nothing is.
    if (meant.has("$ref")) return;
    const missing = neededFields(shape, value).filter((field) => !(field in value) && !meant.has(field));
    this.#missing(missing, shape, origin);
    const { oneOf } = shape;
    if (oneOf === undefined || oneOf.some((field) => field in value || meant.has(field))) return;
    const names = oneOf.map((field) => `\`${field}\``);
    this.#problems.violation(
      origin,
      `this ${shape.called} has neither ${names.join(" nor ")}`,
      "Add one of them.",
      true,
    );
  }

  #missing(fields: readonly string[], { called, hints }: Pick<Shape<Name>, "called" | "hints">, origin: Origin): void {
    for (const field of fields) {
      const advice = hints?.[field] ?? "Add it: it has to be there.";
      this.#problems.violation(origin, `this ${called} has no \`${field}\``, advice, true);
    }
  }

  /** A reference that stands for the whole object. */
  #reference(name: Name, value: Fields, origin: Origin): void {
    if (typeof value["$ref"] !== "string") return this.#mismatch("text", value["$ref"], below(origin, "$ref"));
    for (const key of Object.keys(value)) {
      if (["$ref", "summary", "description"].includes(key) || key.startsWith("x-")) continue;
      const message = `\`${key}\` is not read beside a \`$ref\``;
      this.#problems.warning(below(origin, key), message, "Move it to the schema that the reference points to.", true);
    }
    this.#follow(name, value, origin);
  }

  /** References that stand among other fields. */
  #references(kind: Kind<Name>, value: Fields, origin: Origin): void {
    if (typeof value["$ref"] === "string") this.#follow(kind, value, origin);
    if (typeof value["$dynamicRef"] === "string") this.#follow("any", value, origin, "$dynamicRef");
  }

  #follow(kind: Kind<Name>, value: Fields, origin: Origin, field = "$ref"): void {
    const reference = String(value[field]);
    const target = this.#context.files.find(reference, origin);
    if (target === undefined) leadsNowhere(this.#context, reference, origin, field);
    // A map that refers to itself would go on for ever.
    else if (target.value !== value) this.#queue.push({ kind, located: target });
  }

  #key(rule: KeyRule, key: string, at: Origin, known: readonly string[] = []): void {
    if (rule === "property") return checkPropertyName(key, at, this.#problems);
    if (rule === "pattern") return checkPattern(key, at, this.#problems, true);
    if (rule === "name") return checkName(key, at, this.#problems, true);
    if (rule.matching.test(key)) return;
    const meant = nearest(key, known);
    const advice = meant === undefined ? "Correct the name." : `Did you mean \`${meant}\`?`;
    const message = `${JSON.stringify(key)} is no ${rule.called}`;
    if (rule.needed === true) this.#problems.unsupported(at, message, advice, true);
    else this.#problems.violation(at, message, advice, true);
  }

  #content(kind: Kind<Name>, value: unknown, origin: Origin): void {
    if (kind === "format") checkFormat(String(value), origin, this.#context.formats, this.#problems);
    if (kind === "pattern") checkPattern(String(value), origin, this.#problems);
    if (kind === "name") checkName(String(value), origin, this.#problems, false);
    if (kind === "property") checkPropertyName(String(value), origin, this.#problems, false);
  }

  #word(words: readonly string[], value: string, origin: Origin): void {
    if (words.includes(value)) return;
    const meant = nearest(value, words);
    const guess = meant === undefined ? "" : `Did you mean ${JSON.stringify(meant)}? `;
    const message = `${JSON.stringify(value)} is no value of ${subject(origin)}`;
    this.#problems.violation(origin, message, `${guess}Values are ${words.join(", ")}.`);
  }

  #matching({ matching, called }: { matching: RegExp; called: string }, value: string, origin: Origin): void {
    if (!matching.test(value))
      this.#problems.violation(origin, `${JSON.stringify(value)} is no ${called}`, "Correct it.");
  }

  #mismatch(kind: Kind<Name>, value: unknown, origin: Origin, hint?: string): void {
    const message = `${subject(origin)} is ${found(value)} where ${this.#called(kind)} must stand`;
    this.#problems.violation(
      origin,
      message,
      hint ?? (isScalar(kind) ? SCALARS[kind].advice : "Correct it, or take it out."),
    );
  }

  /** What a kind is called, with its article. */
  #called(kind: Kind<Name>): string {
    if (isScalar(kind)) return SCALARS[kind].called;
    if (typeof kind === "string") return withArticle(this.#shapes[kind].called);
    if ("list" in kind) return "a list";
    if ("either" in kind) return kind.either.map((one) => this.#called(one)).join(" or ");
    return "words" in kind || "matching" in kind ? "a string" : "an object";
  }
}

function neededFields(
  { required = [], when }: Pick<Shape<string>, "required" | "when">,
  value: Fields,
): readonly string[] {
  if (when === undefined) return required;
  const chosen = value[when.field];
  const needs = typeof chosen === "string" && Object.hasOwn(when.needs, chosen) ? when.needs[chosen] : undefined;
  return [...required, ...(needs ?? [])];
}

function below(origin: Origin, token: string | number): Origin {
  return { file: origin.file, pointer: childPointer(origin.pointer, token) };
}

/** What stands at a place, by the name it has there. */
function subject(origin: Origin): string {
  const tokens = pointerTokens(origin.pointer);
  const last = tokens.pop();
  if (last === undefined) return "the document";
  const holder = tokens.pop();
  return /^\d+$/.test(last) && holder !== undefined ? `item ${Number(last) + 1} of \`${holder}\`` : `\`${last}\``;
}
