import { ArgumentError } from "../../http/errors/index.js";

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
  return (context) => {
    let calls = 0;
    const next: Next = async (add) => {
      calls += 1;
      if (calls > 1) throw new ArgumentError("A middleware called next() twice.");
      if (add) putOn(context, add);
      await inner(context);
      return {};
    };
    return middleware(context as never, next); // the chain is typed where it is built: App.use()
  };
}

/** Defined, not assigned: what a context has by itself, such as its log, may be replaced as well. */
function putOn(context: object, add: object): void {
  for (const [name, value] of Object.entries(add)) {
    Object.defineProperty(context, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
