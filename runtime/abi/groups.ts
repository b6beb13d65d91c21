/** Parameters of a call, apart by the place where they are sent. */
export interface GroupedParams {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly headers?: object | undefined;
  readonly cookies?: object | undefined;
  readonly body?: unknown;
  readonly contentType?: string | undefined;
}

const PLACES = { path: "path", query: "query", headers: "header", cookies: "cookie" } as const;

/**
 * Grouped parameters as the flat object that an {@link Operation} describes: `query.limit` is `limit` of `query`. With
 * `fields`, the fields of the body are parameters too.
 */
export function ungroup(params: GroupedParams, fields = false): Readonly<Record<string, unknown>> {
  const flat = new Map<string, unknown>();
  const { body, contentType } = params;
  if (fields && typeof body === "object" && body !== null)
    for (const [name, value] of Object.entries(body)) flat.set(name, value);
  else if (body !== undefined) flat.set("body", body);
  if (contentType !== undefined) flat.set("contentType", contentType);
  for (const group of ["path", "query", "headers", "cookies"] as const)
    for (const [name, value] of Object.entries(params[group] ?? {})) flat.set(`${PLACES[group]}.${name}`, value);
  return Object.fromEntries(flat);
}
