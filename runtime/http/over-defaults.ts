import { isRecord, typeName } from "../base/values.js";
import { isSignal } from "./check-options.js";
import { ArgumentError } from "../base/errors.js";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isMiddleware = (value: unknown): boolean =>
  isFunction(value) ||
  (isRecord(value) && ["call", "attempt"].includes(String(value["around"])) && isFunction(value["middleware"]));

/**
 * The options over their defaults. Each must be of the type of its default, a number above zero, or at least zero where
 * it counts retries; `isSignal` stands for a signal, and undefined for whatever is checked elsewhere. An option that is
 * undefined counts as left out.
 *
 * @throws ArgumentError that names the option, or lists the known ones for an unknown name.
 */
export function overDefaults<Defaults extends object>(
  given: object,
  defaults: Defaults,
  of: string,
  prefix = "",
): Defaults {
  const all = { ...defaults };
  const demand = (name: string, what: string, value: unknown, fits: boolean) => {
    if (fits) return;
    const got = typeof value === "number" ? value : typeName(value);
    throw new ArgumentError(`${prefix}${name} must be ${what}, got ${got}`);
  };
  demand("its options", "an object", given, isRecord(given));
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(all, name))
      throw new ArgumentError(`${of} has no option "${name}"; there are ${Object.keys(all).join(", ")}`);
    if (value === undefined) continue;
    const usual: unknown = Reflect.get(defaults, name);
    if (usual === undefined) continue;
    const must = (what: string, fits: boolean) => demand(name, what, value, fits);
    const isOfType = typeof value === typeof usual;
    if (usual === isSignal) must("an AbortSignal", isSignal(value));
    else if (usual === true) must("false, or left out", value === false);
    else if (usual === false) must("true or false", isOfType);
    else if (Array.isArray(usual)) must("a list of middleware", Array.isArray(value) && value.every(isMiddleware));
    else if (typeof usual === "object" && (name !== "retry" || value))
      must("an object", isRecord(value) && Object.keys(Object(usual)).every((method) => isFunction(value[method])));
    else if (name === "retry") must("an object, or false", value === false);
    else if (typeof usual !== "number") must(`a ${typeof usual}`, isOfType);
    else if (/retries/i.test(name)) must("a number of at least 0", isOfType && value >= 0);
    else must("a number above zero", isOfType && value > 0);
    Object.assign(all, { [name]: value });
  }
  return all;
}
