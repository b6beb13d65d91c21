/** How grave a finding is. */
export type Level = "breaking" | "warning" | "info";

/** A level, and its side where that is not the wire. */
export type Verdict = Level | `${Level} client`;

/** Rules about schemas: what a change means for what is sent, for what is received, and how it is said. */
export const SCHEMA_RULES = {
  "type-changed": ["breaking", "breaking", "is {after} instead of {before}"],
  "written-type-changed": ["breaking client", "info", "is {after} instead of {before}, written the same way"],
  "type-widened": ["info", "breaking", "may be {name} too"],
  "type-narrowed": ["breaking", "info", "is never {name} any more"],
  "became-nullable": ["info", "breaking", "may be null"],
  "became-not-nullable": ["breaking", "info", "is never null any more"],
  "format-changed": ["breaking", "breaking", "has the format {after} instead of {before}"],
  "format-widened": ["breaking client", "breaking", "has the wider format {after} instead of {before}"],
  "format-narrowed": ["breaking", "info", "has the narrower format {after} instead of {before}"],
  "format-added": ["breaking", "info", "has the format {after}"],
  "format-removed": ["info", "breaking", "has no format any more; it was {before}"],

  "enum-added": ["breaking", "info", "is limited to the listed values {after}"],
  "enum-removed": ["info", "warning", "may be any value now, not only {before}"],
  "enum-replaced": ["breaking", "breaking", "is {after} instead of {before}"],
  "enum-value-added": ["info", "warning", "may be {after}"],
  "enum-value-removed": ["breaking", "warning client", "is never {before} any more"],
  "became-open": ["info", "warning", "may be more than its known values now"],
  "became-closed": ["breaking", "info", "is limited to its known values now"],
  "known-value-added": ["info", "info", "may be {after}, among others"],
  "known-value-removed": ["warning", "info client", "no longer names {before}, though other values may come"],

  "bound-set": ["breaking", "info", "has {name} {after}"],
  "bound-removed": ["info", "breaking", "has no {name} any more; it was {before}"],
  "bound-tightened": ["breaking", "info", "has {name} {after} instead of {before}"],
  "bound-loosened": ["info", "breaking", "has {name} {after} instead of {before}"],
  "pattern-added": ["breaking", "info", "has the pattern {after}"],
  "pattern-changed": ["warning", "warning", "has the pattern {after} instead of {before}"],
  "pattern-removed": ["info", "warning", "has no pattern any more; it was {before}"],
  "constraint-added": ["breaking", "info", "has `{name}` now"],
  "constraint-changed": ["breaking", "breaking", "has another `{name}`"],
  "constraint-removed": ["info", "breaking", "has no `{name}` any more"],
  "default-added": ["warning", "info", "has the default {after}"],
  "default-changed": ["breaking", "info", "has the default {after} instead of {before}"],
  "default-removed": ["warning", "info", "has no default any more; it was {before}"],

  "property-added": ["info", "info", "also has `{name}`"],
  "required-property-added": ["breaking", "info", "has `{name}`, which is new, and requires it"],
  "property-removed": ["warning", "breaking", "no longer has `{name}`"],
  "optional-property-removed": ["warning", "warning", "no longer has `{name}`, which was optional"],
  "property-refused": ["breaking", "warning", "no longer has `{name}`, and has no room for it"],
  "property-became-required": ["breaking", "info", "requires `{name}` now"],
  "property-became-optional": ["info", "breaking", "no longer requires `{name}`"],
  "further-properties-refused": ["breaking", "info", "has no further properties any more"],
  "further-properties-allowed": ["info", "info", "may have further properties now"],

  "variant-added": ["info", "breaking", "may be {name}"],
  "variant-removed": ["breaking", "warning client", "is never {name} any more"],
  "known-variant-added": ["info", "info", "may be {name}, which clients decode as unknown"],
  "discriminator-changed": ["warning", "warning", "is discriminated by {after} instead of {before}"],
  "discriminator-mapping-changed": ["warning", "warning", "maps the value {name} to {after} instead of {before}"],

  "name-changed": ["breaking client", "breaking client", "is called {after} instead of {before}"],
  "brand-changed": ["breaking client", "breaking client", "is {after} now"],
} as const satisfies Readonly<Record<string, readonly [request: Verdict, response: Verdict, says: string]>>;
