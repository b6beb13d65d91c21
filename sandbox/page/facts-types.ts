/** What the page is told of the description when it is built. Types only: the tool that builds it has no browser. */

/** A field of a route, as a form draws it. */
export interface RouteField {
  /** Name in the parameter object. */
  readonly name: string;
  /** Name on the wire. */
  readonly wire: string;
  readonly in: "path" | "query" | "body";
  readonly isNeeded: boolean;
  /** `text`, `number`, `flag`, `list`, `object`, or the values there are. */
  readonly kind: string | readonly string[];
  readonly says: string;
}

export interface RouteFacts {
  readonly method: string;
  /** Empty where the route is not documented. */
  readonly path: string;
  readonly says: string;
  /** Parts of the query that tell the operation apart from others. */
  readonly query: Readonly<Record<string, string>>;
  readonly fields: readonly RouteField[];
}

export interface PageFacts {
  /** What headers and variables of the platform are named after. */
  readonly brand: string;
  /** Name of the package that the lines of TypeScript import from. */
  readonly package: string;
  readonly routes: Readonly<Record<string, RouteFacts>>;
  /** The open question behind each assumption, and what its values mean. */
  readonly assumptions: Readonly<
    Record<string, { readonly says: string; readonly means: Readonly<Record<string, string>> }>
  >;
}
