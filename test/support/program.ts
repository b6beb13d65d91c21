import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtBefore } from "../../tools/workshop.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
let before: ReturnType<typeof builtBefore> | undefined;

/**
 * What Node is given to start a program of this package, such as `cli/main`. Where the package was built from today's
 * sources, as by the checks before the tests, it is the built one, which starts in a third of the time.
 */
export async function program(name: string): Promise<readonly string[]> {
  const built = await (before ??= builtBefore());
  return built === undefined ? ["--import", "tsx", join(root, `${name}.ts`)] : [join(built.home, "dist", `${name}.js`)];
}
