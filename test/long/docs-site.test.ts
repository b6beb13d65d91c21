import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../tools/run.js";

let place: string;
let pages: string[];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "docs-site-test-"));
  const { code, output } = await run("npm", ["run", "--silent", "docs:spec", "--", place]);
  if (code !== 0) throw new Error(output);
  pages = await Promise.all(["openapi", "asyncapi"].map((name) => readFile(join(place, `${name}.html`), "utf8")));
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("the published pages are laid out by the standard, not as pages without a doctype", () => {
  for (const page of pages) expect(page.slice(0, 40)).toMatch(/^<!doctype html>\s*<html /i);
});

test("the published pages load nothing: no script, style, font or picture has an address", () => {
  for (const page of pages) {
    const head = page.slice(0, page.indexOf("<script"));
    expect(head).toContain("default-src 'none'");
    expect(page.match(/<(script|img|iframe)[^>]*\ssrc="[^"]*"|<link[^>]*\shref="(?!data:)[^"]*"/gi) ?? []).toEqual([]);
  }
});

test("the published pages need no code from text, which their own policy forbids", () => {
  for (const page of pages) expect(/\bnew Function\(|[^.\w]eval\(/.exec(page)?.[0]).toBeUndefined();
});

test("no placeholder is left in the published pages", () => {
  for (const page of pages) expect(/\{\{brand\}\}/.exec(page)?.[0]).toBeUndefined();
});
