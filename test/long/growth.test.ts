import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../codegen/run.js";
import { files, insertions } from "./growth/edits.js";

/**
 * What a second maintainer does: a copy of the project, a route with path, query and body, an event and a limit written
 * into `spec/` alone, and the generators run.
 */
let home: string;
const read = (path: string): Promise<string> => readFile(join(home, path), "utf8");
const code = { out: "", err: "" };
const generate = (...options: readonly string[]): Promise<number> =>
  run(["--config", join(home, "spec/codegen.yaml"), ...options], {
    out: (text) => void (code.out += text),
    err: (text) => void (code.err += text),
  });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "growth-"));
  const kept = [
    "spec",
    "docs",
    "generated",
    "runtime",
    "sandbox",
    "codegen",
    "testing",
    "cli",
    "package.json",
    "tsconfig.json",
  ];
  for (const name of kept) await cp(name, join(home, name), { recursive: true });
  await symlink(resolve("node_modules"), join(home, "node_modules"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, "spec", name), text);
  for (const [name, before, lines] of insertions) {
    const path = join(home, "spec", name);
    const text = await readFile(path, "utf8");
    const at = text.indexOf(`\n${before}`) + 1;
    if (at === 0) throw new Error(`spec/${name} has no line that begins with ${before}`);
    await writeFile(path, text.slice(0, at) + lines + text.slice(at));
  }
  if ((await generate()) !== 0 || code.err !== "") throw new Error(code.err);
}, 60_000);
afterAll(() => rm(home, { recursive: true, force: true }));

/** A declaration of a generated file, on one line. */
async function declared(file: string, name: string): Promise<string> {
  const text = await read(file);
  const blocks = text.split(/\n\n(?=\/\*\*|export )/).map((block) => block.replaceAll(/\s+/g, " ").trim());
  return blocks.find((block) => new RegExp(`export (interface|type|const|function) ${name}\\b`).test(block)) ?? "";
}

/** What a generated module exports, run. */
async function exported(file: string): Promise<Readonly<Record<string, unknown>>> {
  const outfile = join(home, "run", file.replace(".ts", ".mjs"));
  await build({ entryPoints: [join(home, file)], bundle: true, format: "esm", packages: "external", outfile });
  // What comes of it is whatever the module exports.
  return (await import(pathToFileURL(outfile).href)) as Readonly<Record<string, unknown>>;
}

/** What the strict compiler says about the copy, line by line. */
async function compiled(): Promise<readonly string[]> {
  // What was compiled before and has not changed since is not compiled again.
  const compilerOptions = { incremental: true, tsBuildInfoFile: "growth.tsbuildinfo" };
  const settings = { extends: "./tsconfig.json", compilerOptions, include: ["runtime", "sandbox", "testing", "cli"] };
  await writeFile(join(home, "tsconfig.growth.json"), JSON.stringify(settings));
  const tsc = resolve("node_modules/typescript-native/bin/tsc");
  const lines = await promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.growth.json"], { cwd: home }).then(
    () => "",
    (error: unknown) => String(typeof error === "object" && error !== null && "stdout" in error ? error.stdout : error),
  );
  return lines.split("\n").filter((line) => line !== "");
}

test("types: the parameters flat and under English names, the codes, the result, the event in its union", async () => {
  const params = (await declared("generated/types.ts", "CreatePinParams")).replaceAll(
    / \/\*\*.*?\*\/| \| undefined/g,
    "",
  );
  expect(params).toContain(
    "{ readonly serverId: ServerId; readonly channelId: ChannelId; readonly notify?: boolean; " +
      "readonly messageId: MessageId; readonly note?: string; }",
  );
  expect(await declared("generated/types.ts", "CreatePinCode")).toContain('"MISSING_CREDENTIAL" | "PINS_EXHAUSTED"');
  expect(await declared("generated/types.ts", "CreatePinResult")).toContain("= Pin;");
  expect(await declared("generated/types.ts", "GatewayEvent")).toContain("PinCreateEvent");
  expect(await declared("generated/types.ts", "ErrorBodyPinsExhausted")).toContain('readonly code: "PINS_EXHAUSTED"');
});

test("functions: one that says where everything goes", async () => {
  const { createPin, createPinOperation } = await exported("generated/routes.ts");
  const seen: unknown[] = [];
  const caller = { call: (...given: readonly unknown[]) => seen.push(given) };
  if (typeof createPin !== "function") throw new Error("createPin is not a function");
  createPin(caller, { serverId: "1" });
  expect(seen).toEqual([[createPinOperation, { serverId: "1" }, undefined]]);
  expect(createPinOperation).toEqual({
    id: "createPin",
    method: "POST",
    path: "/api/servidores/{servidor}/canais/{canal}/fixadas",
    pathParams: { servidor: "serverId", canal: "channelId" },
    queryParams: { avisar: "notify" },
    body: true,
    needs: ["messageId"],
    answer: [{ messageId: "any" }],
    retry: "never",
  });
});

test("validators: guards of shape, event and operation, and the decoder", async () => {
  const validators = await exported("generated/validators.ts");
  const { isPin, isPinCreateEvent, decodeGatewayEvent } = validators as Record<string, (value: unknown) => unknown>;
  const event = { type: "pin_create", serverId: "1", pin: { messageId: "2" } };
  expect([isPin?.({ messageId: "2" }), isPin?.({})]).toEqual([true, false]);
  expect([isPinCreateEvent?.(event), decodeGatewayEvent?.(event)]).toEqual([true, event]);
  expect(decodeGatewayEvent?.({ ...event, pin: {} })).toMatchObject({ wireType: "pin_create", reason: "shape" });
  const { operationValidators } = validators as {
    operationValidators: {
      createPin: { body: (value: unknown) => boolean; params: Record<string, (value: unknown) => boolean> };
    };
  };
  const { body, params } = operationValidators.createPin;
  expect([body({ messageId: "1", note: "" }), body({ messageId: "1", note: "x".repeat(81) })]).toEqual([true, false]);
  expect([params["notify"]?.(true), params["notify"]?.(undefined), params["notify"]?.("yes")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("tables: the limit, the family of the event, the code and the operation", async () => {
  const { limits, eventFamilies, errorCodes, operations } = await exported("generated/tables.ts");
  expect(limits).toMatchObject({ pinsPerChannel: 20 });
  expect(eventFamilies).toMatchObject({ pin_create: "messages" });
  expect(errorCodes).toMatchObject({ PINS_EXHAUSTED: { advice: "Take one out first." } });
  expect(operations).toHaveProperty("createPin");
});

test("docs: comments where an editor shows them, and the report of what is not documented", async () => {
  const doc = await declared("generated/routes.ts", "createPin");
  for (const part of [
    "Pins a message.",
    "Not documented: who may pin is not known.",
    "Refused with `MISSING_CREDENTIAL`, `PINS_EXHAUSTED`",
    "@see spec/paths/pins.yaml#/pins/post",
  ]) {
    expect(doc).toContain(part);
  }
  // A retry class is named where it is not the one of every POST.
  expect(doc).not.toContain("Retry:");
  expect(await declared("generated/tables.ts", "limits")).toContain("Pins that a channel holds.");
  expect(await read("docs/undocumented.md")).toMatch(
    /\| who may pin is not known +\| `createPin` +\| spec\/paths\/pins/,
  );
});

test("a check finds nothing left to do", async () => {
  expect([await generate("--check"), code.err]).toEqual([0, ""]);
});

/** The sandbox knows the number and the name by its own way to the description. */
const IN_SANDBOX = `import { limits, type OperationId } from "./spec.js";
export const pins: 20 = limits.pinsPerChannel;
export const id: OperationId = "createPin";
`;

test("everything else compiles as it is, but for the sandbox, which names the route it does not play", async () => {
  await writeFile(join(home, "sandbox/growth.ts"), IN_SANDBOX);
  const [complaint, ...others] = (await compiled()).filter((line) => !line.startsWith(" "));
  expect(others).toEqual([]);
  expect(complaint).toMatch(/^sandbox\/rest\/handlers\/index\.ts.*Property 'createPin' is missing/);
  const path = join(home, "sandbox/rest/handlers/index.ts");
  const text = await readFile(path, "utf8");
  const end = "} satisfies Readonly<Record<Handled, Handler>>";
  expect(text).toContain(end);
  await writeFile(path, text.replace(end, `  createPin: () => ({ status: 200, body: {} }),\n${end}`));
  expect(await compiled()).toEqual([]);
}, 60_000);
