import { refuseDefinition } from "../definitions/check.js";
import { compileMatcher, labelOf, type IdMatcher, type ReadId } from "../definitions/matcher.js";

/** What a route lookup needs to know of an interaction. */
export interface RouteKey {
  readonly type: string;
  /** Name of the command, where the interaction belongs to one. */
  readonly command?: string | undefined;
  /** Name of the option being typed in. */
  readonly focused?: string | undefined;
  readonly id?: string | undefined;
  /** Whose conversation sent it, where its id said so. */
  readonly owner?: string | undefined;
}

export interface Found<Handler> {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string | undefined>>;
}

interface IdRoute<Handler> {
  readonly shape: string;
  readonly label: string;
  readonly read: ReadId;
  readonly handler: Handler;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Finds the handler of an interaction: by command (type and name; never by an id the platform does not promise), by
 * component or form id, then by type. The first registered of several matching patterns wins; a plain id beats them.
 */
export class Router<Handler> {
  readonly #commands = new Map<string, Handler>();
  readonly #plainIds = new Map<string, Handler>();
  readonly #patterns = new Map<string, IdRoute<Handler>[]>();
  readonly #types = new Map<string, Handler>();

  /** @throws ArgumentError when the command, or the option's suggestions, have a handler already. */
  addCommand(type: string, name: string, handler: Handler, option?: string): void {
    put(this.#commands, key(type, name, option), handler, `Command "${name}" (${type})`);
  }

  /** @throws ArgumentError when the same plain id, or a pattern that takes the same ids, has a handler already. */
  addId(type: string, matcher: IdMatcher, handler: Handler): void {
    const { exact, shape, read } = compileMatcher(matcher);
    if (exact !== undefined) return put(this.#plainIds, key(type, exact), handler, `The ${type} "${exact}"`);
    const routes = this.#patterns.get(type) ?? [];
    const label = labelOf(matcher);
    const same = routes.find((route) => route.shape === shape);
    if (same) refuseDefinition(`The ${type} "${label}"`, `has a handler already, as "${same.label}"`);
    routes.push({ shape, label, read, handler });
    this.#patterns.set(type, routes);
  }

  /** @throws ArgumentError when the type has a handler already. */
  addType(type: string, handler: Handler): void {
    put(this.#types, type, handler, `Interactions of type "${type}"`);
  }

  find(route: RouteKey): Found<Handler> | undefined {
    const { type } = route;
    const direct =
      route.command === undefined
        ? route.id === undefined
          ? undefined
          : this.#plainIds.get(key(type, route.id))
        : this.#commands.get(key(type, route.command, route.focused));
    if (direct !== undefined) return { handler: direct, params: NO_PARAMS };
    return this.#findPattern(route) ?? this.#findType(type);
  }

  #findPattern({ type, id }: RouteKey): Found<Handler> | undefined {
    if (id === undefined) return undefined;
    for (const { read, handler } of this.#patterns.get(type) ?? []) {
      const params = read(id);
      if (params) return { handler, params };
    }
    return undefined;
  }

  #findType(type: string): Found<Handler> | undefined {
    const handler = this.#types.get(type);
    return handler === undefined ? undefined : { handler, params: NO_PARAMS };
  }
}

/** A character that no wire type holds keeps the parts apart. */
function key(type: string, name: string, option?: string): string {
  return option === undefined ? `${type}\n${name}` : `${type}\n${name}\n${option}`;
}

function put<Handler>(map: Map<string, Handler>, name: string, handler: Handler, what: string): void {
  if (map.has(name)) refuseDefinition(what, "has a handler already");
  map.set(name, handler);
}
