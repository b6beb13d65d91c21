import { existsSync } from "node:fs";
import { createRequire, register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Whether a package can be found from a module, whatever that package exports. */
export function isFound(packageName: string, from: string): boolean {
  const require = createRequire(from);
  try {
    require.resolve(packageName);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) return true;
    // Its main entry may not exist, and others all the same.
    return (require.resolve.paths(packageName) ?? []).some((folder) => existsSync(join(folder, packageName)));
  }
}

/**
 * Finds optional packages beside this one and, failing that, from the working folder: npx runs this package from a cache
 * in which no optional package is.
 */
export class OptionalPackages {
  readonly #names: readonly string[];
  readonly #here: string;
  readonly #project: string;
  #isLent = false;

  /** `here` and `project`: addresses of a module of ours and of one in the working folder, which need not exist. */
  constructor(
    names: readonly string[],
    {
      here = import.meta.url,
      project = pathToFileURL(join(process.cwd(), "package.json")).href,
    }: { readonly here?: string; readonly project?: string } = {},
  ) {
    this.#names = names;
    this.#here = here;
    this.#project = project;
  }

  readonly isInstalled = (name: string): boolean => {
    if (isFound(name, this.#here)) return true;
    if (!isFound(name, this.#project)) return false;
    this.#lend();
    return true;
  };

  /** From now on imports of optional packages that are not beside us are resolved from the working folder. */
  #lend(): void {
    if (this.#isLent) return;
    this.#isLent = true;
    const missing = this.#names.filter((name) => !isFound(name, this.#here));
    register("./optional-hook.js", { parentURL: import.meta.url, data: { names: missing, project: this.#project } });
  }
}
