import type { WebByteStream, WebRequestInit } from "./web.js";

/** How far a request may be repeated when it is not known whether the service carried it out. */
export type RetryClass = "safe" | "with-client-ref" | "after-reread" | "never";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS" | "TRACE" | "QUERY";

/**
 * How a list or an object is written as a parameter, in OpenAPI's terms: `exploded`, `form` and `deepObject` are styles
 * of the query, `simple`, `label` and `matrix` styles of the path, each also exploded; `json` is the value as JSON.
 */
export type ParameterStyle =
  | "deepObject"
  | "exploded"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "simple"
  | "simpleExploded"
  | "label"
  | "labelExploded"
  | "matrix"
  | "matrixExploded"
  | "json";

/** How a field of a form or a part of a multipart body is written where its value does not decide. */
export interface FieldEncoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
}

/** A body as it is sent, and its media type; `FormData` has none, since `fetch` makes its boundary. */
export interface WrittenBody {
  readonly body: string | Payload;
  readonly contentType?: string;
}

/** A body that is not a string: bytes, a form, or a stream. */
export type Payload = Blob | ArrayBuffer | Bytes | FormData | WebByteStream;

/** A `Uint8Array` over an `ArrayBuffer`, without the type parameter that only TypeScript 5.7 and later know. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** A function like `fetch`. */
export type WebFetchLike = (url: string, init?: WebRequestInit) => Promise<Response>;

/** Writes a body of a media type; undefined where it does not know how. Throws an argument error for a wrong value. */
export type BodyWriter = (value: unknown, mediaType: string, operation: Operation) => WrittenBody | undefined;

/**
 * One operation of the service as plain data: what generated route functions hand to a {@link Caller}.
 * Parameters arrive as one flat object; every key that is not named here goes into the JSON body.
 */
export interface Operation {
  /** `operationId` of the description. */
  readonly id: string;
  /** A {@link HttpMethod}, or another that the service knows. */
  readonly method: string;
  /** Path template with the wire's own names, e.g. `/things/{coisa}`. */
  readonly path: string;
  /** Wire name of each path parameter, in template order, mapped to its name in the parameter object. */
  readonly pathParams?: Readonly<Record<string, string>>;
  /** Wire name of each query parameter mapped to its name in the parameter object. */
  readonly queryParams?: Readonly<Record<string, string>>;
  /** Query parameters whose value tells this operation apart from others on the same path. */
  readonly queryConst?: Readonly<Record<string, string>>;
  /** Names, in the parameter object, of query lists sent as one pair per item; other lists are joined by commas. */
  readonly repeated?: readonly string[];
  /** Styles of other lists and objects, by name in the parameter object. */
  readonly styles?: Readonly<Record<string, ParameterStyle>>;
  /** Names of query parameters whose reserved characters (`/`, `?`, `:` …) are sent as they are. */
  readonly reserved?: readonly string[];
  /** Wire name of each header parameter mapped to its name in the parameter object. */
  readonly headerParams?: Readonly<Record<string, string>>;
  /** Name of each cookie mapped to its name in the parameter object. */
  readonly cookieParams?: Readonly<Record<string, string>>;
  /** Set when the remaining parameters form the body; `optional` where none of them sends none. */
  readonly body?: true | "optional";
  /** The parameter that is the whole body, where the body is not an object whose fields are parameters. */
  readonly bodyParam?: string;
  /** Name on the wire of each field of the body mapped to its name in the parameter object, where the two differ. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** Media type of the body when it is not `application/json`. */
  readonly bodyType?: string;
  /** Media types that the parameter `contentType` chooses between; without it, the first is sent. */
  readonly bodyTypes?: readonly string[];
  /** How fields of a form or multipart body are written, by field, where their values do not decide. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /**
   * What writes bodies that are neither JSON nor text nor bytes of one media type: generated code passes what the
   * operation needs, so that other clients do not load it.
   */
  readonly writers?: readonly BodyWriter[];
  /** Sends it where the client has no `fetch` of its own: for what the runtime's `fetch` refuses to send. */
  readonly fetch?: WebFetchLike;
  /** Names of required parameters, besides those of the path. */
  readonly needs?: readonly string[];
  /** Values, by field, that are only read and never sent. */
  readonly neverSends?: Readonly<Record<string, string>>;
  readonly retry: RetryClass;
  /**
   * Body parameter that makes repeating harmless; where it is absent the client makes one, the same for each attempt.
   */
  readonly idempotencyKey?: string;
  /** False where the operation takes no credential and none may be sent. */
  readonly auth?: false;
  /** Alternatives of security schemes with their scopes. Absent where those of the service apply. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** True when a success may come without a body; the result is undefined then. Set where a 204 is described. */
  readonly mayBeEmpty?: true;
  /** Required top-level fields of a success, each with its kind; of several sets one is enough. */
  readonly answer?: readonly Readonly<Record<string, "any" | "array" | "object">>[];
  /** False where a success is of another media type than guards expect. */
  readonly guarded?: false;
  /** Media type of the answer when it is not JSON. */
  readonly accept?: string;
  /** Body parameters whose place on the wire is an assumption: parameter name -> assumption key. */
  readonly placement?: Readonly<Record<string, string>>;
  /** Assumption that gives method and path where the description has neither; `path` is empty then. */
  readonly routeAssumption?: string;
  /** Set where the deadline of an interaction bounds the call. */
  readonly urgent?: true;
  /** Milliseconds after which the service no longer takes it. */
  readonly withinMs?: number;
}

/** The operation that asks for one of the media types that its answer can have; as it is where none is chosen. */
export function accepting(operation: Operation, { accept }: { readonly accept?: string | undefined } = {}): Operation {
  if (accept === undefined || accept === (operation.accept ?? "application/json")) return operation;
  const { answer: _answer, ...rest } = operation;
  return { ...rest, accept, guarded: false };
}
