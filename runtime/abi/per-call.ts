/** The id and the secret of a client, which are exchanged for a token (OAuth 2.0 client credentials). */
export interface ClientCredential {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes?: readonly string[];
}

/**
 * A credential for one security scheme: a text (a token, or the value of a key) or a function that gives one, a user
 * name and a password, or the id and the secret of a client.
 */
export type Credential =
  | string
  | (() => string | Promise<string>)
  | { readonly username: string; readonly password: string }
  | ClientCredential;

/**
 * Credentials by the name of their scheme; a single one is for every scheme, or a bearer token where there are none.
 */
export type Credentials = Credential | Readonly<Record<string, Credential>>;

/** Chooses the server of a service. */
export interface ServerChoice {
  /** Its place in the list, or its description. Default: 0. */
  readonly which?: number | string;
  /**
   * Values of its variables. Default: those of the description. What a value may be follows from its place in the
   * address: one label of a host name, a host name with an optional port where it stands for the whole host, or a text
   * of the path, which is percent-encoded.
   */
  readonly variables?: Readonly<Record<string, string>>;
}
