import { codeOf } from "../message.js";
import type { Learning } from "./learning.js";

export type { Learning } from "./learning.js";

/** Options of {@link learnTo}. */
export interface LearnOptions {
  /** The description to compare with: a folder or a file. Default: that of the platform. */
  readonly description?: string;
  /** Milliseconds of any clock. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * Records names and types of what a service answers into a file, for `svc-apps learn`. No value is written: a string is
 * `text`, and keys of maps are `*`. What the file holds already is kept. Needs the package `yaml`.
 *
 * Rejects when the description cannot be read, or when the file is not a recording or cannot be written.
 *
 * @example
 * const client = createClient({ baseUrl, token, middleware: [await learnTo("learnt.json")] });
 */
export async function learnTo(file: string, options: LearnOptions = {}): Promise<Learning> {
  const { describedAt, ownDescription, recordTo } = await machinery();
  const { now = Date.now, description: path = ownDescription() } = options;
  return recordTo(file, await describedAt(path, () => undefined), now);
}

/** What reads descriptions, which needs an optional package. */
async function machinery() {
  try {
    return { ...(await import("./description.js")), ...(await import("./record.js")) };
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("learnTo() needs the package yaml: npm install --save-dev yaml", { cause: error });
  }
}
