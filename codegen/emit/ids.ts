import type { Model } from "../model/model.js";
import { typesOf } from "../model/keywords.js";
import { type Brand, brandsOf } from "./types.js";
import { ModuleWriter, text } from "./writer.js";

/** `asX` for every brand: the one place where bare text becomes an id. */
export function emitIds(model: Model): ModuleWriter {
  const out = new ModuleWriter("validators/ids.ts", `Makers of the branded values of ${model.title}.`, model.sources);
  const named = new Set(model.schemas.map(({ name }) => name));
  const brands = [...brandsOf(model)].filter(([name]) => named.has(name));
  for (const [name, brand] of brands) {
    const guard = out.value(`is${name}`, "./guards.js");
    const type = `T.${name}`;
    out.typeNamespace("T", "../types.js");
    out.add(
      `/** The same value as a {@link T.${name}}. Throws a RangeError when it does not have that form. */
export function as${name}(value: ${brand.base}): ${type} {
  if (${guard}(value)) return value;
  throw misfit(value, ${text(`${withArticle(name)}, ${formOf(brand)}`)}, as${name});
}`,
    );
  }
  if (brands.length > 0) out.add(MISFIT);
  return out;
}

/** What a value must be, in words, as far as they are few. */
function formOf({ schema }: Brand): string {
  const types = typesOf(schema).map(withArticle);
  const { pattern, minLength } = schema;
  if (typeof pattern === "string") return `a string that matches ${pattern}`;
  const least = typeof minLength === "number" ? ` of at least ${minLength} character${minLength === 1 ? "" : "s"}` : "";
  return `${types.join(" or ") || "a string"}${least}`;
}

const withArticle = (word: string): string => `${/^([aeio]|u(?!ni|se))/i.test(word) ? "an" : "a"} ${word}`;

const MISFIT = `/** The error for a value of another form. It shows next to nothing of the value, which may be a secret in the wrong place. */
function misfit(value: unknown, wanted: string, maker: (value: never) => unknown): RangeError {
  const error = new RangeError(\`not the form of \${wanted}: got \${shapeOf(value)}\`);
  // Where a stack can be made to begin elsewhere, it begins where the value came from.
  const capture: unknown = Reflect.get(Error, "captureStackTrace");
  if (typeof capture === "function") Reflect.apply(capture, Error, [error, maker]);
  return error;
}

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "string") return \`a value of type \${typeof value}\`;
  if (value === "") return "an empty string";
  const digits = /^[0-9]{1,4}/.exec(value)?.[0];
  return \`a string of length \${value.length}\${digits === undefined ? "" : \` that begins with \${digits}\`}\`;
}`;
