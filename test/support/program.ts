import { join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtBefore } from "../../tools/workshop.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** By its address: a program may run in another folder. */
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
let before: ReturnType<typeof builtBefore> | undefined;

/**
 * What Node is given to start a program of this package, such as `cli/main`. Where the package was built from today's
 * sources, as by the checks before the tests, it is the built one, which starts in a third of the time.
 */
export async function program(name: string): Promise<readonly string[]> {
  const built = await (before ??= builtBefore());
  return built === undefined ? ["--import", tsx, join(root, `${name}.ts`)] : [join(built.home, "dist", `${name}.js`)];
}
