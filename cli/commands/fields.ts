import { didYouMean } from "../../runtime/base/nearest.js";
const COMMAND = ["type", "name", "description", "requiredPermission", "options"];
const OPTION = ["type", "name", "description", "required", "autocomplete", "minValue", "maxValue"];

/**
 * What is misspelled in a definition, in words: a name that is nearly one of those there are, which no compiler has seen.
 * Any other name is left to the service, which may know more than this version.
 */
export function misspelledIn(definition: object): string | undefined {
  const { options }: { readonly options?: unknown } = definition;
  const own = slipOf(definition, COMMAND);
  if (own !== undefined) return own;
  for (const option of Array.isArray(options) ? options.filter(isOfKnownType) : []) {
    const slip = slipOf(option, OPTION);
    if (slip !== undefined) return `option ${JSON.stringify(option.name)} ${slip}`;
  }
  return undefined;
}

/** An option of another type may have any fields. */
const isOfKnownType = (option: unknown): option is { readonly name?: unknown } =>
  typeof option === "object" &&
  option !== null &&
  "type" in option &&
  ["string", "integer"].includes(String(option.type));

function slipOf(given: object, known: readonly string[]): string | undefined {
  const hints = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => [name, didYouMean(name, known)] as const);
  const [name, hint = ""] = hints.find(([, meant]) => meant !== "") ?? [];
  return name === undefined ? undefined : `has a field ${JSON.stringify(name)}.${hint}`;
}
