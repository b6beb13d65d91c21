import { afterAll, beforeAll, expect, test } from "vitest";
import { drivers } from "./drivers.js";
import { type Host, startHost } from "./host.js";
import { programs, type Programs } from "./programs.js";
import { printed, readTable, type Table, writeTable } from "./table.js";

/**
 * Unset: only this Node, without what takes seconds. `installed`: whatever is here. `all`, set by continuous
 * integration: on Linux x64 nothing may be missing.
 */
const which = process.env["RUNTIMES"];
const mustBeHere = which === "all";
/** Set to write what was found into the page. */
const update = process.env["RUNTIMES_UPDATE"] === "1";

/** What a machine that is busy with other tests plays. */
const quick = ["REST", "refused", "lost", "stream", "verification", "deliveries", "app"];

let files: Programs;
const played: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  files = await programs();
});
afterAll(async () => {
  await files.remove();
  const missing = drivers.filter(({ isHere }) => !isHere).map(({ name }) => name);
  const note =
    missing.length === 0 ? "" : `\nNot here, so not played: ${missing.join(", ")} (npm install --prefix test/runtimes)`;
  console.log(`${printed(played)}${note}`);
  if (update) await writeTable("runtimes", cellsOf(played));
});

/** What the page says: yes or no. */
const cellsOf = (table: Table): Table =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([name]) => !name.includes("this one"))
      .map(([name, row]) => [
        name,
        Object.fromEntries(Object.entries(row).map(([part, said]) => [part, said === "yes" ? "yes" : "no"])),
      ]),
  );

test("the page has a row for each runtime", async () => {
  const named = drivers.map(({ name }) => name).filter((name) => !name.includes("this one"));
  expect(Object.keys(await readTable("runtimes"))).toEqual(named);
});

test.each(drivers)(
  "on $name every part ends as docs/runtimes.md says",
  async ({ name, isHere, play }) => {
    if (which === undefined && !name.includes("this one")) return;
    if (!isHere && !(mustBeHere && process.platform === "linux" && process.arch === "x64")) return;
    expect(isHere, `${name} is not installed: npm install --prefix test/runtimes`).toBe(true);
    const host: Host = await startHost();
    try {
      const outcome = await play(host.world, files, which === undefined ? quick : undefined);
      played[name] = { ...outcome };
      const rows = await readTable("runtimes");
      const said = Object.fromEntries(
        Object.entries(outcome).map(([part, text]) => [part, text === "yes" ? "yes" : "no"]),
      );
      const wanted = rows[name] ?? Object.fromEntries(Object.keys(outcome).map((part) => [part, "yes"]));
      const known = Object.fromEntries(Object.entries(wanted).filter(([, cell]) => cell !== "-"));
      if (!update) expect({ said, outcome }).toEqual({ said: known, outcome });
    } finally {
      await host.close();
    }
  },
  120_000,
);
