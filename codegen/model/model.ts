/**
 * What a description says, as plain data: the only thing emitters see. Everything is resolved, named and sorted, so
 * that two descriptions that say the same give the same model, whatever the order of their keys.
 */

import type { FieldEncoding, ParameterStyle, Service } from "../../runtime/abi/index.js";

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
  /** True for a whole query (OpenAPI 3.2), whose name is never sent. */
  readonly whole?: true;
  readonly wireName: string;
  /** Name in the parameter object. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  /** True for a list in the query that is sent as one pair per item instead of one text with commas. */
  readonly repeated: boolean;
  /** How a client writes a value that is not a string. Absent where no such value is possible. */
  readonly style?: ParameterStyle;
  /** True where reserved characters are sent as they are. */
  readonly reserved: boolean;
  readonly schema: Schema;
  readonly doc: string;
  readonly deprecated: boolean;
  readonly undocumented: readonly string[];
  readonly tensions: readonly string[];
}

/** One form that a body can have. */
export interface Content {
  readonly mediaType: string;
  readonly schema: Schema;
}

export interface Body extends Content {
  readonly required: boolean;
  /** Other forms that are different in more than their name; the caller says which one it sends. */
  readonly others: readonly Content[];
  readonly encoding: Readonly<Record<string, FieldEncoding>>;
  /** Media types of bytes that the caller may name, where there are several; a range stands for any in it. */
  readonly choices?: readonly string[];
  /** True when its properties are parameters of their own; false when the whole body is the parameter `body`. */
  readonly flat: boolean;
  /** Fields whose parameters have other names, by their name on the wire, and the schema with those names. */
  readonly renamed?: { readonly names: Readonly<Record<string, string>>; readonly schema: Schema };
}

export interface Answer {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly mediaType?: string;
  /** Absent where the answer has no content. */
  readonly schema?: Schema;
  /** Events that may come instead, where both are offered. */
  readonly events?: Content;
  /** Other media types that can be asked for. */
  readonly others?: readonly Content[];
  readonly doc: string;
}

/** Fields that an answer must have. */
export type AnswerShape = Readonly<Record<string, "any" | "array" | "object">>;

export interface OperationModel {
  readonly id: string;
  readonly functionName: string;
  readonly tags: readonly string[];
  /** What the names of its types begin with: `X` of `XParams`, `XResult` and `XCode`. */
  readonly typeName: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  /** True where parameters are one object for each place: their names begin with it, as in `query.limit`. */
  readonly grouped?: true;
  readonly queryConst: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Names of parameters that have to be given, beside those of the path, sorted. */
  readonly needs: readonly string[];
  readonly answers: readonly Answer[];
  /** What an answer of success must have, one of these; empty where it need not have anything. */
  readonly answerShapes: readonly AnswerShape[];
  /** Codes that the description says this operation is refused with. */
  readonly errorCodes: readonly string[];
  /** Known codes that may come here too, although nothing says so. */
  readonly possibleCodes: readonly string[];
  readonly retry: string;
  readonly idempotencyKey?: string;
  /** Values, by field, that are only read and never sent. */
  readonly neverSends?: Readonly<Record<string, string>>;
  readonly urgent: boolean;
  /** Milliseconds after which the service no longer takes it. */
  readonly withinMs?: number;
  readonly auth: boolean;
  /** Security schemes with their scopes, where the operation has its own. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Media type of the answer where it is not `application/json`. */
  readonly accept?: string;
  /** True where the answer is read while it arrives, and in no other way. */
  readonly stream: boolean;
  /** A second function, where the answer can be read whole and while it arrives. */
  readonly streamed?: StreamedModel;
  /** True where a success may come without a body. */
  readonly mayBeEmpty: boolean;
  readonly placement: Readonly<Record<string, string>>;
  /** Which answer comes, by the body field that is sent; `otherwise` names the one that comes without any of them. */
  readonly answerBy?: { readonly fields: Readonly<Record<string, string>>; readonly otherwise: string };
  /** Set where the route is not known and has to be given under this assumption. */
  readonly routeAssumption?: string;
  readonly undocumented: readonly string[];
  readonly tensions: readonly string[];
  readonly origin: string;
}

/** How an answer that can also be had whole is read while it arrives. */
export interface StreamedModel {
  readonly functionName: string;
  /** Media type to ask for, where it is another than that of the whole. */
  readonly accept?: string;
  /** What an event holds, and what its type is called; absent where bytes come. */
  readonly event?: { readonly typeName: string; readonly schema: Schema };
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
  /** Name of what handles it. */
  readonly functionName: string;
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

/** A mark at one place of the description, such as what is not documented there. */
export interface Mark {
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
  /** Operations, schemas and others that it concerns. */
  readonly touches: readonly string[];
}

export interface Model {
  readonly title: string;
  readonly service: Service;
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
  readonly undocumented: readonly Mark[];
  /** Where two statements of the source disagree. */
  readonly tensions: readonly Mark[];
}
