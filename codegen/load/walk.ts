import { isRecord } from "../../runtime/base/values.js";
type Visit = (node: Readonly<Record<string, unknown>>, pointer: string) => void;

/** Keywords whose value maps names to things, so that the keys below are names and no keywords. */
const MAPS = new Set(
  `$defs callbacks channels components definitions dependentSchemas encoding headers links mapping messages operations
  parameters pathItems paths patternProperties properties requestBodies responses schemas securitySchemes webhooks`.split(
    /\s+/,
  ),
);
/** Keywords whose value is data and no description. */
const DATA = new Set(["const", "default", "enum", "example", "examples", "value"]);

/** The extensions that are description themselves. Others belong to the author: what looks like a reference in them is not one. */
const EXTENSIONS = new Set(
  "x-error-codes x-limits x-query-variants x-tables x-union-decoders x-unrouted x-webhooks".split(" "),
);

/** Deeper nesting is not a description; following it would end the process. */
const MOST_LEVELS = 2_000;

/** Visits every object below `value`, outside in. Examples and constants are data, not description: skipped. */
export function walk(value: unknown, pointer: string, visit: Visit, names = false, level = 0): void {
  if (level > MOST_LEVELS) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, visit, false, level + 1);
  } else if (isRecord(value)) {
    // A reference may stand for a whole map too; a thing of that name would be no text.
    if (!names || typeof value["$ref"] === "string") visit(value, pointer);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (typeof child !== "object" || child === null || (!names && isForeign(key))) continue;
      const below = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      walk(child, below, visit, !names && !Array.isArray(child) && MAPS.has(key), level + 1);
    }
  }
}

/** True for a key below which nothing is read: data, and extensions that nobody here knows. */
function isForeign(key: string): boolean {
  return DATA.has(key) || (key.startsWith("x-") && !EXTENSIONS.has(key));
}
