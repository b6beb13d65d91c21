/** How much attention a diagnostic deserves; the levels of every common logger. */
export type DiagnosticLevel = "debug" | "info" | "warn" | "error";

/**
 * What every diagnostic has. `type` is area, dot, event in snake_case, e.g. `http.rate_limited`; `message` is for
 * people and may change at any time; facts are further typed fields. Never a token, a text or an argument of a person.
 */
export interface DiagnosticBase<Type extends `${string}.${string}`> {
  readonly type: Type;
  readonly level: DiagnosticLevel;
  readonly message: string;
}

/** The diagnostics of an area: one for each of its facts. */
export type DiagnosticOf<Area extends string, Facts, Common = unknown> = {
  readonly [Name in keyof Facts & string]: DiagnosticBase<`${Area}.${Name}`> & Common & Readonly<Facts[Name]>;
}[keyof Facts & string];
