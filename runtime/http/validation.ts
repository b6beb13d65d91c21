import type { Operation } from "../abi/index.js";
import { ArgumentError, ProtocolError } from "./errors/index.js";
import { type Exchange, factsOf, routeOf } from "./exchange.js";
import type { Hooks } from "./hooks.js";
import { bodyFields, type Params } from "./route.js";

/** What to do when something does not fit its description: nothing, an event of type `warning`, or an error. */
export type ValidationLevel = "off" | "warn" | "throw";

/** The guards of one operation, as `operationValidators` of `svc-apps/validators` has them. */
export interface OperationGuards {
  readonly body?: (value: unknown) => boolean;
  readonly params?: Readonly<Record<string, (value: unknown) => boolean>>;
  /** By status, `2XX` for any success. */
  readonly answers: Readonly<Record<string, (value: unknown) => boolean>>;
}

/** Checks of what is sent and answered. Off unless given. */
export interface ValidationOptions {
  /** `operationValidators` of `svc-apps/validators`; handed in, so that a bundle without checks does not hold them. */
  readonly validators: Readonly<Record<string, OperationGuards>>;
  /** Parameters, before anything is sent. Default `throw`: an `ArgumentError`. */
  readonly arguments?: ValidationLevel;
  /** Answers of success. Default `warn`: the service may have grown, and what was done stays done. */
  readonly answers?: ValidationLevel;
}

/** Checks one call; made once per client. */
export interface Validation {
  checkArguments(exchange: Exchange, params: Params): void;
  checkAnswer(exchange: Exchange, status: number, result: unknown): void;
}

/** Turns the options into checks. */
export function validationFrom(options: ValidationOptions, hooks: Hooks): Validation {
  const { validators, arguments: onArguments = "throw", answers: onAnswers = "warn" } = options;
  const warn = (exchange: Exchange, message: string) => {
    if (hooks.active) hooks.emit({ type: "warning", ...factsOf(exchange), message });
  };
  return {
    checkArguments(exchange, params) {
      if (onArguments === "off") return;
      const wrong = misfit(exchange.operation, params, validators[exchange.operation.id]);
      if (!wrong) return;
      const { operation } = exchange;
      const message = `${operation.id}: ${wrong} does not fit its description`;
      if (onArguments === "warn") return warn(exchange, message);
      throw new ArgumentError(message, { operation: operation.id, route: routeOf(operation) });
    },
    checkAnswer(exchange, status, result) {
      if (onAnswers === "off") return;
      const { operation, attempts } = exchange;
      const answers = validators[operation.id]?.answers;
      const fits = answers?.[status] ?? answers?.["2XX"];
      if (!fits || fits(result)) return;
      const message = `${operation.id}: the answer (${status}) does not fit its description`;
      if (onAnswers === "warn") return warn(exchange, message);
      const details = { operation: operation.id, route: routeOf(operation), status, attempts, body: result };
      throw new ProtocolError(message, { ...details, ambiguous: operation.method !== "GET" });
    },
  };
}

/** The first parameter that does not fit, or "the body". */
function misfit(operation: Operation, params: Params, guards: OperationGuards | undefined): string | undefined {
  for (const [name, fits] of Object.entries(guards?.params ?? {})) {
    if (params[name] !== undefined && !fits(params[name])) return name;
  }
  return guards?.body && !guards.body(bodyFields(operation, params)) ? "the body" : undefined;
}
