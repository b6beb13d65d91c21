import { ArgumentError, type ErrorDetails, isArgumentError } from "../base/errors.js";
/** A function of the user. What it throws becomes an {@link ArgumentError} that names it. */
export const guarded =
  <Given extends readonly unknown[], Got>(name: string, run: (...given: Given) => Got) =>
  (...given: Given): Got => {
    try {
      const got = run(...given);
      if (got instanceof Promise) got.catch(() => undefined); // not awaited
      return got;
    } catch (cause) {
      throw new ArgumentError(`${name}() threw ${Object(cause).name}`, { cause });
    }
  };

/** An object of the user, or the default where none is given: only methods of the user need the guard. */
export const guardedMethods = <Methods extends object>(
  name: string,
  given: Methods | undefined,
  usual: Methods,
): Methods => {
  if (!given || given === usual) return usual;
  const record = given as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>; // its methods are checked
  const methods = Object.keys(usual).map((method) => [
    method,
    guarded(`${name}.${method}`, (...args: readonly unknown[]) => record[method]?.(...args)),
  ]);
  return Object.fromEntries(methods) as Methods; // each under its own name
};

/** An {@link ArgumentError} of code of the user, with what had been sent by then. Other errors stay as they are. */
export const blamed = (error: unknown, { attempts, ambiguous }: ErrorDetails): unknown =>
  isArgumentError(error) ? Object.assign(error, { attempts, ambiguous }) : error;
