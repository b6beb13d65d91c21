import { DescriptionError, formatProblems } from "../../../codegen/load/problems.js";
import { type Files, modelOf } from "./describe.js";

/** Everything said about a description, as printed, without the count at its end. */
export async function said(files: Files): Promise<string> {
  try {
    const { problems } = await modelOf(files);
    return problems.all.length === 0 ? "" : formatProblems(problems.all).replace(/\n\n.*$/, "");
  } catch (error) {
    if (error instanceof DescriptionError) return error.message.replace(/\n\n.*$/, "");
    throw error;
  }
}

export const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";

export const inSchema = (schema: string): string => `${HEAD}components:\n  schemas:\n    A: ${schema}\n`;

/** What is given, and what must be said about it. */
export type Case = readonly [says: string, given: string, want: string];
