/**
 * `npm run release:check` builds the package, lists what it consists of, and does all of a release but publishing;
 * `npm run release` publishes too, with a statement of provenance, which only a build service that npm knows can give:
 * from a tree without changes, after all tests have passed in it. `.github/workflows/release.yml` runs it.
 * The inventory (CycloneDX) is written to `build/sbom.cdx.json`.
 *
 * `repository`, `homepage` and `bugs` are those of the checkout that is released: the git remote `origin`, or
 * `--repository <address>`. They are written into the manifest of what is published, and into no file here;
 * `--out <folder>` keeps what that is.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { shippedPackages } from "./packed.js";
import { run } from "./run.js";

const { values } = parseArgs({
  options: {
    publish: { type: "boolean" },
    "skip-build": { type: "boolean" },
    repository: { type: "string" },
    out: { type: "string" },
  },
});
const SBOM = "build/sbom.cdx.json";

const npm = (...args: readonly string[]): Promise<string> => npmIn(process.cwd(), ...args);

async function npmIn(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run("npm", args, { cwd, env: { ...process.env, npm_config_loglevel: "error" } });
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}:\n${output.trim()}`);
  return output;
}

/** A package of the inventory. */
interface Component {
  readonly name: string;
  readonly version: string;
}

/**
 * A project that has only what users get. Of ours npm leaves out every package that a development tool needs too, although
 * it runs in production.
 */
async function shippedProject(): Promise<string> {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    readonly packages: Readonly<Record<string, object>>;
  }; // npm's own
  const shipped = await shippedPackages();
  const { name, version, license, dependencies } = manifest;
  const root = { name, version, license, dependencies };
  const folder = await mkdtemp(join(tmpdir(), "shipped-"));
  const packages = Object.fromEntries(
    Object.entries(lock.packages).filter(([path]) => shipped.has(path.replace("node_modules/", ""))),
  );
  await writeFile(join(folder, "package.json"), JSON.stringify(root));
  await writeFile(
    join(folder, "package-lock.json"),
    JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages: { "": root, ...packages } }),
  );
  return folder;
}

/** Writes what the package stands on at run time, and gives it back. Throws where a dependency is missing in it. */
async function inventory(): Promise<readonly Component[]> {
  const text = await npmIn(await shippedProject(), "sbom", "--package-lock-only", "--sbom-format", "cyclonedx");
  const document = JSON.parse(text.slice(text.indexOf("{"))) as { readonly components?: readonly Component[] }; // npm's own
  const components = document.components ?? [];
  const missing = Object.keys(manifest.dependencies).filter((name) => !components.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`${SBOM} lacks ${missing.join(", ")}`);
  await mkdir("build", { recursive: true });
  await writeFile(SBOM, `${JSON.stringify(document, undefined, 2)}\n`);
  return components;
}

/** Throws where a release lacks a file that it must have, or holds one that it must not. */
function checkContents(paths: readonly string[]): void {
  const built = values["skip-build"] === true ? [] : ["dist/runtime/index.js", "dist/cli/main.js"];
  const wanted = ["README.md", "LICENSE", "SECURITY.md", "spec/openapi.yaml", ...built];
  const missing = wanted.filter((path) => !paths.includes(path));
  const unwanted = paths.filter(
    (path) => /^(test|node_modules|build|site|bench)\//.test(path) || /\.env|\.tgz$/.test(path),
  );
  if (missing.length + unwanted.length > 0)
    throw new Error(
      `the package lacks ${missing.join(", ") || "nothing"} and holds ${unwanted.join(", ") || "nothing"} too much`,
    );
}

/** Where the package is at home, as its manifest says it. */
interface Home {
  readonly repository: { readonly type: "git"; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

/** The home of an address as git knows it, over https or ssh; undefined for one that nobody else can reach. */
function homeOf(address: string): Home | undefined {
  const form =
    /^(?:(https):\/\/(?:.*@)?|ssh:\/\/.*@|[^@/:]+@)([\w.-]+)(:\d+(?=\/))?[/:]([\w.~-][\w.~/-]*?)(?:\.git)?\/?$/;
  const [, https, host, port = "", path] = form.exec(address) ?? [];
  if (host === undefined || path === undefined) return undefined;
  const web = `https://${host}${https === undefined ? "" : port}/${path}`; // the port of ssh is none of the web
  return {
    repository: { type: "git", url: `git+${web}.git` },
    homepage: `${web}#readme`,
    bugs: { url: `${web}/issues` },
  };
}

/** The address that was given, or that of the remote `origin`; undefined where there is none. */
async function addressOf(given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) return given;
  const { code, output } = await run("git", ["config", "--get", "remote.origin.url"]);
  return code === 0 ? output.trim() : undefined;
}

/** An address without what may be a credential: all before its last @, a query and a fragment. */
const shown = (given: string): string => given.replace(/^(\w[\w+.-]*:\/+)?.*@/s, "$1").replace(/[?#].*$/s, "");

/** Throws where the tree holds anything that no commit has. */
async function mustBeClean(when: string): Promise<void> {
  const { code, output } = await run("git", ["status", "--porcelain"]);
  if (code !== 0) throw new Error(`nothing was published: git does not know this tree: ${output.trim()}`);
  const changes = output.split("\n").filter((line) => line !== "");
  if (changes.length === 0) return;
  const some = changes.slice(0, 5).join(", ");
  throw new Error(`nothing was published: ${when}, the tree has ${changes.length} changes that no commit has: ${some}`);
}

/** What npm would publish, unpacked in a folder of its own, with a manifest that says where the package is at home. */
async function staged(folder: string, home: Home | undefined): Promise<string> {
  const text = await npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder);
  const [packed] = JSON.parse(text.slice(text.indexOf("["))) as readonly {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[]; // npm's own
  if (packed === undefined) throw new Error("npm pack made nothing");
  checkContents(packed.files.map(({ path }) => path));
  console.log(`${packed.files.length} files in ${manifest.name} ${manifest.version}`);
  const { code, output } = await run("tar", ["-xzf", packed.filename], { cwd: folder });
  if (code !== 0) throw new Error(`${packed.filename} cannot be unpacked: ${output}`);
  const file = join(folder, "package", "package.json");
  const known = JSON.parse(await readFile(file, "utf8")) as object; // ours
  await writeFile(file, `${JSON.stringify({ ...known, ...home }, undefined, 2)}\n`);
  return join(folder, "package");
}

/** The package behind `npm create`, with the version of this one. */
async function stagedCreate(folder: string, home: Home | undefined): Promise<string> {
  const to = join(folder, "create");
  await cp("cli/create", to, { recursive: true });
  const file = join(to, "package.json");
  const known = JSON.parse(await readFile(file, "utf8")) as object; // ours
  const { name, version } = manifest;
  const own = { ...known, version, dependencies: { [name]: `^${version}` }, ...home };
  await writeFile(file, `${JSON.stringify(own, undefined, 2)}\n`);
  return to;
}

const address = await addressOf(values.repository);
const home = address === undefined ? undefined : homeOf(address);
const missing =
  `no repository that others can reach is known (${address === undefined ? "there is no git remote origin" : shown(address)}), and a registry takes ` +
  "no statement of provenance without one: set the git remote origin, or give --repository <address>";
if (home === undefined && values.publish === true) throw new Error(`nothing was published: ${missing}`);

if (values.publish === true) {
  await mustBeClean("before the tests");
  await npm("test");
  await mustBeClean("after the tests");
}
if (values["skip-build"] !== true) await npm("run", "--silent", "build");
const components = await inventory();
console.log(`${SBOM}: ${components.length} packages`);
console.log(home === undefined ? missing : `repository ${home.repository.url}, bugs ${home.bugs.url}`);
const place = values.out ?? (await mkdtemp(join(tmpdir(), "release-")));
try {
  const how = [
    "--provenance",
    "--access",
    "public",
    "--ignore-scripts",
    ...(values.publish === true ? [] : ["--dry-run"]),
  ];
  await npm("publish", await staged(place, home), ...how);
  await npm("publish", await stagedCreate(place, home), ...how);
} finally {
  if (values.out === undefined) await rm(place, { recursive: true, force: true });
}
console.log(
  values.publish === true ? "published, with provenance" : "npm publish --provenance: the dry run went through",
);
