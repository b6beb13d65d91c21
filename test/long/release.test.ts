import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { run } from "../../tools/run.js";

let place: string;
beforeAll(async () => (place = await mkdtemp(join(tmpdir(), "release-test-"))));
afterAll(() => rm(place, { recursive: true, force: true }));

/** Runs the release with a git remote `origin` of that address, or with none. */
async function release(origin: string | undefined, ...args: readonly string[]) {
  const GIT_DIR = await mkdtemp(join(place, "git-"));
  // Whatever goes wrong here, nothing is published: no registry listens there.
  const nowhere = args.includes("--publish") ? { npm_config_registry: "http://127.0.0.1:9" } : {};
  const env = { ...process.env, GIT_DIR, ...nowhere };
  await run("git", ["init", "--bare", "--quiet"], { env });
  await run("git", ["config", "core.bare", "false"], { env });
  if (origin !== undefined) await run("git", ["remote", "add", "origin", origin], { env });
  return run("npx", ["tsx", "tools/release.ts", "--skip-build", ...args], { env });
}

test(
  "all of a release but publishing goes through: an inventory, and a manifest that says where the package is at home",
  { timeout: 120_000 },
  async () => {
    const out = await mkdtemp(join(place, "out-"));
    const before = await readFile("package.json", "utf8");
    const { code, output } = await release("git@git.example:bots/apps.git", "--out", out);
    expect(output).toContain("the dry run went through");
    expect(code).toBe(0);
    const inventory = JSON.parse(await readFile("build/sbom.cdx.json", "utf8")) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(inventory.bomFormat).toBe("CycloneDX");
    const listed = new Map(inventory.components.map(({ name, version }) => [name, version]));
    expect(Object.keys(manifest.dependencies).filter((name) => !listed.has(name))).toEqual([]);
    for (const name of ["vitest", "prettier", "vitepress"]) expect(listed.has(name)).toBe(false);
    const packed: unknown = JSON.parse(await readFile(join(out, "package/package.json"), "utf8"));
    expect(packed).toMatchObject({
      name: manifest.name,
      version: manifest.version,
      exports: manifest.exports,
      repository: { type: "git", url: "git+https://git.example/bots/apps.git" },
      homepage: "https://git.example/bots/apps#readme",
      bugs: { url: "https://git.example/bots/apps/issues" },
    });
    const create: unknown = JSON.parse(await readFile(join(out, "create/package.json"), "utf8"));
    expect(create).toMatchObject({ name: "create-svc-apps", dependencies: { "svc-apps": `^${manifest.version}` } });
    expect(await readdir(join(out, "package"))).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "spec"]));
    expect(await readFile("package.json", "utf8")).toBe(before);
  },
);

test.each([
  [undefined, "there is no git remote origin"],
  ["/srv/git/apps.git", "/srv/git/apps.git"],
])("nothing is published, with provenance, from origin %s: nobody could follow it", async (origin, why) => {
  const { code, output } = await release(origin, "--publish");
  expect(output).toContain(`nothing was published: no repository that others can reach is known (${why})`);
  expect(output).toContain("set the git remote origin, or give --repository <address>");
  expect(code).not.toBe(0);
});

test("nothing is published from a tree with changes", async () => {
  const { code, output } = await release("https://git.example/bots/apps.git", "--publish");
  expect(output).toMatch(/nothing was published: before the tests, the tree has \d+ changes that no commit has: \?\? /);
  expect(code).not.toBe(0);
});

test.each([
  ["http://user:hush@git.example/apps", "http://git.example/apps"],
  ["https://user:hush@git.example/bots/apps.git", "git+https://git.example/bots/apps.git"],
  ["https://user:a@hush/b@git.example:8443/bots/apps", "git+https://git.example:8443/bots/apps.git"],
  ["ssh://git:hush@git.example:22/bots/apps.git", "git+https://git.example/bots/apps.git"],
  ["user:hush@git.example:bots/apps", "git.example:bots/apps"],
  ["https://git.example/bots/apps?token=hush", "https://git.example/bots/apps"],
])("a credential in the address of the remote is printed nowhere: %s", { timeout: 120_000 }, async (origin, says) => {
  const { output } = await release(origin);
  expect(output).toContain(says);
  expect(output).not.toContain("hush");
});

test("an address that is given stands above origin", { timeout: 120_000 }, async () => {
  const { code, output } = await release("/srv/git/apps.git", "--repository", "https://git.example/bots/other");
  expect(output).toContain("repository git+https://git.example/bots/other.git");
  expect(code).toBe(0);
});
