import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drivers } from "./drivers.js";
import { faults, type Proof } from "./faults.js";
import { parts } from "./scenario.js";
import { servers } from "./servers.mjs";
import { readTable } from "./table.js";

const runtimes = await readTable("runtimes");
const frameworks = await readTable("frameworks");

/** What is wrong with a proof, if anything. */
async function missing(proof: Proof): Promise<string | undefined> {
  if ("test" in proof) {
    const text = await readFile(proof.file, "utf8").catch(() => "");
    return text.includes(`"${proof.test}"`) ? undefined : `${proof.file} has no test "${proof.test}"`;
  }
  const [row, column, cell, isThere] =
    "runtime" in proof
      ? [
          proof.runtime,
          proof.part,
          runtimes[proof.runtime]?.[proof.part],
          drivers.some(({ name }) => name === proof.runtime) && (proof.part in parts || proof.part === "a clean end"),
        ]
      : [proof.framework, proof.column, frameworks[proof.framework]?.[proof.column], proof.framework in servers];
  return isThere && cell === "yes" ? undefined : `"${column}" of ${row} is not among what is played and works`;
}

test.each(faults)("a test holds: $fault", async ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  const wrong = await Promise.all(proofs.map(missing));
  expect(wrong.filter((said) => said !== undefined)).toEqual([]);
});

test("a test that was renamed, and a column that is gone, are noticed", async () => {
  const gone: readonly Proof[] = [
    { file: "test/runtimes/workerd.test.ts", test: "the isolate lives" },
    { file: "test/runtimes/nowhere.test.ts", test: "the isolate lives" },
    { runtime: "Deno", part: "dreams" },
    { runtime: "workerd", part: "refused" }, // the page says no
    { framework: "Express 3", column: "probe" },
  ];
  expect((await Promise.all(gone.map(missing))).map((said) => said !== undefined)).toEqual(gone.map(() => true));
});

/** Programs of a page, as they stand in it. */
async function programsOf(page: string): Promise<readonly string[]> {
  const found = (await readFile(page, "utf8")).matchAll(/^```(?:[jt]s|typescript)\b.*\n([^]*?)^```$/gm);
  return [...found].map(([, code = ""]) => code);
}

test("programs for Workers read no variable of a process", async () => {
  const pages = (await readdir("docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  const programs = (await Promise.all(["README.md", ...pages].map(programsOf))).flat();
  const forWorkers = programs.filter((code) => /\bWorkers?\b|adapters\/cloudflare/.test(code));
  expect(forWorkers.length).toBeGreaterThan(0);
  expect(forWorkers.filter((code) => code.includes("process.env"))).toEqual([]);
});

test("programs declare no function of a framework, which Nitro then takes for theirs and does not import", async () => {
  const programs = await programsOf("docs/deploy.md");
  expect(programs.filter((code) => code.includes("declare function"))).toEqual([]);
});

test("programs of the page about deployment that listen by themselves start their App, so that a signal cuts no delivery", async () => {
  const programs = await programsOf("docs/deploy.md");
  const listening = programs.filter((code) => /\.listen\(|\.serve\(/.test(code));
  expect(listening.length).toBeGreaterThanOrEqual(7);
  for (const code of listening) expect(code).toMatch(/await app\.start\(\);\n.*(\.listen|\.serve)\(/);
});

test("the program for React Router takes a GET too, which the framework would answer with a 400 and a stack trace", async () => {
  const program = (await programsOf("docs/deploy.md")).find((code) => code.includes("toReactRouterHandler"));
  expect(program).toMatch(/export const loader = action;/);
  expect(await readFile("docs/deploy.md", "utf8")).toContain(
    'export { action, loader } from "../interactions.server";',
  );
});

test("each program of the page about deployment has at most nineteen lines of code at 80 columns", async () => {
  const programs = await programsOf("docs/deploy.md");
  expect(programs.length).toBeGreaterThanOrEqual(20);
  const lengths = programs.map((code) => code.split("\n").filter((line) => line !== "").length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(19);
});
