import type { Origin, Problems } from "./problems.js";

interface Needed {
  /** Name of the package, and what needs it. */
  readonly name: string;
  readonly what: string;
  readonly origin: Origin;
  readonly problems: Problems;
}

/** Loads a package that only some descriptions need; where it is missing, that is what is wrong. */
export async function optional<Module>(
  { name, what, origin, problems }: Needed,
  load: () => Promise<Module>,
): Promise<Module | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    problems.error(origin, `${what} needs the package ${name}`, `npm install --save-dev ${name}`);
    return undefined;
  }
}
