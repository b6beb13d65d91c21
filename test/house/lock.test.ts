import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("every package of the lock file has a hash of its contents, those for other platforms too", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;
  };
  const without = Object.entries(packages).filter(([path, { integrity, link }]) => path !== "" && !integrity && !link);
  expect(without.map(([path]) => path)).toEqual([]);
});
