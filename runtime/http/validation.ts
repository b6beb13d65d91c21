import { needed, object, oneOf, type OptionsOf, options, withDefaults, usually } from "../base/options.js";
import type { Clock, Operation, TransportAnswer } from "../abi/index.js";
import { ArgumentError, ProtocolError } from "../base/errors.js";
import { routeOf } from "../abi/wrong.js";
import { type CallFacts, factsOf } from "./call.js";
import type { HttpDiagnostics } from "./report.js";
import { bodyFields, type Params } from "./request.js";
import { isRecord } from "../base/values.js";
import { isRounded, lackOf, mayBeEmpty, REFUSED, tryParse } from "./answer.js";
import { errorFromAnswer, unfit } from "./errors/build.js";
import { detailsOf } from "./errors/parts.js";

/** What happens to a value that does not fit its description: nothing, an `http.misfit` diagnostic, or an error. */
export type ValidationLevel = "off" | "warn" | "throw";

const level = () => oneOf("off", "warn", "throw");

type Guard = (value: unknown) => boolean;

/** The guards of one operation, as `operationValidators` of `svc-apps/validators` has them. */
export interface OperationGuards {
  readonly body?: Guard;
  readonly params?: Readonly<Record<string, Guard>>;
  /** By status, `2XX` for any success. */
  readonly answers: Readonly<Record<string, Guard>>;
  /** Says where a value fails a guard. */
  readonly misfitOf?: (guard: Guard, value: unknown) => string | undefined;
}

/** Checks of what is sent and answered. Off unless given. */
export interface ValidationOptions extends OptionsOf<typeof validationOptions> {}

export const validationOptions = /* @__PURE__ */ options(() => ({
  /**
   * `operationValidators` of `svc-apps/validators`; passed in, so that a bundle without checks does not contain them.
   */
  validators: needed(object<Readonly<Record<string, OperationGuards>>>()),
  /** Parameters, before anything is sent. Default `throw`: an `ArgumentError`. */
  arguments: usually(level(), "throw"),
  /** Answers of success. Default `warn`: the service may have changed, and the operation was carried out. */
  answers: usually(level(), "warn"),
}));

/** Checks one call; made once per client. */
export interface Validation {
  checkArguments(call: CallFacts, params: Params): void;
  checkAnswer(call: CallFacts, status: number, result: unknown): void;
}

/** Turns the options into checks. */
export function validationFrom(given: ValidationOptions, diagnostics: HttpDiagnostics): Validation {
  const { validators, arguments: onArguments, answers: onAnswers } = withDefaults(validationOptions, given);
  /** What is wrong with a value, in words; undefined where it fits or has no guard. */
  const misfit = ({ id }: Operation, name: string, value: unknown, fits: Guard | undefined): string | undefined => {
    if (!fits || fits(value)) return undefined;
    const where = validators[id]?.misfitOf?.(fits, value);
    return `${id}: ${name} does not fit its description${where ? `: ${where}` : ""}`;
  };
  const warn = (call: CallFacts, what: "arguments" | "answer", message: string) => {
    diagnostics.report({ type: "http.misfit", level: "warn", ...factsOf(call), what, message });
  };
  return {
    checkArguments(call, params) {
      if (onArguments === "off") return;
      const { operation } = call;
      const { params: guards = {}, body } = validators[operation.id] ?? {};
      let message: string | undefined;
      for (const name in guards) {
        if (params[name] !== undefined) message ??= misfit(operation, name, params[name], guards[name]);
      }
      message ??= body && misfit(operation, "the body", bodyFields(operation, params), body);
      if (!message) return;
      if (onArguments === "warn") return warn(call, "arguments", message);
      throw new ArgumentError(message, { operation: operation.id, route: routeOf(operation) });
    },
    checkAnswer(call, status, result) {
      if (onAnswers === "off") return;
      const { operation } = call;
      const answers = validators[operation.id]?.answers;
      const message = misfit(operation, `the answer (${status})`, result, answers?.[status] ?? answers?.["2XX"]);
      if (!message) return;
      if (onAnswers === "warn") return warn(call, "answer", message);
      throw new ProtocolError(message, { ...detailsOf(call, true), status, body: result });
    },
  };
}

/**
 * The JSON object of a success; undefined when it is empty and may be. Throws for a refusal, and for an answer that
 * lacks what the description requires.
 */
export function readAnswer(answer: TransportAnswer, facts: CallFacts, clock: Clock): object | undefined {
  const { status, body } = answer;
  const { operation } = facts;
  if (status < 200 || status >= 300) throw errorFromAnswer(answer, facts, clock);
  if (body === "" && mayBeEmpty(operation)) return undefined;
  const result = tryParse(body);
  if (!isRecord(result)) throw unfit(answer, facts, body === "" ? "nothing" : "something that is not a JSON object");
  const lack = lackOf(operation, result);
  if (lack === REFUSED) throw unfit(answer, facts, lack);
  if (lack !== undefined) throw unfit(answer, facts, `${lack}, which its description requires`);
  // It would be sent back with other digits.
  if (isRounded(result["revision"]))
    throw unfit(answer, facts, "a revision beyond 2^53 or with a fraction, whose digits JSON loses");
  return result;
}
