import { watch } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "./config.js";
import { DescriptionError } from "./load/problems.js";

/** Works once, and again after every change near the description, until `signal` ends it. */
export async function watchFiles(
  config: Config,
  work: () => Promise<number>,
  out: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const folder = dirname(config.openapi);
  const attempt = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error;
      out(`${error.message}\n`);
    }
  };
  const changes = watch(folder, { recursive: true, ...(signal === undefined ? {} : { signal }) });
  await attempt();
  out(`watching ${folder}\n`);
  try {
    for await (const _ of changes) await attempt();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
  }
}
