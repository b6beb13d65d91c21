import * as routes from "../../generated/routes.js";
import type { Call, CallOptions, Caller, Operation } from "../abi/index.js";
import { isRecord } from "../base/values.js";
import { digest } from "../base/digest.js";

type Routes = typeof routes;

/** A route function without its first parameter. */
type Bound<Route> = Route extends (caller: Caller, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

type BoundRoutes = {
  readonly [
    Name in keyof Routes as Routes[Name] extends (caller: Caller, ...rest: never[]) => unknown ? Name : never
  ]: Bound<Routes[Name]>;
};

/** Every route function, bound to a client; and a caller itself, for the helpers that take one. */
export interface BoundApi extends Caller, BoundRoutes {}

/** What the bound functions share: one object for all of them, made once for each client or event. */
class Binding implements Caller {
  readonly caller: Caller;
  constructor(caller: Caller) {
    this.caller = caller;
  }

  call<Result, Code extends string = string, Errors = unknown>(
    operation: Operation,
    params: object,
    options?: CallOptions,
  ): Call<Result, Code, Errors> {
    return this.caller.call(operation, params, options);
  }
}

function withRoutes(made: typeof Binding): typeof Binding {
  for (const [name, route] of Object.entries<unknown>(routes)) {
    if (typeof route !== "function") continue;
    Object.defineProperty(made.prototype, name, {
      // A getter, so that a function can be taken out and called alone.
      get(this: Binding): (...rest: unknown[]) => unknown {
        const { caller } = this;
        return (...rest) => Reflect.apply(route, undefined, [caller, ...rest]) as unknown;
      },
    });
  }
  return made;
}

/** Made for the first who asks: bundles of programs without an App hold no route but their own, and imports wait less. */
let routeBinding: typeof Binding | undefined;

/** Binds every route function to `caller`. Cheap: the functions stand on a shared prototype. */
export function bindApi(caller: Caller): BoundApi {
  routeBinding ??= withRoutes(Binding);
  return new routeBinding(caller) as unknown as BoundApi; // `withRoutes` put exactly the functions of `routes` there
}

/**
 * A caller whose idempotent writes carry a key made of what is being handled, by which handler, and of the write itself.
 * A handler that runs again for a redelivered event writes nothing twice, and whichever order it writes in then, no key
 * stands for another write.
 *
 * @param scope the App, the event or interaction, and the handler
 */
export function repeatableCaller(caller: Caller, scope: () => readonly string[]): Caller {
  const equals = new Map<string, number>();
  const keyOf = (operation: Operation, params: object, name: string | undefined): string => {
    const { id, pathParams = {} } = operation;
    const target = Object.values(pathParams).map((param) => [param, Reflect.get(params, param)] as const);
    const write = name === undefined ? params : { name, target };
    const what = JSON.stringify([scope(), id, write], inOrder);
    const count = (equals.get(what) ?? 0) + 1;
    equals.set(what, count);
    return digest(`${count} ${what}`);
  };
  return {
    call<Result, Code extends string = string, Errors = unknown>(
      operation: Operation,
      params: object | undefined = {}, // absent in programs without types
      { key: name, ...options }: CallOptions = {},
    ): Call<Result, Code, Errors> {
      const { idempotencyKey } = operation;
      if (idempotencyKey === undefined || Reflect.get(params, idempotencyKey) !== undefined) {
        return caller.call(operation, params, name === undefined ? options : { ...options, key: name });
      }
      return caller.call(operation, { ...params, [idempotencyKey]: keyOf(operation, params, name) }, options);
    },
  };
}

/** Fields of an object in one order, whichever they were written in. */
const inOrder = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
