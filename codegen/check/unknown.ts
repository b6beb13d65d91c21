import { nearest } from "../../runtime/base/nearest.js";
import type { Origin, Problems } from "../load/problems.js";
import { hasType, type Shape, withArticle } from "./kinds.js";

type Fields = Readonly<Record<string, unknown>>;

/** Keywords that people put beside `schema` instead of into it. */
const SCHEMA_WORDS = new Set(
  "default enum exclusiveMaximum exclusiveMinimum format items maximum maxItems maxLength minimum minItems minLength multipleOf nullable pattern properties type".split(
    " ",
  ),
);

/** Reports a field that its object does not know, and gives back what it was probably meant to be. */
export function unknownField<Name extends string>(
  problems: Problems,
  shape: Shape<Name>,
  value: Fields,
  key: string,
  at: Origin,
): string | undefined {
  const own = key.startsWith("x-");
  if (shape.lenient === true && !own) return unknownKeyword(problems, shape, value, key, at);
  const known = ["$ref", ...Object.keys(shape.fields)].filter((field) => field.startsWith("x-") === own);
  // What stands there already was hardly misspelled: it is the second guess.
  const guess = (limit?: number): string | undefined =>
    nearest(
      key,
      known.filter((field) => !(field in value)),
      limit,
    ) ?? nearest(key, known, limit);
  if (own) {
    // Anybody may have words of their own: one slip at most is taken for a slip.
    const meant = guess(1);
    if (meant !== undefined) problems.warning(at, `nothing reads \`${key}\``, `Did you mean \`${meant}\`?`, true);
    return meant;
  }
  const meant = guess();
  const all = known.sort().join(", ");
  const advice =
    meant !== undefined
      ? `Did you mean \`${meant}\`?`
      : "schema" in shape.fields && SCHEMA_WORDS.has(key)
        ? `Put it into \`schema\`.`
        : `Its fields are ${all}; what begins with x- is yours.`;
  problems.violation(at, `${withArticle(shape.called)} has no field \`${key}\``, advice, true);
  return meant;
}

/** Unknown keywords of a schema are legal, so that only what looks like a slip is worth a word. */
function unknownKeyword<Name extends string>(
  problems: Problems,
  { fields, hints }: Shape<Name>,
  value: Fields,
  key: string,
  at: Origin,
): string | undefined {
  const hint = hints !== undefined && Object.hasOwn(hints, key) ? hints[key] : undefined;
  const absent = Object.entries(fields).filter(([field]) => !(field in value) && !field.startsWith("x-"));
  const fitting = absent.filter(([, kind]) => hasType(kind, value[key]));
  // One slip in a long word is a slip, whatever stands there; more than one only where the value fits too.
  const meant =
    nearest(
      key,
      fitting.map(([field]) => field),
    ) ??
    (key.length < 6
      ? undefined
      : nearest(
          key,
          absent.map(([field]) => field),
          1,
        ));
  const advice = hint ?? (meant === undefined ? undefined : `Did you mean \`${meant}\`?`);
  if (advice === undefined) return undefined;
  // A hint says itself whether a word of another version is read.
  const message = `\`${key}\` is no keyword of JSON Schema${hint === undefined ? ": nothing reads it" : ""}`;
  // Words with a dollar sign are the standard's own, all of them.
  if (hint === undefined && key.startsWith("$")) problems.violation(at, message, advice, true);
  else problems.warning(at, message, advice, true);
  return hint === undefined ? meant : undefined;
}
