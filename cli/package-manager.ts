import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const packageManagerNames = ["npm", "pnpm", "yarn", "bun"] as const;

/** The programs that install packages of npm's registry. */
export type PackageManagerName = (typeof packageManagerNames)[number];

/** How a package manager is called. */
export interface PackageManager {
  readonly name: PackageManagerName;
  /** Arguments that install what a project names. */
  readonly install: readonly string[];
  /** What adds packages for development, before their names. */
  readonly add: string;
}

const managers: Readonly<Record<PackageManagerName, PackageManager>> = {
  npm: {
    name: "npm",
    install: ["install", "--no-audit", "--no-fund"],
    add: "npm install --save-dev",
  },
  pnpm: {
    name: "pnpm",
    install: ["install"],
    add: "pnpm add --save-dev",
  },
  yarn: {
    name: "yarn",
    install: ["install"],
    add: "yarn add --dev",
  },
  bun: { name: "bun", install: ["install"], add: "bun add --dev" },
};

const locks: readonly (readonly [file: string, name: PackageManagerName])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  [".yarnrc.yml", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/**
 * The package manager of a project: the one that its package.json or a lock file names, there or in a folder above;
 * otherwise the one that started this process, by the variable that all of them set; otherwise npm.
 */
export function findPackageManager(project: string, env: NodeJS.ProcessEnv = process.env): PackageManager {
  return managers[ofProject(project) ?? nameIn(env["npm_config_user_agent"]) ?? "npm"];
}

function ofProject(folder: string): PackageManagerName | undefined {
  const found = namedBy(join(folder, "package.json")) ?? locks.find(([file]) => existsSync(join(folder, file)))?.[1];
  const above = dirname(folder);
  return found ?? (above === folder ? undefined : ofProject(above));
}

/** The field `packageManager`, such as `pnpm@10.1.0`. */
function namedBy(manifest: string): PackageManagerName | undefined {
  try {
    const { packageManager } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly packageManager?: unknown }; // a file of the user
    return typeof packageManager === "string" ? nameIn(packageManager) : undefined;
  } catch {
    return undefined;
  }
}

/** The name at the beginning of `pnpm@10.1.0` or `pnpm/10.1.0 npm/? node/v20`. */
const nameIn = (text: string | undefined): PackageManagerName | undefined =>
  packageManagerNames.find((name) => text?.startsWith(`${name}@`) === true || text?.startsWith(`${name}/`) === true);

/** Whether a project's packages are installed, in the way of any of them. */
export const isInstalledIn = (project: string): boolean =>
  [join(project, "node_modules"), join(project, ".pnp.cjs")].some((path) => existsSync(path));
