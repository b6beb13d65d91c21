import { idReader, type CheckedTemplate, type TemplateParams } from "./ids.js";
import { isRecord } from "../../base/values.js";
import { refuseDefinition } from "./check.js";

/**
 * Which component or form ids a handler takes: one id or a template with names in braces, every id with a prefix, or
 * a regular expression over the whole id.
 */
export type IdMatcher = string | { readonly prefix: string } | RegExp;

/** A matcher, unless it is a template that cannot be one. */
export type CheckedMatcher<Matcher extends IdMatcher> = Matcher &
  (Matcher extends string ? CheckedTemplate<Matcher> : unknown);

/** What the handler finds in `interaction.params`. */
export type MatchParams<Matcher extends IdMatcher> = Matcher extends string
  ? TemplateParams<Matcher>
  : Matcher extends { readonly prefix: string }
    ? { readonly rest: string }
    : Readonly<Record<string, string | undefined>>;

/** Reads an id, or gives undefined when it belongs to another handler. */
export type ReadId = (id: string) => Readonly<Record<string, string | undefined>> | undefined;

export interface CompiledMatcher {
  /** Set where a lookup by the id itself is enough. */
  readonly exact?: string;
  /** The same for matchers that take the same ids by the same rule, whatever they call what they read. */
  readonly shape: string;
  readonly read: ReadId;
}

/** @throws ArgumentError when it is no matcher, or no id could be read by it. */
export function compileMatcher(matcher: IdMatcher): CompiledMatcher {
  if (typeof matcher === "string") {
    const { names, shape, read } = idReader(matcher);
    return names.length === 0 ? { exact: matcher, shape, read } : { shape: `template ${shape}`, read };
  }
  if (matcher instanceof RegExp) return { shape: `expression ${String(matcher)}`, read: wholeMatch(matcher) };
  const prefix = prefixOf(matcher);
  if (typeof prefix !== "string" || prefix === "") refuseDefinition(`The id ${shown(matcher)}`, KINDS);
  return {
    shape: `prefix ${prefix}`,
    read: (id) => (id.startsWith(prefix) ? { rest: id.slice(prefix.length) } : undefined),
  };
}

const KINDS = 'is not an id matcher: expected a string, a template such as "vote:{choice}", { prefix } or a RegExp';

const shown = (matcher: unknown): string =>
  isRecord(matcher) ? `{ ${Object.keys(matcher).join(", ")} }` : String(matcher);

/** Anchored, and without the memory that the flags `g` and `y` give a regular expression. */
function wholeMatch(pattern: RegExp): ReadId {
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ""));
  return (id) => {
    const match = whole.exec(id);
    return match ? { ...match.groups } : undefined;
  };
}

/** A matcher as it is called in logs and errors. */
export function labelOf(matcher: IdMatcher): string {
  if (typeof matcher === "string") return matcher;
  return matcher instanceof RegExp ? String(matcher) : `${String(prefixOf(matcher))}…`;
}

/** Without the types a matcher may be anything. */
const prefixOf = (matcher: unknown): unknown => Reflect.get(Object(matcher), "prefix");
