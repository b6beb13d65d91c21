/** How far a request may be repeated when it is not known whether the service carried it out. */
export type RetryClass = "safe" | "with-client-ref" | "after-reread" | "never";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS" | "TRACE";

/**
 * One operation of the service as plain data: what generated route functions hand to a {@link Caller}.
 * Parameters arrive as one flat object; every key that is not named here goes into the JSON body.
 */
export interface Operation {
  /** `operationId` of the description. */
  readonly id: string;
  readonly method: HttpMethod;
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
  /**
   * How values of query parameters are written that are neither texts nor such lists, by name in the parameter object:
   * fields as `name[field]=`, each field as a pair of its own, items joined by blanks or bars, or the whole as JSON.
   */
  readonly styles?: Readonly<Record<string, "deepObject" | "exploded" | "spaceDelimited" | "pipeDelimited" | "json">>;
  /** Wire name of each header parameter mapped to its name in the parameter object. */
  readonly headerParams?: Readonly<Record<string, string>>;
  /** True when the remaining parameters form a JSON body. */
  readonly body?: true;
  /** The one parameter whose value is the whole body, where it is no object whose fields are parameters. */
  readonly bodyParam?: string;
  /** Media type of the body when it is not `application/json`. */
  readonly bodyType?: string;
  /** Names of parameters without which nothing is sent, beside those of the path. */
  readonly needs?: readonly string[];
  readonly retry: RetryClass;
  /** Body parameter that makes repeating harmless; the client fills it once per logical send when absent. */
  readonly idempotencyKey?: string;
  /** False where the operation takes no credential and none may be sent. */
  readonly auth?: false;
  /** True when a success may come without a body; the result is undefined then. A 204 always may. */
  readonly mayBeEmpty?: true;
  /** Media type of the answer when it is not JSON. */
  readonly accept?: string;
  /** Body parameters whose place on the wire is an assumption: parameter name -> assumption key. */
  readonly placement?: Readonly<Record<string, string>>;
  /** Assumption that has to hold method and path, where the description knows neither; `path` is empty then. */
  readonly routeAssumption?: string;
  /** Set where the deadline of an interaction bounds the call. */
  readonly urgent?: true;
}
