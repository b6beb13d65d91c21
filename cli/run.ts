import { printTo } from "../codegen/printable.js";
import { createRequire } from "node:module";
import { loadEnv } from "./env-file.js";
import { runCommandLine } from "./frame.js";
import { OptionalPackages } from "./optional-packages.js";
import { findPackageManager } from "./package-manager.js";
import { commands } from "./table.js";

/** The part of the package's own manifest that is read here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = createRequire(import.meta.url)("svc-apps/package.json") as Manifest; // by its public name, built or not

// A reader such as `head` that went away ends the command without a word; a full disk is told where it still can be.
process.stderr.on("error", () => process.exit(1));
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(1);
  process.stderr.write(`${manifest.name}: the output cannot be written: ${error.message}\n`, () => process.exit(1));
});
const code = await runCommandLine(
  {
    program: manifest.name,
    version: manifest.version,
    commands,
    optional: manifest.peerDependencies ?? {},
    isInstalled: new OptionalPackages(Object.keys(manifest.peerDependencies ?? {})).isInstalled,
    add: findPackageManager(process.cwd()).add,
    loadEnv: (file) => loadEnv(file, process.env),
    out: printTo("stdout"),
    err: printTo("stderr"),
    terminal: process.stderr,
  },
  process.argv.slice(2),
);

// A command that is done ends the program, whatever a module that it loaded keeps open. What was written goes out first.
for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => void stream.write("", resolve));
process.exit(code);
