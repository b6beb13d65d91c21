import { idReader } from "../definitions/ids.js";
import type { TemplateParams } from "../definitions/ids.js";
import { refuse } from "../definitions/check.js";

/**
 * Which component or form ids a handler takes: one id or a template with names in braces, every id with a prefix, or
 * a regular expression over the whole id.
 */
export type IdMatcher = string | { readonly prefix: string } | RegExp;

/** What the handler finds in `interaction.params`. */
export type MatchParams<Matcher extends IdMatcher> = Matcher extends string
  ? TemplateParams<Matcher>
  : Matcher extends { readonly prefix: string }
    ? { readonly rest: string }
    : Readonly<Record<string, string | undefined>>;

/** Reads an id, or gives undefined when it belongs to another handler. */
export type ReadId = (id: string) => Readonly<Record<string, string | undefined>> | undefined;

/** Makes a matcher ready. `exact` is set where a lookup by the id itself is enough. */
export function compileMatcher(matcher: IdMatcher): { readonly exact?: string; readonly read: ReadId } {
  if (typeof matcher === "string") {
    const reader = idReader(matcher);
    return reader.names.length === 0 ? { exact: matcher, read: reader.read } : { read: reader.read };
  }
  if (matcher instanceof RegExp) return { read: wholeMatch(matcher) };
  const { prefix } = matcher;
  if (typeof prefix !== "string" || prefix === "") refuse("A prefix", "must not be empty");
  return { read: (id) => (id.startsWith(prefix) ? { rest: id.slice(prefix.length) } : undefined) };
}

/** Anchored, and without the memory that the flags `g` and `y` give a regular expression. */
function wholeMatch(pattern: RegExp): ReadId {
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ""));
  return (id) => {
    const match = whole.exec(id);
    return match ? { ...match.groups } : undefined;
  };
}
