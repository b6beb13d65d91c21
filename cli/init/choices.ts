import { brand } from "../../generated/tables.js";
import type { PackageManagerName } from "../package-manager.js";

/** Beginning of the variables that an App reads. */
export const PREFIX = brand.value.toUpperCase();

export const templates = ["node", "docker", "worker", "lambda", "next"] as const;
export type TemplateName = (typeof templates)[number];

export const languages = ["ts", "js"] as const;
export type Language = (typeof languages)[number];

/** What a new project is made with. */
export interface Choices {
  /** Name of the project, as npm takes it. */
  readonly name: string;
  /** The package and its version. */
  readonly self: { readonly name: string; readonly version: string };
  readonly template: TemplateName;
  readonly language: Language;
  readonly manager: PackageManagerName;
  /** Whether it gets a workflow for GitHub. */
  readonly ci: boolean;
}

/** Commands of a package manager, as a user types them. */
export interface Words {
  readonly install: string;
  /** Installs exactly what the lock file says. */
  readonly frozen: string;
  /** Runs a script of the project, before its name. */
  readonly run: string;
  /** Runs a program of an installed package, before its name. */
  readonly exec: string;
}

const words: Readonly<Record<PackageManagerName, Words>> = {
  npm: { install: "npm install", frozen: "npm ci", run: "npm run", exec: "npx" },
  pnpm: { install: "pnpm install", frozen: "pnpm install --frozen-lockfile", run: "pnpm run", exec: "pnpm exec" },
  yarn: { install: "yarn install", frozen: "yarn install --immutable", run: "yarn run", exec: "yarn exec" },
  bun: { install: "bun install", frozen: "bun install --frozen-lockfile", run: "bun run", exec: "bunx" },
};

export const wordsOf = ({ manager }: Pick<Choices, "manager">): Words => words[manager];

/** A type annotation, in TypeScript; nothing in JavaScript. */
export const typed = ({ language }: Choices, annotation: string): string => (language === "ts" ? annotation : "");

/** The folder from which the bot runs outside of development. */
export const runFolder = ({ language }: Choices): string => (language === "ts" ? "dist" : "src");

/**
 * A script whose program gets the signals. npm and pnpm signal only the shell that they start, so that the program takes its
 * place; the shell of Windows knows no `exec`, and goes on with the second. Yarn and Bun have shells of their own.
 */
export const inPlace = ({ manager }: Choices, command: string): string =>
  manager === "npm" || manager === "pnpm" ? `exec ${command} || ${command}` : command;

/** What comes before a command that needs the built bot. */
export const built = (choices: Choices): string => (choices.language === "ts" ? "tsc -p tsconfig.build.json && " : "");
