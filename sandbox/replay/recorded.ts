import type { Tape } from "./tape.js";

/** Which object a recorded call was made on. */
export type Receiver =
  | { readonly on: "portal" | "faults" | "streams" }
  | { readonly on: "person"; readonly personId: string; readonly home: object }
  /** What an earlier call gave, by the order of that call. */
  | { readonly on: "result"; readonly order: number };

/** A call as a recording keeps it. */
export interface RecordedCall {
  readonly receiver: Receiver;
  readonly method: string;
  readonly args: readonly unknown[];
}

/**
 * The same object, with every call of its methods noted. Arguments are kept as JSON: functions are left
 * out, and an interaction becomes its id.
 */
export function recorded<T extends object>(target: T, receiver: Receiver, tape: Tape): T {
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== "function" || typeof property !== "string") return value;
      return (...args: readonly unknown[]): unknown => {
        const input = tape.input("call", { receiver, method: property, args: args.map(plain) });
        try {
          const result: unknown = Reflect.apply(value, object, args);
          if (result instanceof Promise) result.catch((error: unknown) => (input.output = refusalOf(error)));
          return canBeCalledOff(result) ? recorded(result, { on: "result", order: input.order }, tape) : result;
        } catch (error) {
          input.output = refusalOf(error);
          throw error;
        }
      };
    },
  });
}

/** An ordered fault can be called off later, which is an act of its own. */
function canBeCalledOff(value: unknown): value is { remove(): void } {
  return typeof value === "object" && value !== null && "remove" in value;
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("until" in value && "id" in value) return { interaction: value.id };
  return JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "function" ? undefined : inner)),
  ) as unknown;
}

const refusalOf = (error: unknown): { readonly refused: string } => ({
  refused: error instanceof Error && "code" in error ? String(error.code) : String(error),
});
