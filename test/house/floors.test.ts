import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import config from "../../tools/floors.mjs";

/** A house in which every wall is broken once: file, what it imports, the rule that must say so. */
const broken: readonly (readonly [file: string, imports: string, rule: string])[] = [
  ["runtime/base/a.ts", "../abi/fine.js", "floor-runtime-base"],
  ["runtime/abi/a.ts", "../../generated/types.js", "floor-runtime-abi"],
  ["runtime/abi/b.ts", "../http/fine.js", "floor-runtime-abi"],
  ["runtime/caller/a.ts", "../events/fine.js", "floor-runtime-caller"],
  ["generated/a.ts", "../runtime/http/fine.js", "floor-generated"],
  ["generated/b.ts", "hono", "generated-imports-the-door-only"],
  ["runtime/diagnostics/a.ts", "../http/fine.js", "floor-runtime-diagnostics"],
  ["runtime/interaction/a.ts", "../delivery/fine.js", "floor-runtime-interaction"],
  ["runtime/store/a.ts", "../interaction/fine.js", "floor-runtime-store"],
  ["runtime/fleet/a.ts", "../app/fine.js", "floor-runtime-fleet"],
  ["runtime/adapters/a.ts", "../app/fine.js", "floor-runtime-adapters"],
  ["runtime/fleet/nats/a.ts", "vitest", "engines-need-their-client-only"],
  ["runtime/http/a.ts", "../events/fine.js", "floor-runtime-http"],
  ["runtime/http/b.ts", "../index.js", "no-barrel-from-inside"],
  ["runtime/events/a.ts", "../delivery/fine.js", "floor-runtime-events"],
  ["runtime/delivery/a.ts", "../app/fine.js", "floor-runtime-delivery"],
  ["runtime/app/a.ts", "../../cli/fine.js", "floor-runtime-app"],
  ["runtime/app/b.ts", "../../sandbox/fine.js", "floor-runtime-app"],
  ["runtime/app/definitions/a.ts", "../routing/fine.js", "room-definitions"],
  ["runtime/app/routing/a.ts", "../conversations/fine.js", "room-routing"],
  ["runtime/app/conversations/a.ts", "../contexts/fine.js", "room-conversations"],
  ["runtime/app/contexts/a.ts", "../interactions/fine.js", "room-contexts"],
  ["runtime/raw.ts", "../sandbox/fine.js", "runtime-root"],
  ["sandbox/a.ts", "../runtime/abi/fine.js", "floor-sandbox"],
  ["sandbox/b.ts", "../codegen/fine.js", "floor-sandbox"],
  ["sandbox/c.ts", "svc-apps/events", "own-name-is-for-users"],
  ["sandbox/d.ts", "vitest", "shipped-code-needs-shipped-packages"],
  ["codegen/a.ts", "../generated/types.js", "floor-codegen"],
  ["codegen/b.ts", "../runtime/http/fine.js", "floor-codegen"],
  ["runtime/app/c.ts", "../../testing/fine.js", "floor-runtime-app"],
  ["testing/a.ts", "../cli/fine.js", "floor-testing"],
  ["cli/a.ts", "../test/fine.js", "floor-cli"],
  ["examples/a.ts", "../runtime/index.js", "examples-use-public-names"],
  ["test/a.ts", "./nowhere.js", "resolvable"],
  ["runtime/http/circle-a.ts", "./circle-b.js", "no-cycles"],
];

const sound: readonly (readonly [file: string, imports: readonly string[]])[] = [
  ["runtime/base/fine.ts", []],
  ["runtime/abi/fine.ts", ["../base/fine.js"]],
  ["generated/types.ts", ["../runtime/abi/fine.js"]],
  ["runtime/diagnostics/fine.ts", ["../abi/fine.js"]],
  ["runtime/http/fine.ts", ["../abi/fine.js", "../diagnostics/fine.js", "../../generated/types.js"]],
  ["runtime/interaction/fine.ts", ["../http/fine.js"]],
  ["runtime/store/fine.ts", ["../http/fine.js"]],
  ["runtime/events/fine.ts", ["../http/fine.js", "../interaction/fine.js"]],
  ["runtime/delivery/fine.ts", ["../http/fine.js", "../interaction/fine.js"]],
  ["runtime/fleet/fine.ts", ["../events/fine.js", "../delivery/fine.js"]],
  ["runtime/app/fine.ts", ["../events/fine.js", "../delivery/fine.js"]],
  ["runtime/app/definitions/fine.ts", []],
  ["runtime/app/routing/fine.ts", ["../definitions/fine.js"]],
  ["runtime/app/conversations/fine.ts", ["../definitions/fine.js", "../routing/fine.js"]],
  ["runtime/app/contexts/fine.ts", ["../conversations/fine.js"]],
  ["runtime/app/interactions/fine.ts", ["../contexts/fine.js", "../routing/fine.js"]],
  ["runtime/index.ts", ["./app/fine.js", "../generated/types.js"]],
  ["sandbox/fine.ts", ["../generated/types.js", "hono"]],
  ["codegen/fine.ts", ["ts-morph"]],
  ["testing/fine.ts", ["../sandbox/fine.js", "../runtime/index.js", "../generated/types.js"]],
  ["cli/fine.ts", ["../codegen/fine.js", "../sandbox/fine.js", "../testing/fine.js", "../runtime/index.js"]],
  ["examples/fine.ts", ["svc-apps", "svc-apps/sandbox"]],
  ["test/fine.ts", ["../cli/fine.js", "svc-apps/rest"]],
  ["runtime/http/circle-b.ts", ["./circle-a.js"]],
];

const manifest = JSON.stringify({
  name: "svc-apps",
  type: "module",
  dependencies: { hono: "*" },
  devDependencies: { vitest: "*", "ts-morph": "*" },
});

let home: string;
const rulesByFile = new Map<string, string[]>();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "floors-"));
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), text);
  };
  const text = (imports: readonly string[]): string =>
    [...imports.map((name, n) => `import * as m${n} from "${name}";`), `export const used = 1;`, ""].join("\n");
  await put("package.json", manifest);
  for (const name of ["hono", "vitest", "ts-morph"]) {
    await put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    await put(`node_modules/${name}/index.js`, "");
  }
  for (const [file, imports] of sound) await put(file, text(imports));
  for (const [file, imports] of broken) await put(file, text([imports]));

  const { tsConfig: _, ...options } = config.options ?? {};
  const answer = await cruise(["{runtime,generated,codegen,sandbox,testing,cli,examples,test}/**/*.ts"], {
    ...options,
    ruleSet: { forbidden: config.forbidden ?? [] },
    validate: true,
    baseDir: home,
  });
  for (const { from, rule } of (answer.output as ICruiseResult).summary.violations)
    rulesByFile.set(from, [...(rulesByFile.get(from) ?? []), rule.name]);
}, 30_000);

afterAll(() => rm(home, { recursive: true, force: true }));

describe("the floors", () => {
  test.each(broken)("%s importing %s breaks the rule %s", (file, _imports, rule) => {
    expect(rulesByFile.get(file)).toContain(rule);
  });

  test.each(sound.filter(([file]) => !file.includes("circle")))("%s breaks no rule", (file) => {
    expect(rulesByFile.get(file)).toBeUndefined();
  });

  test("every rule of the configuration is broken by one file here", () => {
    const written = (config.forbidden ?? []).map((rule) => rule.name);
    expect(written.filter((name) => !broken.some(([, , rule]) => rule === name))).toEqual([]);
  });
});
