/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly verdict: "ok" | "warning" | "failed";
  /** One line: what is, and what to do where that is not well. */
  readonly text: string;
}

export const ok = (check: string, text: string): Finding => ({ check, verdict: "ok", text });
export const warning = (check: string, text: string): Finding => ({ check, verdict: "warning", text });
export const failed = (check: string, text: string): Finding => ({ check, verdict: "failed", text });

const MARKS = { ok: "ok  ", warning: "note", failed: "FAIL" } as const;

/** A finding as a line. */
export function format({ check, verdict, text }: Finding): string {
  return `${MARKS[verdict]}  ${check.padEnd(11)}  ${text}\n`;
}
