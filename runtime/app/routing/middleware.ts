import { ArgumentError } from "../../base/errors.js";
import type { Logger } from "../logger.js";

declare const added: unique symbol;

/** What `next()` resolves to; return it, so that the types of what was added reach the handlers. */
export interface Continued<Add> {
  readonly [added]?: Add;
}

/** Runs the rest of the chain, with the properties of `add` put on the context. May be called once. */
export type Next = <Add extends object = object>(add?: Add) => Promise<Continued<Add>>;

/**
 * Runs around handlers. What it passes to `next()` is on the context of every handler registered on the App that
 * `use()` returned; not calling `next()` keeps the handler from running.
 */
export type Middleware<Context, Add extends object = object> = (
  context: Context,
  next: Next,
) => Promise<Continued<Add> | undefined | void>;

/** A handler after its arguments were folded into the context. */
export type Run = (context: object) => unknown;

/** Puts middleware around a handler, outermost first. Without any, it is the handler itself. */
export function wrapHandler(middleware: readonly Middleware<never>[], handler: Run): Run {
  return middleware.reduceRight<Run>(wrap, handler);
}

function wrap(inner: Run, middleware: Middleware<never>): Run {
  return async (context) => {
    const calls: Watched<object>[] = [];
    let hasEnded = false;
    const next: Next = (add) => {
      if (hasEnded) return Promise.resolve(tooLate(context));
      const rest = watched(restOf(inner, context, { add, isSecond: calls.length > 0 }));
      calls.push(rest);
      return rest.promise;
    };
    try {
      return await middleware(context as never, next); // the chain is typed where it is built: App.use()
    } finally {
      hasEnded = true;
      // What a middleware forgets to await is its work all the same, and fails it.
      for (const rest of calls) await rest.done();
    }
  };
}

async function restOf(
  inner: Run,
  context: object,
  { add, isSecond }: { readonly add: object | undefined; readonly isSecond: boolean },
): Promise<object> {
  if (isSecond) throw new ArgumentError("A middleware called next() twice");
  if (add) putOn(context, add);
  await inner(context);
  return {};
}

/** The interaction is over for the code that waits for the middleware: an error of a handler that began now would be lost. */
function tooLate(context: object): object {
  const log = Reflect.get(context, "log") as Logger; // every context has one
  log.error({}, "A middleware called next() after it had ended, so nothing was run: await next(), or return it.");
  return {};
}

/** A promise that is handed out, and what becomes of it. */
interface Watched<Value> {
  readonly promise: Promise<Value>;
  /** Resolves when it and what was made of it have ended; rejects with an unhandled failure. */
  readonly done: () => Promise<void>;
}

/** Keeps an unhandled failure from ending the process; `done` reports it. */
function watched<Value>(work: Promise<Value>): Watched<Value> {
  const derived: Watched<unknown>[] = [];
  work.catch(() => undefined);
  const promise = new Proxy(work, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...given: readonly unknown[]): unknown => {
        const made: unknown = Reflect.apply(method, target, given);
        if (!(made instanceof Promise)) return made;
        const next = watched<unknown>(made);
        derived.push(next);
        return next.promise;
      };
    },
  });
  const done = async (): Promise<void> => {
    await work.catch((error: unknown) => {
      if (derived.length === 0) throw error;
    });
    for (const one of derived) await one.done();
  };
  return { promise, done };
}

/** Defined, not assigned: what a context has by itself, such as its log, may be replaced as well. */
function putOn(context: object, add: object): void {
  for (const [name, value] of Object.entries(add)) {
    Object.defineProperty(context, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
