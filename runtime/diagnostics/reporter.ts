import type { DiagnosticLevel } from "./base.js";

/** Default level and message of each diagnostic. */
export type DiagnosticTexts<Facts> = { readonly [Name in keyof Facts]: readonly [DiagnosticLevel, message: string] };

/** Another level or message than the default. */
export interface DiagnosticWords {
  readonly level?: DiagnosticLevel;
  readonly message?: string;
}

/** Reports a diagnostic of one area. */
export type Reporter<Facts> = <Name extends keyof Facts & string>(
  name: Name,
  facts: Facts[Name],
  words?: DiagnosticWords,
) => void;

/** Takes the diagnostics of reporters. */
export interface DiagnosticSink<Told> {
  wants(level: DiagnosticLevel): boolean;
  report(diagnostic: Told): void;
}

/** Creates the reporter of an area. Diagnostics that nobody wants are not created. `common` is added to each. */
export function reporterOf<Facts>(
  area: string,
  texts: DiagnosticTexts<Facts>,
  { sink, common }: { readonly sink: DiagnosticSink<never>; readonly common?: object },
): Reporter<Facts> {
  return (name, facts, words) => {
    const [usualLevel, usualMessage] = texts[name];
    const level = words?.level ?? usualLevel;
    if (!sink.wants(level)) return;
    const message = words?.message ?? usualMessage;
    // Name and facts belong together by the signature, which a spread cannot show to the compiler.
    sink.report({ type: `${area}.${name}`, level, message, ...common, ...facts } as never);
  };
}
