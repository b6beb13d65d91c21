import * as routes from "../../generated/routes.js";
import type { Call, CallOptions, Caller, Operation } from "../abi/index.js";

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
 * A caller whose idempotent writes carry a key made of what is being handled and of their order within it, so that a
 * handler run again for a redelivered event cannot write twice.
 */
export function repeatableCaller(caller: Caller, nextKey: () => string): Caller {
  return {
    call<Result, Code extends string = string, Errors = unknown>(
      operation: Operation,
      params: object | undefined = {}, // absent where somebody writes no types
      options?: CallOptions,
    ): Call<Result, Code, Errors> {
      const key = operation.idempotencyKey;
      if (key === undefined || Reflect.get(params, key) !== undefined) return caller.call(operation, params, options);
      return caller.call(operation, { ...params, [key]: nextKey() }, options);
    },
  };
}
