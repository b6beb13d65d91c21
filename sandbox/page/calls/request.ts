import type { RouteFacts } from "../facts-types.js";

/** What a call sends, as far as its fields say. */
export interface Prepared {
  readonly path: string;
  /** Empty where the route takes none. */
  readonly body: string;
  /** The parameters as the function of the route takes them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A request from the values of a form; a part of the path that is not filled in stays as the description writes it. */
export function prepare(route: RouteFacts, values: Readonly<Record<string, unknown>>): Prepared {
  const of = (place: "path" | "query" | "body") =>
    route.fields.filter((field) => field.in === place && values[field.name] !== undefined);
  const path = of("path").reduce(
    (text, { name, wire }) => text.replace(`{${wire}}`, encodeURIComponent(String(values[name]))),
    route.path,
  );
  const query = new URLSearchParams(route.query);
  for (const { name, wire } of of("query")) query.set(wire, String(values[name])); // a list is joined by commas
  const body = Object.fromEntries(of("body").map(({ name }) => [name, values[name]]));
  const takesBody = route.fields.some((field) => field.in === "body");
  const search = query.toString().replaceAll("%2C", ",");
  return {
    path: search === "" ? path : `${path}?${search}`,
    body: takesBody ? JSON.stringify(body) : "",
    parameters: values,
  };
}
