import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../codegen/config.js";
import { type Page, referencePages } from "../../codegen/docs/index.js";
import { Problems } from "../../codegen/load/problems.js";
import { type Loaded, load } from "../../codegen/model/build.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

let loaded: Loaded;
let pages: ReadonlyMap<string, string>;

const byPath = (list: readonly Page[]): ReadonlyMap<string, string> =>
  new Map(list.map(({ path, text }) => [path, text]));

beforeAll(async () => {
  loaded = await load(await readConfig(join(ROOT, "spec/codegen.yaml")), new Problems());
  pages = byPath(referencePages(loaded, { module: "svc-apps" }));
});

/** The anchors of a page, as every host of Markdown makes them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .trim()
        .replaceAll(/\s+/g, "-"),
    ),
  );

function deadLinks(all: ReadonlyMap<string, string>): string[] {
  return [...all].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].flatMap(([, link = ""]) => {
      const [file = "", anchor] = link.split("#");
      const target = all.get(normalize(join(dirname(path), file)));
      const dead = target === undefined || (anchor !== undefined && !anchorsOf(target).has(anchor));
      return dead ? [`${path}: ${link}`] : [];
    }),
  );
}

describe("the reference of this description", () => {
  test("has a page for each operation, event, delivery and schema, and for each table of the whole", () => {
    const { operations, messages, webhooks, schemas } = loaded.model;
    const wanted = [
      ...operations.map(({ functionName }) => `operations/${functionName}.md`),
      ...messages.map(({ type }) => `events/${type}.md`),
      ...webhooks.map(({ name }) => `deliveries/${name}.md`),
      ...schemas.map(({ name }) => `schemas/${name}.md`),
      ..."assumptions channels errors index limits machines tables tensions undocumented"
        .split(" ")
        .map((one) => `${one}.md`),
    ];
    expect([...pages.keys()].sort()).toEqual([...new Set(wanted)].sort());
  });

  test("every link leads to a page, and to a heading of it where it names one", () => {
    expect(deadLinks(pages)).toEqual([]);
  });

  test.each([
    ["operations/createMessage.md", "**Retry:** `with-client-ref`"],
    ["operations/createMessage.md", "**Idempotency key:** `clientRef`"],
    ["operations/confirmInteraction.md", "**Deadline:** It must arrive before one"],
    ["operations/editChannel.md", "Only one of these groups may be sent: `categoryId`; or `name`, `voiceLimit`"],
    ["operations/editChannel.md", "| [`STALE_REVISION`](../errors.md#stale_revision) | stated |"],
    ["operations/createCommand.md", "| [`APP_MISSING_SCOPE`](../errors.md#app_missing_scope) | possible, not stated |"],
    ["operations/readMailbox.md", "GET /api/apps/eventos?format=json"],
    ["operations/readMailbox.md", "> **Statements disagree:** T-13"],
    ["operations/toggleReaction.md", "route not documented"],
    ["schemas/ChannelType.md", "Values: `text`. Others are possible."],
    ["schemas/CommandType.md", "There are no others."],
    ["schemas/ServerSnapshot.md", "Not documented: G-37 its type is not stated."],
    ["events/reaction_update.md", "**Not documented:** G-27 that it belongs to the family messages is implied"],
    ["errors.md", "**Carries:** [StaleRevisionExtras](schemas/StaleRevisionExtras.md)"],
    ["machines.md", "  deferred --> answered: answer"],
    ["tables.md", "| `APP_SANCTIONED` | `false` |"],
    ["limits.md", "counted separately from human connections"],
    ["assumptions.md", "`body` (default)"],
    ["deliveries/delivery.md", "T-07 ids are to be kept"],
    ["undocumented.md", "| G-05 whether this is a list of reactions"],
  ])("%s says %s", (path, words) => {
    expect(pages.get(path)).toContain(words);
  });

  test("every snippet compiles", { timeout: 60_000 }, async () => {
    const folder = await temporaryFolder();
    const snippets = [...pages].flatMap(([path, text]) =>
      path.startsWith("operations/")
        ? [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => [path, code] as const)
        : [],
    );
    expect(snippets).toHaveLength(loaded.model.operations.length);
    const head = 'import type { Client } from "svc-apps";\ndeclare const client: Client;\n';
    const compilerOptions = {
      ...parse(await readFile(join(ROOT, "tsconfig.json"), "utf8")).compilerOptions,
      noEmit: true,
      noUnusedLocals: false,
      rootDir: "/",
      skipLibCheck: true,
      typeRoots: [join(ROOT, "node_modules/@types")],
      paths: { "svc-apps": [join(ROOT, "runtime/index.ts")] },
    };
    await writeFiles(folder, {
      ...Object.fromEntries(snippets.map(([, code], at) => [`snippet-${at}.ts`, `${head}${code ?? ""}`])),
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
    });
    const tsc = join(ROOT, "node_modules/typescript-native/bin/tsc");
    const said = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).then(
      () => "",
      (error: { readonly stdout?: string }) => error.stdout ?? String(error),
    );
    expect(said.split("\n").filter((line) => line.startsWith("snippet") || line.includes("/snippet-"))).toEqual([]);
  });
});

test("a description that is not ours, with every feature, has a reference too, and no link in it is dead", async () => {
  const openapi = join(ROOT, "test/codegen/fixtures/every-feature.yaml");
  const other = await load({ openapi, base: dirname(openapi) }, new Problems());
  const found = byPath(referencePages(other));
  expect(found.size).toBeGreaterThan(10);
  expect(deadLinks(found)).toEqual([]);
});

test("events without routes have a reference, also where a channel lists one under another key", async () => {
  const folder = await temporaryFolder();
  const message = { payload: { type: "object", properties: { price: { type: "number" } } } };
  await writeFiles(folder, {
    "events.json": JSON.stringify({
      asyncapi: "3.0.0",
      info: { title: "Shop", version: "1" },
      channels: { shop: { address: "shop", messages: { sale: { $ref: "#/components/messages/sold" } } } },
      components: { messages: { sold: message } },
    }),
  });
  const other = await load({ asyncapi: join(folder, "events.json"), base: folder }, new Problems());
  const found = byPath(referencePages(other));
  expect(found.get("events/sold.md")).toContain("| `price` | number |");
  expect(deadLinks(found)).toEqual([]);
});
