/** How calls are authorized, in OpenAPI's terms. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | {
      readonly type: "oauth2";
      /** Token endpoint of the client credentials flow; absent where the service does not offer it. */
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
  /** Alternatives of schemes with their scopes, for operations that state none. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}
