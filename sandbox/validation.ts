import type { Json } from "./world/records.js";

/** Interim, until the generated validators are here. */
export function isConfirmation(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value;
}

export function checkAnswer(_operation: string, _result: { readonly status: number; readonly body?: Json }): void {}
