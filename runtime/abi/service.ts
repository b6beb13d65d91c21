/** How calls are authorized, by the words of OpenAPI. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | {
      readonly type: "oauth2";
      /** Where a token is had for the credentials of the client itself; absent where that is not offered. */
      readonly tokenUrl?: string;
      readonly scopes?: readonly string[];
    }
  | { readonly type: "openIdConnect" }
  | { readonly type: "mutualTLS" };

/** An address of the service; `{name}` in it stands for a variable. */
export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
}

/** What a description says of the service as a whole, as plain data. */
export interface Service {
  readonly title: string;
  readonly version: string;
  readonly servers: readonly Server[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Schemes with their scopes that hold where an operation says nothing else: one of the list is enough. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}
