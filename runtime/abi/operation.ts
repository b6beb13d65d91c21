/** How far a request may be repeated when it is not known whether the service carried it out. */
export type RetryClass = "safe" | "with-client-ref" | "after-reread" | "never";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS" | "TRACE" | "QUERY";

/**
 * How the value of a parameter is written that is more than a text, by the words of OpenAPI: `exploded`, `form` and
 * `deepObject` are those of the query, `simple`, `label` and `matrix` those of the path, each with a form that spells
 * fields out; `json` is the whole as JSON.
 */
export type ParameterStyle =
  | "deepObject"
  | "exploded"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "simple"
  | "simpleExploded"
  | "label"
  | "labelExploded"
  | "matrix"
  | "matrixExploded"
  | "json";

/** How a field of a form, or a part of a multipart body, is written where that does not follow from its value. */
export interface FieldEncoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
}

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
  /** How values of parameters are written that are neither texts nor such lists, by name in the parameter object. */
  readonly styles?: Readonly<Record<string, ParameterStyle>>;
  /** Names of query parameters whose reserved characters (`/`, `?`, `:` …) are sent as they are. */
  readonly reserved?: readonly string[];
  /** Wire name of each header parameter mapped to its name in the parameter object. */
  readonly headerParams?: Readonly<Record<string, string>>;
  /** Name of each cookie mapped to its name in the parameter object. */
  readonly cookieParams?: Readonly<Record<string, string>>;
  /** True when the remaining parameters form the body. */
  readonly body?: true;
  /** The one parameter whose value is the whole body, where it is no object whose fields are parameters. */
  readonly bodyParam?: string;
  /** Media type of the body when it is not `application/json`. */
  readonly bodyType?: string;
  /** Media types that the parameter `contentType` chooses between; without it, the first is sent. */
  readonly bodyTypes?: readonly string[];
  /** How fields of a form or multipart body are written, by field, where it does not follow from their values. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Names of parameters without which nothing is sent, beside those of the path. */
  readonly needs?: readonly string[];
  readonly retry: RetryClass;
  /** Body parameter that makes repeating harmless; the client fills it once per logical send when absent. */
  readonly idempotencyKey?: string;
  /** False where the operation takes no credential and none may be sent. */
  readonly auth?: false;
  /** Security schemes with their scopes: one of the list is enough. Absent where those of the service hold. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** True when a success may come without a body; the result is undefined then. Set where a 204 is described. */
  readonly mayBeEmpty?: true;
  /** Fields that a success must have at its top level, by what they hold; one of these where there are several. */
  readonly answer?: readonly Readonly<Record<string, "any" | "array" | "object">>[];
  /** Media type of the answer when it is not JSON. */
  readonly accept?: string;
  /** Body parameters whose place on the wire is an assumption: parameter name -> assumption key. */
  readonly placement?: Readonly<Record<string, string>>;
  /** Assumption that has to hold method and path, where the description knows neither; `path` is empty then. */
  readonly routeAssumption?: string;
  /** Set where the deadline of an interaction bounds the call. */
  readonly urgent?: true;
}
