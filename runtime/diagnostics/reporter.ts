import type { DiagnosticLevel } from "./base.js";

/** What a diagnostic says where its reporter does not say otherwise. */
export type DiagnosticTexts<Facts> = { readonly [Name in keyof Facts]: readonly [DiagnosticLevel, message: string] };

/** Another level or message than the usual one. */
export interface DiagnosticWords {
  readonly level?: DiagnosticLevel;
  readonly message?: string;
}

/** Reports what happened in one area: its name, its facts, and where they differ its words. */
export type Reporter<Facts> = <Name extends keyof Facts & string>(
  name: Name,
  facts: Facts[Name],
  words?: DiagnosticWords,
) => void;

/** Where reporters hand their diagnostics. */
export interface DiagnosticSink<Told> {
  wants(level: DiagnosticLevel): boolean;
  report(diagnostic: Told): void;
}

/** Makes the diagnostics of an area, where anybody wants them. `common` stands on each of them. */
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
