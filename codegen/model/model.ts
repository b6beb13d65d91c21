/**
 * What a description says, as plain data: the only thing emitters see. Everything is resolved, named and sorted, so
 * that two descriptions that say the same give the same model, whatever the order of their keys.
 */

/** A JSON Schema 2020-12 whose every `$ref` is the name of a {@link NamedSchema}. */
export type Schema = boolean | SchemaObject;

/** Keywords by name; read them through `model/keywords.ts`. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** A schema that gets a type, a guard and a name of its own. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
  /** Where it stands, for people: `file#/pointer`. */
  readonly origin: string;
  /** True when a caller sends it. */
  readonly sent: boolean;
  /** True when the service sends it: in an answer, an event or a webhook. */
  readonly received: boolean;
}

export interface Parameter {
  readonly wireName: string;
  /** Name in the parameter object. */
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  /** True for a list in the query that is sent as one pair per item instead of one text with commas. */
  readonly repeated: boolean;
  /**
   * How a value of the query is written that is no text: fields as `name[field]`, fields under their own names, lists
   * with blanks or bars between the items, or the whole as JSON. Absent where none of it can come.
   */
  readonly style?: "deepObject" | "exploded" | "spaceDelimited" | "pipeDelimited" | "json";
  readonly schema: Schema;
  readonly doc: string;
  readonly deprecated: boolean;
  readonly undocumented: readonly string[];
}

export interface Body {
  readonly schema: Schema;
  readonly required: boolean;
  readonly mediaType: string;
  /** True when its properties are parameters of their own; false when the whole body is the parameter `body`. */
  readonly flat: boolean;
}

export interface Answer {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly mediaType?: string;
  /** Absent where the answer has no content. */
  readonly schema?: Schema;
  readonly doc: string;
}

export interface OperationModel {
  readonly id: string;
  readonly functionName: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly queryConst: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Names of parameters that have to be given, beside those of the path, sorted. */
  readonly needs: readonly string[];
  readonly answers: readonly Answer[];
  readonly errorCodes: readonly string[];
  readonly retry: string;
  readonly idempotencyKey?: string;
  readonly urgent: boolean;
  readonly auth: boolean;
  /** Media type of the answer where it is not JSON. */
  readonly accept?: string;
  /** True where the answer is read while it arrives. */
  readonly stream: boolean;
  /** True where a success other than 204 may come without a body. */
  readonly mayBeEmpty: boolean;
  readonly placement: Readonly<Record<string, string>>;
  /** Which answer comes, by the body field that is sent; `otherwise` names the one that comes without any of them. */
  readonly answerBy?: { readonly fields: Readonly<Record<string, string>>; readonly otherwise: string };
  /** Set where the route is not known and has to be given under this assumption. */
  readonly routeAssumption?: string;
  readonly undocumented: readonly string[];
  readonly origin: string;
}

/** An open union with a decoder: `decodeX` never throws on what it does not know. */
export interface UnionModel {
  /** `X` of `decodeX`. */
  readonly name: string;
  /** Property whose constant tells the variants apart. */
  readonly discriminant: string;
  readonly variants: readonly { readonly value: string; readonly schemaName: string }[];
  /** Named schemas whose variants it decodes, in the order of the result type. */
  readonly of: readonly string[];
  /** Type of what is not known. */
  readonly unknownName: string;
}

export interface MessageModel {
  readonly union?: string;
  readonly family?: string;
  readonly type: string;
  readonly schemaName: string;
}

/** A way on which messages come. */
export interface ChannelModel {
  readonly name: string;
  /** Empty where the description gives none. */
  readonly address: string;
  /** Types of its messages, sorted. */
  readonly messages: readonly string[];
}

/** A request that the other side makes. */
export interface WebhookModel {
  readonly name: string;
  readonly method: string;
  /** Headers that come with it, by their name on the wire. */
  readonly headers: Readonly<Record<string, Schema>>;
  /** What is received, by media type. */
  readonly bodies: Readonly<Record<string, Schema>>;
  /** What may be answered, by status and media type. */
  readonly answers: readonly { readonly status: string; readonly schemas: Readonly<Record<string, Schema>> }[];
}

export interface Limit {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly meaning: string;
  readonly appliesTo: string;
}

export interface Table {
  readonly name: string;
  readonly value: unknown;
  readonly doc: string;
}

export interface ErrorCodeModel {
  readonly code: string;
  readonly status?: number;
  readonly condition: string;
  readonly advice: string;
  readonly extras?: string;
}

export interface Undocumented {
  /** Where it stands, for people: `file#/pointer`. */
  readonly origin: string;
  readonly reasons: readonly string[];
  /** Generated symbol it touches, e.g. `Book` or `listBooks`. */
  readonly symbol: string;
}

/** A choice to make where the description is silent. */
export interface Assumption {
  readonly name: string;
  /** What is not known. */
  readonly unknown: string;
  /** The readings, where they can be listed. */
  readonly alternatives: readonly { readonly value: string; readonly meaning: string }[];
  /** JSON types of the value, where they cannot. */
  readonly types: readonly string[];
  /** Unit of a number, otherwise empty. */
  readonly unit: string;
  readonly default: unknown;
  /** Who can choose. */
  readonly scopes: readonly string[];
}

export interface Model {
  readonly title: string;
  readonly version: string;
  /** File names, for headers. */
  readonly sources: readonly string[];
  readonly schemas: readonly NamedSchema[];
  readonly operations: readonly OperationModel[];
  readonly unions: readonly UnionModel[];
  readonly messages: readonly MessageModel[];
  readonly channels: readonly ChannelModel[];
  readonly webhooks: readonly WebhookModel[];
  readonly limits: readonly Limit[];
  readonly tables: readonly Table[];
  readonly errorCodes: readonly ErrorCodeModel[];
  readonly assumptions: readonly Assumption[];
  readonly undocumented: readonly Undocumented[];
}
