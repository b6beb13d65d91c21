import { graver, type Group } from "./change.js";
import { REF, VARIANTS } from "./encode.js";
import type { Difference } from "./schemas.js";

/** Which way a value travels, seen from the caller of the generated client. */
export type Direction = "sent" | "received";

export interface Judgement {
  readonly group: Group;
  readonly what: string;
}

const TEXTS = new Set(["description", "title", "$comment", "deprecated", "examples", "x-undocumented"]);
const UNIONS = new Set(Object.values(VARIANTS));
const LOWER = new Set(["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties", "minContains"]);
const UPPER = new Set(["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties", "maxContains"]);
const BOUNDS = new Set([...LOWER, ...UPPER, "pattern", "format", "multipleOf", "uniqueItems"]);
const OPENNESS = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/** More may be said or come than before. Whoever sends gains by it; whoever reads must cope with it. */
const wider = (direction: Direction, what: string): Judgement => ({
  group: direction === "sent" ? "additive" : "breaking",
  what,
});
/** Less may be said or come than before. */
const narrower = (direction: Direction, what: string): Judgement => ({
  group: direction === "sent" ? "breaking" : "additive",
  what,
});

function property({ action, entry, required }: Difference, direction: Direction): Judgement {
  const name = `\`${entry ?? ""}\``;
  if (action === "remove") return { group: "breaking", what: `no longer has ${name}` };
  if (direction === "sent" && required === true) return { group: "breaking", what: `needs ${name}, which is new` };
  return { group: "additive", what: `also has ${name}` };
}

function required({ action, entry }: Difference, direction: Direction): Judgement {
  const name = `\`${entry ?? ""}\``;
  if (action === "add")
    return narrower(direction, direction === "sent" ? `needs ${name} now` : `always has ${name} now`);
  return wider(direction, direction === "sent" ? `no longer needs ${name}` : `may lack ${name} now`);
}

function type({ action, entry, after, before }: Difference, direction: Direction): Judgement {
  if (action === "replace") return { group: "breaking", what: `is ${shown(after)} instead of ${shown(before)}` };
  if (entry === undefined)
    return action === "add" ? narrower(direction, "has a type now") : wider(direction, "may be of any type now");
  if (action === "add")
    return wider(direction, direction === "sent" ? `may be ${entry} too` : `may come as ${entry} too`);
  return narrower(direction, `is never ${entry} any more`);
}

function values({ action, entry, open }: Difference, direction: Direction): Judgement {
  if (entry === undefined)
    return action === "add"
      ? narrower(direction, "is limited to listed values now")
      : wider(direction, "may be any value now");
  if (open === true)
    return { group: "additive", what: action === "add" ? `may be ${entry}` : `no longer names ${entry}` };
  if (action === "add") return wider(direction, `may be ${entry}`);
  return { group: "breaking", what: `is never ${entry} any more` }; // comparing with it does not compile
}

function variant({ action, entry }: Difference, direction: Direction, decoded: boolean): Judgement {
  if (entry === undefined) return { group: "breaking", what: "has other variants" };
  if (action === "remove") return { group: "breaking", what: `is never ${entry} any more` };
  return decoded ? { group: "additive", what: `may be ${entry}` } : wider(direction, `may be ${entry}`);
}

function reference({ before, after }: Difference, inner: readonly Difference[], direction: Direction): Judgement {
  const groups = inner.map((one) => judge(one, direction).group);
  return { group: groups.reduce(graver), what: `is ${shown(after)} instead of ${shown(before)}` };
}

/** True when the bound lets through less than before, undefined when that cannot be told. */
function tightens({ keyword, action, before, after }: Difference): boolean | undefined {
  if (action !== "replace") return action === "add";
  if (typeof before !== "number" || typeof after !== "number") return undefined;
  if (LOWER.has(keyword)) return after > before;
  return UPPER.has(keyword) ? after < before : undefined;
}

function bound(difference: Difference, direction: Direction): Judgement {
  const { keyword, action, before, after } = difference;
  const what =
    action === "remove"
      ? `has no ${keyword} any more`
      : action === "add"
        ? `has ${keyword} ${shown(after)}`
        : `has ${keyword} ${shown(after)} instead of ${shown(before)}`;
  if (direction === "received") return { group: "additive", what }; // the type stays as it is
  return { group: tightens(difference) === false ? "additive" : "breaking", what };
}

function extension({ keyword, action, before, after }: Difference, direction: Direction): Judgement {
  switch (keyword) {
    case "x-open":
      return action === "remove" || after === false
        ? narrower(direction, "is limited to its known values now")
        : wider(direction, "may be more than its known values now");
    case "x-name":
      return { group: "breaking", what: `is called ${shown(after)} instead of ${shown(before)}` };
    case "x-exclusive":
    case "x-at-least-one":
      return action === "remove"
        ? { group: "additive", what: "may be combined freely now" }
        : { group: "breaking", what: "may be combined in fewer ways now" };
    case "x-brand":
      return {
        group: "breaking",
        what: action === "remove" ? "is a plain value now" : "is a value of its own kind now",
      };
    default:
      return { group: "documentation", what: `has another ${keyword}` };
  }
}

/**
 * Says what a difference means for somebody who sends or reads such a value. `decoded` is true where the generated
 * client reads variants it does not know without failing, so that a new one breaks nobody.
 */
export function judge(difference: Difference, direction: Direction, decoded = false): Judgement {
  const { keyword, entry, action } = difference;
  if (difference.inner !== undefined) return reference(difference, difference.inner, direction);
  if (keyword === "properties") return property(difference, direction);
  if (keyword === "x-required") return required(difference, direction);
  if (keyword === "x-types") return type(difference, direction);
  if (keyword === "x-values") return values(difference, direction);
  if (UNIONS.has(keyword)) return variant(difference, direction, decoded);
  if (TEXTS.has(keyword))
    return {
      group: "documentation",
      what: keyword === "deprecated" ? deprecation(difference) : `has another ${keyword}`,
    };
  if (BOUNDS.has(keyword)) return bound(difference, direction);
  if (keyword === "default")
    return direction === "sent"
      ? { group: "breaking", what: `has another default` }
      : { group: "documentation", what: "has another default" };
  if (keyword.startsWith("x-") && keyword !== REF) return extension(difference, direction);
  if (OPENNESS.has(keyword) && difference.after === false)
    return { group: "breaking", what: "takes no further properties any more" };
  if (OPENNESS.has(keyword) && action !== "add") return { group: "additive", what: "takes further properties" };
  if (keyword === "allOf" || keyword === "items" || keyword === "additionalProperties")
    return action === "remove"
      ? wider(direction, `has no ${keyword} any more`)
      : narrower(direction, `has ${keyword} now`);
  const subject =
    keyword === "" || keyword === REF
      ? "is something else"
      : `has another ${keyword}${entry === undefined ? "" : ` ${entry}`}`;
  return { group: "breaking", what: subject };
}

function deprecation({ after }: Difference): string {
  return after === true ? "is deprecated" : "is no longer deprecated";
}
