import { isRecord } from "./pointer.js";

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

/** Visits every object below `value`, outside in. Examples and constants are data, not description: skipped. */
export function walk(value: unknown, pointer: string, visit: Visit, names = false): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, visit);
  } else if (isRecord(value)) {
    if (!names) visit(value, pointer);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (typeof child !== "object" || child === null || (!names && DATA.has(key))) continue;
      const below = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      walk(child, below, visit, !names && !Array.isArray(child) && MAPS.has(key));
    }
  }
}
