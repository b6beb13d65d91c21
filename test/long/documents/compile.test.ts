import { dirname } from "node:path";
import { expect, test } from "vitest";
import { emitAll, OPTIONAL } from "../../../codegen/emit/index.js";
import { Problems } from "../../../codegen/load/problems.js";
import { buildModel } from "../../../codegen/model/build.js";
import { compile, project } from "../../codegen/support/compile.js";
import { documents } from "./list.js";

const found = await documents();
const bring = "npm install --prefix test/long/documents, and SVC_DOCUMENTS_FETCH=1";
test.skipIf(found.length < 15)(`fifteen documents of others are here: ${bring} bring them`, () => {
  expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThanOrEqual(15);
});

test.each(found)(
  "all that is generated for $name compiles under TypeScript 7.0 and 5.9 with every strict option",
  async ({ path }) => {
    const model = await buildModel({ openapi: path, base: dirname(path) }, new Problems());
    const folder = await project({ out: emitAll(model, { runtime: "../abi/index.js" }, OPTIONAL) });
    for (const version of ["7.0", "5.9"] as const)
      expect(`${version}: ${(await compile(folder, version)).slice(0, 2_000)}`).toBe(`${version}: `);
  },
);
